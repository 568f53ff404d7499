"""The state machine of a finger or mouse on the board: aim, press, move and release.

A press shows a ghost of the stone. A release over the same cell plays the stone; a release
elsewhere does nothing. With the magnifier, the aim follows the finger instead. Near the edge
between two cells, no cell is selected. If a second tap must confirm, the first tap selects the
cell.
"""

from functools import lru_cache
from math import cos, hypot, pi, sin, sqrt
from typing import Literal, NamedTuple

from ...drawing.hex_geometry import CORNERS, RADIUS, Point, centre
from ...rules.board import NO_CELL, Board, bits
from ...session.playing import can_play
from ...session.session import Session

BETWEEN_CELLS = -2  # the aim near the edge between two cells
APOTHEM = RADIUS * sqrt(3) / 2  # from a cell's centre to the middle of its side, in view box units
DOUBLE_TAP_MILLIS = 350
DOUBLE_TAP_REACH = APOTHEM  # maximum distance between the two taps of a double tap
NEVER = float("-inf")

Ghost = Literal["first", "second", "sign", "no"]


class Pointer(NamedTuple):
    """The state of the pointer on the board."""

    position: object = None  # the position key at the press
    down: bool = False
    magnified: bool = False  # whether the aim follows the pointer
    pressed: int = NO_CELL  # the cell that a release would play
    aimed: int = NO_CELL  # the cell under the pointer
    awaiting_confirm: int = NO_CELL  # a cell that a second tap would play
    tapped: Point = Point(0, 0)  # the last tap that played a cell, in window coordinates
    tapped_at: float = NEVER  # milliseconds: the time of that tap or of its last quick repetition

    @property
    def ghost(self) -> int:
        """The cell to show a ghost on, or NO_CELL."""
        on_pressed_cell = self.down and self.aimed == self.pressed and self.pressed >= 0
        return self.pressed if on_pressed_cell else self.awaiting_confirm


IDLE = Pointer()


@lru_cache(maxsize=2)
def _centres(board: Board, turn: int) -> tuple[tuple[int, Point], ...]:
    return tuple((c, centre(board, *board.column_row(c), turn)) for c in bits(board.cells))


def hit_test(
    board: Board, point: Point, turn: int, previous_cell: int = NO_CELL, dead_zone: float = 0.0
) -> int:
    """Return the cell at a point of the view box; NO_CELL off the board.

    Near the edge between two cells, return ``previous_cell`` if it is one of them, else
    ``BETWEEN_CELLS``. ``dead_zone`` is the width of that zone as a fraction of a cell's width.
    """
    by_distance = sorted(
        (hypot(point.x - p.x, point.y - p.y), c, p) for c, p in _centres(board, turn)
    )
    nearest, cell, middle = by_distance[0]
    x, y = point.x - middle.x, point.y - middle.y
    sides = (n * pi / 3 + turn * pi / 6 for n in range(CORNERS))
    if max(x * cos(side) + y * sin(side) for side in sides) > APOTHEM:
        return NO_CELL
    # the distance to the edge between two cells follows from the distances to both centres
    width = 2 * APOTHEM
    candidates = [
        c
        for d, c, _ in by_distance[:3]
        if d * d - nearest * nearest < 2 * width * width * dead_zone
    ]
    if len(candidates) <= 1:
        return cell
    return previous_cell if previous_cell in candidates else BETWEEN_CELLS


def press(
    pointer: Pointer,
    cell: int,
    point: Point,
    now: float,
    position: object,
    magnified: bool = False,
    reach: float = DOUBLE_TAP_REACH,
) -> Pointer:
    """Press ``cell``. Of quick taps at one point, only the first counts.

    ``point`` and ``reach`` are in window pixels, because the board may move after an action.
    ``now`` is in milliseconds. If ``magnified``, the aim follows the pointer.
    """
    awaiting_confirm = pointer.awaiting_confirm if position == pointer.position else NO_CELL
    double = (
        now - pointer.tapped_at < DOUBLE_TAP_MILLIS
        and hypot(point.x - pointer.tapped.x, point.y - pointer.tapped.y) < reach
    )
    if double:
        cell, magnified = NO_CELL, False
        pointer = pointer._replace(tapped_at=now)
    return pointer._replace(
        position=position,
        down=True,
        magnified=magnified,
        pressed=cell,
        aimed=cell,
        awaiting_confirm=awaiting_confirm,
    )


def move(pointer: Pointer, cell: int) -> Pointer:
    """Move the pointer to ``cell``."""
    if not pointer.down:
        return pointer
    if pointer.magnified:
        return pointer._replace(pressed=cell, aimed=cell)
    return pointer._replace(aimed=cell)


def release(
    pointer: Pointer, cell: int, point: Point, now: float, confirms: bool = False
) -> tuple[Pointer, int]:
    """Release the pointer; also return the cell to play, ``BETWEEN_CELLS`` or NO_CELL.

    ``point`` and ``now`` are as in ``press``. With ``confirms``, the first tap on a cell only
    selects it.
    """
    pointer = move(pointer, cell)
    is_tap = pointer.down and pointer.pressed != NO_CELL and pointer.aimed == pointer.pressed
    released = pointer._replace(down=False, pressed=NO_CELL, aimed=NO_CELL)
    if not is_tap:
        return released, NO_CELL
    if cell < 0:
        return released, cell
    if confirms and cell != pointer.awaiting_confirm:
        return released._replace(awaiting_confirm=cell), NO_CELL
    return released._replace(awaiting_confirm=NO_CELL, tapped=point, tapped_at=now), cell


def cancel(pointer: Pointer) -> Pointer:
    """Return the pointer with no cell pressed or selected, even if it is still down."""
    return pointer._replace(
        pressed=NO_CELL, aimed=NO_CELL, awaiting_confirm=NO_CELL, magnified=False
    )


def cancel_if_stale(pointer: Pointer, position: object) -> Pointer:
    """Cancel the pointer if the position has changed since its press."""
    return pointer if position == pointer.position else cancel(pointer)


def position_key(session: Session) -> object:
    """Return the key that identifies the position of a press."""
    return session.match.id, session.state, session.cursor, session.editor is None


def ghost_kind(session: Session, cell: int) -> Ghost:
    """Return the kind of ghost: a colour, "sign" when drawing marks, "no" if illegal or no cell."""
    if session.editor is not None or session.drawing_mark:
        return "sign"
    if cell < 0 or not can_play(session, cell):
        return "no"
    return "second" if session.state.mover else "first"
