"""The measurement of proven results: the sampled positions and the judged answers."""

from random import Random

import pytest

from greylox_web.command.networks import load_registry
from greylox_web.engine.engine import Engine
from greylox_web.engine.solver import Solver
from greylox_web.rules import new_game
from greylox_web.rules.play import replay
from lab.solver_check import engine_action, main, sample_positions, solve_value


@pytest.mark.parametrize("visits", [0, 64])
def test_the_engine_keeps_small_boards(visits):
    """At its highest level and in an analysis, the engine plays 7 cells exactly."""
    game = new_game("brink", 2, allow_small=True)
    solver, engine = Solver(game), Engine(Random(1), load_registry().evaluator)
    samples = sample_positions(game, 12, Random(2))
    assert len({state for state, _ in samples}) == len(samples) == 12
    for state, actions in samples:
        states = replay(game, actions)
        assert states[-1] == state
        action = engine_action(engine, game, states, actions, visits)
        assert solve_value(solver, game.play(state, action), 9) == solve_value(solver, state, 9)


def test_an_analysis_ends_after_its_visits():
    game, engine = new_game("greylox", 4), Engine(Random(1), load_registry().evaluator)
    engine_action(engine, game, [game.start()], (), 40)
    [memory] = engine.trees.values()
    assert memory.root.visits == 40


def test_unknown_board_size_reports_error(monkeypatch, capsys):
    monkeypatch.setattr("sys.argv", ["lab.solver_check", "byg", "99"])
    with pytest.raises(SystemExit):
        main()
    expected = "error: Byg is played on hexagonal boards of size 2 to 8, not 99"
    assert capsys.readouterr().err.splitlines()[-1].endswith(expected)
