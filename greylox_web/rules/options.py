"""What can be chosen for a game: the shape and size of its board, and its options."""

from dataclasses import dataclass
from typing import NamedTuple

from .board import Board

Value = str | int | bool


class Shape(NamedTuple):
    """A board shape, with the sizes at which a game can be played on it."""

    name: str
    sizes: range  # all sizes that can be played
    usual: int  # the size where none is given
    offered: range  # the sizes that the page offers


HEXHEX = Shape("hexhex", range(3, 9), 5, range(3, 9))
RHOMBUS = Shape("rhombus", range(5, 16), 11, range(5, 16))


@dataclass(frozen=True)
class Switch:
    """An option that is on unless a link says otherwise."""

    key: str
    flag: str  # one letter, which links write when it is off
    default: bool = True

    @property
    def field(self) -> str:
        """The name of the game's field that holds the value."""
        return self.key

    def written(self, value: Value) -> str:
        """The value as links write it, "" where they write nothing."""
        return "" if value else self.flag

    def read(self, flag: str) -> Value | None:
        """The value that a flag of a link gives this option, or None."""
        return False if flag == self.flag else None


@dataclass(frozen=True)
class Number:
    """An option that is a whole number."""

    key: str
    flag: str  # one letter, before the digits
    default: int
    least: int = 1
    limit: int | None = None  # None: as many as the board has cells

    @property
    def field(self) -> str:
        """The name of the game's field that holds the value."""
        return self.key

    def most(self, board: Board) -> int:
        """The largest number on a board."""
        cells = board.cells.bit_count()
        return cells if self.limit is None else min(self.limit, cells)

    def written(self, value: Value) -> str:
        """The value as links write it."""
        return f"{self.flag}{value}"

    def read(self, flag: str) -> Value | None:
        """The value that a flag of a link gives this option, or None."""
        return int(flag[1:]) if flag[0] == self.flag and 2 <= len(flag) <= 4 else None


@dataclass(frozen=True)
class BoardShape:
    """The shape of the board, in games that are played on more than one."""

    default: str = HEXHEX.name
    key = "board"
    field = "board_shape"
    flag = "d"  # links write it for the rhombus

    def written(self, value: Value) -> str:
        """The value as links write it, "" for the hexhex."""
        return self.flag if value == RHOMBUS.name else ""

    def read(self, flag: str) -> Value | None:
        """The value that a flag of a link gives this option, or None."""
        return RHOMBUS.name if flag == self.flag else None


Option = Switch | Number | BoardShape

BOARD = BoardShape()
SWAP = Switch("swap", "n")  # whoever has it allows the swap as the second player's first move
