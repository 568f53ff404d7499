"""The board shapes, with their geometry and their sizes."""

from collections.abc import Callable
from typing import NamedTuple


class BoardShape(NamedTuple):
    """A board shape with its playable sizes.

    Columns and rows count from 0.  Every board has cells in column 0 and in row 0.  Rows have no
    gaps.  Rotations count clockwise in twelfths of a full turn, as in ``drawing.hex_geometry``.
    """

    name: str  # also the name of its rotation preference and the suffix of its keys in ``words``
    flag: str  # its flag in links: "" for the hexhex, else it begins with ``BOARD.flag``
    width: Callable[[int], int]  # size -> number of columns, equal to the number of rows
    has_cell: Callable[[int, int, int], bool]  # (size, column, row) -> whether the cell exists
    diagonal: (
        int  # 1: row 0 is drawn lowest, and (1, 1) is a step; -1: row 0 is highest, and (1, -1) is
    )
    rotation_step: int  # the increment by which players rotate the board
    upright_rotation: int  # the rotation in a window that is taller than wide
    sizes: range  # all playable sizes
    default_size: int  # the size if none is given
    offered_sizes: range  # the sizes that the page offers
    max_newcomer_size: int  # the largest size for a newcomer; ``session.last_choices`` says why


HEXHEX = BoardShape(
    name="hexhex",
    flag="",
    width=lambda base: 2 * base - 1,
    has_cell=lambda base, column, row: abs(column - row) < base,
    diagonal=1,
    rotation_step=2,
    upright_rotation=1,
    sizes=range(3, 9),
    default_size=5,
    offered_sizes=range(3, 9),
    max_newcomer_size=4,
)
RHOMBUS = BoardShape(
    name="rhombus",
    flag="d",
    width=lambda side: side,
    has_cell=lambda side, column, row: True,
    diagonal=-1,
    rotation_step=1,
    upright_rotation=3,
    sizes=range(5, 16),
    default_size=11,
    offered_sizes=range(5, 16),
    max_newcomer_size=7,
)
SHAPES = {shape.name: shape for shape in (HEXHEX, RHOMBUS)}
