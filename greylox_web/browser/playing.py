"""From one game to another: to the one that was left, else to a new one as it was chosen last."""

from ..app.session.choices import read_choices
from ..app.session.events import Event, LeaveExercise, NewGame, OpenTree
from ..app.session.seats import FIRST_SEATS, FRIEND, seat_of, seat_value
from ..app.session.session import Session
from ..rules import new_game
from ..rules.notation.links import read_spec
from .table import Table

LEFT: dict[str, Session] = {}  # name of a game -> the session that was left for another game


def go_to(table: Table, name: str) -> None:
    """Go to a board of this game; what is on the table can be gone back to in the same way."""
    if table.session.attempt is not None:
        table.dispatch(LeaveExercise())
    session = table.session
    going = session.tree.outcome(session.tree.end_of_game()) is None
    if session.game.name == name and going:
        return
    if going:
        LEFT[session.game.name] = session
    left = LEFT.pop(name, None)
    table.dispatch(back_to(left) if left else begun(session, name))


def back_to(left: Session) -> Event:
    """What puts a session that was left on the table again."""
    return OpenTree(left.tree, left.leaf, left.cursor, left.seats, flagged=left.flagged)


def begun(session: Session, name: str) -> Event:
    """What begins a game with the board, the players and the terms that were chosen last."""
    chosen = read_choices(session.preferences.new_game)
    spec = chosen.games.get(name)
    game = read_spec(spec) if spec else new_game(name)
    usual = tuple(map(seat_value, FIRST_SEATS))
    seats = tuple(map(seat_value, session.seats))
    if not any(seats):
        seats = chosen.seats if session.preferences.new_game else usual
    if FRIEND in seats:  # who would first have to be asked
        seats = usual
    first, second = map(seat_of, seats)
    options = tuple(game.options.items())
    return NewGame(name, game.size, options, (first, second), chosen.terms)
