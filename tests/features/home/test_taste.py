"""The board of a first visit: its positions follow the rules, and each beat has its parts."""

import re

import pytest

from greylox_web.features.home import taste
from greylox_web.rules.groups import groups
from greylox_web.rules.state import State

BEFORE = State((taste.mask(taste.WHITE), taste.mask((*taste.BLACK, "c3", "b3"))), mover=0)


def flippable(state: State) -> set[str]:
    """The stones of the second colour that the first may flip."""
    flips = taste.GAME.legal(state) & state.stones[1]
    return set(taste.GAME.board.cell_names(flips))


def played(state: State, name: str) -> State:
    """The position after the first colour has played on a cell, and is to play again."""
    cell = taste.GAME.board.parse_cell(name)
    assert taste.GAME.legal(state) >> cell & 1
    return taste.GAME.play(state, cell)._replace(mover=0, placed=0)


def test_each_beat_is_a_turn_that_the_rules_allow():
    assert not flippable(BEFORE), "no stone leans before the first turn"
    placed = played(BEFORE, taste.PLACED)
    assert flippable(placed) == {taste.FLIPPED}
    flipped = played(placed, taste.FLIPPED)
    assert flippable(flipped) == {taste.LAST_FLIPPED}, "one stone leans in the visitor's turn"
    won = played(flipped, taste.LAST_FLIPPED)
    assert groups(taste.GAME.board, won.stones[0]) == [taste.mask(taste.GROUP)]
    assert len(taste.GROUP) == 8


def test_four_of_six_lines_control_the_cell_of_the_first_flip():
    board, placed = taste.GAME.board, played(BEFORE, taste.PLACED)
    cell = board.parse_cell(taste.FLIPPED)
    seen = [
        next((one for one in board.ray(cell, step) if placed.occupied >> one & 1), None)
        for direction in board.directions
        for step in (direction, -direction)
    ]
    assert len(seen) == 6
    white = {board.cell_name(one) for one in seen if one and placed.stones[0] >> one & 1}
    assert white == set(taste.SEEING)


@pytest.mark.parametrize("name", ["wide", "upright"])
def test_one_stone_can_be_pressed_in_its_beat_only(name: str):
    markup = re.search(rf'<svg class="board taste-board {name}".*?</svg>', taste.taste_markup())
    assert markup is not None
    [beats] = re.findall(r'<g data-beats="([^"]+)"><g class="taste-tap" role="button"', markup[0])
    assert beats == str(taste.TURN)
    shown = {
        beat for text in re.findall(r'data-beats="([^"]+)"', markup[0]) for beat in text.split()
    }
    assert shown == {str(beat) for beat in range(taste.GHOST, taste.WON + 1)}


def test_each_beat_has_a_sentence():
    assert len(taste.sentences_markup()) == taste.WON
