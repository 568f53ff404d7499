"""Newcomers search one or two actions ahead; level 1 loses to them without blunders."""

import json
from random import Random

import pytest

from greylox_web.command.match.log import MatchGame
from greylox_web.command.match.score import total_points
from greylox_web.engine.heuristic import best_actions, score, scores
from greylox_web.engine.tree_reuse import PlayerTree
from greylox_web.engine.tuning import DEFAULT_TUNING, LAST_FILTERED_LEVEL, TUNING, level_settings
from greylox_web.rules import GAMES, default_game, new_game
from greylox_web.rules.board import bits
from greylox_web.rules.notation.actions import GameRecord
from greylox_web.rules.notation.links import write_link
from lab import newcomers
from lab.lookahead import choose
from lab.match import Player, play_parallel
from lab.networks import load_kernel
from lab.newcomers import count_errors, distinct_games, worst_tenth
from lab.openings import random_even_openings
from tests.engine.samples import SIZES, positions

SAMPLE = {name: size - 1 for name, size in SIZES.items()}


def evaluate_actions(game, state, depth):
    """Return a newcomer's value of each action: a slow reference."""
    values = {}
    for action in bits(game.legal(state)):
        then = game.play(state, action)
        replies = [
            score(game, game.play(then, reply), state.mover) for reply in bits(game.legal(then))
        ]
        if depth == 1 or not replies:
            values[action] = score(game, then, state.mover)
        else:
            values[action] = max(replies) if then.mover == state.mover else min(replies)
    return values


@pytest.mark.parametrize("depth", [1, 2])
@pytest.mark.parametrize("name", GAMES)
def test_newcomer_plays_any_of_the_best_actions(name, depth):
    game = new_game(name, SAMPLE[name], allow_small=True)
    for state in positions(game, games=1)[1::4]:
        values = evaluate_actions(game, state, depth)
        best_value = max(values.values())
        best_actions = {action for action, value in values.items() if value == best_value}
        chosen = [
            choose(game, state, depth, Random(seed)) for seed in range(12 * len(best_actions))
        ]
        assert set(chosen) <= best_actions
        assert len(set(chosen)) > len(best_actions) / 2, "ties are broken at random"


@pytest.mark.parametrize("name", GAMES)
def test_same_seed_repeats_the_game(name):
    game = new_game(name, SAMPLE[name], allow_small=True)
    pair = Player("newcomer:1"), Player("newcomer:2")
    openings = random_even_openings(game, 1, "1")
    first, repeated, other = (
        [game["link"] for game in play_parallel(game, pair, [0, 1], openings, seed)]
        for seed in ("1", "1", "2")
    )
    assert first == repeated != other


NEWCOMER_DEPTHS = dict.fromkeys(GAMES, 1) | {"brink": 2}
"""How far the newcomer looks: in Brink one action ahead says little, for larger may lose."""


@pytest.mark.parametrize("name", GAMES)
def test_level_1_loses_to_a_newcomer(name):
    game = default_game(name)
    level, newcomer = Player("level:1"), Player(f"newcomer:{NEWCOMER_DEPTHS[name]}")
    openings = random_even_openings(game, 2, "a test")
    games = list(play_parallel(game, (level, newcomer), list(range(24)), openings, "a test", 24))
    assert total_points(games) < 12


@pytest.mark.parametrize("name", GAMES)
def test_low_levels_play_none_of_the_worst_tenth(name):
    game = default_game(name)
    memory = PlayerTree(Random(1), lambda game: load_kernel(game, ""))
    checked = 0
    for state in positions(game, games=1)[4::9]:
        bad = worst_tenth(scores(game, state))
        checked += bool(bad)
        search = memory.start_search(game, [state], [])
        search.step(1)
        if search.root.proven_value is not None:
            continue
        for level in range(1, LAST_FILTERED_LEVEL + 1):
            kind = level_settings(game, level)
            allowed = set(best_actions(scores(game, state), kind.share))
            for _ in range(8):
                action = memory.select_action(search, kind).action
                assert action in allowed and action not in bad
    assert checked or name == "lox", "in Lox many actions are equally bad in every position"


def test_no_share_reaches_into_the_worst_tenth():
    assert all(0 < tuned.share <= 0.9 for tuned in (*TUNING.values(), DEFAULT_TUNING))
    random = Random(1)
    for count in range(1, 60):
        action_scores = {action: (random.randrange(9),) for action in range(count)}
        assert not worst_tenth(action_scores) & set(best_actions(action_scores, 0.9))


def test_the_worst_tenth_by_hand():
    def tenth(*numbers):
        return worst_tenth({action: (number,) for action, number in enumerate(numbers)})

    assert tenth(*range(10)) == {0}
    assert tenth(*range(9)) == set(), "fewer than ten"
    assert tenth(*range(29)) == {0, 1}
    assert tenth(0, 0, *range(1, 19)) == {0, 1}, "two of twenty"
    assert tenth(0, 0, 0, *range(1, 18)) == set(), "three of twenty are equally bad"


def make_game(game, actions, number=0):
    link = write_link(GameRecord(game, tuple(actions)))
    first = "ab"[number % 2]
    return MatchGame(number=number, first=first, winner="a", how="", fault=False, link=link)


def test_errors_count_one_player_after_opening():
    game = new_game("byg", 4)
    state, actions, moves, worst, at_random = game.start(), [], 0, 0, 0.0
    random = Random(4)
    while game.legal(state):
        action_scores = scores(game, state)
        bad = worst_tenth(action_scores)
        poorest = min(action_scores, key=action_scores.__getitem__)
        actions.append(poorest if random.random() < 0.7 else random.choice(list(action_scores)))
        if state.mover == 1 and len(actions) > 2:
            moves += 1
            worst += actions[-1] in bad
            at_random += len(bad) / len(action_scores)
        state = game.play(state, actions[-1])
    counted = count_errors([make_game(game, actions, number=1)], "a", {0: 2})
    assert counted == (moves, worst, at_random) and worst


def test_equal_games_count_once():
    game = new_game("brink", 3)
    one, other = range(3), range(1, 4)
    cells = list(bits(game.board.cells))
    games = [
        make_game(game, [cells[index] for index in indices], number)
        for number, indices in enumerate([one, one, one, other])
    ]
    assert sorted(game["number"] for game in distinct_games(games)) == [0, 1, 3]


def test_command_resumes_from_log(tmp_path, monkeypatch, capsys):
    log = tmp_path / "log.jsonl"
    words = ["lab.newcomers", "brink", "--size", "3", "--games", "4", "--resume", str(log)]
    monkeypatch.setattr("sys.argv", words)
    newcomers.main()
    printed, rows = capsys.readouterr().out, log.read_text().splitlines()
    assert len(printed.splitlines()) == LAST_FILTERED_LEVEL
    assert len(rows) == 4 * 2 * LAST_FILTERED_LEVEL and all(json.loads(row) for row in rows)
    log.write_text("\n".join(rows[:7] + rows[9:]))
    newcomers.main()
    assert capsys.readouterr().out == printed
    assert sorted(log.read_text().splitlines()) == sorted(rows)
