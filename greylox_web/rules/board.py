"""Boards: cells as bits of an integer, with their names, neighbours and symmetries.

A board is a slanted grid of ``width`` columns plus one guard column:
``cell = row * stride + column`` with ``stride = width + 1``.  The guard column holds no cells.
A step off the board lands on a bit outside ``Board.cells``, so the code needs no bounds checks.

The steps to the six neighbours change (column, row) by ±(1, 0), ±(0, 1) or ±(1, d).  Here d is
the ``diagonal`` of the board's shape (``shapes``).
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import cache, cached_property
from itertools import product

from ..words import error_text
from .shapes import SHAPES

NO_CELL = -1


class NotationError(ValueError):
    """An error in input text: a syntax error or an unknown name.  Players see the message."""


def bits(mask: int) -> Iterator[int]:
    """Yield the cells of ``mask`` in ascending order."""
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low


def partition(cells: int, masks: Iterable[tuple[str, int]]) -> list[tuple[int, list[str]]]:
    """Split cells into sets whose cells are in the same masks, each with the names of its masks.

    The names are in the order of ``masks``.  A board has few such sets, so whoever computes
    something for each set and not for each cell computes it seldom.
    """
    parts: list[tuple[int, list[str]]] = [(cells, [])] if cells else []
    for name, mask in masks:
        split = []
        for part, names in parts:
            if inside := part & mask:
                split.append((inside, [*names, name]))
            if outside := part & ~mask:
                split.append((outside, names))
        parts = split
    return parts


def as_ascii(text: str) -> str:
    """Convert full-width characters, and the digits of any script, to ASCII."""
    return text if text.isascii() else "".join(map(_as_ascii, text))


def _as_ascii(character: str) -> str:
    if "\uff01" <= character <= "\uff5e":
        return chr(ord(character) - 0xFEE0)
    return (
        str(int(character))
        if character.isdecimal()
        else " "
        if character == "\u3000"
        else character
    )


def is_foreign(character: str) -> bool:
    """Whether the character is a non-Latin letter, which may look like a Latin one."""
    return character.isalpha() and character > "\u024f" and not "\u1e00" <= character <= "\u1eff"


@dataclass(frozen=True, eq=False)
class Board:
    """A board of one shape and size.  Boards compare by identity: ``get_board`` caches them."""

    shape: str
    size: int
    width: int
    cells: int
    diagonal: int = field(repr=False)

    @property
    def stride(self) -> int:
        """The index difference between two neighbouring cells of a column."""
        return self.width + 1

    @cached_property
    def end_action(self) -> int:
        """The action that ends a turn or passes: the first integer after the cells."""
        return self.width * self.stride

    @cached_property
    def swap_action(self) -> int:
        """The swap action."""
        return self.end_action + 1

    @cached_property
    def directions(self) -> tuple[int, int, int]:
        """The three positive index steps to a neighbour.  The other three are their negatives."""
        return (1, self.stride, self.stride + self.diagonal)

    @cached_property
    def degrees(self) -> dict[int, int]:
        """The number of neighbours of each cell: 2, 3, 4 or 6."""
        return {cell: self.neighbours(1 << cell).bit_count() for cell in bits(self.cells)}

    @cached_property
    def cells_by_threshold(self) -> tuple[int, int, int]:
        """Three masks: the cells whose control takes 2, 3 and 4 seeing stones."""
        needs = {2: 0, 3: 0, 4: 0}
        for cell, degree in self.degrees.items():
            needs[degree // 2 + 1] |= 1 << cell
        return (needs[2], needs[3], needs[4])

    @cached_property
    def ray_doublings(self) -> int:
        """The number of doublings that cover the longest run of vacant cells between two stones."""
        return max(self.width - 2, 1).bit_length()

    def control_threshold(self, cell: int) -> int:
        """The number of stones of a colour that must see ``cell`` to control it."""
        return self.degrees[cell] // 2 + 1

    def neighbours(self, mask: int) -> int:
        """The cells adjacent to any cell of ``mask``.  They may include cells of ``mask``."""
        a, b, c = self.directions
        shifted = mask << a | mask >> a | mask << b | mask >> b | mask << c | mask >> c
        return shifted & self.cells

    def cell_at(self, column: int, row: int) -> int:
        """The cell at ``column`` and ``row`` (from 0), or ``NO_CELL`` off the board."""
        if not (0 <= column < self.width and 0 <= row < self.width):
            return NO_CELL
        cell = row * self.stride + column
        return cell if self.cells >> cell & 1 else NO_CELL

    def column_row(self, cell: int) -> tuple[int, int]:
        """Column and row of a cell, from 0."""
        row, column = divmod(cell, self.stride)
        return column, row

    def cell_name(self, cell: int) -> str:
        """The cell's name, such as ``e5``: the letter is the column, the number the row."""
        column, row = self.column_row(cell)
        return f"{chr(97 + column)}{row + 1}"

    def cell_names(self, mask: int) -> list[str]:
        """The names of the cells of ``mask``, in ascending order of cells."""
        return [self.cell_name(cell) for cell in bits(mask)]

    def parse_cell(self, name: str) -> int:
        """Parse a cell's name; raise NotationError if there is no such cell."""
        text = as_ascii(name).lower()
        letter, number = text[:1], text[1:]
        if "a" <= letter <= "z" and number.isascii() and number.isdigit() and number[0] != "0":
            cell = self.cell_at(ord(letter) - 97, int(number) - 1) if len(number) < 3 else NO_CELL
            if cell != NO_CELL:
                return cell
            raise NotationError(error_text("no-cell", name=text[:8]))
        if is_foreign(letter) and number.isdigit():
            raise NotationError(error_text("no-letter", letter=letter))
        raise NotationError(error_text("no-cell-name", name=name[:20]))

    def ray(self, cell: int, step: int) -> Iterator[int]:
        """Yield the cells beyond ``cell`` in the direction ``step``, nearest first."""
        cell += step
        while cell >= 0 and self.cells >> cell & 1:
            yield cell
            cell += step

    @cached_property
    def row_columns(self) -> list[range]:
        """The range of columns on the board for each row."""
        rows = []
        for row in range(self.width):
            columns = [c for c in range(self.width) if self.cell_at(c, row) != NO_CELL]
            rows.append(range(columns[0], columns[-1] + 1))
        return rows

    @cached_property
    def symmetries(self) -> list[dict[int, int]]:
        """The symmetries of the board, each as a dict from cell to cell.  The identity comes first.

        A hexhex has 12: six rotations, each also mirrored.  A rhombus has 4: two rotations, each
        also mirrored.
        """
        maps = []
        for mirror, times in product((False, True), range(6)):
            positions = {cell: self._turned(cell, times, mirror) for cell in bits(self.cells)}
            first_column, first_row = map(min, zip(*positions.values(), strict=True))
            image = {
                cell: self.cell_at(c - first_column, r - first_row)
                for cell, (c, r) in positions.items()
            }
            if NO_CELL not in image.values():
                maps.append(image)
        return maps

    def _turned(self, cell: int, times: int, mirror: bool) -> tuple[int, int]:
        """Rotate a cell by ``times`` sixths of a turn around cell 0; return its column and row."""
        x, y = self.column_row(cell)
        if mirror:
            x, y = y, x
        for _ in range(times):
            x, y = x - self.diagonal * y, self.diagonal * x  # a rotation by 60° on the slanted grid
        return x, y


def transform_mask(mask: int, symmetry: dict[int, int]) -> int:
    """The image of ``mask`` under a symmetry."""
    image = 0
    for cell in bits(mask):
        image |= 1 << symmetry[cell]
    return image


@cache
def get_board(shape: str, size: int) -> Board:
    """Return the board with the named shape and the size."""
    width, has = SHAPES[shape].width(size), SHAPES[shape].has_cell
    cells = 0
    for row in range(width):
        for column in range(width):
            if has(size, column, row):
                cells |= 1 << (row * (width + 1) + column)
    return Board(shape, size, width, cells, SHAPES[shape].diagonal)


def hexhex(base: int) -> Board:
    """The hexagon with ``base`` cells on each side: ``3 * base * (base - 1) + 1`` cells."""
    return get_board("hexhex", base)


def rhombus(side: int) -> Board:
    """The ``side`` x ``side`` board of Hex."""
    return get_board("rhombus", side)
