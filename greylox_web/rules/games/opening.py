"""The opening protocol "one bound, one free" of Greylox and Multiplicity.

The first player places one stone anywhere.  Then the players alternate.  Each turn has a *bound*
stone, adjacent to the opponent's last stone (the anchor), and a *free* stone, on a cell whose
neighbours are all vacant.  If no free cell exists after the bound stone, the turn and the opening
end.
"""

from ...words import error_text
from ..board import NO_CELL, Board, NotationError
from ..state import MAIN, OPENING, State


def start() -> State:
    """Return the initial position: the empty board in the opening phase."""
    return State((0, 0), mover=0, phase=OPENING)


def free_cells(board: Board, occupied: int) -> int:
    """The vacant cells whose neighbours are all vacant, as a mask."""
    return board.cells & ~(occupied | board.neighbours(occupied))


def forbidden(board: Board, state: State) -> dict[str, int]:
    """The masks of cells that are illegal for the next stone, keyed by law."""
    occupied = state.occupied
    vacant = board.cells & ~occupied
    laws = {"occupied": occupied}
    if state.is_bound_due:
        laws["bound"] = vacant & ~board.neighbours(1 << state.anchor)
    elif state.is_mid_turn:
        laws["free"] = vacant & board.neighbours(occupied)
    return laws


def legal(board: Board, state: State) -> int:
    """The mask of legal cells, computed faster than with ``forbidden``."""
    occupied = state.occupied
    if state.is_bound_due:
        return board.neighbours(1 << state.anchor) & ~occupied
    return free_cells(board, occupied)


def play(board: Board, state: State, cell: int) -> State:
    """Place the next stone on ``cell`` and return the new position."""
    stones = state.stones_with(cell)
    if state.is_bound_due:
        if free_cells(board, stones[0] | stones[1]):
            return State(stones, state.mover, OPENING, 1, 1 << cell, state.anchor)
        return State(stones, 1 - state.mover, MAIN, 1, 0, NO_CELL)
    return State(stones, 1 - state.mover, OPENING, 2, 0, cell)


def prompt_key(state: State) -> str:
    """The key of the prompt; see ``Game.prompt_key``."""
    if state.is_bound_due:
        return "bound"
    return "free" if state.is_mid_turn else "first"


def validate_setup(board: Board, state: State) -> State:
    """Validate a set-up position of the opening and return it with its quota.

    The next stone is the first stone, a bound stone or a free stone; see ``Game.validate_setup``.
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
    if not state.is_mid_turn:
        if not touching & ~state.occupied:
            raise NotationError(error_text("setup-no-bound", cell=board.cell_name(state.anchor)))
        return state._replace(quota=2)
    if state.placed.bit_count() > 1 or not state.placed & own & touching:
        raise NotationError(error_text("setup-bound"))
    if not free_cells(board, state.occupied):
        raise NotationError(error_text("setup-no-free"))
    return state
