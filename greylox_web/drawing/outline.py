"""SVG paths around and through sets of cells.

The segments of a border are computed once for each board and turn.  Tracing a set of cells then
uses integers only, because it runs between a click and the next paint.
"""

from functools import cache, lru_cache
from math import dist, hypot, isclose, sqrt

from ..rules.board import Board, bits
from .hex_geometry import CORNERS, RADIUS, Geometry, Point, geometry, number

HEAD = 18.0  # length of an arrowhead, along the line


def relative(by: Point) -> str:
    """Format a vector as two lengths, for a relative SVG command."""
    return f"{number(by.x)} {number(by.y)}"


def _minus(a: Point, b: Point) -> Point:
    return Point(a.x - b.x, a.y - b.y)


def _vector_toward(a: Point, b: Point, length: float) -> Point:
    """Return the vector from ``a`` toward ``b``: ``length``, at most half the distance."""
    by = _minus(b, a)
    part = min(length / max(hypot(*by), 1e-9), 0.5)
    return Point(by.x * part, by.y * part)


def ring(points: tuple[Point, ...], radius: float) -> tuple[Point, str]:
    """Return the start and the relative commands of a closed path with round corners.

    The commands do not depend on the start.
    """
    begins, ends, turns = [], [], []
    for index, point in enumerate(points):
        before = _vector_toward(point, points[index - 1], radius)
        after = _vector_toward(point, points[(index + 1) % len(points)], radius)
        begins.append(Point(point.x + before.x, point.y + before.y))
        ends.append(Point(point.x + after.x, point.y + after.y))
        turns.append(f"q{relative(Point(-before.x, -before.y))} {relative(_minus(after, before))}")
    parts = [turns[0]]
    for index in range(1, len(points)):
        parts.append(f"l{relative(_minus(begins[index], ends[index - 1]))}{turns[index]}")
    return begins[0], "".join(parts) + "Z"


def rounded(points: tuple[Point, ...], radius: float) -> str:
    """Return a closed path through the points, with round corners."""
    start, path = ring(points, radius)
    return f"M{relative(start)}{path}"


class Border:
    """The border of sets of cells: ``inset`` from their edge, with corners of ``radius``."""

    def __init__(self, layout: Geometry, inset: float, radius: float) -> None:
        self.layout, self.radius = layout, radius
        self.corner_offset = inset * 2 / sqrt(3) / RADIUS
        self.starts: dict[tuple[int, bool, bool], Point] = {}
        self.segments: dict[tuple[int, bool, bool, bool], str] = {}

    def _ends(self, side: int, inward: bool, onward: bool) -> tuple[Point, Point]:
        """Return both ends of the line along a side, relative to the centre of its cell.

        ``inward`` (at the start) and ``onward`` (at the end): whether the border continues along a
        neighbour instead of turning around this cell.
        """
        corners, corner_offset = self.layout.corners, self.corner_offset
        start, to_start = corners[side - 1], corners[(side + 2 + inward) % CORNERS]
        end, to_end = corners[side], corners[(side + 3 - onward) % CORNERS]
        return (
            Point(start.x + corner_offset * to_start.x, start.y + corner_offset * to_start.y),
            Point(end.x + corner_offset * to_end.x, end.y + corner_offset * to_end.y),
        )

    def start(self, side: int, inward: bool, onward: bool) -> Point:
        """Return the start of a line's straight part, relative to the centre of its cell."""
        key = side, inward, onward
        if key not in self.starts:
            a, b = self._ends(*key)
            cut = _vector_toward(a, b, self.radius)
            self.starts[key] = Point(a.x + cut.x, a.y + cut.y)
        return self.starts[key]

    def edge_segment(self, side: int, inward: bool, onward: bool, after: bool) -> str:
        """Return the line along a side and the corner at its end, up to the start of the next line.

        ``after`` is ``onward`` for the next line.
        """
        key = side, inward, onward, after
        if key not in self.segments:
            a, b = self._ends(side, inward, onward)
            begin, cut = _vector_toward(a, b, self.radius), _vector_toward(b, a, self.radius)
            line = Point(b.x - a.x - begin.x + cut.x, b.y - a.y - begin.y + cut.y)
            next_side = (side - 1 if onward else side + 1) % CORNERS
            c, d = self._ends(next_side, onward, after)
            turn = _vector_toward(c, d, self.radius)
            self.segments[key] = (
                f"l{relative(line)}q{relative(Point(-cut.x, -cut.y))} {relative(_minus(turn, cut))}"
            )
        return self.segments[key]

    def trace(self, mask: int) -> str:
        """Return the path around the cells of ``mask``."""
        steps, centres = self.layout.steps, self.layout.centres
        remaining = [mask & ~(mask >> step if step > 0 else mask << -step) for step in steps]
        whole, parts = tuple(remaining), []
        for side in range(CORNERS):
            while remaining[side]:
                cell = (remaining[side] & -remaining[side]).bit_length() - 1
                ring: list[tuple[int, bool]] = []
                first, current_side = (cell, side), side
                while True:
                    remaining[current_side] &= ~(1 << cell)
                    following = (current_side + 1) % CORNERS
                    onward = not whole[following] >> cell & 1
                    ring.append((current_side, onward))
                    if onward:
                        cell, current_side = cell + steps[following], (current_side - 1) % CORNERS
                    else:
                        current_side = following
                    if (cell, current_side) == first:
                        break
                inward = ring[-1][1]
                begin = self.start(side, inward, ring[0][1])
                at = centres[cell]
                parts.append(f"M{relative(Point(at.x + begin.x, at.y + begin.y))}")
                for index, (current_side, onward) in enumerate(ring):
                    after = ring[index + 1 - len(ring)][1]
                    parts.append(self.edge_segment(current_side, inward, onward, after))
                    inward = onward
                parts.append("Z")
        return "".join(parts)


@cache
def _border(board: Board, turn: int, inset: float, radius: float) -> Border:
    return Border(geometry(board, turn), inset, radius)


@lru_cache(maxsize=64)
def region_path(
    board: Board, turn: int, mask: int, inset: float = 5.0, radius: float = 15.0
) -> str:
    """Return the outline of a set of cells, one closed path for each part and hole."""
    return _border(board, turn, inset, radius).trace(mask & board.cells)


@lru_cache(maxsize=64)
def link_lines(board: Board, turn: int, mask: int, other: int = 0) -> str:
    """Return lines between neighbours in ``mask``; with ``other``, from ``mask`` to ``other``."""
    layout, parts = geometry(board, turn), []
    across = [Point(0, 0)] * CORNERS
    for side, corner in enumerate(layout.corners):
        before = layout.corners[side - 1]
        across[side] = Point(corner.x + before.x, corner.y + before.y)
    for side in range(CORNERS if other else CORNERS // 2):
        step, goal = layout.steps[side], other or mask
        line = f"l{relative(across[side])}"
        for cell in bits(mask & (goal >> step if step > 0 else goal << -step)):
            parts.append(f"M{relative(layout.centres[cell])}{line}")
    return "".join(parts)


def polyline(board: Board, turn: int, cells: tuple[int, ...]) -> str:
    """Return a polyline through the centres of the cells."""
    centres = geometry(board, turn).centres
    return "M" + "L".join(relative(centres[cell]) for cell in cells)


def shortest_path(board: Board, mask: int, sources: int, targets: int) -> tuple[int, ...]:
    """Return a shortest path within ``mask`` from ``sources`` to ``targets``; () if none exists."""
    waves = [mask & sources]
    reached = waves[0]
    while waves[-1] and not waves[-1] & targets:
        waves.append(board.neighbours(waves[-1]) & mask & ~reached)
        reached |= waves[-1]
    ends = waves[-1] & targets
    if not ends:
        return ()
    path = [(ends & -ends).bit_length() - 1]
    for wave in waves[-2::-1]:
        before = board.neighbours(1 << path[-1]) & wave
        path.append((before & -before).bit_length() - 1)
    return tuple(path[::-1])


BOW = 0.1  # distance of a curved arrow from the straight line, as a part of its length


def arc_arrow(layout: Geometry, start: int, end: int, gap: float) -> str:
    """Return path data of a curved arrow between two cells, ``gap`` away from both centres."""
    a, b = layout.centres[start], layout.centres[end]
    middle = Point((a.x + b.x) / 2 - BOW * (b.y - a.y), (a.y + b.y) / 2 + BOW * (b.x - a.x))
    along = _vector_toward(a, middle, gap)
    back = _vector_toward(b, middle, gap)
    foot, tip = Point(a.x + along.x, a.y + along.y), Point(b.x + back.x, b.y + back.y)
    length = hypot(*back)
    x, y = -back.x / length, -back.y / length  # the direction of the arrow at its tip
    sides = (Point(HEAD * (side * y - x), HEAD * (-side * x - y)) for side in (0.7, -0.7))
    wings = "".join(f"M{relative(tip)}l{relative(side)}" for side in sides)
    return f"M{relative(foot)}Q{relative(middle)} {relative(tip)}{wings}"


SHAFT, ARROWHEAD = 5.5, 17.0  # half the widths of a drawn arrow's shaft and head
FOOT_GAP, TIP_GAP, POINT = 20.0, 10.0, 28.0  # from the centres of its cells, and its head's length


def drawn_arrow(layout: Geometry, start: int, end: int) -> str:
    """Return path data of the outline of a straight arrow between two cells."""
    a, b = layout.centres[start], layout.centres[end]
    length = dist(a, b)
    x, y = (b.x - a.x) / length, (b.y - a.y) / length
    neck = length - TIP_GAP - POINT
    sides = ((FOOT_GAP, SHAFT), (neck, SHAFT), (neck, ARROWHEAD), (length - TIP_GAP, 0.0))
    outline = (*sides, *((along, -across) for along, across in sides[-2::-1]))
    points = (
        Point(a.x + along * x - across * y, a.y + along * y + across * x)
        for along, across in outline
    )
    return f"M{'L'.join(relative(point) for point in points)}Z"


def mirror_line(board: Board, turn: int, cell: int, other: int) -> str:
    """Return path data of the line that mirrors two cells into each other.

    It leads through the centres of the cells that the mirror leaves in place; "" if there are fewer
    than two.
    """
    layout = geometry(board, turn)
    a, b = layout.centres[cell], layout.centres[other]
    fixed = [p for p in layout.centres.values() if isclose(dist(p, a), dist(p, b))]
    if len(fixed) < 2:
        return ""
    ends = max(((p, q) for p in fixed for q in fixed), key=lambda pair: dist(*pair))
    return f"M{relative(ends[0])}L{relative(ends[1])}"
