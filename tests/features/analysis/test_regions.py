"""The region that a hint names first."""

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
            found = region(game, state, action)
            assert found >> action & 1 and not found & ~legal
            assert found.bit_count() >= min(2, legal.bit_count())
            assert found != legal or legal.bit_count() < MIN_REGION_CELLS, "it tells something"
            around = game.board.neighbours(1 << action) & legal | 1 << action
            middles += found == around
    assert middles < 100, "mostly the action is not the middle of its region"


@pytest.mark.parametrize("stones", [4, 3, 2])
def test_a_region_is_never_all_that_is_legal(stones):
    game = new_game("brink", 3)
    cells = list(bits(game.board.cells))
    left = [cells[place] for place in (0, 4, 11, 18)][:stones]
    others = [cell for cell in cells if cell not in left]
    state = State((sum(1 << c for c in others[::2]), sum(1 << c for c in others[1::2])), 0)
    legal = game.legal(state)
    for action in left:
        found = region(game, state, action)
        assert found >> action & 1 and found.bit_count() == 2
        assert (found == legal) == gives_away_action(game, state, action) == (stones == 2)
