"""A position as a text diagram for forums and mails, with the link that opens it.

::

          5  . . .
        4  . . O .
      3  . . X[O].
        2  . . . . e
          1  . . . d
              a b c
    X White  O Black  [ ] last move
    Greylox · base 3 · White to move
    #1/greylox3/s.../m/c..
"""

from ..rules import Game
from ..rules.notation.actions import GameRecord
from ..rules.notation.links import write_link
from ..rules.state import State
from ..session.naming import game_title
from ..words import WORDS

STONE_CHARS = "XO"
VACANT = "."
PITCH = 2  # characters from one cell to the next in its row


def diagram(game: Game, state: State, last: int = 0) -> str:
    """Return the diagram of a position; ``last`` is the mask of the cells in brackets."""
    rows = _rows(game, state, last)
    first, second = (WORDS[colour] for colour in game.colours)
    legend = f"{STONE_CHARS[0]} {first}  {STONE_CHARS[1]} {second}"
    if last:
        legend += f"  [ ] {WORDS['last-move']}"
    facts = [game_title(game)]
    if game.legal(state):
        facts.append(WORDS["to-move"].format(Name=WORDS[game.colours[state.mover]]))
    link = write_link(GameRecord(game, setup=state))
    return "\n".join([*rows, "", legend, " · ".join(facts), f"#{link}", ""])


def _rows(game: Game, state: State, last: int) -> list[str]:
    """Return the rows of the board with coordinates, from top to bottom."""
    board = game.board
    row_shift = -board.diagonal  # characters by which each row is shifted from the previous row
    grid: dict[tuple[int, int], str] = {}  # (row, text column) -> character
    for row, columns in enumerate(board.row_columns):
        number = str(row + 1).rjust(2)
        start = PITCH * columns.start + row_shift * row
        grid |= {(row, start - 4 + n): sign for n, sign in enumerate(number)}
        for column in columns:
            cell, text_column = board.cell_at(column, row), PITCH * column + row_shift * row
            held = [stones >> cell & 1 for stones in state.stones]
            grid[row, text_column] = STONE_CHARS[held.index(1)] if any(held) else VACANT
            if last >> cell & 1:
                grid[row, text_column - 1], grid[row, text_column + 1] = "[", "]"
    for column in range(board.width):
        row = next(r for r in range(board.width) if column in board.row_columns[r]) - 1
        grid[row, PITCH * column + row_shift * row] = chr(97 + column)
    left = min(text_column for _, text_column in grid)
    lines = []
    for row in range(-1, board.width):
        signs_by_column = {
            text_column - left: sign for (r, text_column), sign in grid.items() if r == row
        }
        lines.append("".join(signs_by_column.get(n, " ") for n in range(max(signs_by_column) + 1)))
    return lines[::-1] if board.diagonal > 0 else lines
