"""Plain search against exact values, and the properties of its reports."""

from math import inf, log, sqrt
from random import Random

import numpy as np
import pytest

from greylox_web.engine.engine import SearchTask
from greylox_web.engine.levels import FIXED_LEVELS
from greylox_web.engine.playouts import Playouts
from greylox_web.engine.search import AMAF_WEIGHT, PROVEN_SENTINEL, PlayoutEvaluator, PuctSearch
from greylox_web.engine.tree import MAX_CANDIDATES, MAX_PV_LENGTH
from greylox_web.engine.tree_reuse import PlayerTree
from greylox_web.engine.tuning import level_settings
from greylox_web.rules import GAMES, get_shapes, new_game
from greylox_web.rules.board import bits
from greylox_web.rules.play import random_game, replay
from tests.engine.samples import SMALL_GAMES, minimax
from tests.engine.test_puct import uniform_network
from tests.thoroughness import LONG

SMALL = [*SMALL_GAMES, ("brink", 2, {"x": 3})]
KNOWN_WINNERS = {
    ("greylox", ()): 0,
    ("brink", (1,)): 0,
    ("brink", (3,)): 1,
    ("multiplicity", ()): 0,
    ("byg", ()): 1,
    ("lox", ()): 1,
}


def positions(game, count):
    """Yield unfinished positions of random games, including openings and unfinished turns."""
    random = Random(7)
    for _ in range(count):
        actions = random_game(game, random)
        yield replay(game, actions[: random.randrange(len(actions))])[-1]


def plain_search(game, state, seed=1):
    return PuctSearch(game, state, PlayoutEvaluator(game, Playouts(Random(seed))))


def run_search(game, state, steps, seed=1):
    search = plain_search(game, state, seed)
    for _ in range(steps):
        if search.is_forced:
            break
        search.step()
    return search


def nodes(search):
    return search.root.reachable_nodes().values()


@pytest.mark.parametrize(("name", "size", "options"), SMALL)
def test_small_boards_are_solved_with_correct_values(name, size, options):
    game = new_game(name, size, options, allow_small=True)
    search = plain_search(game, game.start())
    for _ in range(30_000):
        if search.root.proven_value is not None:
            break
        search.step()
    assert search.root.proven_value == minimax(game, game.start())
    for node in nodes(search):
        if node.proven_value is not None:
            assert node.proven_value == minimax(game, node.state)


@pytest.mark.parametrize(("key", "winner"), KNOWN_WINNERS.items())
def test_base_2_winners_are_correct(key, winner):
    name, x = key
    game = new_game(name, 2, {"x": x[0]} if x else {}, allow_small=True)
    assert minimax(game, game.start()) == 1 - 2 * winner


@pytest.mark.parametrize(("name", "size", "options"), SMALL)
def test_the_action_it_plays_keeps_the_exact_value(name, size, options):
    game = new_game(name, size, options, allow_small=True)
    for state in positions(game, 40 if LONG else 15):
        search = run_search(game, state, 30_000)
        if game.legal(state).bit_count() > 1:
            action = search.result().action
            assert minimax(game, game.play(state, action)) == minimax(game, state)


@pytest.mark.parametrize("name", GAMES)
def test_search_finds_winning_action_in_late_positions(name):
    game, random, win_count = new_game(name, 3, allow_small=True), Random(3), 0
    while win_count < 8:
        states = replay(game, random_game(game, random))
        for state in states[-5:-1]:
            win = 1 - 2 * state.mover
            ends = [game.play(state, action) for action in bits(game.legal(state))]
            wins = [end for end in ends if minimax(game, end) == win]
            if wins and len(wins) < len(ends):
                win_count += 1
                search = run_search(game, state, 5000)
                assert search.root.proven_value == win
                assert game.play(state, search.result().action) in wins


@pytest.mark.parametrize("name", GAMES)
def test_the_same_seed_thinks_the_same_thoughts(name):
    game = new_game(name)
    thoughts = [run_search(game, game.start(), 60, seed=5).result() for _ in range(2)]
    assert thoughts[0] == thoughts[1]


@pytest.mark.parametrize("name", GAMES)
def test_reports_add_up(name):
    game = new_game(name)
    for state in positions(game, 6):
        search = run_search(game, state, 120)
        root, thought = search.root, search.result()
        assert thought.visits == root.visits
        assert -1 <= thought.value_first <= 1
        assert thought.proven == (root.proven_value is not None)
        assert thought.action == thought.pv[0]
        assert 1 <= len(thought.pv) <= MAX_PV_LENGTH
        assert len(thought.candidates) <= MAX_CANDIDATES
        for action in thought.pv:
            assert game.legal(state) >> action & 1
            state = game.play(state, action)
        counts = [stats.visits for stats in thought.candidates[1:]]
        assert thought.candidates[0].action == thought.action, "the best one leads"
        assert counts == sorted(counts, reverse=True)
        assert all(-1 <= stats.value_first <= 1 for stats in thought.candidates)
        assert all(stats.value_first in (-1, 0, 1) for stats in thought.candidates if stats.proven)


@pytest.mark.parametrize("name", GAMES)
def test_every_visit_is_counted_once(name):
    game = new_game(name)
    search = run_search(game, game.start(), 200)
    visits_by_node = {id(search.root): 200}
    for node in nodes(search):
        if node.actions is not None:
            before = node.visits - int(node.child_visits.sum())  # visits before the expansion
            assert before == (0 if node is search.root else 2)
            for visits, child in zip(node.child_visits, node.child_nodes, strict=True):
                if child is not None:
                    visits_by_node[id(child)] = visits_by_node.get(id(child), 0) + int(visits)
            assert np.all(np.abs(node.child_value_sums) <= node.child_visits)
            assert np.all(np.abs(node.owned_sums) <= node.owned_visits)
    assert visits_by_node == {id(node): node.visits for node in nodes(search)}


@pytest.mark.parametrize("name", GAMES)
def test_it_plays_legal_actions_at_every_size(name):
    for shape, options in get_shapes(name):
        for size in (2, *shape.sizes):
            game = new_game(name, size, options, allow_small=True)
            for state in positions(game, 2):
                search = run_search(game, state, 5)
                assert game.legal(state) >> search.result().action & 1


def test_there_is_a_flag_for_each_action():
    evaluator = PlayoutEvaluator(new_game("brink", 5), Playouts(Random(1)))  # 92 actions
    for mask in (0, 1, 2**88 + 2**3, 2**91 - 1):
        assert evaluator.flags(mask).tolist() == [mask >> cell & 1 for cell in range(92)]


@pytest.mark.parametrize("name", GAMES)
def test_next_search_reuses_subtree_of_played_actions(name):
    game = new_game(name)
    memory, states, actions = PlayerTree(Random(1)), [game.start()], []
    first = memory.start_search(game, states, actions)
    for _ in range(300):
        first.step()
    for action in first.result().pv[:2]:
        actions.append(action)
        states.append(game.play(states[-1], action))
    node = first.root.child_by_action(actions[0]).child_by_action(actions[1])
    second = memory.start_search(game, states, actions)
    assert second.root is node
    assert second.root.state == states[-1]
    other = memory.start_search(game, states[:1], [])
    assert other.root.visits == 0, "going back begins anew"
    assert memory.start_search(new_game(name, 7), states, actions).root.visits == 0


def test_a_single_legal_action_is_played_without_thought():
    game = new_game("byg", 2, allow_small=True)
    for state in positions(game, 40):
        if game.legal(state).bit_count() == 1:
            task = SearchTask(PlayerTree(Random(1)), game, [state], [], level_settings(game, 10))
            task.think()
            assert task.search.root.visits == 1
            assert game.legal(state) == 1 << task.result().action


@pytest.mark.parametrize("name", GAMES)
def test_levels_have_fixed_visits_and_stop_when_decided(name):
    game = new_game(name)
    task = SearchTask(PlayerTree(Random(1)), game, [game.start()], [], level_settings(game, 1))
    amounts = [task.visit_budget(level_settings(game, level)) for level in FIXED_LEVELS[1:]]
    assert amounts == sorted(set(amounts))
    task.visits = 400
    task.think()
    search = task.search
    assert search.root.visits <= 400
    if search.root.visits < 400:
        assert not search.can_be_overtaken(400 - search.root.visits)


def confidence_bounds(node, exploration):
    """Return the upper confidence bound of each action: its mean value plus exploration."""
    bounds = []
    for child_index, visits in enumerate(node.child_visits):
        if node.q_values[child_index] <= PROVEN_SENTINEL:
            bounds.append(-inf)
            continue
        owned = node.owned_visits[child_index]
        own_weight = 1 + owned / AMAF_WEIGHT
        total = node.child_value_sums[child_index] * own_weight + node.owned_sums[child_index]
        total += node.sign * node.value_sum / node.visits
        mean = total / (visits * own_weight + owned + 1)
        bounds.append(mean + exploration * sqrt(log(node.visits + 1) / (visits + 1)))
    return bounds


@pytest.mark.parametrize("name", ["greylox", "byg", "brink"])
def test_select_child_maximises_confidence_bound(name):
    game, node_count = new_game(name, 3, allow_small=True), 0
    search = run_search(game, game.start(), 400)
    exploration = search.params.exploration
    for node in nodes(search):
        if node.actions is not None and node.proven_value is None:
            bounds = confidence_bounds(node, exploration)
            assert bounds[node.select_child(exploration)] == pytest.approx(max(bounds), abs=1e-5)
            node_count += 1
    assert node_count > 10


@pytest.mark.parametrize("moves", [0, 1])
def test_playout_counts_for_the_cells_that_the_mover_owned(moves):
    game, playouts, played = new_game("brink", 3), Playouts(Random(1)), []

    def recording_playout(game, state):
        played.append(playouts(game, state))
        return played[-1]

    state = replay(game, random_game(game, Random(1))[:moves])[-1]
    search = PuctSearch(game, state, PlayoutEvaluator(game, recording_playout))
    for _ in range(30):
        search.step()
    root, sign = search.root, 1 - 2 * moves
    assert len(played) == 30 == root.visits and root.unproven_count == len(root.actions)
    for child_index, action in enumerate(root.actions):
        values = [sign * value for value, owned in played if owned[moves] >> int(action) & 1]
        assert root.owned_visits[child_index] == len(values)
        assert root.owned_sums[child_index] == sum(values)


def test_a_tree_of_plain_search_is_not_continued_with_a_network():
    game, evaluators = new_game("byg", 3), [None, uniform_network, None]
    memory = PlayerTree(Random(1), lambda game: evaluators[0])
    while evaluators:
        search = memory.start_search(game, [game.start()], [])
        assert search.guided == (evaluators[0] is not None) and not search.root.visits
        for _ in range(20):
            search.step()
        assert (search.root.policy is None) == (evaluators.pop(0) is None)


def test_the_random_level_plays_without_a_visit():
    game = new_game("greylox")
    task = SearchTask(PlayerTree(Random(1)), game, [game.start()], [], level_settings(game, 0))
    task.think()
    assert task.search.root.visits == 0
    assert len({task.result(chosen=True).action for _ in range(30)}) > 10
