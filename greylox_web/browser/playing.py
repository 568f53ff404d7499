"""Switching games: to the unfinished one of this visit or of My games, or a new one."""

from collections.abc import Callable

from ..app.session.events import Event, LeaveExercise, NewGame, OpenTree
from ..app.session.session import Session
from ..app.session.starting.choices import next_seats, read_choices
from ..app.session.starting.games import continues
from ..rules import default_game
from ..rules.notation.links import read_spec
from .dom import at_home
from .storage.left import left_game, noted, stored_games
from .table import Table
from .tasks import soon

Arrive = Callable[[Callable[[], object]], object]
"""Runs a function that puts a game on the table."""


class Asked:
    """The number of the last request, to drop late answers of the database."""

    number = 0


def go_to(table: Table, name: str, arrive: Arrive = lambda put: put()) -> None:
    """Go to a board of this game; the one on the table can be continued later."""
    Asked.number += 1
    if table.session.attempt is not None:
        arrive(lambda: table.dispatch(LeaveExercise()))
    session = table.session
    open_ = session.tree.outcome(session.tree.end_of_game()) is None
    if session.game.name == name and open_ and (session.is_going or not at_home()):
        arrive(lambda: None)
        return
    left = left_game(table.autosave, name)
    if left:
        arrive(lambda: table.dispatch(back_to(left)))
    elif table.autosave is None and name not in noted():
        arrive(lambda: table.dispatch(begun(session, name)))
    else:
        soon(go_on(table, name, arrive, Asked.number, table.session))


async def go_on(table: Table, name: str, arrive: Arrive, number: int, before: Session) -> None:
    """Continue the newest stored game of this name, or begin one if there is none.

    Do nothing if something else has come onto the table since.
    """
    from ..app.library.entry import Damaged

    await table.library.wait()
    autosave = table.autosave
    assert autosave is not None
    entry = (await stored_games(autosave)).get(name)
    now = table.session
    same = now.is_same_game(before)
    stays = same or continues(before, now.tree, now.leaf)
    if Asked.number != number or now.attempt is not None or not stays:
        return
    try:
        if entry is not None:
            arrive(lambda: autosave.load(entry))
            return
    except Damaged:
        pass  # My games sets it aside and says so
    session = table.session
    if session.game.name == name and not session.is_going and session.outcome is None:
        arrive(lambda: None)  # an empty board of it is there
    else:
        arrive(lambda: table.dispatch(begun(session, name)))


def back_to(left: Session) -> Event:
    """The event that puts a session that was left back on the table."""
    line = (left.tree, left.leaf, left.target, left.seats)
    kept = (left.flagged, left.terms, left.friend, left.helped)
    return OpenTree(
        *(*line, "", *kept),
        seen=left.seen,
        taken_back=left.taken_back,
        offered=left.offered,
        editor=left.editor,
        source=left.source,
    )


def begun(session: Session, name: str) -> Event:
    """The event that begins a game with the board and players chosen last, without a clock.

    Terms are agreed for one game, in the dialog.
    """
    spec = read_choices(session.preferences.new_game).games.get(name)
    game = read_spec(spec) if spec else default_game(name)
    options = tuple(game.options.items())
    return NewGame(name, game.size, options, next_seats(session))
