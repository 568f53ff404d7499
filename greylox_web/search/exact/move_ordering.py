"""What the solver can tell of a position at sight: who has won for certain, what looks good."""

from ...rules.board import Board
from ...rules.games import cascade
from ...rules.games.lox import Lox
from ...rules.groups import flood, sizes
from ...rules.state import Game, State
from ..tree.playouts import result


def settled(game: Game, state: State, legal: int) -> int | None:
    """The certain worth of a position for the side to move, or None when it is open.

    Byg: every cell counts for its owner, so a side wins for certain that would win even if
    the other took all vacant cells.
    """
    if not legal:
        worth = int(result(game, state))
        return -worth if state.mover else worth
    if game.name != "byg":
        return None
    own, other = state.stones[state.mover], state.stones[1 - state.mover]
    vacant = game.board.cells & ~(own | other)
    if vacant.bit_count() > own.bit_count() + other.bit_count():
        return None
    if cascade.compare(game.board, own, other | vacant).winner == 0:
        return 1
    if cascade.compare(game.board, own | vacant, other).winner == 1:
        return -1
    return None


def ordering_score(game: Game, state: State, legal: int, same: bool) -> int:
    """How good going to ``state`` looks to the side that moved there; larger is better.

    ``legal`` are the actions in ``state``, ``same`` says whether the same side goes on.
    """
    if game.name == "greylox":
        return legal.bit_count() if same else -legal.bit_count()
    if isinstance(game, Lox):
        return (
            8 * (distance(game, state, state.mover) - distance(game, state, 1 - state.mover))
            - legal.bit_count()
        )
    if game.name == "byg":
        mover = state.mover if same else 1 - state.mover
        own, other = state.stones[mover], state.stones[1 - mover]
        more = own.bit_count() - other.bit_count()
        return 2 * (squares(game.board, own) - squares(game.board, other)) + 3 * more + 99 * same
    return 0


def squares(board: Board, stones: int) -> int:
    """The sum of the squares of the sizes of all groups."""
    return sum(size * size for size in sizes(board, stones))


def distance(game: Lox, state: State, colour: int) -> int:
    """How many stones ``colour`` still needs to join its edges, if nobody hinders it."""
    board = game.board
    near, far = game.edges[colour]
    own = state.stones[colour]
    open_ = board.cells & ~state.stones[1 - colour]
    if not open_ & near or not flood(board, near, open_) & far:
        return board.size
    reached, steps = flood(board, near, own), 0
    front = near & open_
    while not reached & far:
        steps += 1
        reached |= front
        reached = flood(board, reached, reached | own)
        front = board.neighbours(reached) & open_
    return steps
