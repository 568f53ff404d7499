"""The geometry of the board on the screen: turns, mirrors and coordinates."""

from __future__ import annotations

import re
from math import atan2, degrees

import pytest

from greylox_web.drawing.hex_geometry import (
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
SAMPLE_TURNS = sample(TURNS)


def cell_positions(board: Board, turn: int) -> dict[int, tuple[float, float]]:
    """The position of each cell on the screen, relative to the middle of the board."""
    positions, half = {}, (board.width - 1) / 2
    middle = centre(board, half, half, turn)
    for cell in bits(board.cells):
        at = centre(board, *board.column_row(cell), turn)
        positions[cell] = round(at.x - middle.x, 2) + 0.0, round(at.y - middle.y, 2) + 0.0
    return positions


@pytest.mark.parametrize("board", BOARDS)
def test_shape_preserving_turns_equal_board_symmetries(board: Board):
    upright = cell_positions(board, 0)
    symmetries_of_turns = []
    for turn in TURNS:
        turned_positions = cell_positions(board, turn)
        if set(turned_positions.values()) == set(upright.values()):
            cell_at = {position: cell for cell, position in upright.items()}
            symmetries_of_turns.append(
                {cell: cell_at[position] for cell, position in turned_positions.items()}
            )
    symmetries = board.symmetries
    assert len(symmetries_of_turns) == len(symmetries) == {"hexhex": 12, "rhombus": 4}[board.shape]
    assert all(symmetry in symmetries_of_turns for symmetry in symmetries)


@pytest.mark.parametrize("board", BOARDS)
@pytest.mark.parametrize("turn", SAMPLE_TURNS)
def test_rotated_and_mirrored_act_on_screen_positions(board: Board, turn: int):
    before = cell_positions(board, turn)
    for cell, (x, y) in cell_positions(board, mirrored(turn)).items():
        assert before[cell] == pytest.approx((-x, y), abs=0.05)
    for cell, (x, y) in cell_positions(board, rotated(turn, 3)).items():  # a quarter, clockwise
        assert before[cell] == pytest.approx((y, -x), abs=0.05)
    assert mirrored(mirrored(turn)) == turn == rotated(rotated(turn, 5), -5)


@pytest.mark.parametrize("board", BOARDS)
@pytest.mark.parametrize("turn", SAMPLE_TURNS)
def test_arrow_keys_go_where_they_point_on_the_screen(board: Board, turn: int):
    for cell in bits(board.cells):
        origin, reached = centre(board, *board.column_row(cell), turn), set()
        for angle in (0, 90, 180, -90):
            for second in (False, True):
                other = neighbour_in_direction(board, cell, angle, second, turn)
                if other is not None:
                    target = centre(board, *board.column_row(other), turn)
                    angle_difference = (
                        degrees(atan2(target.y - origin.y, target.x - origin.x)) - angle
                    )
                    assert abs((angle_difference + 180) % 360 - 180) < 76
                    reached.add(other)
        assert reached == set(bits(board.neighbours(1 << cell)))


@pytest.mark.parametrize("game", [Brink(3), Brink(5), Brink(8), Brink(5, "rhombus"), Lox(11)])
@pytest.mark.parametrize("turn", SAMPLE_TURNS)
def test_coordinates_are_equally_far_from_their_cells(game: Game, turn: int):
    board = game.board
    ends = {name: at for at, name in coordinates(game, turn)}
    rows = {str(row + 1): board.cell_at(c.start, row) for row, c in enumerate(board.row_columns)}
    letters = {}
    for cell in reversed(list(bits(board.cells))):
        letters[board.cell_name(cell)[0]] = cell  # the lowest of its column
    for named in rows, letters:
        distances = {}
        for name, cell in named.items():
            origin = centre(board, *board.column_row(cell), turn)
            distances[name] = (
                (ends[name].x - origin.x) ** 2 + (ends[name].y - origin.y) ** 2
            ) ** 0.5
        longest = max(distances.values())
        assert all(longest - distance < 0.01 for distance in distances.values())


@pytest.mark.parametrize("size", range(5, 16))
@pytest.mark.parametrize("turn", SAMPLE_TURNS)
def test_coordinates_beside_inlay_do_not_overlap_it(size: int, turn: int):
    game = Lox(size)
    layout, edge = geometry(game.board, turn), frame_width(game, turn, True)
    high = label_height(game, turn)
    for at, name in coordinates(game, turn):
        wide, tall = 0.3 * high * len(name), 0.36 * high
        inner = outside(layout.hull, at)
        outer = edge - outside(rim_hull(game, turn, True), at)
        assert outer >= LIP_WIDTH * layout.unit + min(wide, tall), name
        if name not in ("1", "a"):  # the inlay ends at these two
            assert inner >= INLAID + min(wide, tall), name


def outside(hull: tuple[Point, ...], at: Point) -> float:
    """The distance of a point outside a polygon, from the line of its nearest side."""
    distances = []
    for p, q in zip(hull, (*hull[1:], hull[0]), strict=True):
        length = ((q.x - p.x) ** 2 + (q.y - p.y) ** 2) ** 0.5
        distances.append(((at.x - p.x) * (q.y - p.y) - (at.y - p.y) * (q.x - p.x)) / length)
    return max(distances)


@pytest.mark.parametrize("base", [3, 5, 8])
def test_coordinate_of_widest_row_does_not_overlap_lip(base: int):
    game = Brink(base)
    unit = geometry(game.board, 0).unit
    tray = view_box(game)[0] + PADDING * unit
    at = next(at for at, name in coordinates(game, 0) if name == str(base))
    assert at.x - 0.3 * LETTER_HEIGHT * unit > tray + 8 * unit


@pytest.mark.parametrize("game", [Brink(3), Brink(8), Brink(5, "rhombus"), Lox(5), Lox(15)])
@pytest.mark.parametrize("turn", SAMPLE_TURNS)
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
        half = 0.3 * high * len(name)  # half the label's width
        assert left <= x - half and x + half <= left + width
        assert top <= y - high / 2 and y + high / 2 <= top + height
        assert min(((x - p.x) ** 2 + (y - p.y) ** 2) ** 0.5 for p in cells) > 43.3 + 0.3 * high
