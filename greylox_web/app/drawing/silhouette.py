"""The outline of a board's cells as one path, to choose a size by."""

from functools import cache
from itertools import pairwise

from ...rules.board import Board
from . import scene

GAP = 0.86  # of a cell's radius: the cells are told apart by what is between them


@cache
def silhouette(board: Board) -> tuple[str, str]:
    """The view box and the path of all cells; a rhombus lies flat."""
    shape = scene.geometry(board)
    corners = [scene.Point(GAP * p.x, GAP * p.y) for p in shape.corners]
    steps = [(b.x - a.x, b.y - a.y) for a, b in pairwise(corners)]
    hexagon = "l" + " ".join(f"{x:.1f} {y:.1f}" for x, y in steps) + "z"
    places = list(shape.centres.values())
    path = "".join(f"M{p.x + corners[0].x:.1f} {p.y + corners[0].y:.1f}{hexagon}" for p in places)
    left, top = min(p.x for p in places), min(p.y for p in places)
    right, bottom = max(p.x for p in places), max(p.y for p in places)
    edge = scene.RADIUS
    width, height = right - left + 2 * edge, bottom - top + 2 * edge
    return f"{left - edge:.0f} {top - edge:.0f} {width:.0f} {height:.0f}", path
