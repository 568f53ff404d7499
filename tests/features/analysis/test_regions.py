"""The region that the first step of a hint shows."""

from random import Random

import pytest

from greylox_web.features.analysis.hint import MIN_REGION_CELLS, gives_away_action, region
from greylox_web.rules import GAMES, new_game
from greylox_web.rules.board import bits
from greylox_web.rules.play import random_game, replay
from greylox_web.rules.state import State


@pytest.mark.parametrize("name", GAMES)
def test_a_region_holds_the_action_and_some_more_legal_cells(name):
    game, random = new_game(name), Random(3)
    middles = 0
    for state in replay(game, random_game(game, random))[:-1]:
        legal = game.legal(state) & game.board.cells
        for action in list(bits(legal))[::7]:
            cells = region(game, state, action)
            assert cells >> action & 1 and not cells & ~legal
            assert cells.bit_count() >= min(2, legal.bit_count())
            assert cells != legal or legal.bit_count() < MIN_REGION_CELLS, "it tells something"
            around = game.board.neighbours(1 << action) & legal | 1 << action
            middles += cells == around
    assert middles < 100, "mostly the action is not the middle of its region"


@pytest.mark.parametrize("stones", [4, 3, 2])
def test_region_is_smaller_than_all_legal_cells(stones):
    game = new_game("brink", 3)
    cells = list(bits(game.board.cells))
    vacant = [cells[index] for index in (0, 4, 11, 18)][:stones]
    others = [cell for cell in cells if cell not in vacant]
    state = State((sum(1 << c for c in others[::2]), sum(1 << c for c in others[1::2])), 0)
    legal = game.legal(state)
    for action in vacant:
        region_cells = region(game, state, action)
        assert region_cells >> action & 1 and region_cells.bit_count() == 2
        assert (region_cells == legal) == gives_away_action(game, state, action) == (stones == 2)
