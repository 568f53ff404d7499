"""The options of a game, including the shape of its board."""

from dataclasses import dataclass

from .board import Board
from .shapes import HEXHEX, SHAPES

OptionValue = str | int | bool


@dataclass(frozen=True)
class BoolOption:
    """A boolean option."""

    key: str
    flag: str  # one letter; links write it when the option does not have its default
    default: bool = True
    excluded_by: str = ""  # the key of an option that must be off for this one to be on

    @property
    def field(self) -> str:
        """The name of the dataclass field with the value."""
        return self.key

    def to_flag(self, value: OptionValue) -> str:
        """Format the value for a link; "" if links omit it."""
        return "" if value == self.default else self.flag

    def from_flag(self, flag: str) -> OptionValue | None:
        """Parse a flag of a link; return None if the flag belongs to another option."""
        return not self.default if flag == self.flag else None


@dataclass(frozen=True)
class IntOption:
    """An integer option."""

    key: str
    flag: str  # one letter, before the digits
    default: int
    minimum: int = 1
    limit: int | None = None  # None: the number of cells of the board

    @property
    def field(self) -> str:
        """The name of the dataclass field with the value."""
        return self.key

    def maximum(self, board: Board) -> int:
        """The largest value allowed on the board."""
        cells = board.cells.bit_count()
        return cells if self.limit is None else min(self.limit, cells)

    def to_flag(self, value: OptionValue) -> str:
        """Format the value for a link."""
        return f"{self.flag}{value}"

    def from_flag(self, flag: str) -> OptionValue | None:
        """Parse a flag of a link; return None if the flag belongs to another option."""
        return int(flag[1:]) if flag[0] == self.flag and 2 <= len(flag) <= 4 else None


@dataclass(frozen=True)
class ShapeOption:
    """The board shape, an option of games with several shapes."""

    default: str = HEXHEX.name
    key = "board"
    field = "board_shape"
    flag = "d"  # the first letter of every shape's flag

    def to_flag(self, value: OptionValue) -> str:
        """Format the value for a link; "" for the hexhex."""
        return SHAPES[str(value)].flag

    def from_flag(self, flag: str) -> OptionValue | None:
        """Parse a flag of a link; return None if the flag belongs to another option."""
        return next((shape.name for shape in SHAPES.values() if shape.flag == flag), None)


Option = BoolOption | IntOption | ShapeOption

BOARD = ShapeOption()
SWAP = BoolOption("swap", "n")  # the second player may swap as their first move
PIE = BoolOption("swap", "p", default=False)  # the same, in games that usually have no swap
