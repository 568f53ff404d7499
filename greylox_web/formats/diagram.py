"""A position as a text diagram for forums and mails, with its link so that it can be opened.

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

SIGNS = "XO"
VACANT = "."
PITCH = 2  # characters from one cell to the next in its row


def diagram(game: Game, state: State, last: int = 0) -> str:
    """The diagram of a position; ``last`` is the mask of the cells to put into brackets."""
    rows = _rows(game, state, last)
    first, second = (WORDS[colour] for colour in game.colours)
    legend = f"{SIGNS[0]} {first}  {SIGNS[1]} {second}"
    if last:
        legend += f"  [ ] {WORDS['last-move']}"
    facts = [game_title(game)]
    if game.legal(state):
        facts.append(WORDS["to-move"].format(Name=WORDS[game.colours[state.mover]]))
    link = write_link(GameRecord(game, setup=state))
    return "\n".join([*rows, "", legend, " · ".join(facts), f"#{link}", ""])


def _rows(game: Game, state: State, last: int) -> list[str]:
    """The lines of the board, coordinates included, from the top of the screen down."""
    board = game.board
    lean = -board.diagonal  # characters by which each row is shifted from the one before it
    grid: dict[tuple[int, int], str] = {}  # (line, place) -> sign
    for row, columns in enumerate(board.row_columns):
        number = str(row + 1).rjust(2)
        start = PITCH * columns.start + lean * row
        grid |= {(row, start - 4 + n): sign for n, sign in enumerate(number)}
        for column in columns:
            cell, place = board.cell_at(column, row), PITCH * column + lean * row
            held = [stones >> cell & 1 for stones in state.stones]
            grid[row, place] = SIGNS[held.index(1)] if any(held) else VACANT
            if last >> cell & 1:
                grid[row, place - 1], grid[row, place + 1] = "[", "]"
    for column in range(board.width):
        row = next(r for r in range(board.width) if column in board.row_columns[r]) - 1
        grid[row, PITCH * column + lean * row] = chr(97 + column)
    left = min(place for _, place in grid)
    lines = []
    for row in range(-1, board.width):
        places = {place - left: sign for (r, place), sign in grid.items() if r == row}
        lines.append("".join(places.get(n, " ") for n in range(max(places) + 1)))
    return lines[::-1] if board.diagonal > 0 else lines
