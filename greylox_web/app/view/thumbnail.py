"""A small picture of a position: three paths for an ``<svg>``, drawn once for each board."""

from functools import lru_cache
from typing import NamedTuple

from ...rules.board import Board, bits
from . import scene

STONE = 15.0  # radius, in pixels of the view box
RING = 6.5


class Thumbnail(NamedTuple):
    """What to draw, as the texts of SVG attributes."""

    view_box: str
    cells: str
    first: str
    second: str
    rings: str  # on the stones of the second colour, so that no eye needs colours


@lru_cache(maxsize=16)
def _ground(board: Board) -> tuple[str, str]:
    """The view box and the hexagons."""
    path = []
    for cell in bits(board.cells):
        at = scene.centre(board, *board.column_row(cell))
        corners = (scene.corner(at, number) for number in range(scene.CORNERS))
        path.append("M" + "L".join(f"{p.x:.0f} {p.y:.0f}" for p in corners) + "Z")
    return " ".join(f"{side:.0f}" for side in scene.view_box(board)), "".join(path)


def _discs(board: Board, mask: int, radius: float) -> str:
    arc = f"a{radius} {radius} 0 1 0"
    path = []
    for cell in bits(mask):
        at = scene.centre(board, *board.column_row(cell))
        path.append(f"M{at.x - radius:.1f} {at.y:.1f}{arc}{2 * radius} 0{arc}{-2 * radius} 0")
    return "".join(path)


def thumbnail(board: Board, stones: tuple[int, int]) -> Thumbnail:
    """The picture of these stones; a rhombus lies flat."""
    first, second = stones
    return Thumbnail(
        *_ground(board),
        _discs(board, first, STONE),
        _discs(board, second, STONE),
        _discs(board, second, RING),
    )
