"""Switching games: to the unfinished one of this visit or of My games, or a new one."""

from collections.abc import Callable
from typing import TYPE_CHECKING

from ...page.dom import is_home
from ...page.feature import Feature
from ...page.store import Store
from ...rules.notation.links import read_spec
from ...session.event import Event
from ...session.last_choices import newcomer_game, read_choices, rematch_seats
from ...session.load_match import LeaveExercise, LoadMatch, NewGame
from ...session.seats import FIRST_LEVEL, with_engine_level
from ...session.session import Session
from ..library.resumable import resumable_entries, resumable_names

if TYPE_CHECKING:
    from js import Element

    from ...progress import FactLog
    from ..library.autosave import Autosave
    from ..library.entry import Entry

Navigate = Callable[[Callable[[], object]], object]
"""Runs a function that puts a game on the table."""


class Play(Feature):
    """Goes to games; the one on the table can be continued later."""

    def __init__(self, store: Store) -> None:
        super().__init__(store)
        self.number = 0  # of the last request, to drop late answers of the database

    def on_press(self, name: str, button: "Element") -> None:
        """Go to the game of this name."""
        self.go_to_game(name)

    def go_to_game(self, name: str, navigate: Navigate = lambda show: show()) -> None:
        """Go to a board of this game."""
        store = self.store
        self.number += 1
        if store.session.exercise_attempt is not None:
            navigate(lambda: store.dispatch(LeaveExercise()))
        session = store.session
        is_open = session.tree.outcome(session.tree.end_of_game()) is None
        if session.game.name == name and is_open and (session.in_progress or not is_home()):
            navigate(lambda: None)
            return
        open_match = store.visit.get_suspended(name)
        if open_match:
            navigate(lambda: store.dispatch(LoadMatch(open_match.match, editor=open_match.editor)))
        elif (
            store.autosave is None
            and name not in resumable_names()
            and has_stored_choice(session, name)
        ):
            navigate(lambda: store.dispatch(new_game_event(session, name)))
        else:
            store.lifetime.spawn(resume_game(store, name, navigate, self.number, store.session))


async def resume_game(
    store: Store, name: str, navigate: Navigate, number: int, before: Session
) -> None:
    """Continue the newest stored game of this name, or begin one if there is none.

    Do nothing if something else has come onto the table since.
    """
    from ..library.entry import CorruptEntry

    entries: dict[str, Entry] = {}
    if store.autosave is not None or name in resumable_names():
        await store.library_ready.wait()
        entries = await resumable_entries(get_autosave(store).store)
    await store.progress().wait_loaded()
    is_current = store.visit.get(before.match.id) is store.visit.current
    if (
        store.get_part(Play).number != number
        or store.session.exercise_attempt is not None
        or not is_current
    ):
        return
    try:
        if entry := entries.get(name):
            navigate(lambda: get_autosave(store).open_entry(entry))
            return
    except CorruptEntry:
        pass  # My games sets it aside and says so
    session, facts = store.session, store.progress().facts
    if session.game.name == name and not session.in_progress and session.outcome is None:
        navigate(lambda: None)  # an empty board of it is there
    else:
        navigate(lambda: store.dispatch(new_game_event(session, name, facts)))


def get_autosave(store: Store) -> "Autosave":
    """What saves the games, which is there with the library."""
    assert store.autosave is not None
    return store.autosave


def has_stored_choice(session: Session, name: str) -> bool:
    """Whether it is known without the player's results which board and level begin a game."""
    preferences = session.preferences
    return not preferences.greeted or name in read_choices(preferences.new_game).games


def new_game_event(session: Session, name: str, facts: "FactLog | None" = None) -> Event:
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

        from ..statistics.advice import suggest_level, suggested_game

        game = suggested_game(facts, name)
        seats = with_engine_level(seats, suggest_level(facts, name, date.today()).level)
    options = tuple(game.options.items())
    return NewGame(name, game.size, options, seats)
