"""What the solver can tell without search: certain results, and which actions look good."""

from collections.abc import Callable

from ...rules.board import Board
from ...rules.games import cascade
from ...rules.groups import flood, sizes
from ...rules.state import Game, State
from ..tree.playouts import result


def settled(game: Game, state: State, legal: int) -> int | None:
    """The certain worth of a position for the side to move, or None when it is open."""
    if not legal:
        worth = int(result(game, state))
        return -worth if state.mover else worth
    return outgrown(game, state) if game.name in OUTGROWN else None


def outgrown(game: Game, state: State) -> int | None:
    """The worth of a position of Byg in which one side wins even if the other takes all the rest.

    None where that is not so.
    """
    own, other = state.stones[state.mover], state.stones[1 - state.mover]
    vacant = game.board.cells & ~(own | other)
    if vacant.bit_count() > own.bit_count() + other.bit_count():
        return None
    if cascade.compare(game.board, own, other | vacant).winner == 0:
        return 1
    if cascade.compare(game.board, own | vacant, other).winner == 1:
        return -1
    return None


Ordering = Callable[[Game, State, int, bool], int]
"""How good a position looks to the side that moved there; larger is better.

The arguments are the game, the position, the mask of its legal actions, and whether the same side
is to move again.
"""


def mobility(game: Game, state: State, legal: int, same: bool) -> int:
    """Prefers many actions for one's own side and few for the opponent."""
    return legal.bit_count() if same else -legal.bit_count()


def nearness(game: Game, state: State, legal: int, same: bool) -> int:
    """Prefers few stones missing from one's own chain, and few actions for the opponent."""
    lead = distance(game, state, state.mover) - distance(game, state, 1 - state.mover)
    return 8 * lead - legal.bit_count()


def bulk(game: Game, state: State, legal: int, same: bool) -> int:
    """Prefers large groups and many stones."""
    mover = state.mover if same else 1 - state.mover
    own, other = state.stones[mover], state.stones[1 - mover]
    more = own.bit_count() - other.bit_count()
    return 2 * (squares(game.board, own) - squares(game.board, other)) + 3 * more + 99 * same


def nothing(game: Game, state: State, legal: int, same: bool) -> int:
    """Prefers nothing."""
    return 0


OUTGROWN = {"byg"}
ORDERINGS: dict[str, Ordering] = {"greylox": mobility, "lox": nearness, "byg": bulk}
"""The ordering of each game; the results do not depend on it, only the time does."""


def ordering_of(game: Game) -> Ordering:
    """The ordering of a game's actions."""
    return ORDERINGS.get(game.name, nothing)


def squares(board: Board, stones: int) -> int:
    """The sum of the squares of the sizes of all groups."""
    return sum(size * size for size in sizes(board, stones))


def distance(game: Game, state: State, colour: int) -> int:
    """The fewest stones with which ``colour`` joins its edges if the opponent passes.

    ``board.size`` where it is cut off.
    """
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
