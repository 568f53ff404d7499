"""Compiled random games have the same distribution as those of the rules."""

import sys
from collections import Counter
from random import Random
from statistics import fmean, variance

import pytest

from greylox_web.command.match.score import total_points
from greylox_web.engine.compiled.rules import CompiledPlayouts, compiled_rules
from greylox_web.engine.playouts import Playouts, terminal_value
from greylox_web.engine.tree_reuse import PlayerTree
from greylox_web.rules import new_game
from greylox_web.rules.board import bits
from greylox_web.rules.play import random_game, replay
from lab.match import Player, play_parallel
from lab.openings import random_even_openings
from tests.diagrams import position_from_diagram
from tests.thoroughness import LONG


@pytest.mark.parametrize("name", ["greylox", "lox", "byg", "brink", "multiplicity"])
def test_a_finished_position_stays_as_it_is(name):
    game = new_game(name)
    last = replay(game, random_game(game, Random(1)))[-1]
    compiled = CompiledPlayouts(Random(1))
    assert compiled.final_state(game, last).stones == last.stones
    assert compiled(game, last) == (terminal_value(game, last), last.stones)


@pytest.mark.parametrize("name", ["greylox", "lox", "byg", "brink", "multiplicity"])
def test_a_seed_decides_the_game(name):
    game = new_game(name)
    one, second, other = (CompiledPlayouts(Random(seed)) for seed in (1, 1, 2))
    results = [one(game, game.start()) for _ in range(6)]
    lasts = [second.final_state(game, game.start()) for _ in range(6)]
    assert results == [(terminal_value(game, last), last.stones) for last in lasts]
    assert len(set(results)) == 6
    assert results != [other(game, game.start()) for _ in range(6)]


def chances(game, state):
    """Return each action's probability: eight draws among all cells, then one among all actions."""
    legal = list(bits(game.legal(state)))
    cells = [action for action in legal if action < game.board.end_action]
    missed = (1 - len(cells) / game.board.cells.bit_count()) ** 8
    late_chance = missed / len(legal)
    early_chance = (1 - missed) / max(len(cells), 1)
    return {a: late_chance + (early_chance if a < game.board.end_action else 0.0) for a in legal}


def random_position(game, share, seed):
    """Return the position of a random game after this share of its actions."""
    actions = random_game(game, Random(seed))
    return replay(game, actions[: int(share * len(actions))])[-1]


@pytest.mark.parametrize("share", [0.0, 0.05, 0.2, 0.5, 0.8, 0.9])
@pytest.mark.parametrize("name", ["greylox", "lox", "byg"])
def test_the_first_action_has_the_right_chances(name, share):
    game = new_game(name, {"lox": 6}.get(name, 4))
    state = random_position(game, share, 5)
    expected = chances(game, state)
    times = 40 * len(expected)
    after = {game.play(state, action): action for action in expected}
    rules, random = compiled_rules(game), Random(3)
    counts = Counter(
        after[rules.play_random_games(state, random.getrandbits(62), 1, 1)[1].state]
        for _ in range(times)
    )
    assert set(counts) <= set(expected)
    likely = {a: times * p for a, p in expected.items() if times * p >= 5}
    chi_square = sum((counts[a] - mean) ** 2 / mean for a, mean in likely.items())
    assert chi_square <= len(likely) + 4 * (2 * len(likely)) ** 0.5, "chi square, four sigma"


def test_a_turn_ends_early_as_often_as_it_should():
    """The end is one of three choices, after eight draws that miss the two free cells of 19."""
    game = new_game("byg", 3)
    state = position_from_diagram(
        game,
        """
          x o x
         o x o x
        o o x . o
         x o o .
          o x p
        """,
        first="xp",
        placed="p",
    )
    state = state._replace(quota=2)
    times = 4000
    rules, random, ended = compiled_rules(game), Random(1), 0
    expected = chances(game, state)[game.board.end_action]
    assert 0.1 < expected < 0.4
    for _ in range(times):
        _, result = rules.play_random_games(state, random.getrandbits(62), 1, 1)
        ended += result.state.stones == state.stones
    assert abs(ended - times * expected) < 4 * (times * expected * (1 - expected)) ** 0.5


@pytest.mark.parametrize("share", [0.0, 0.3, 0.7])
@pytest.mark.parametrize("name", ["greylox", "lox", "byg", "brink", "multiplicity"])
def test_compiled_playouts_match_python_distribution(name, share):
    """The means of values and stone counts agree within four standard errors."""
    game = new_game(name, {"lox": 6}.get(name, 4))
    state = random_position(game, share, 6)

    def columns(evaluate, times):
        rows = (evaluate(game, state) for _ in range(times))
        columns = [(v, a.bit_count(), b.bit_count()) for v, (a, b) in rows]
        return list(zip(*columns, strict=True))

    count = 1000 if LONG else 400
    slow = columns(Playouts(Random(7)), count)
    fast = columns(CompiledPlayouts(Random(8)), 4 * count)
    for one, other in zip(slow, fast, strict=True):
        error = (variance(one) / len(one) + variance(other) / len(other)) ** 0.5
        assert abs(fmean(one) - fmean(other)) <= 4 * error


def test_matches_and_the_engine_play_compiled_games():
    players = (Player("playouts:100"), Player("random"))
    game = new_game("greylox", 3)
    games = list(
        play_parallel(game, players, [0, 1, 2, 3], random_even_openings(game, 2, "1"), "1")
    )
    assert total_points(games) >= 3
    search = PlayerTree(Random(1)).start_search(game, [game.start()], [])
    assert isinstance(search.plain.playout, CompiledPlayouts)


def test_without_wasmtime_the_rules_play_the_games(monkeypatch):
    monkeypatch.setitem(sys.modules, "wasmtime", None)
    game = new_game("lox", 5)
    one, other = CompiledPlayouts(Random(1)), Playouts(Random(1))
    assert [one(game, game.start()) for _ in range(3)] == [
        other(game, game.start()) for _ in range(3)
    ]
    assert one.final_state(game, game.start()) == other.final_state(game, game.start())


@pytest.mark.parametrize(
    ("name", "options", "size"),
    [
        *(("brink", {"x": x}, size) for x in (1, 3, 7) for size in (3, 4, 8)),
        ("brink", {"board": "rhombus", "x": 2}, 6),
        ("multiplicity", {"opening": False}, 3),
        ("multiplicity", {"opening": False}, 8),
        ("multiplicity", {"opening": True}, 4),
    ],
)
def test_boards_are_filled_by_the_rules(name, options, size):
    """From many positions: existing stones stay, and the colours take turns."""
    game, random = new_game(name, size, options, allow_small=True), Random(size)
    compiled, values = CompiledPlayouts(random), set()
    for _ in range(60):
        actions = random_game(game, random)
        state = replay(game, actions[: random.randrange(len(actions) + 1)])[-1]
        value, stones = compiled(game, state)
        last = compiled.final_state(game, state)
        for held in (stones, last.stones):
            counts = [mask.bit_count() for mask in held]
            assert counts == [mask.bit_count() for mask in replay(game, actions)[-1].stones]
            assert not held[0] & held[1] and not (held[0] | held[1]) & ~game.board.cells
            assert all(old & new == old for old, new in zip(state.stones, held, strict=True))
        assert game.legal(last) == 0
        assert value == terminal_value(game, last._replace(stones=stones))
        values.add(value)
    assert {-1.0, 1.0} <= values


def test_each_cell_is_filled_as_often_as_others():
    game = new_game("brink", 3)
    state = random_position(game, 0.3, 2)
    vacant, compiled, times = game.legal(state), CompiledPlayouts(Random(1)), 4000
    counts = Counter(
        c for _ in range(times) for c in bits(compiled(game, state).ownership[0] & vacant)
    )
    share = sum(counts.values()) / times / vacant.bit_count()
    error = (times * share * (1 - share)) ** 0.5
    assert all(abs(counts[cell] - times * share) < 4 * error for cell in bits(vacant))
