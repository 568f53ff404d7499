"""Late positions: the worker solves them, and brute force says the same."""

from random import Random

import pytest
from samples import minimax

from greylox_web.app.thinking import wire
from greylox_web.rules import GAMES, new_game
from greylox_web.rules.board import bits
from greylox_web.rules.notation.actions import Record, action_named
from greylox_web.rules.notation.links import write_link
from greylox_web.rules.play import random_game, replay
from greylox_web.search.exact.solver import Ending, is_late
from greylox_web.search.levels import SearchMemory
from greylox_web.search.tuning import TUNED
from greylox_web.worker.protocol import STRONG, Worker

SIZES = {"greylox": 4, "lox": 5, "brink": 4, "multiplicity": 4, "byg": 4}
VACANT = 5  # cells, at most: brute force has to be quick


def vacant(game, state):
    return (game.board.cells & ~state.occupied).bit_count()


def endings(name, count):
    """Records of random games that stop at a late position in which it matters what is played."""
    game, random, found = new_game(name, SIZES[name]), Random(name), []
    while len(found) < count:
        actions = random_game(game, random)
        states = replay(game, actions)
        for place, state in enumerate(states[:-1]):
            if 2 <= vacant(game, state) <= VACANT:
                children = {minimax(game, game.play(state, a)) for a in bits(game.legal(state))}
                if len(children) > 1:
                    found.append((Record(game, tuple(actions[:place])), state))
                    break
    return found


def ask(record, purpose="play", level=STRONG, worker=None):
    """The worker's final report, and how many slices it took."""
    worker = worker or Worker(Random(1))
    line = worker.begin(wire.write_think(wire.Think(1, write_link(record), level, purpose)))
    report, slices = wire.read_report(line), 0
    while not report.final:
        report, slices = wire.read_report(worker.slice_(1, 50)), slices + 1
    assert report.error is None
    return report, slices


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("purpose", ["play", "hint", "review", "analyse"])
def test_a_late_position_is_solved_and_the_answer_keeps_its_value(name, purpose):
    for record, state in endings(name, 6):
        game = record.game
        report, _ = ask(record, purpose)
        value = minimax(game, state)
        assert (report.proven, report.value_first) == (True, value)
        action = action_named(game.board, report.action)
        assert minimax(game, game.play(state, action)) == value
        assert report.line[0] == report.top[0].action == report.action
        for top in report.top:
            child = game.play(state, action_named(game.board, top.action))
            assert minimax(game, child) == top.value_first


@pytest.mark.parametrize(("name", "count"), [("greylox", 15), ("multiplicity", 60), ("byg", 40)])
def test_where_a_little_search_errs_the_answer_is_right(name, count):
    erred = 0
    for record, state in endings(name, count):
        game, value = record.game, minimax(record.game, state)
        search = SearchMemory(Random(2)).search(game, [state], [])
        for _ in range(4):
            search.step()
        if minimax(game, game.play(state, search.thought().action)) != value:
            erred += 1
            report, _ = ask(record)
            action = action_named(game.board, report.action)
            assert minimax(game, game.play(state, action)) == value and report.proven
    assert erred


@pytest.mark.parametrize("name", GAMES)
def test_the_line_is_legal_and_keeps_the_value(name):
    for record, state in endings(name, 6):
        game, value = record.game, minimax(record.game, state)
        ending = Ending(game, state)
        while not ending.step(0.05):
            pass
        for action in ending.line(12):
            assert game.legal(state) >> action & 1
            state = game.play(state, action)
            assert minimax(game, state) == value


def test_solving_slice_by_slice_ends_with_the_work_and_not_with_the_time():
    record, state = endings("greylox", 1)[0]
    whole = Ending(record.game, state)
    assert whole.step(60)
    sliced, steps = Ending(record.game, state), 1
    while not sliced.step(0):
        steps += 1
    assert sliced.solution.value_first == whole.solution.value_first == minimax(record.game, state)
    early = Ending(new_game("greylox", 5), new_game("greylox", 5).start())
    while not early.step(0.01):
        assert early.left > 0
    assert early.solution is None and early.solver.nodes <= TUNED["greylox"].opened + 2


def test_a_slice_is_short():
    game = new_game("greylox", 5)
    ending = Ending(game, game.start())
    from time import perf_counter

    times = []
    while ending.left > 0:
        start = perf_counter()
        if ending.step(0.02):
            break
        times.append(perf_counter() - start)
    assert len(times) > 2 and sorted(times)[len(times) // 2] < 0.05


def test_weak_levels_and_early_positions_are_searched_as_before():
    record, _ = endings("brink", 1)[0]
    weak, _ = ask(record, level=STRONG - 1)
    assert weak.playouts
    game = new_game("brink", 4)
    assert not is_late(game, game.start())
    early, _ = ask(Record(game), "review", level=1)
    assert early.playouts and not early.proven


def test_a_lost_position_is_played_on_with_the_search_and_told_as_lost():
    game, random = new_game("byg", 4), Random(5)
    while True:
        actions = random_game(game, random)
        states = replay(game, actions)
        place = next(n for n, state in enumerate(states) if vacant(game, state) <= VACANT)
        state = states[place]
        lost = 1 if state.mover else -1
        if len(list(bits(game.legal(state)))) > 2 and minimax(game, state) == lost:
            break
    report, _ = ask(Record(game, tuple(actions[:place])), "analyse")
    assert (report.proven, report.value_first) == (True, lost)
    assert report.playouts and all(top.value_first == lost for top in report.top)
