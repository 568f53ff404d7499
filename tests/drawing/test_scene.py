"""The board as it is turned and mirrored: a matter of looking that follows the symmetries."""

from __future__ import annotations

import re
from math import atan2, degrees

import pytest

from greylox_web.drawing.scene import (
    MIRRORED,
    Point,
    centre,
    geometry,
    mirrored,
    neighbour_in_direction,
    rotated,
)
from greylox_web.drawing.tray import (
    INLAID,
    LETTER_HEIGHT,
    LIP_WIDTH,
    PADDING,
    coordinates,
    coordinates_markup,
    frame_width,
    label_height,
    rim_hull,
    view_box,
)
from greylox_web.rules import Game
from greylox_web.rules.board import Board, bits, hexhex, rhombus
from greylox_web.rules.games.brink import Brink
from greylox_web.rules.games.lox import Lox
from tests.thoroughness import sample

BOARDS = [hexhex(3), rhombus(5)]
TURNS = range(2 * MIRRORED)
SOME_TURNS = sample(TURNS)


def places(board: Board, turn: int) -> dict[int, tuple[float, float]]:
    """Where each cell is seen, from the middle of the board."""
    found, half = {}, (board.width - 1) / 2
    middle = centre(board, half, half, turn)
    for cell in bits(board.cells):
        at = centre(board, *board.column_row(cell), turn)
        found[cell] = round(at.x - middle.x, 2) + 0.0, round(at.y - middle.y, 2) + 0.0
    return found


@pytest.mark.parametrize("board", BOARDS)
def test_turns_that_keep_the_shape_are_the_symmetries_of_the_board(board: Board):
    upright = places(board, 0)
    found = []
    for turn in TURNS:
        seen = places(board, turn)
        if set(seen.values()) == set(upright.values()):
            cell_at = {place: cell for cell, place in upright.items()}
            found.append({cell: cell_at[place] for cell, place in seen.items()})
    symmetries = board.symmetries
    assert len(found) == len(symmetries) == {"hexhex": 12, "rhombus": 4}[board.shape]
    assert all(symmetry in found for symmetry in symmetries)


@pytest.mark.parametrize("board", BOARDS)
@pytest.mark.parametrize("turn", SOME_TURNS)
def test_rotating_and_mirroring_are_done_to_what_is_seen(board: Board, turn: int):
    before = places(board, turn)
    for cell, (x, y) in places(board, mirrored(turn)).items():
        assert before[cell] == pytest.approx((-x, y), abs=0.05)
    for cell, (x, y) in places(board, rotated(turn, 3)).items():  # a quarter, clockwise
        assert before[cell] == pytest.approx((y, -x), abs=0.05)
    assert mirrored(mirrored(turn)) == turn == rotated(rotated(turn, 5), -5)


@pytest.mark.parametrize("board", BOARDS)
@pytest.mark.parametrize("turn", SOME_TURNS)
def test_arrow_keys_go_where_they_point_on_the_screen(board: Board, turn: int):
    for cell in bits(board.cells):
        here, reached = centre(board, *board.column_row(cell), turn), set()
        for angle in (0, 90, 180, -90):
            for second in (False, True):
                other = neighbour_in_direction(board, cell, angle, second, turn)
                if other is not None:
                    there = centre(board, *board.column_row(other), turn)
                    away = degrees(atan2(there.y - here.y, there.x - here.x)) - angle
                    assert abs((away + 180) % 360 - 180) < 76
                    reached.add(other)
        assert reached == set(bits(board.neighbours(1 << cell)))


@pytest.mark.parametrize("game", [Brink(3), Brink(5), Brink(8), Brink(5, "rhombus"), Lox(11)])
@pytest.mark.parametrize("turn", SOME_TURNS)
def test_coordinates_stand_in_straight_lines_at_the_corners_too(game: Game, turn: int):
    board = game.board
    ends = {name: at for at, name in coordinates(game, turn)}
    rows = {str(row + 1): board.cell_at(c.start, row) for row, c in enumerate(board.row_columns)}
    letters = {}
    for cell in reversed(list(bits(board.cells))):
        letters[board.cell_name(cell)[0]] = cell  # the lowest of its column
    for named in rows, letters:
        away = {}
        for name, cell in named.items():
            here = centre(board, *board.column_row(cell), turn)
            away[name] = ((ends[name].x - here.x) ** 2 + (ends[name].y - here.y) ** 2) ** 0.5
        most = max(away.values())
        assert all(most - far < 0.01 for far in away.values())


@pytest.mark.parametrize("size", range(5, 16))
@pytest.mark.parametrize("turn", SOME_TURNS)
def test_beside_an_inlay_names_keep_off_it_and_off_the_trays_edge(size: int, turn: int):
    game = Lox(size)
    places, edge = geometry(game.board, turn), frame_width(game, turn, True)
    high = label_height(game, turn)
    for at, name in coordinates(game, turn):
        wide, tall = 0.3 * high * len(name), 0.36 * high
        inner = outside(places.hull, at)
        outer = edge - outside(rim_hull(game, turn, True), at)
        assert outer >= LIP_WIDTH * places.unit + min(wide, tall), name
        if name not in ("1", "a"):  # there the inlay has its end
            assert inner >= INLAID + min(wide, tall), name


def outside(hull: tuple[Point, ...], at: Point) -> float:
    """How far outside a polygon a point lies, from the line of its nearest side."""
    found = []
    for p, q in zip(hull, (*hull[1:], hull[0]), strict=True):
        length = ((q.x - p.x) ** 2 + (q.y - p.y) ** 2) ** 0.5
        found.append(((at.x - p.x) * (q.y - p.y) - (at.y - p.y) * (q.x - p.x)) / length)
    return max(found)


@pytest.mark.parametrize("base", [3, 5, 8])
def test_the_name_of_the_widest_row_keeps_off_the_line_along_the_tray(base: int):
    game = Brink(base)
    unit = geometry(game.board, 0).unit
    tray = view_box(game)[0] + PADDING * unit
    at = next(at for at, name in coordinates(game, 0) if name == str(base))
    assert at.x - 0.3 * LETTER_HEIGHT * unit > tray + 8 * unit


@pytest.mark.parametrize("game", [Brink(3), Brink(8), Brink(5, "rhombus"), Lox(5), Lox(15)])
@pytest.mark.parametrize("turn", SOME_TURNS)
def test_coordinates_stay_inside_the_picture_and_off_the_cells(game: Game, turn: int):
    board = game.board
    left, top, width, height = view_box(game, turn)
    cells = [centre(board, *board.column_row(cell), turn) for cell in bits(board.cells)]
    markup = coordinates_markup(game, turn)
    high = float(re.findall(r'font-size="([\d.]+)"', markup)[0])
    labels = re.findall(r'x="([-\d.]+)" y="([-\d.]+)">(\w+)<', markup)
    assert len(labels) == 2 * board.width
    assert high == pytest.approx(0.017 * max(width, height), rel=0.15), "small on every board"
    for x, y, name in ((float(x), float(y) - 0.35 * high, name) for x, y, name in labels):
        half = 0.3 * high * len(name)  # of its width
        assert left <= x - half and x + half <= left + width
        assert top <= y - high / 2 and y + high / 2 <= top + height
        assert min(((x - p.x) ** 2 + (y - p.y) ** 2) ** 0.5 for p in cells) > 43.3 + 0.3 * high
