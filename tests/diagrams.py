"""Positions as text diagrams, read and written.

A hexhex has row 1 at the bottom, a rhombus has row 1 at the top; column a is at the left::

      . . .          . . .
     . x . .          . x o
    . . o . .          . . .
     . . . .
      . . .

``x`` is the first colour, ``o`` the second, ``.`` a cell without a mark; any other sign marks
cells for the test.
"""

from dataclasses import dataclass
from textwrap import dedent

from greylox_web.rules import Game
from greylox_web.rules.board import NO_CELL, Board, bits, hexhex, rhombus
from greylox_web.rules.notation.setup import make_position
from greylox_web.rules.state import MAIN, State


@dataclass(frozen=True)
class Drawing:
    """A board and the cells of each sign in a diagram of it."""

    board: Board
    marks: dict[str, int]

    def __getitem__(self, signs: str) -> int:
        """The cells that carry one of ``signs``, as a mask."""
        mask = 0
        for sign in signs:
            mask |= self.marks.get(sign, 0)
        return mask


def rows_from_top(board: Board) -> list[list[int]]:
    """Return the cells of each row as on the screen, from the top down."""
    rows = [
        [cell for column in range(board.width) if (cell := board.cell_at(column, row)) != NO_CELL]
        for row in range(board.width)
    ]
    return rows[::-1] if board.shape == "hexhex" else rows


def draw(board: Board, marks: dict[str, int]) -> str:
    """Return the diagram of a board; a cell shows the first sign whose mask contains it."""
    lines = []
    for number, row in enumerate(rows_from_top(board)):
        indent = number if board.shape == "rhombus" else abs(number - board.size + 1)
        signs = [
            next((sign for sign, mask in marks.items() if mask >> cell & 1), ".") for cell in row
        ]
        lines.append(" " * indent + " ".join(signs))
    return "\n".join(lines)


def draw_state(game: Game, state: State) -> str:
    """The diagram of a position's stones."""
    return draw(game.board, {"x": state.stones[0], "o": state.stones[1]})


def read(text: str) -> Drawing:
    """Parse a diagram; raise AssertionError if its shape or its indents are wrong."""
    text = dedent(text).strip("\n").rstrip()
    lines = text.splitlines()
    first = len(lines[0].split())
    board = rhombus(first) if first == len(lines) else hexhex(first)
    marks: dict[str, int] = {}
    rows = rows_from_top(board)
    assert len(lines) == len(rows), f"{len(lines)} rows, not {len(rows)}:\n{text}"
    for line, row in zip(lines, rows, strict=True):
        for sign, cell in zip(line.split(), row, strict=True):
            marks[sign] = marks.get(sign, 0) | 1 << cell
    assert draw(board, marks) == text, f"badly drawn:\n{text}\nshould be\n{draw(board, marks)}"
    return Drawing(board, marks)


def position_from_diagram(
    game: Game,
    text: str,
    mover: int = 0,
    phase: int = MAIN,
    *,
    first: str = "x",
    second: str = "o",
    placed: str = "",
    anchor: str = "",
) -> State:
    """The position in a diagram.

    ``first`` and ``second`` list the signs of each colour's stones, ``placed`` those of the
    stones already placed in this turn, ``anchor`` the sign of the opponent's last stone.
    """
    drawing = read(text)
    assert drawing.board is game.board, f"the diagram shows a {drawing.board}"
    last = next(bits(drawing[anchor])) if anchor else NO_CELL
    stones = drawing[first], drawing[second]
    return make_position(game, stones, mover, phase, drawing[placed], last)


def cells(board: Board, names: str) -> int:
    """The cells called ``names``, as a mask."""
    mask = 0
    for name in names.split():
        mask |= 1 << board.parse_cell(name)
    return mask


def named(board: Board, mask: int) -> str:
    """Return the names of the cells and actions in a mask, for messages and comparisons."""
    words = board.cell_names(mask & board.cells)
    words += ["end"] * (mask >> board.end_action & 1) + ["swap"] * (mask >> board.swap_action & 1)
    return " ".join(words)
