"""Switching games: to an unfinished game of this visit or of My games, or to a new game."""

from collections.abc import Callable
from typing import TYPE_CHECKING

from ...page.dom import is_board_shown
from ...page.feature import Feature
from ...page.store import Store
from ...rules.notation.links import read_spec
from ...session.event import Event
from ...session.last_choices import new_game_seats, newcomer_game, read_choices
from ...session.load_match import LeaveExercise, LoadMatch, new_game_on
from ...session.seats import FIRST_LEVEL, with_engine_level
from ...session.session import Session
from ..library.resumable import resumable_entries, resumable_names

if TYPE_CHECKING:
    from js import Element

    from ...progress import FactLog
    from ..library.autosave import Autosave
    from ..library.entry import Entry

Navigate = Callable[[Callable[[], object]], object]
"""A function that calls its argument, which loads a game into the session."""


class Play(Feature):
    """Switches between games; the current game can be resumed later."""

    def __init__(self, store: Store) -> None:
        super().__init__(store)
        self.number = 0  # of the latest request; answers to earlier ones are dropped

    def on_press(self, name: str, button: "Element") -> None:
        """Switch to the game with this name."""
        self.go_to_game(name)

    def go_to_game(self, name: str, navigate: Navigate = lambda show: show()) -> None:
        """Switch to the game ``name``: resume an unfinished match or begin a new one."""
        store = self.store
        self.number += 1
        if store.session.exercise_attempt is not None:
            navigate(lambda: store.dispatch(LeaveExercise()))
        session = store.session
        is_open = session.tree.outcome(session.tree.end_of_game()) is None
        if session.game.name == name and is_open and (session.in_progress or is_board_shown()):
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
    """Resume the newest stored game with this name, or begin a new one if none is stored.

    Do nothing if another game was loaded or another request was made in the meantime.
    """
    from ..library.entry import CorruptEntry

    entries: dict[str, Entry] = {}
    if store.autosave is not None or name in resumable_names():
        await store.library_ready.wait()
        entries = await resumable_entries(get_autosave(store))
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
        pass  # My games sets the corrupt entry aside and reports it
    session, facts = store.session, store.progress().facts
    if session.game.name == name and not session.in_progress and session.outcome is None:
        navigate(lambda: None)  # the session already holds an empty board of this game
    else:
        navigate(lambda: store.dispatch(new_game_event(session, name, facts)))


def get_autosave(store: Store) -> "Autosave":
    """Return the autosave, which the library has loaded."""
    assert store.autosave is not None
    return store.autosave


def has_stored_choice(session: Session, name: str) -> bool:
    """Return whether board and level are known without the player's results."""
    preferences = session.preferences
    return not preferences.greeted or name in read_choices(preferences.new_game).games


def new_game_event(session: Session, name: str, facts: "FactLog | None" = None) -> Event:
    """Return the event that begins a game with the last board and players, without a clock.

    A game without a stored choice gets the board and level that fit the player's results.  Without
    ``facts`` it gets the choice of a first visit.  Clock and takebacks are never reused: players
    agree on them for one game, in the dialog.
    """
    spec = read_choices(session.preferences.new_game).games.get(name)
    seats = new_game_seats(session)
    if spec:
        game = read_spec(spec)
    elif facts is None:
        game, seats = newcomer_game(name), with_engine_level(seats, FIRST_LEVEL)
    else:
        from datetime import date  # loaded on demand, to keep the page's start small

        from ..statistics.advice import suggest_level, suggested_game

        game = suggested_game(facts, name)
        seats = with_engine_level(seats, suggest_level(facts, name, date.today()).level)
    return new_game_on(game, seats)
