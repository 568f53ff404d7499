"""Outlines around cells and rings through points, parsed from their SVG paths and measured."""

import re
from math import dist
from random import Random

import pytest

from greylox_web.drawing.hex_geometry import CORNERS, MIRRORED, RADIUS, Point, geometry
from greylox_web.drawing.outline import region_path, ring
from greylox_web.drawing.tray import INLAY, inlays_markup
from greylox_web.rules import GAMES, new_game
from greylox_web.rules.board import bits, hexhex, rhombus

BOARDS = [hexhex(3), rhombus(4)]
TOLERANCE = 0.2  # units of the picture, enough for all rounding errors


def numbers(text):
    return [float(word) for word in re.findall(r"-?[\d.]+", text)]


def trace_path(path):
    """The closed parts of a path, each as (start, corners, straight segments, end)."""
    traces = []
    for part in re.findall(r"M[^Z]*Z", path):
        at, corners, lines = (0.0, 0.0), [], []
        for kind, words in re.findall(r"([Mlq])([^MlqZ]*)", part):
            parts = numbers(words)
            goal = (at[0] + parts[-2], at[1] + parts[-1])
            if kind == "M":
                start = goal
            elif kind == "l":
                lines.append((at, goal))
            else:
                corners.append((at[0] + parts[0], at[1] + parts[1]))
            at = goal
        traces.append((start, corners, lines, at))
    return traces


def sides(board, turn, mask):
    """Yield each side of the border of some cells: both ends, and the middle of the cell."""
    layout = geometry(board, turn)
    for cell in bits(mask):
        at = layout.centres[cell]
        for side, step in enumerate(layout.steps):
            if not (cell + step >= 0 and mask >> cell + step & 1):
                ends = layout.corners[side - 1], layout.corners[side]
                yield *((at.x + end.x, at.y + end.y) for end in ends), at


def depth(point, begin, end, middle):
    """The distance of a point from the line through two others, positive on ``middle``'s side."""

    def cross(at):
        return (end[0] - begin[0]) * (at[1] - begin[1]) - (end[1] - begin[1]) * (at[0] - begin[0])

    return cross(point) / dist(begin, end) * (1 if cross(middle) > 0 else -1)


def sample_masks(board):
    random, cells = Random(1), list(bits(board.cells))
    yield board.cells
    for count in (1, 2, 3, 5, 8, 12):
        yield sum(1 << cell for cell in random.sample(cells, count))


@pytest.mark.parametrize("board", BOARDS, ids=repr)
@pytest.mark.parametrize("turn", [0, 1, 7, MIRRORED + 2])
@pytest.mark.parametrize("inset", [0.0, 5.0])
def test_outline_has_corner_and_line_for_each_border_side(board, turn, inset):
    for mask in sample_masks(board):
        border, parts = (
            list(sides(board, turn, mask)),
            trace_path(region_path(board, turn, mask, inset)),
        )
        assert sum(len(corners) for _, corners, _, _ in parts) == len(border)
        for start, corners, lines, end in parts:
            assert dist(start, end) < TOLERANCE, "the path is closed"
            assert len(lines) == len(corners)
            for line in lines:
                assert any(
                    all(abs(depth(at, *side) - inset) < TOLERANCE for at in line)
                    and all(min(dist(at, goal) for goal in side[:2]) < RADIUS for at in line)
                    for side in border
                ), "a straight part lies along a side, and so far inside it"
            for corner in corners:
                touched = [side for side in border if abs(depth(corner, *side) - inset) < TOLERANCE]
                assert sum(min(dist(corner, at) for at in s[:2]) < RADIUS / 2 for s in touched) > 1


@pytest.mark.parametrize("radius", [0.5, 4.0, 1000.0])
def test_a_ring_turns_at_its_points_and_nowhere_else(radius):
    points = tuple(Point(*at) for at in [(0, 0), (30, 5), (40, 40), (10, 30)])
    begin, ring_path = ring(points, radius)
    [(start, corners, lines, end)] = trace_path(f"M{begin.x} {begin.y}{ring_path}")
    assert start == begin
    for corner, point in zip(corners, points, strict=True):
        assert dist(corner, point) < TOLERANCE
    for (a, b), one, two in zip(lines, points, points[1:], strict=False):
        assert abs(depth(a, one, two, points[2])) < TOLERANCE > abs(depth(b, one, two, points[2]))
    last = min(radius, dist(points[0], points[-1]) / 2)
    assert dist(begin, points[0]) == pytest.approx(last)
    assert dist(end, points[-1]) == pytest.approx(last, abs=TOLERANCE)


@pytest.mark.parametrize("turn", range(0, 24, 5))
def test_inlay_is_drawn_outside_each_goal_edge(turn):
    game = new_game("lox", 5)
    layout, markup = geometry(game.board, turn), inlays_markup(game, turn)
    for name, edges in zip(game.colours, game.edges, strict=True):
        [path] = re.findall(rf'class="inlay {name}" d="([^"]*)"', markup)
        lines = [numbers(part) for part in path.split("M")[1:]]
        for (ax, ay, bx, by), edge in zip(lines, edges, strict=True):
            cells = [layout.centres[cell] for cell in bits(edge)]
            others = [layout.centres[cell] for cell in bits(game.board.cells & ~edge)]
            middle = tuple(sum(values) / len(others) for values in zip(*others, strict=True))
            for at in ((ax, ay), (bx, by)):
                distance = depth(at, cells[0], cells[-1], middle)
                assert distance == pytest.approx(-RADIUS - INLAY, abs=TOLERANCE), "off the board"
            long = dist(cells[0], cells[-1])
            assert long / 2 < dist((ax, ay), (bx, by)) < long
    assert markup.count('class="inlay ') == 2


@pytest.mark.parametrize("name", [name for name in GAMES if name != "lox"])
def test_inlays_without_goal_edges_are_empty(name):
    assert inlays_markup(new_game(name), 0) == ""


def test_every_hexagon_has_six_corners_at_its_radius():
    for corner in geometry(BOARDS[0], 0).corners:
        assert dist(corner, (0, 0)) == pytest.approx(RADIUS)
    assert len(geometry(BOARDS[0], 0).corners) == CORNERS
