"""The sight dial: a sector for each line, turned as the board is."""

import re

from greylox_web.drawing.dial import EDGE, NO_STONE, dial, dial_markup
from greylox_web.drawing.scene import POINTY_TOP, geometry
from greylox_web.rules import new_game
from greylox_web.rules.notation.links import read_link
from greylox_web.rules.sight import seeing_stones

LINK = "1/greylox3/sx2.4.1o2x.4.x2-x-2/m"


def told(name):
    reading = read_link(LINK)
    game, state = reading.record.game, reading.states[-1]
    return game, state, dial(game, state.stones, game.board.parse_cell(name))


def test_each_line_is_of_the_stone_that_it_meets():
    game, _, found = told("c3")
    board = game.board
    steps = geometry(board).steps
    lines = {side: step for side, step in zip(found.sectors, steps, strict=True) if side == "black"}
    assert lines == {"black": board.parse_cell("b3") - board.parse_cell("c3")}
    assert sorted(found.sectors) == ["black", NO_STONE, NO_STONE, "white", "white", "white"]
    assert found.seen_counts == (3, 1) and found.needed == 4


def test_a_corner_has_sides_without_a_line():
    _, _, found = told("a1")
    assert found.sectors.count(EDGE) == 3 and found.needed == 2


def test_it_counts_what_the_rules_count():
    game, state, _ = told("c3")
    board = game.board
    for name in board.cell_names(board.cells):
        seen = seeing_stones(board, board.parse_cell(name), state.occupied, state.occupied)
        counts = tuple((seen & side).bit_count() for side in state.stones)
        assert dial(game, state.stones, board.parse_cell(name)).seen_counts == counts


def test_it_turns_with_the_board():
    found = told("c3")[2]
    lying, standing = (dial_markup(found, 0, "of 4", turn) for turn in (0, POINTY_TOP))
    assert lying != standing and ">3<" in lying and ">of 4<" in lying
    for markup in (lying, standing):
        assert re.findall(r'class="sector (\w+)"', markup) == list(found.sectors)


def test_a_rhombus_has_one_too():
    game = new_game("lox", 5)
    assert dial(game, game.start().stones, game.board.parse_cell("c3")).sectors == (NO_STONE,) * 6
