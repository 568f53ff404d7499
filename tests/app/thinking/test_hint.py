"""The region that a hint names first."""

from random import Random

import pytest

from greylox_web.app.thinking.hint import FEWEST, region
from greylox_web.rules import GAMES, new_game
from greylox_web.rules.board import bits
from greylox_web.rules.play import random_game, replay


@pytest.mark.parametrize("name", GAMES)
def test_a_region_holds_the_action_and_some_more_legal_cells(name):
    game, random = new_game(name), Random(3)
    middles = 0
    for state in replay(game, random_game(game, random))[:-1]:
        legal = game.legal(state) & game.board.cells
        for action in list(bits(legal))[::7]:
            found = region(game, state, action)
            assert found >> action & 1 and not found & ~legal
            assert found.bit_count() >= min(FEWEST, legal.bit_count())
            around = game.board.neighbours(1 << action) & legal | 1 << action
            middles += found == around
    assert middles < 100, "mostly the action is not the middle of its region"
