"""Which corners a board leaves empty in the room that it fills: there is place for the players."""

from typing import Literal

from ...rules.board import Board
from .scene import centre

LEAST = 0.2  # of the correlation of x and y; below it the board leans to no side


def empty_corners(board: Board, turn: int) -> Literal["all", "left", "right"]:
    """``left``: top left and bottom right, ``right``: top right and bottom left."""
    if board.shape != "rhombus":
        return "all"
    last = board.size - 1
    tips = [centre(board, column, row, turn) for column in (0, last) for row in (0, last)]
    middle_x, middle_y = (sum(values) / len(tips) for values in zip(*tips, strict=True))
    across = sum((p.x - middle_x) * (p.y - middle_y) for p in tips)
    wide = sum((p.x - middle_x) ** 2 for p in tips) * sum((p.y - middle_y) ** 2 for p in tips)
    leans = across / wide**0.5 if wide else 0
    if abs(leans) < LEAST:
        return "all"
    return "right" if leans > 0 else "left"
