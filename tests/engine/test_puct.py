"""The network-guided search, with uniform networks and with proven values."""

from random import Random

import numpy as np
import pytest

from greylox_web.engine.engine import SearchTask
from greylox_web.engine.search import (
    PROVEN_SENTINEL,
    NetworkOutput,
    PuctNode,
    PuctParams,
    PuctSearch,
    back_up,
    default_params,
)
from greylox_web.engine.tree_reuse import PlayerTree, sample_action
from greylox_web.engine.tuning import LevelSettings
from greylox_web.rules import GAMES, new_game
from greylox_web.rules.board import bits
from greylox_web.rules.play import random_game, replay
from tests.engine.samples import minimax, positions


def uniform_network(states, legals):
    """Return the value 0 and equal priors for every position."""
    outputs = []
    for legal in legals:
        actions = np.array(list(bits(legal)))
        prior = np.full(len(actions), 1 / len(actions), dtype=np.float32)
        outputs.append(NetworkOutput(0.0, actions, prior))
    return outputs


def late_positions(name, max_vacant, seed=1):
    """Return the late positions of some games on a small board."""
    game = new_game(name, 5 if name == "lox" else 3)
    states = positions(game, 6, seed)
    vacant = [(game.board.cells & ~state.occupied).bit_count() for state in states]
    return game, [state for state, v in zip(states, vacant, strict=True) if v <= max_vacant]


@pytest.mark.parametrize("name", [name for name in GAMES if name != "lox"])
def test_proven_values_equal_minimax(name):
    game, states = late_positions(name, 5)
    assert states
    solved = 0
    for state in states[:12]:
        search = PuctSearch(game, state, uniform_network, PuctParams())
        for _ in range(400):
            if search.is_solved:
                break
            search.step()
        assert is_consistent(search.root)
        if search.is_solved:
            solved += 1
            assert search.root.value_first == minimax(game, state)
            action = search.result().action
            assert minimax(game, game.play(state, action)) == minimax(game, state)
        for child_index, child in enumerate(search.root.child_nodes):
            if child is not None and child.proven_value is not None:
                assert search.root.child_value(child_index) == minimax(game, child.state)
    assert solved > 6


def is_consistent(spot):
    """Return whether the statistics of a node and of all nodes below are consistent."""
    if spot.actions is None:
        return spot.visits <= 1 or spot.proven_value is not None
    assert not spot.pending
    assert sum(spot.child_visits) <= spot.visits
    for child_index, visits in enumerate(spot.child_visits):
        assert abs(spot.child_value_sums[child_index]) <= visits + 1e-6, (
            "no virtual loss stays behind"
        )
        assert spot.u_weights[child_index] == pytest.approx(spot.prior[child_index] / (1 + visits))
    if spot.proven_value is None:  # it counts all proven children, however they were proven
        proven = [
            child is not None and child.proven_value is not None for child in spot.child_nodes
        ]
        assert (spot.q_values <= PROVEN_SENTINEL).tolist() == proven
        assert spot.unproven_count == proven.count(False)
        exact = [
            c.proven_value
            for c, is_proven in zip(spot.child_nodes, proven, strict=True)
            if is_proven
        ]
        assert spot.proven_lower_bound == max([*(spot.sign * value for value in exact), -1.0])
    return all(is_consistent(child) for child in spot.child_nodes if child is not None)


def all_paths(root):
    """Yield a node and all nodes below it, once for each path to them."""
    yield root
    for child in root.child_nodes if root.actions is not None else ():
        if child is not None:
            yield from all_paths(child)


def test_transposition_shares_one_node():
    game = new_game("brink", 3)
    search = PuctSearch(game, game.start(), uniform_network, PuctParams())
    while search.root.visits < 1500:
        search.step()
    nodes_by_path = list(all_paths(search.root))
    nodes = {id(spot): spot for spot in nodes_by_path}
    states = {spot.state for spot in nodes.values()}
    assert len(states) == len(nodes) < len(nodes_by_path)
    assert search.root.reachable_nodes().keys() == states
    # each visit evaluates one new position, none twice
    expanded_count = sum(spot.actions is not None for spot in nodes.values())
    assert expanded_count == search.root.visits
    assert is_consistent(search.root)


@pytest.mark.slow
def test_proven_value_propagates_to_all_parents():
    game = new_game("brink", 3)
    shared = 0
    for state in late_positions("brink", 8)[1][::3]:
        search = PuctSearch(game, state, uniform_network, PuctParams())
        for _ in range(60):
            if search.is_solved:
                break
            search.step()
            assert is_consistent(search.root)
        nodes = {id(spot): spot for spot in all_paths(search.root)}
        shared += sum(
            spot.proven_value is not None and len(spot.parents) > 1 for spot in nodes.values()
        )
    assert shared > 100


def test_reused_tree_has_all_nodes_in_transpositions():
    game = new_game("brink", 3)
    first = PuctSearch(game, game.start(), uniform_network, PuctParams())
    while first.root.visits < 800:
        first.step()
    root = first.root.child_by_action(first.result().action)
    search = PuctSearch(game, root.state, uniform_network, PuctParams(), root)
    while search.root.visits < 2500:
        search.step()
    nodes = {id(spot): spot for spot in all_paths(search.root)}
    assert len({spot.state for spot in nodes.values()}) == len(nodes)
    assert all(id(edge[0]) in nodes for spot in nodes.values() for edge in spot.parents)
    assert first.root.child_by_action(first.result().action) is root


@pytest.mark.parametrize("name", GAMES)
def test_the_counts_agree_and_values_stay_within_bounds(name):
    game = new_game(name)
    search = PuctSearch(game, game.start(), uniform_network, PuctParams())
    for _ in range(60):
        search.step()
    assert is_consistent(search.root)
    assert search.root.visits > 300
    assert abs(search.root.value_sum) <= search.root.visits
    thought = search.result()
    assert game.legal(game.start()) >> thought.action & 1
    assert thought.pv[0] == thought.action
    assert all(-1 <= value <= 1 for _, _, value, _ in thought.candidates)


def test_search_follows_confident_network():
    game = new_game("greylox")
    target = list(bits(game.legal(game.start())))[-1]

    def confident_network(states, legals):
        outputs = uniform_network(states, legals)
        for state, output in zip(states, outputs, strict=True):
            output.value_first = 0.9 if state.stones[0] >> target & 1 else -0.5
        return outputs

    search = PuctSearch(game, game.start(), confident_network, PuctParams())
    for _ in range(150):
        search.step()
    assert search.result().action == target
    assert search.root.value_first > 0


def test_leaves_of_one_batch_are_distinct():
    game = new_game("brink")
    search = PuctSearch(game, game.start(), uniform_network, PuctParams())
    for _ in range(20):
        batch_size = min(8, 1 + search.root.visits // 8)
        paths = search.collect_leaves()
        assert len({id(leaf) for _, leaf in paths}) == len(paths) == batch_size
        states = [leaf.state for _, leaf in paths]
        search.expand_and_back_up(paths, uniform_network(states, [leaf.legal for _, leaf in paths]))
    assert is_consistent(search.root)


@pytest.mark.parametrize("work", range(1, 9))
def test_visit_tie_is_broken_by_value_then_prior(work):
    game = new_game("brink")
    actions = list(bits(game.legal(game.start())))
    liked, better = actions[-1], actions[-2]

    def confident_network(states, legals):
        outputs = uniform_network(states, legals)
        for state, output in zip(states, outputs, strict=True):
            if not state.occupied:
                output.prior[:] = 0.2 / len(output.prior)
                output.prior[-2:] = 0.35, 0.45
            output.value_first = 0.4 if state.stones[0] >> better & 1 else 0.0
        return outputs

    search = PuctSearch(game, game.start(), confident_network, PuctParams())
    while search.root.visits < work:
        search.step(work - search.root.visits)
    visited = [action for action, visits, *_ in search.result().candidates if visits]
    assert search.result().action == (better if better in visited else liked)


def test_pending_leaf_is_not_evaluated_twice():
    game = new_game("brink", 3)
    states = positions(game, 1)
    search = PuctSearch(game, states[-1], uniform_network, PuctParams())  # one action is left
    search.step()  # evaluates the root
    assert len(search.root.child_nodes) == 1
    search.step()
    assert search.is_solved
    assert is_consistent(search.root)


@pytest.mark.parametrize("name", GAMES)
def test_next_search_reuses_tree(name):
    game = new_game(name)
    memory, states, actions = (
        PlayerTree(Random(1), lambda game: uniform_network),
        [game.start()],
        [],
    )
    search = memory.start_search(game, states, actions)
    for _ in range(40):
        search.step()
    for action in search.result().pv[:2]:
        actions.append(action)
        states.append(game.play(states[-1], action))
    node = search.root.child_by_action(actions[0]).child_by_action(actions[1])
    reused = memory.start_search(game, states, actions)
    assert node is not None and reused.root is node


def test_the_first_thought_alone_is_a_level():
    first = LevelSettings(1, 3.0, 30)
    game = new_game("byg")
    memory = PlayerTree(Random(1), lambda game: uniform_network)
    task = SearchTask(memory, game, [game.start()], [], first)
    task.step()
    assert task.is_done and task.search.root.visits == 1
    chosen = {memory.select_action(task.search, first).action for _ in range(60)}
    assert len(chosen) > 10, "a hot level varies"
    assert (
        len({memory.select_action(task.search, LevelSettings(1, 0.0, 1)).action for _ in range(9)})
        == 1
    )


def test_heat_flattens_the_choice():
    game = new_game("brink", 3)
    root = PuctNode(game, game.start())
    [output] = uniform_network([game.start()], [root.legal])
    output.prior[:] = 0.01
    output.prior[3] = 1 - 0.01 * (len(output.prior) - 1)
    root.expand(output, 0.1)
    best = int(root.actions[3])
    random = Random(1)
    shares = [
        sum(sample_action(root, temperature, random) == best for _ in range(300))
        for temperature in (0.3, 1, 4)
    ]
    assert shares == sorted(shares, reverse=True)
    assert shares[0] == 300
    assert shares[2] < 60


def make_root(proven, visits):
    """Return a Brink 3 search with these proven values of its first actions and these visits."""
    game = new_game("brink", 3)
    search = PuctSearch(game, game.start(), uniform_network, PuctParams())
    root = search.root
    while root.actions is None:
        search.step(1)
    root.child_visits = visits + [0] * (len(root.child_visits) - len(visits))
    for child_index, exact in enumerate(proven):
        root.child_by_transposition(game, child_index, search.transpositions).proven_value = exact
        root.add_proven_child(exact)
    return search


def test_lost_position_plays_most_visited_action():
    """The search spends most visits on the action that takes longest to refute."""
    search = make_root([-1.0] * 19, [3, 1, 9, 4])
    assert search.root.proven_value == -1.0
    assert search.root.best_child() == 2


def test_unproven_action_is_preferred_to_proven_loss():
    search = make_root([-1.0], [9, 5])
    root = search.root
    root.child_value_sums = np.zeros(len(root.child_visits))
    root.child_value_sums[1] = -5.0
    assert root.sign * root.child_value(1) == root.proven_lower_bound == -1.0
    assert root.best_child() == 1


def test_unproven_action_is_compared_with_proven_draw():
    for child_value, best in (0.8, 1), (-0.8, 0):
        root = make_root([0.0], [3, 5]).root
        root.child_value_sums[1] = 5 * child_value
        assert root.best_child() == best


def test_backed_up_value_is_at_least_proven_draw():
    search = make_root([0.0], [3, 5])
    root, before = search.root, search.root.value_sum
    leaf = root.child_by_transposition(search.game, 1, search.transpositions)
    leaf.raw_value = -0.5 * root.sign
    back_up([(root, 1)], leaf)
    assert root.value_sum == before and root.child_value_sums[1] == 1.0 - 0.5
    leaf.raw_value = 0.5 * root.sign
    back_up([(root, 1)], leaf)
    assert root.sign * (root.value_sum - before) == 0.5


def test_can_be_overtaken_ignores_proven_actions():
    """The refuted action has the most visits, but will not be played."""
    search = make_root([-1.0], [50, 20, 19, 3])
    assert search.can_be_overtaken(5)
    assert not make_root([], [50, 20, 19, 3]).can_be_overtaken(5)
    only = make_root([-1.0] * 18, [5] * 18 + [1])
    assert not only.can_be_overtaken(500), "nothing to choose"
    last_unproven = make_root([-1.0] * 17 + [0.0], [5] * 18 + [1])
    assert last_unproven.can_be_overtaken(500), "the last could be better than a draw"


def test_no_worth_outweighs_a_visit_more():
    search = make_root([], [5, 4])
    search.root.q_values = np.array([-1.0, 1.0] + [0.0] * 17)
    assert np.argmax(search.root.ranking_key()) == 0


@pytest.mark.parametrize(
    ("size", "options", "rollout_params"),
    [
        (5, {}, (8, 0.5)),
        (5, {"x": 3}, (8, 0.5)),
        (5, {"x": 5}, (24, 0.75)),
        (5, {"x": 8}, (24, 0.75)),
        (4, {}, (24, 0.75)),
        (5, {"board": "rhombus"}, (24, 0.75)),
    ],
)
def test_brink_off_default_boards_use_more_rollouts(size, options, rollout_params):
    style = default_params(new_game("brink", size, options))
    assert (style.rollouts, style.rollout_weight) == rollout_params


def test_single_legal_action_is_forced():
    game = new_game("brink", 3)
    states = replay(game, random_game(game, Random(1)))
    assert PuctSearch(game, states[-2], uniform_network, PuctParams()).is_forced
    assert not PuctSearch(game, states[-3], uniform_network, PuctParams()).is_forced
