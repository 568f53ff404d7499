"""The pie rule: as their first move, the second player may take over the first stone.

The stone becomes the second player's where it lies, and the first player moves next.  Lox has the
same rule, but there the stone also goes to its mirror cell.
"""

from ..state import MAIN, State


def may_swap(state: State) -> bool:
    """Whether the mover is the second player, who has made no move yet."""
    first, second = state.stones
    return state.mover == 1 and not second and first.bit_count() == 1 and state.phase == MAIN


def take_over(state: State) -> State:
    """Return the position after a swap in which the stone stays where it lies."""
    return State((0, state.stones[0]), mover=0)
