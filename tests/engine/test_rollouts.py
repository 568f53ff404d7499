"""The random games that share in a position's value: those of the compiled code, game by game."""

from random import Random
from statistics import fmean

import pytest

from greylox_web.engine.compiled.network import make_encoder
from greylox_web.engine.network_registry import make_evaluator
from greylox_web.engine.rollouts import Rollouts
from greylox_web.engine.search import PuctParams
from greylox_web.rules.notation.links import read_spec
from tests.engine.samples import positions, random_weights

FILLED = """
    brink3-x2 brink4-d-x3 brink5-x3 brink5-x3-p brink8-x3 multiplicity3-f-p multiplicity5-f
    multiplicity8-f
""".split()


def make_kernel(game):
    return make_evaluator(game, random_weights(make_encoder(game)))


@pytest.mark.parametrize("spec", FILLED)
def test_compiled_code_plays_the_same_games(spec):
    """Boards of more than 64 vacant cells have no exact end."""
    game, random = read_spec(spec, allow_small=True), Random(spec)
    kernel, states = make_kernel(game), positions(game, 1, seed=3)
    for state in [game.start(), *states[1:3], *random.sample(states, 12), *states[-3:]]:
        count = random.randint(1, 5)
        expected = kernel.rollout_sum(PuctParams(rollouts=count), state)
        assert Rollouts(game, count).sum_first(state) == expected


@pytest.mark.parametrize("spec", ["greylox3", "lox5", "byg3", "multiplicity3"])
def test_other_games_have_the_same_mean(spec):
    game = read_spec(spec, allow_small=True)
    kernel = make_kernel(game)
    for state in Random(2).sample(positions(game, 2), 3):
        means = (
            Rollouts(game, 500).sum_first(state) / 500,
            kernel.rollout_sum(PuctParams(rollouts=2000), state) / 2000,
        )
        assert abs(means[0] - means[1]) < 0.2
    values = [Rollouts(game, 1).sum_first(state) for state in positions(game, 2)]
    assert set(values) <= {-1, 0, 1} and abs(fmean(values)) < 1
