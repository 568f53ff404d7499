"""The sight dial: a sector for each ray, turned with the board."""

import re

from greylox_web.drawing.dial import EDGE, NO_STONE, dial, dial_markup
from greylox_web.drawing.hex_geometry import POINTY_TOP, geometry
from greylox_web.rules import new_game
from greylox_web.rules.notation.links import read_link
from greylox_web.rules.sight import seeing_stones

LINK = "1/greylox3/sx2.4.1o2x.4.x2-x-2/m"


def make_dial(name):
    reading = read_link(LINK)
    game, state = reading.record.game, reading.states[-1]
    return game, state, dial(game, state.stones, game.board.parse_cell(name))


def test_dial_sector_has_colour_of_nearest_stone():
    game, _, dial = make_dial("c3")
    board = game.board
    steps = geometry(board).steps
    lines = {side: step for side, step in zip(dial.sectors, steps, strict=True) if side == "black"}
    assert lines == {"black": board.parse_cell("b3") - board.parse_cell("c3")}
    assert sorted(dial.sectors) == ["black", NO_STONE, NO_STONE, "white", "white", "white"]
    assert dial.seen_counts == (3, 1) and dial.needed == 4


def test_a_corner_has_sides_without_a_line():
    _, _, dial = make_dial("a1")
    assert dial.sectors.count(EDGE) == 3 and dial.needed == 2


def test_dial_counts_match_seeing_stones():
    game, state, _ = make_dial("c3")
    board = game.board
    for name in board.cell_names(board.cells):
        seeing = seeing_stones(board, board.parse_cell(name), state.occupied, state.occupied)
        counts = tuple((seeing & side).bit_count() for side in state.stones)
        assert dial(game, state.stones, board.parse_cell(name)).seen_counts == counts


def test_it_turns_with_the_board():
    dial = make_dial("c3")[2]
    flat, pointy = (dial_markup(dial, 0, "of 4", turn) for turn in (0, POINTY_TOP))
    assert flat != pointy and ">3<" in flat and ">of 4<" in flat
    for markup in (flat, pointy):
        assert re.findall(r'class="sector (\w+)"', markup) == list(dial.sectors)


def test_dial_of_empty_rhombus_has_six_open_sectors():
    game = new_game("lox", 5)
    assert dial(game, game.start().stones, game.board.parse_cell("c3")).sectors == (NO_STONE,) * 6
