"""SVG paths around and through sets of cells.

The pieces of a border are computed once for each board and turn; tracing a set of cells then uses
integers only, since this runs between a click and its paint.
"""

from functools import cache, lru_cache
from math import sqrt

from ..rules.board import Board, bits
from .scene import CORNERS, RADIUS, Geometry, Point, geometry, number

HEAD = 18.0  # of an arrow, along the line


def relative(by: Point) -> str:
    """A vector as two lengths, for a relative SVG command."""
    return f"{number(by.x)} {number(by.y)}"


def _minus(a: Point, b: Point) -> Point:
    return Point(a.x - b.x, a.y - b.y)


def _part(a: Point, b: Point, most: float) -> Point:
    """The vector from ``a`` toward ``b`` of length ``most``, or half the distance if shorter."""
    by = _minus(b, a)
    part = min(most / max((by.x**2 + by.y**2) ** 0.5, 1e-9), 0.5)
    return Point(by.x * part, by.y * part)


def ring(points: tuple[Point, ...], radius: float) -> tuple[Point, str]:
    """A closed path through the points with round corners: its start, and its relative commands.

    The commands do not depend on the start.
    """
    begins, ends, turns = [], [], []
    for place, point in enumerate(points):
        before = _part(point, points[place - 1], radius)
        after = _part(point, points[(place + 1) % len(points)], radius)
        begins.append(Point(point.x + before.x, point.y + before.y))
        ends.append(Point(point.x + after.x, point.y + after.y))
        turns.append(f"q{relative(Point(-before.x, -before.y))} {relative(_minus(after, before))}")
    parts = [turns[0]]
    for place in range(1, len(points)):
        parts.append(f"l{relative(_minus(begins[place], ends[place - 1]))}{turns[place]}")
    return begins[0], "".join(parts) + "Z"


def rounded(points: tuple[Point, ...], radius: float) -> str:
    """A closed path through the points, with round corners."""
    start, way = ring(points, radius)
    return f"M{relative(start)}{way}"


class Border:
    """The border of sets of cells: ``inset`` inside their edge, corners rounded by ``radius``."""

    def __init__(self, places: Geometry, inset: float, radius: float) -> None:
        self.places, self.radius = places, radius
        self.pull = inset * 2 / sqrt(3) / RADIUS
        self.starts: dict[tuple[int, bool, bool], Point] = {}
        self.pieces: dict[tuple[int, bool, bool, bool], str] = {}

    def _ends(self, side: int, inward: bool, onward: bool) -> tuple[Point, Point]:
        """Both ends of the line along a side, relative to the centre of its cell.

        At an end the border turns around this cell alone (False) or into its neighbour (True).
        """
        corners, pull = self.places.corners, self.pull
        start, to_start = corners[side - 1], corners[(side + 2 + inward) % CORNERS]
        end, to_end = corners[side], corners[(side + 3 - onward) % CORNERS]
        return (
            Point(start.x + pull * to_start.x, start.y + pull * to_start.y),
            Point(end.x + pull * to_end.x, end.y + pull * to_end.y),
        )

    def start(self, side: int, inward: bool, onward: bool) -> Point:
        """The start of a line's straight part, relative to the centre of its cell."""
        key = side, inward, onward
        if key not in self.starts:
            a, b = self._ends(*key)
            cut = _part(a, b, self.radius)
            self.starts[key] = Point(a.x + cut.x, a.y + cut.y)
        return self.starts[key]

    def piece(self, side: int, inward: bool, onward: bool, after: bool) -> str:
        """The line along a side and the corner at its end, up to the start of the next line.

        ``after`` says how the next line ends.
        """
        key = side, inward, onward, after
        if key not in self.pieces:
            a, b = self._ends(side, inward, onward)
            begin, cut = _part(a, b, self.radius), _part(b, a, self.radius)
            line = Point(b.x - a.x - begin.x + cut.x, b.y - a.y - begin.y + cut.y)
            next_side = (side - 1 if onward else side + 1) % CORNERS
            c, d = self._ends(next_side, onward, after)
            turn = _part(c, d, self.radius)
            self.pieces[key] = (
                f"l{relative(line)}q{relative(Point(-cut.x, -cut.y))} {relative(_minus(turn, cut))}"
            )
        return self.pieces[key]

    def around(self, mask: int) -> str:
        """The path around the cells of ``mask``."""
        steps, centres = self.places.steps, self.places.centres
        left = [mask & ~(mask >> step if step > 0 else mask << -step) for step in steps]
        whole, parts = tuple(left), []
        for side in range(CORNERS):
            while left[side]:
                cell = (left[side] & -left[side]).bit_length() - 1
                ring: list[tuple[int, bool]] = []
                first, here = (cell, side), side
                while True:
                    left[here] &= ~(1 << cell)
                    following = (here + 1) % CORNERS
                    onward = not whole[following] >> cell & 1
                    ring.append((here, onward))
                    if onward:
                        cell, here = cell + steps[following], (here - 1) % CORNERS
                    else:
                        here = following
                    if (cell, here) == first:
                        break
                inward = ring[-1][1]
                begin = self.start(side, inward, ring[0][1])
                at = centres[cell]
                parts.append(f"M{relative(Point(at.x + begin.x, at.y + begin.y))}")
                for place, (here, onward) in enumerate(ring):
                    after = ring[place + 1 - len(ring)][1]
                    parts.append(self.piece(here, inward, onward, after))
                    inward = onward
                parts.append("Z")
        return "".join(parts)


@cache
def _border(board: Board, turn: int, inset: float, radius: float) -> Border:
    return Border(geometry(board, turn), inset, radius)


@lru_cache(maxsize=64)
def region(board: Board, turn: int, mask: int, inset: float = 5.0, radius: float = 15.0) -> str:
    """The outline of a set of cells, one closed path for each part and hole."""
    return _border(board, turn, inset, radius).around(mask & board.cells)


@lru_cache(maxsize=64)
def links(board: Board, turn: int, mask: int, other: int = 0) -> str:
    """A line between every two neighbours of ``mask``; with ``other``, from those to these."""
    places, parts = geometry(board, turn), []
    across = [Point(0, 0)] * CORNERS
    for side, corner in enumerate(places.corners):
        before = places.corners[side - 1]
        across[side] = Point(corner.x + before.x, corner.y + before.y)
    for side in range(CORNERS if other else CORNERS // 2):
        step, goal = places.steps[side], other or mask
        line = f"l{relative(across[side])}"
        for cell in bits(mask & (goal >> step if step > 0 else goal << -step)):
            parts.append(f"M{relative(places.centres[cell])}{line}")
    return "".join(parts)


def through(board: Board, turn: int, cells: tuple[int, ...]) -> str:
    """A polyline through the centres of the cells."""
    centres = geometry(board, turn).centres
    return "M" + "L".join(relative(centres[cell]) for cell in cells)


def route(board: Board, mask: int, near: int, far: int) -> tuple[int, ...]:
    """A shortest path within ``mask`` from a cell of ``near`` to one of ``far``; or ()."""
    waves = [mask & near]
    reached = waves[0]
    while waves[-1] and not waves[-1] & far:
        waves.append(board.neighbours(waves[-1]) & mask & ~reached)
        reached |= waves[-1]
    here = waves[-1] & far
    if not here:
        return ()
    way = [(here & -here).bit_length() - 1]
    for wave in waves[-2::-1]:
        before = board.neighbours(1 << way[-1]) & wave
        way.append((before & -before).bit_length() - 1)
    return tuple(way[::-1])


def arrow(places: Geometry, start: int, end: int, gap: float) -> str:
    """Path data of an arrow from one cell to another, ``gap`` away from both centres."""
    a, b = places.centres[start], places.centres[end]
    length = ((b.x - a.x) ** 2 + (b.y - a.y) ** 2) ** 0.5
    x, y = (b.x - a.x) / length, (b.y - a.y) / length
    foot, tip = Point(a.x + gap * x, a.y + gap * y), Point(b.x - gap * x, b.y - gap * y)
    head = min(HEAD, length / 2 - gap)
    sides = (Point(head * (side * y - x), head * (-side * x - y)) for side in (0.7, -0.7))
    wings = "".join(f"M{relative(tip)}l{relative(side)}" for side in sides)
    return f"M{relative(foot)}L{relative(tip)}{wings}"
