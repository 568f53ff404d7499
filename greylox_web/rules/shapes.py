"""The shapes of boards: what differs between them, and the sizes that are played."""

from collections.abc import Callable
from typing import NamedTuple


class BoardFamily(NamedTuple):
    """A board shape, with the sizes at which a game can be played on it.

    Columns and rows count from 0.  A board has cells in its first column and in its first row, and
    no gap within a row.  A turn is in twelfths of a circle, clockwise, as in
    ``drawing.hex_geometry``.
    """

    name: str  # also of the preference that has its turn, and the end of its keys in ``words``
    flag: str  # what links write for it: "" for the usual one, else ``BOARD.flag`` and a number
    width: Callable[[int], int]  # the columns of a board of a size, and also its rows
    has_cell: Callable[[int, int, int], bool]  # whether a size has a cell at a column and row
    diagonal: int  # 1: row 1 is the lowest, (1, 1) is a step; -1: it is the highest, (1, -1) is one
    step: int  # by how much players turn it
    upright: int  # its turn in a window with more height than width
    sizes: range  # all sizes that can be played
    default_size: int  # the size where none is given
    offered_sizes: range  # the sizes that the page offers
    max_newcomer_size: int  # the largest size for a newcomer; ``session.last_choices`` says why


HEXHEX = BoardFamily(
    name="hexhex",
    flag="",
    width=lambda base: 2 * base - 1,
    has_cell=lambda base, column, row: abs(column - row) < base,
    diagonal=1,
    step=2,
    upright=1,
    sizes=range(3, 9),
    default_size=5,
    offered_sizes=range(3, 9),
    max_newcomer_size=4,
)
RHOMBUS = BoardFamily(
    name="rhombus",
    flag="d",
    width=lambda side: side,
    has_cell=lambda side, column, row: True,
    diagonal=-1,
    step=1,
    upright=3,
    sizes=range(5, 16),
    default_size=11,
    offered_sizes=range(5, 16),
    max_newcomer_size=7,
)
SHAPES = {shape.name: shape for shape in (HEXHEX, RHOMBUS)}
