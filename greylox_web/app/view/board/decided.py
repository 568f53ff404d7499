"""What decided a game that is over, on the board: regions, and sizes as numbers.

The game states it (``deciding``).
"""

from ....rules.board import bits
from ....rules.groups import groups, ranked
from ...drawing.scene import geometry
from ...session.session import Session


def steps(session: Session) -> int:
    """How many places of groups are compared until the game is decided; 0 where one is enough."""
    outcome = session.outcome
    if outcome is None or not any(outcome.tally) or not outcome.at:
        return 0
    return outcome.at + 1


def compared(session: Session) -> int:
    """The place of the groups that are shown on their own, -1 where it is all that decided."""
    if session.card and 0 <= session.compared < steps(session) - 1:
        return session.compared
    return -1


def _pair(session: Session, place: int) -> tuple[int, ...]:
    """The groups of both colours at a place, as masks."""
    held = session.game.holdings(session.state)
    return tuple(ranked(session.game.board, side, place) for side in held)


def _parts(session: Session) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The groups that decided, of the winner and of the loser, as masks; none of them otherwise.

    Where all groups count, single stones decide nothing: they multiply by one.
    """
    outcome = session.outcome
    if outcome is None or outcome.how == "resigned":
        return (), ()
    masks = session.game.deciding(session.state, outcome)
    winner = outcome.winner or 0
    found = [groups(session.game.board, masks[colour]) for colour in (winner, 1 - winner)]
    won, lost = (
        tuple(group for group in side if len(side) == 1 or group.bit_count() > 1) for side in found
    )
    return won, lost


def _equal(session: Session) -> int:
    """The larger groups of both colours, which decided nothing because they are equal."""
    outcome, game = session.outcome, session.game
    if outcome is None or outcome.winner is None:
        return 0
    held = game.holdings(session.state)
    return sum(
        ranked(game.board, held[colour], place)
        for colour in (0, 1)
        for place in range(outcome.at if any(outcome.tally) else 0)
    )


def marks(session: Session) -> dict[str, int]:
    """What decided, by the names that ``pieces`` knows; a way that won is drawn as such."""
    if (place := compared(session)) >= 0:
        pair = sum(_pair(session, place))
        before = sum(sum(_pair(session, earlier)) for earlier in range(place))
        occupied = session.state.occupied
        return {"faded": occupied & ~(pair | before), "grouped": pair | before, "lost": pair}
    won, lost = _parts(session)
    if not won:
        return {}
    equal = _equal(session)
    matters = sum(won) | sum(lost) | equal
    found = {"faded": session.state.occupied & ~matters, "grouped": equal}
    if session.outcome and session.outcome.winner is None:  # both are drawn alike
        won, lost = (), (*won, *lost)
    if not any(session.game.edges):
        found |= {"won": sum(won), "lost": sum(lost)}
    return found


def plaques(session: Session) -> dict[int, str]:
    """The sizes of the groups that decided, each on a cell near the middle of its group."""
    if any(session.game.edges):
        return {}
    centres = geometry(session.game.board).centres
    last = session.tree.last_turn(session.cursor)
    found = {}
    place = compared(session)
    sides = _parts(session) if place < 0 else (_pair(session, place),)
    for group in (group for side in sides for group in side):
        places = [centres[cell] for cell in bits(group)]
        x, y = (sum(axis) / len(places) for axis in zip(*places, strict=True))
        nearest = min(
            bits(group & ~last or group),
            key=lambda cell: (centres[cell].x - x) ** 2 + (centres[cell].y - y) ** 2,
        )
        found[nearest] = str(group.bit_count())
    return found
