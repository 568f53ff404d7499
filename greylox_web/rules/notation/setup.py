"""Set-up positions: their text format and their validation."""

import re

from ...words import error_text
from ..board import NO_CELL, Board, NotationError
from ..state import MAIN, PHASES, Game, State

FLAGS = re.compile(r"-(x|o|1|2|l[a-z]\d{1,2}|h(?:[a-z]\d{1,2})+)")
CELL = re.compile(r"[a-z]\d{1,2}")
ROW = re.compile(r"\d{1,2}|[xo]")


def make_position(
    game: Game,
    stones: tuple[int, int],
    mover: int,
    phase: int = MAIN,
    placed: int = 0,
    anchor: int = NO_CELL,
) -> State:
    """Make a position and validate it; raise NotationError if it is not playable.

    ``placed`` is the mask of the mover's stones already placed in this turn.  ``anchor`` is the
    cell of the opponent's last stone in an opening.
    """
    return validated(game, State(stones, mover, phase, 1, placed, anchor))


def validated(game: Game, state: State) -> State:
    """Return the position with its quota; raise NotationError if it is not playable."""
    first, second = state.stones
    if first & second or (first | second) & ~game.board.cells:
        raise NotationError(error_text("setup-overlap"))
    if state.placed & ~state.stones[state.mover]:
        raise NotationError(error_text("setup-placed"))
    if state.phase not in PHASES:
        raise NotationError(error_text("no-phase", phase=str(state.phase)))
    return game.validate_setup(state._replace(quota=1))


def write_rows(board: Board, masks: tuple[int, int]) -> str:
    """Format two sets of cells row by row: ``x`` the first, ``o`` the second, numbers neither."""
    rows, occupied = [], masks[0] | masks[1]
    for row, columns in enumerate(board.row_columns):
        text, vacant = "", 0
        for column in columns:
            cell = board.cell_at(column, row)
            if occupied >> cell & 1:
                text += (str(vacant) if vacant else "") + "ox"[masks[0] >> cell & 1]
                vacant = 0
            else:
                vacant += 1
        rows.append(text + (str(vacant) if vacant else ""))
    return ".".join(rows)


def write_setup(game: Game, state: State) -> str:
    """Format the position for a link: rows, side to move, phase, anchor, stones placed."""
    flags = f"-{'xo'[state.mover]}-{state.phase}"
    if state.anchor != NO_CELL:
        flags += f"-l{game.board.cell_name(state.anchor)}"
    if state.is_mid_turn:
        flags += "-h" + "".join(game.board.cell_names(state.placed))
    return write_rows(game.board, state.stones) + flags


def read_setup(game: Game, text: str) -> State:
    """Parse the output of ``write_setup``; raise NotationError for other text."""
    return validated(game, read_unchecked(game, text))


def read_unchecked(game: Game, text: str) -> State:
    """Parse a position without validation; its quota is 1.

    Raise NotationError for text that is not in the format of ``write_setup``.
    """
    board = game.board
    body, _, _ = text.partition("-")
    flags = text[len(body) :]
    rows = body.split(".")
    if len(rows) != board.width:
        raise NotationError(error_text("setup-rows", wanted=board.width, found=len(rows)))
    stones = [0, 0]
    for row, (line, columns) in enumerate(zip(rows, board.row_columns, strict=True)):
        if ROW.sub("", line):
            raise NotationError(error_text("setup-row", row=row + 1, text=ROW.sub("", line)[:10]))
        column = columns.start
        for part in ROW.findall(line):
            if part.isdigit():
                column += int(part)
            else:
                if column < columns.stop:
                    stones["xo".index(part)] |= 1 << board.cell_at(column, row)
                column += 1
        if column != columns.stop:
            raise NotationError(
                error_text(
                    "setup-row-length",
                    row=row + 1,
                    wanted=len(columns),
                    found=column - columns.start,
                )
            )
    mover, phase, placed, anchor = 0, MAIN, 0, NO_CELL
    if FLAGS.sub("", flags):
        raise NotationError(error_text("setup-end", text=FLAGS.sub("", flags)[:10]))
    for flag in FLAGS.findall(flags):
        if flag in "xo":
            mover = "xo".index(flag)
        elif flag in "12":
            phase = int(flag)
        elif flag[0] == "l":
            anchor = board.parse_cell(flag[1:])
        else:
            placed = sum(1 << board.parse_cell(name) for name in set(CELL.findall(flag[1:])))
    return State((stones[0], stones[1]), mover, phase, 1, placed, anchor)
