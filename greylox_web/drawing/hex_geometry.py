"""The geometry of the drawn board.

Hexagons have the radius ``RADIUS`` in the units of the picture, and a corner above the centre.
``turn`` rotates the board clockwise, in twelfths of a circle; adding 12 mirrors the board.  Turns
affect the drawing only: cells keep their names.
"""

from functools import cached_property, lru_cache
from math import atan2, cos, degrees, dist, hypot, pi, sin, sqrt
from typing import Literal, NamedTuple

from ..rules.board import Board, bits

RADIUS = 50.0  # units of the picture per side of a hexagon
CORNERS = 6
POINTY_TOP = 1  # the turn of a hexhex that stands on its corner, as on a phone
MIRRORED = 12  # turns from 12 on show the mirror image


class Point(NamedTuple):
    """A point of the picture, x to the right and y down."""

    x: float
    y: float


def transform_point(x: float, y: float, turn: int) -> Point:
    """Return the point, mirrored and rotated by ``turn``, in units of the picture."""
    if turn >= MIRRORED:
        x = -x
    angle = turn * pi / 6
    return Point(
        RADIUS * (x * cos(angle) - y * sin(angle)), RADIUS * (x * sin(angle) + y * cos(angle))
    )


def rotated(turn: int, twelfths: int) -> int:
    """Return ``turn`` rotated further, in twelfths, clockwise on the screen."""
    return turn - turn % MIRRORED + (turn + twelfths) % MIRRORED


def mirrored(turn: int) -> int:
    """Return ``turn`` with left and right exchanged on the screen."""
    return -turn % MIRRORED + (0 if turn >= MIRRORED else MIRRORED)


def centre(board: Board, column: float, row: float, turn: int = 0) -> Point:
    """Return the centre of the hexagon at ``column`` and ``row``, which may be off the board."""
    up = board.diagonal
    return transform_point(sqrt(3) * (column - up * row / 2), -1.5 * up * row, turn)


def neighbour_in_direction(
    board: Board, cell: int, angle: float, second: bool, turn: int = 0
) -> int | None:
    """Return the neighbour nearest to a direction on the screen, or the ``second`` nearest.

    Return None if no such neighbour lies within 75 degrees.  ``angle`` is in degrees, clockwise
    from the right.  If two neighbours are equally near, the clockwise one comes first, so that the
    arrow keys with and without Shift reach all six.
    """
    origin = centre(board, *board.column_row(cell), turn)

    def distance(other: int) -> tuple[float, float]:
        target = centre(board, *board.column_row(other), turn)
        angle_difference = degrees(atan2(target.y - origin.y, target.x - origin.x)) - angle
        angle_difference = (angle_difference + 180) % 360 - 180
        return round(abs(angle_difference)), -angle_difference

    by_angle = sorted(bits(board.neighbours(1 << cell)), key=distance)
    matches = [other for other in by_angle if distance(other)[0] <= 75]
    return matches[second] if len(matches) > second else None


def number(value: float) -> str:
    """Format a length with at most two decimals."""
    return f"{round(value, 2) + 0.0:.7g}"


class Geometry:
    """The geometry of a board at one ``turn``, in units of the picture.

    Side ``k`` of a hexagon faces the neighbour ``steps[k]``, and lies between the corners
    ``k - 1`` and ``k``.
    """

    def __init__(self, board: Board, turn: int) -> None:
        self.board, self.turn = board, turn
        a, b, c = (board.directions[0], *(-board.diagonal * step for step in board.directions[1:]))
        self.steps = (a, b, c, -a, -b, -c)
        self.corners = tuple(
            transform_point(cos((2 * k + 1) * pi / 6), sin((2 * k + 1) * pi / 6), turn)
            for k in range(CORNERS)
        )
        self.centres = {
            cell: centre(board, *board.column_row(cell), turn) for cell in bits(board.cells)
        }

    @cached_property
    def hull(self) -> tuple[Point, ...]:
        """The corners of the convex hull of all cells, in order."""
        corner_points = {
            Point(round(at.x + corner.x, 1), round(at.y + corner.y, 1))
            for cell, at in self.centres.items()
            if self.board.degrees[cell] < CORNERS
            for corner in self.corners
        }
        if not corner_points:  # a board of one cell, whose degree is ``CORNERS``
            corner_points = {Point(round(p.x, 1), round(p.y, 1)) for p in self.corners}

        def half(ordered: list[Point]) -> list[Point]:
            chain: list[Point] = []
            for p in ordered:
                while len(chain) > 1 and _cross_product(chain[-2], chain[-1], p) <= RADIUS / 10:
                    chain.pop()
                chain.append(p)
            return chain[:-1]

        ordered = sorted(corner_points)
        return (*half(ordered), *half(ordered[::-1]))

    def hull_with_tips(self, by: float) -> tuple[Point, ...]:
        """Return the hull with sharp corners moved out by ``by``, with the sides that cut them."""
        hull = list(self.hull)
        for index, tip in enumerate(self.hull):
            adjacent = [self.hull[index - 1], self.hull[(index + 1) % len(hull)]]
            outer = [self.hull[index - 2], self.hull[(index + 2) % len(hull)]]
            if max(dist(tip, at) for at in adjacent) > 1.5 * RADIUS or len(hull) == CORNERS:
                continue
            directions = [_unit_vector(a, b) for a, b in zip(outer, adjacent, strict=True)]
            for step, at, direction in zip((-1, 1), adjacent, directions, strict=True):
                hull[(index + step) % len(hull)] = Point(
                    at.x + 2 * by * direction.x, at.y + 2 * by * direction.y
                )
            outward = _unit_vector(
                Point(0, 0),
                Point(directions[0].x + directions[1].x, directions[0].y + directions[1].y),
            )
            hull[index] = Point(
                tip.x + by * outward.x / cos(pi / 6), tip.y + by * outward.y / cos(pi / 6)
            )
        return tuple(hull)

    @cached_property
    def bounds(self) -> tuple[float, float, float, float]:
        """The bounding box of all cells: left, top, right, bottom."""
        xs, ys = [p.x for p in self.hull], [p.y for p in self.hull]
        return min(xs), min(ys), max(xs), max(ys)

    @cached_property
    def unit(self) -> float:
        """About one pixel on a large screen, in units of the picture.

        Boards of all sizes are about equally large on the screen.  This is the unit of lengths that
        do not scale with the cells.
        """
        left, top, right, bottom = self.bounds
        return max(right - left, bottom - top) / 780

    def _step_vector(self, column: int, row: int) -> Point:
        """Return the vector of a step of ``column`` and ``row`` in the picture."""
        start, end = centre(self.board, 0, 0, self.turn), centre(self.board, column, row, self.turn)
        return Point(end.x - start.x, end.y - start.y)

    def steps_outside(self, cell: int, column: int, row: int, distance: float) -> float:
        """Return how many such steps lead from ``cell`` to ``distance`` outside the hull."""
        origin, (x, y) = self.centres[cell], self._step_vector(column, row)
        steps = float("inf")
        for p, q in zip(self.hull, (*self.hull[1:], self.hull[0]), strict=True):
            dx, dy = q.x - p.x, q.y - p.y
            length = hypot(dx, dy)
            out_x, out_y = dy / length, -dx / length  # the hull is counter-clockwise with y up
            along = x * out_x + y * out_y
            if along > 1e-6:
                gap = (p.x - origin.x) * out_x + (p.y - origin.y) * out_y + distance
                steps = min(steps, gap / along)
        return steps

    def point_beyond(self, cell: int, column: int, row: int, steps: float) -> Point:
        """Return the point that is ``steps`` such steps from ``cell``."""
        origin, (x, y) = self.centres[cell], self._step_vector(column, row)
        return Point(origin.x + steps * x, origin.y + steps * y)

    def nearest_to_middle(self, cells: int, candidates: int) -> int:
        """Return the one of the ``candidates`` that is nearest to the middle of ``cells``."""
        points = [self.centres[cell] for cell in bits(cells)]
        middle = [sum(axis) / len(points) for axis in zip(*points, strict=True)]
        return min(bits(candidates), key=lambda cell: dist(self.centres[cell], middle))


def _unit_vector(a: Point, b: Point) -> Point:
    """Return the unit vector from ``a`` to ``b``."""
    length = dist(a, b)
    return Point((b.x - a.x) / length, (b.y - a.y) / length)


def _cross_product(a: Point, b: Point, c: Point) -> float:
    return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x)


@lru_cache(maxsize=8)
def geometry(board: Board, turn: int = 0) -> Geometry:
    """Return the cached geometry of ``board`` at ``turn``."""
    return Geometry(board, turn)


MIN_SHARE = 0.2  # least correlation of x and y of a board that leans to a side


def empty_corners(board: Board, turn: int) -> Literal["all", "left", "right"]:
    """Return the empty corners: left (top left, bottom right), right (the others) or all."""
    cells = geometry(board, turn).centres.values()
    middle_x, middle_y = (sum(values) / len(cells) for values in zip(*cells, strict=True))
    across = sum((p.x - middle_x) * (p.y - middle_y) for p in cells)
    wide = sum((p.x - middle_x) ** 2 for p in cells) * sum((p.y - middle_y) ** 2 for p in cells)
    leans = across / wide**0.5 if wide else 0
    if abs(leans) < MIN_SHARE:
        return "all"
    return "right" if leans > 0 else "left"
