"""The measurement of what is proven: which positions it takes, and which answers."""

from random import Random

import pytest

from greylox_web.command.nets import all_nets
from greylox_web.rules import new_game
from greylox_web.rules.play import replay
from greylox_web.search.exact.solver import Solver
from greylox_web.worker.protocol import Worker
from lab.exact import answer, positions, value


@pytest.mark.parametrize("visits", [0, 64])
def test_the_engine_keeps_small_boards(visits):
    """At its highest level, and as an analysis does: both know how to play 7 cells exactly."""
    game = new_game("brink", 2, small=True)
    solver, worker = Solver(game), Worker(Random(1), nets=all_nets())
    found = positions(game, 12, Random(2))
    assert len({state for state, _ in found}) == len(found) == 12
    for state, actions in found:
        assert replay(game, actions)[-1] == state
        action = answer(worker, game, actions, visits)
        assert value(solver, game.play(state, action), 9) == value(solver, state, 9)


def test_an_analysis_ends_after_its_visits():
    game, worker = new_game("greylox", 4), Worker(Random(1), nets=all_nets())
    answer(worker, game, (), 40)
    assert worker.task.last is not None
    assert worker.task.last.playouts == 40
