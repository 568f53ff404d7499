"""Time per turn: used, respected, and shared by the stones of a turn; the tree is reused."""

from itertools import count
from random import Random
from time import monotonic

import pytest

from greylox_web.command import game as command_game
from greylox_web.command.game import EnginePlayer, GameInProgress
from greylox_web.engine.engine import Engine, SearchTask
from greylox_web.engine.levels import TURN_SECONDS
from greylox_web.engine.tree_reuse import no_network
from greylox_web.rules import new_game
from greylox_web.rules.play import replay

TICK = 0.01  # seconds per reading of the clock


def thought_seconds(game, actions, level):
    """Return the engine's thinking time for one action, by a clock that only it advances."""
    ticks = count()
    states = replay(game, actions)
    task = Engine(Random(1)).start_task(game, states, actions, level)

    def clock():
        return next(ticks) * TICK

    spent = 0.0
    while not task.is_done:  # in slices, like the page's worker
        before = next(ticks)
        task.think(0.05, clock)
        spent += (next(ticks) - before - 2) * TICK
    return spent


@pytest.mark.parametrize(("level", "seconds"), TURN_SECONDS.items())
def test_a_turn_takes_the_time_of_its_level(level, seconds):
    game = new_game("brink", 4)
    assert thought_seconds(game, [], level) == pytest.approx(seconds, rel=0.1, abs=0.05)


def test_the_stones_of_a_turn_share_its_time():
    game = new_game("greylox", 4)
    opened = [game.board.parse_cell("d4")]
    bound, free = ([*opened, *more] for more in ([], [game.board.parse_cell("d5")]))
    states = replay(game, free)
    assert states[1].quota == 2 and states[2].placed
    for actions in (bound, free):
        assert thought_seconds(game, actions, 11) == pytest.approx(0.5, abs=0.1)


def test_ponder_tree_is_reused_by_next_turn():
    game, engine = new_game("brink", 4), Engine(Random(1))
    start = [game.start()]
    ahead = engine.start_task(game, start, [], 11, "ponder")
    ahead.visits = 3000
    ahead.think()
    action = ahead.search.root.best_child()
    played = [int(ahead.search.root.actions[action])]
    task = engine.start_task(game, replay(game, played), played, 11)
    assert task.search.root is ahead.search.root.child_nodes[action]
    assert task.search.root.visits > 10
    hint = engine.start_task(game, start, [], 11, "hint")
    assert hint.search.root.visits == 0


def test_a_clock_gives_more_or_less_time_than_the_level():
    table, player = GameInProgress(new_game("brink", 4)), EnginePlayer(14, Random(1), no_network)
    begin = monotonic()
    player.choose_turn(table, begin + 0.3)
    assert monotonic() - begin >= 0.25


def test_a_clock_is_shared_by_all_stones_of_a_turn(monkeypatch):
    table, ticks, time_limits = GameInProgress(new_game("byg", 4)), count(), []
    player = EnginePlayer(1, Random(1), no_network)
    while table.state.quota < 3:
        table.play(table.turn_text(player.choose_turn(table)))

    def clock():
        return next(ticks) * TICK

    real = SearchTask.think

    def think(task, seconds, clock):
        time_limits.append(seconds)
        real(task, seconds, clock)

    monkeypatch.setattr(command_game, "monotonic", clock)
    monkeypatch.setattr(SearchTask, "think", think)
    deadline = clock() + 3.0
    assert len(EnginePlayer(11, Random(1), no_network).choose_turn(table, deadline)) == 3
    assert time_limits == [pytest.approx(1.0, abs=0.1)] * 3
    assert clock() == pytest.approx(deadline, abs=0.15)
