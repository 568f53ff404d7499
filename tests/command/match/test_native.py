"""The compiled plain search: it finds forced results, proves correctly, and is repeatable."""

from random import Random
from types import SimpleNamespace

import pytest

from greylox_web.command.match.games import play_games
from greylox_web.command.match.native import (
    PLAYOUTS_PER_SECOND,
    Uct,
    playouts_per_second,
    scale_to_board,
)
from greylox_web.command.match.players import player_factory
from greylox_web.engine.playouts import terminal_value
from greylox_web.engine.solver import Solver
from greylox_web.engine.tuning import reference_game
from greylox_web.rules import GAMES, new_game
from greylox_web.rules.board import bits
from greylox_web.rules.notation.links import read_link
from greylox_web.rules.play import random_game, replay

pytestmark = pytest.mark.slow

SIZES = {"greylox": 3, "lox": 4, "brink": 3, "multiplicity": 3, "byg": 3}


def late_position(name, vacant, seed):
    """Return the game, states and actions up to the first position with few vacant cells."""
    game = new_game(name, SIZES[name], allow_small=True)
    actions = random_game(game, Random(seed))
    states = replay(game, actions)
    for ply, state in enumerate(states[:-1]):
        if (game.board.cells & ~state.occupied).bit_count() <= vacant:
            return game, states[: ply + 1], actions[:ply]
    raise AssertionError("the game ended early")


@pytest.mark.parametrize("name", GAMES)
def test_uct_proven_values_agree_with_solver(name):
    proven = 0
    for seed in range(12):
        game, states, actions = late_position(name, 8, seed)
        search, solver = Uct(game, Random(seed), 200_000), Solver(game)
        search.set_position(states, actions)
        search.think(20_000)
        ranked = search.ranked_actions()
        assert {one.action for one in ranked} == set(bits(game.legal(states[-1])))
        for one in ranked:
            if one.proven_value is not None:
                after = game.play(states[-1], one.action)
                value = solver.solve(after).value_first if game.legal(after) else None
                assert one.proven_value == (terminal_value(game, after) if value is None else value)
        exact = solver.solve(states[-1]).value_first
        if search.proven_value is not None:
            proven += 1
            assert search.proven_value == exact
            after = game.play(states[-1], ranked[0].action)
            if game.legal(after):
                assert solver.solve(after).value_first == exact
    assert proven >= 8


@pytest.mark.parametrize("name", GAMES)
def test_seed_determines_search_and_tree_is_reused(name):
    game = new_game(name)
    played = []
    for seed in (1, 1, 2):
        search, states, actions = Uct(game, Random(seed), 300_000), [game.start()], []
        counts = []
        for _ in range(4):
            search.set_position(states, actions)
            visits = sum(one.visits for one in search.ranked_actions())
            search.think(2000)
            ranked = search.ranked_actions()
            assert sum(one.visits for one in ranked) >= visits + 1999
            counts.append((visits, [tuple(one) for one in ranked]))
            actions.append(ranked[0].action)
            states.append(game.play(states[-1], actions[-1]))
        assert counts[0][0] == 0 < counts[1][0]
        played.append(counts)
    assert played[0] == played[1] != played[2]


def test_every_bit_of_the_seed_counts():
    game, games = new_game("brink", 3), []
    for seed in 5, 5, 5 | 1 << 40, 5 | 1 << 61, 6:
        search = Uct(game, SimpleNamespace(getrandbits=lambda _, seed=seed: seed), 100_000)
        search.set_position([game.start()], [])
        search.think(300)
        games.append(tuple(map(tuple, search.ranked_actions())))
    assert games[0] == games[1] and len(set(games)) == 4


def test_another_line_begins_a_new_tree():
    game = new_game("brink", 4)
    search = Uct(game, Random(1), 100_000)
    search.set_position([game.start()], [])
    search.think(500)
    other = replay(game, [game.board.parse_cell("c3"), game.board.parse_cell("d5")])
    search.set_position(other, [game.board.parse_cell("c3"), game.board.parse_cell("d5")])
    search.set_position([game.start()], [])
    assert not search.ranked_actions()
    search.think(10)
    assert search.ranked_actions()


def test_a_full_pool_only_stops_the_tree_from_growing():
    game = new_game("brink")
    search = Uct(game, Random(1), 400)
    search.set_position([game.start()], [])
    assert search.think(3000) == 3000
    assert sum(one.visits for one in search.ranked_actions()) == 3000


def test_uct_beats_weaker_playouts_without_forfeits():
    game = new_game("brink", 4)
    players = player_factory("native:2000", 60)(), player_factory("no-network:1", 60)()
    games = list(play_games(game, players, 2, 1, list(range(8))))
    assert sum(one["winner"] == "a" for one in games) >= 6
    assert not any(one["fault"] for one in games)
    replayed = list(play_games(game, players, 2, 1, [0, 5]))
    assert replayed == [games[0], games[5]]
    assert all(read_link(one["link"]).record.game == game for one in games)


@pytest.mark.parametrize("name", GAMES)
def test_playouts_per_second_scale_with_board_size(name):
    default_game = reference_game(name)
    assert playouts_per_second(default_game) == PLAYOUTS_PER_SECOND[name]
    smaller = new_game(name, default_game.size - (2 if name == "lox" else 1))
    assert playouts_per_second(smaller) > playouts_per_second(default_game)


def test_work_is_rounded_to_the_nearest_number():
    game = new_game("brink", 4)
    cells = reference_game("brink").board.cells.bit_count() / game.board.cells.bit_count()
    scaled = [scale_to_board(work, game) for work in range(20)]
    assert all(abs(number - work * cells) <= 0.5 for work, number in enumerate(scaled))
