"""Switching games: to the unfinished one of this visit or of My games, or a new one."""

from collections.abc import Callable
from typing import TYPE_CHECKING

from ...page.dom import is_home
from ...page.feature import Feature
from ...page.table import Store
from ...rules.notation.links import read_spec
from ...session.choices import newcomer_game, read_choices, rematch_seats
from ...session.event import Event
from ...session.opening import LeaveExercise, LoadMatch, NewGame
from ...session.seats import FIRST_LEVEL, with_engine_level
from ...session.session import Session
from ..library.resumable import resumable_entries, resumable_names

if TYPE_CHECKING:
    from js import Element

    from ...progress import FactLog
    from ..library.autosave import Autosave
    from ..library.entry import Entry

Arrive = Callable[[Callable[[], object]], object]
"""Runs a function that puts a game on the table."""


class Play(Feature):
    """Goes to games; the one on the table can be continued later."""

    def __init__(self, store: Store) -> None:
        super().__init__(store)
        self.number = 0  # of the last request, to drop late answers of the database

    def on_press(self, name: str, button: "Element") -> None:
        """Go to the game of this name."""
        self.go_to(name)

    def go_to(self, name: str, arrive: Arrive = lambda put: put()) -> None:
        """Go to a board of this game."""
        table = self.store
        self.number += 1
        if table.session.exercise_attempt is not None:
            arrive(lambda: table.dispatch(LeaveExercise()))
        session = table.session
        open_ = session.tree.outcome(session.tree.end_of_game()) is None
        if session.game.name == name and open_ and (session.in_progress or not is_home()):
            arrive(lambda: None)
            return
        left = table.visit.get_suspended(name)
        if left:
            arrive(lambda: table.dispatch(LoadMatch(left.match, editor=left.editor)))
        elif table.autosave is None and name not in resumable_names() and is_known(session, name):
            arrive(lambda: table.dispatch(begun(session, name)))
        else:
            table.lifetime.spawn(go_on(table, name, arrive, self.number, table.session))


async def go_on(table: Store, name: str, arrive: Arrive, number: int, before: Session) -> None:
    """Continue the newest stored game of this name, or begin one if there is none.

    Do nothing if something else has come onto the table since.
    """
    from ..library.entry import CorruptEntry

    found: dict[str, Entry] = {}
    if table.autosave is not None or name in resumable_names():
        await table.library_ready.wait()
        found = await resumable_entries(loaded(table).store)
    await table.progress().wait_loaded()
    stays = table.visit.get(before.match.id) is table.visit.current
    if (
        table.get_part(Play).number != number
        or table.session.exercise_attempt is not None
        or not stays
    ):
        return
    try:
        if entry := found.get(name):
            arrive(lambda: loaded(table).open_entry(entry))
            return
    except CorruptEntry:
        pass  # My games sets it aside and says so
    session, facts = table.session, table.progress().facts
    if session.game.name == name and not session.in_progress and session.outcome is None:
        arrive(lambda: None)  # an empty board of it is there
    else:
        arrive(lambda: table.dispatch(begun(session, name, facts)))


def loaded(table: Store) -> "Autosave":
    """What saves the games, which is there with the library."""
    assert table.autosave is not None
    return table.autosave


def is_known(session: Session, name: str) -> bool:
    """Whether it is known without the player's results which board and level begin a game."""
    preferences = session.preferences
    return not preferences.greeted or name in read_choices(preferences.new_game).games


def begun(session: Session, name: str, facts: "FactLog | None" = None) -> Event:
    """The event that begins a game with the board and players chosen last, without a clock.

    For a game that was never chosen they are those that fit the player's results, or without
    ``facts`` those of a first visit.  Terms are agreed for one game, in the dialog.
    """
    spec = read_choices(session.preferences.new_game).games.get(name)
    seats = rematch_seats(session)
    if spec:
        game = read_spec(spec)
    elif facts is None:
        game, seats = newcomer_game(name), with_engine_level(seats, FIRST_LEVEL)
    else:
        from datetime import date  # neither is a part of the start

        from ..statistics.advice import advised, game_for

        game = game_for(facts, name)
        seats = with_engine_level(seats, advised(facts, name, date.today()).level)
    options = tuple(game.options.items())
    return NewGame(name, game.size, options, seats)
