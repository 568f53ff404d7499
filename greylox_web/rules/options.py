"""The options of a game, among them the shape of its board."""

from dataclasses import dataclass

from .board import Board
from .shapes import HEXHEX, SHAPES

OptionValue = str | int | bool


@dataclass(frozen=True)
class BoolOption:
    """An option that is on unless a link says otherwise."""

    key: str
    flag: str  # one letter, which links write when it is off
    default: bool = True

    @property
    def field(self) -> str:
        """The name of the game's field that holds the value."""
        return self.key

    def to_flag(self, value: OptionValue) -> str:
        """The value as links write it, "" where they write nothing."""
        return "" if value else self.flag

    def from_flag(self, flag: str) -> OptionValue | None:
        """The value that a flag of a link gives this option, or None."""
        return False if flag == self.flag else None


@dataclass(frozen=True)
class IntOption:
    """An option that is a whole number."""

    key: str
    flag: str  # one letter, before the digits
    default: int
    minimum: int = 1
    limit: int | None = None  # None: as many as the board has cells

    @property
    def field(self) -> str:
        """The name of the game's field that holds the value."""
        return self.key

    def maximum(self, board: Board) -> int:
        """The largest number on a board."""
        cells = board.cells.bit_count()
        return cells if self.limit is None else min(self.limit, cells)

    def to_flag(self, value: OptionValue) -> str:
        """The value as links write it."""
        return f"{self.flag}{value}"

    def from_flag(self, flag: str) -> OptionValue | None:
        """The value that a flag of a link gives this option, or None."""
        return int(flag[1:]) if flag[0] == self.flag and 2 <= len(flag) <= 4 else None


@dataclass(frozen=True)
class ShapeOption:
    """The shape of the board, in games that are played on more than one."""

    default: str = HEXHEX.name
    key = "board"
    field = "board_shape"
    flag = "d"  # the letter with which the flags of all shapes begin

    def to_flag(self, value: OptionValue) -> str:
        """The value as links write it, "" for the hexhex."""
        return SHAPES[str(value)].flag

    def from_flag(self, flag: str) -> OptionValue | None:
        """The value that a flag of a link gives this option, or None."""
        return next((shape.name for shape in SHAPES.values() if shape.flag == flag), None)


Option = BoolOption | IntOption | ShapeOption

BOARD = ShapeOption()
SWAP = BoolOption("swap", "n")  # whoever has it allows the swap as the second player's first move
