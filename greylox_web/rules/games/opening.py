"""The opening protocol "one bound, one free" of Greylox and Multiplicity.

The first player places one stone anywhere.  Then each player in turn places a *bound*
stone, adjacent to the opponent's last one (the anchor), and a *free* stone, on a cell
all of whose neighbours are vacant.  When no free cell exists after the bound stone, the
turn and the opening end there.
"""

from ...words import error_text
from ..board import NO_CELL, Board, NotationError
from ..state import MAIN, OPENING, State


def start() -> State:
    """The empty board before the very first stone."""
    return State((0, 0), mover=0, phase=OPENING)


def free_cells(board: Board, occupied: int) -> int:
    """The vacant cells all of whose neighbours are vacant."""
    return board.cells & ~(occupied | board.neighbours(occupied))


def forbidden(board: Board, state: State) -> dict[str, int]:
    """The cells forbidden to the stone that is due, by law."""
    occupied = state.occupied
    vacant = board.cells & ~occupied
    laws = {"occupied": occupied}
    if state.quota == 2:
        laws["bound"] = vacant & ~board.neighbours(1 << state.anchor)
    elif state.placed:
        laws["free"] = vacant & board.neighbours(occupied)
    return laws


def legal(board: Board, state: State) -> int:
    """The legal cells; the fast counterpart of ``forbidden``."""
    occupied = state.occupied
    if state.quota == 2:
        return board.neighbours(1 << state.anchor) & ~occupied
    return free_cells(board, occupied)


def play(board: Board, state: State, cell: int) -> State:
    """The position after the stone that is due is placed on ``cell``."""
    stones = state.with_stone(cell)
    if state.quota == 2:
        if free_cells(board, stones[0] | stones[1]):
            return State(stones, state.mover, OPENING, 1, 1 << cell, state.anchor)
        return State(stones, 1 - state.mover, MAIN, 1, 0, NO_CELL)
    return State(stones, 1 - state.mover, OPENING, 2, 0, cell)


def required_action(state: State) -> str:
    """The key of what the mover has to do; see ``Game.required_action``."""
    if state.quota == 2:
        return "bound"
    return "free" if state.placed else "first"


def validate_setup(board: Board, state: State) -> State:
    """A position of the opening that was set up, with its quota; see ``Game.validate_setup``.

    A first stone, a bound stone or a free stone is due.
    """
    own, other = state.stones[state.mover], state.stones[1 - state.mover]
    if not state.occupied:
        if state.mover or state.anchor != NO_CELL:
            raise NotationError(error_text("setup-first"))
        return state
    if state.anchor == NO_CELL:
        raise NotationError(error_text("setup-no-anchor"))
    if not other >> state.anchor & 1:
        raise NotationError(error_text("setup-not-theirs", cell=board.cell_name(state.anchor)))
    touching = board.neighbours(1 << state.anchor)
    if not state.placed:
        if not touching & ~state.occupied:
            raise NotationError(error_text("setup-no-bound", cell=board.cell_name(state.anchor)))
        return state._replace(quota=2)
    if state.placed.bit_count() > 1 or not state.placed & own & touching:
        raise NotationError(error_text("setup-bound"))
    if not free_cells(board, state.occupied):
        raise NotationError(error_text("setup-no-free"))
    return state
