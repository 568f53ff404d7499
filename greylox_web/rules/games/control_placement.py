"""The placement law of Greylox and Lox.

A player may place on vacant cells that the opponent does not control.  A player may flip
opposing stones on cells that the player controls.
"""

from ..board import Board
from ..sight import control
from ..state import State


def forbidden(board: Board, state: State) -> dict[str, int]:
    """The masks of cells that may be neither taken nor flipped, keyed by law."""
    own, other = state.stones[state.mover], state.stones[1 - state.mover]
    controls = control(board, *state.stones)
    vacant = board.cells & ~(own | other)
    return {
        "own": own,
        "controlled": vacant & controls[1 - state.mover],
        "uncontrolled": other & ~controls[state.mover],
    }


def legal(board: Board, state: State) -> int:
    """The mask of cells where the mover may place or flip; faster than ``forbidden``."""
    first, second = state.stones
    controls = control(board, first, second)
    vacant = board.cells & ~(first | second)
    if state.mover == 0:
        return vacant & ~controls[1] | second & controls[0]
    return vacant & ~controls[0] | first & controls[1]
