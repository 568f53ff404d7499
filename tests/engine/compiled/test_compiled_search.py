"""The compiled search against the same search in Python, to the bit."""

from random import Random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from greylox_web.engine.compiled import search as puct
from greylox_web.engine.compiled.network import make_encoder
from greylox_web.engine.compiled.search import CompiledNode, CompiledPuctSearch
from greylox_web.engine.engine import SearchTask
from greylox_web.engine.network_registry import load_networks, make_evaluator
from greylox_web.engine.playouts import Playouts
from greylox_web.engine.search import PuctParams
from greylox_web.engine.tree_reuse import PlayerTree
from greylox_web.engine.tuning import LevelSettings
from greylox_web.rules import GAMES, new_game
from greylox_web.rules.board import bits
from greylox_web.rules.notation.links import read_spec
from greylox_web.rules.state import MAIN
from tests.engine.comparisons import compare_trees, search_both
from tests.engine.samples import minimax, positions, random_weights
from tests.thoroughness import examples

BOARDS = """
    greylox3 greylox5 lox4 lox5-n lox11 brink3-x2 brink4-d-x3 brink5-x3 multiplicity3
    multiplicity4-f byg3 byg5-d brink3-x2-p brink5-x3-p multiplicity3-f-p
""".split()


def make_kernel(game, seed=1):
    """Return the evaluator of the game with random weights."""
    encoder = make_encoder(game)
    return make_evaluator(game, random_weights(encoder, seed=seed))


def fills_board(game):
    """Return whether the players only fill the board, so that both searches play the same games."""
    return game.final_vacancies is not None and not game.has_anchors


@pytest.mark.parametrize("spec", BOARDS)
def test_it_is_the_search_in_python(spec):
    game = read_spec(spec, allow_small=True)
    states = Random(spec).sample(positions(game, 2), 4)
    weights, nodes = random_weights(make_encoder(game), seed=3), 0
    for state in [game.start(), *states]:
        nodes += compare_trees(*search_both(game, weights, state, 150))
    assert nodes > 200


@given(data=st.data())
@examples(40)
def test_it_is_the_search_in_python_anywhere(data):
    game = read_spec(data.draw(st.sampled_from(BOARDS)), allow_small=True)
    state = data.draw(st.sampled_from(positions(game, 1, data.draw(st.integers(0, 99)))))
    style = PuctParams(
        data.draw(st.floats(0.1, 4)),
        data.draw(st.floats(0, 1)),
        rollouts=data.draw(st.integers(0, 3)) if fills_board(game) else 0,
        rollout_weight=data.draw(st.floats(0, 1)),
    )
    weights = random_weights(make_encoder(game), seed=data.draw(st.integers(0, 9)))
    assert compare_trees(*search_both(game, weights, state, data.draw(st.integers(1, 120)), style))


@pytest.mark.parametrize("name", GAMES)
def test_page_networks_search_equally_in_python(name):
    game, weights = new_game(name), load_networks()[0].weights[name]
    assert compare_trees(*search_both(game, weights, game.start(), 200)) > 100


@pytest.mark.parametrize("name", [name for name in GAMES if name != "lox"])
def test_proven_values_equal_minimax(name):
    game, solved = new_game(name, 3), 0
    kernel = make_kernel(game)
    for state in positions(game, 6):
        if (game.board.cells & ~state.occupied).bit_count() > 5:
            continue
        search = CompiledPuctSearch(game, state, kernel)
        for _ in range(60):
            search.step()
        if search.is_solved:
            solved += 1
            assert search.root.value_first == minimax(game, state)
        for child_index, child in enumerate(search.root.child_nodes):
            if child is not None and child.proven_value is not None:
                assert search.root.child_value(child_index) == minimax(game, child.state)
    assert solved > 6


def test_resized_tree_equals_python_tree(monkeypatch):
    game = new_game("brink", 4)
    weights = random_weights(make_encoder(game))
    monkeypatch.setattr(puct, "MIN_ARENA_BYTES", 1 << 15)
    fast, slow = search_both(game, weights, game.start(), 600)
    assert len(fast.arena) > 1 << 17
    assert compare_trees(fast, slow) > 500


def test_visit_child_grows_tree_below_each_action(monkeypatch):
    game = new_game("brink", 4)
    monkeypatch.setattr(puct, "MIN_ARENA_BYTES", 1 << 15)
    search = CompiledPuctSearch(game, game.start(), make_kernel(game))
    while search.root.actions is None:
        search.step(1)
    size, child_indices = len(search.arena), range(len(search.root.actions))
    for count in range(1, 9):
        for child_index in child_indices:
            search.visit_child(child_index)
        assert [search.root.child_visits[child_index] for child_index in child_indices] == [
            count
        ] * len(child_indices)
    assert len(search.arena) > size


def test_interrupted_resize_leaves_tree_unchanged(monkeypatch):
    game = new_game("brink", 3)
    kernel = make_kernel(game)
    search = CompiledPuctSearch(game, game.start(), kernel)
    while search.root.visits < 100:
        search.step()
    before, move = describe_tree(search.root), kernel.move_subtree

    def raise_interrupt(*arguments):
        raise KeyboardInterrupt

    monkeypatch.setattr(kernel, "move_subtree", raise_interrupt)
    with pytest.raises(KeyboardInterrupt):
        search.resize(2 * len(search.arena))
    assert describe_tree(search.root) == before
    monkeypatch.setattr(kernel, "move_subtree", move)
    search.resize(2 * len(search.arena))
    assert describe_tree(search.root) == before


def test_full_tree_stays_consistent_and_reports_full(monkeypatch):
    game = new_game("brink", 4)
    monkeypatch.setattr(puct, "MIN_ARENA_BYTES", 1 << 15)
    monkeypatch.setattr(puct, "MAX_ARENA_BYTES", 1 << 16)
    memory = PlayerTree(Random(1), lambda _: make_kernel(game))
    task = SearchTask(memory, game, [game.start()], [], LevelSettings(5000, 0.0, 0))
    task.think()
    search = task.search
    assert search.is_full and task.is_done and len(search.arena) == 1 << 16
    root = search.root
    assert 20 < root.visits < 5000
    assert int(root.child_visits.sum()) == root.visits - 1
    for visits, child in zip(root.child_visits, root.child_nodes, strict=True):
        assert child is None or visits <= child.visits
    assert np.all(np.abs(root.child_value_sums) <= root.child_visits)
    assert task.result().action in [t.action for t in task.result().candidates]


def test_next_search_keeps_subtree_of_new_root():
    game = new_game("brink", 3)
    kernel = make_kernel(game)
    first = CompiledPuctSearch(game, game.start(), kernel)
    while first.root.visits < 800:
        first.step()
    action = first.result().action
    node = first.root.child_by_action(action)
    assert isinstance(node, CompiledNode)
    before = describe_tree(node)
    second = CompiledPuctSearch(game, node.state, kernel, node=node)
    assert describe_tree(second.root) == before
    # exactly as many nodes: every node of the new tree can be reached from the root
    assert second.header[2] == len(before)
    while second.root.visits < 1200:
        second.step()
    assert second.header[2] > len(before)


def test_next_search_reuses_tree_of_previous_search():
    game = new_game("brink", 3)
    kernel = make_kernel(game)
    memory = PlayerTree(Random(1), lambda _: kernel)
    search = memory.start_search(game, [game.start()], [])
    while search.root.visits < 400:
        search.step()
    action = search.result().action
    visits = search.root.child_by_action(action).visits
    reused = memory.start_search(game, [game.start(), game.play(game.start(), action)], [action])
    assert isinstance(reused, CompiledPuctSearch) and reused.root.visits == visits > 0


def test_small_subtree_moves_to_small_arena(monkeypatch):
    monkeypatch.setattr(puct, "MIN_ARENA_BYTES", 1 << 15)
    game = new_game("brink", 4)
    kernel = make_kernel(game)
    first = CompiledPuctSearch(game, game.start(), kernel)
    while first.root.visits < 2000:
        first.step()
    visited = [child for child in first.root.child_nodes if child is not None]
    least_visited = min(visited, key=lambda child: child.visits)
    before = describe_tree(least_visited)
    second = CompiledPuctSearch(game, least_visited.state, kernel, node=least_visited)
    assert len(second.arena) < len(first.arena) / 8
    assert describe_tree(second.root) == before
    while second.root.visits < 400:
        second.step()
    assert second.header[2] > len(before)


def describe_tree(root):
    """Return the statistics of every position below this node."""
    nodes, pending = {}, [root]
    while pending:
        spot = pending.pop()
        if spot.state in nodes:
            continue
        below = spot.child_nodes if spot.actions is not None else ()
        nodes[spot.state] = (
            spot.visits,
            spot.value_sum,
            spot.proven_value,
            [c is None for c in below],
        )
        pending += [child for child in below if child is not None]
    return nodes


def playout_with_minimax_end(game, state, random):
    """Return the value of a random game whose last four stones are played best."""
    while (game.board.cells & ~state.occupied).bit_count() - (game.final_vacancies or 0) > 4:
        state = game.play(state, random.choice(list(bits(game.legal(state)))))
    return minimax(game, state)


@pytest.mark.parametrize("name", GAMES)
def test_rollout_mean_agrees_with_python_playouts(name):
    """In Brink and Multiplicity the last four stones are played best."""
    game = new_game(name, 5 if name == "lox" else 3)
    kernel, style = make_kernel(game), PuctParams(rollouts=2000)
    for state in Random(2).sample(positions(game, 2), 3):
        plain = Playouts(Random(1))
        if name in ("brink", "multiplicity") and state.phase == MAIN:
            expected = (
                sum(playout_with_minimax_end(game, state, Random(seed)) for seed in range(500))
                / 500
            )
        else:
            expected = sum(plain(game, state).value_first for _ in range(500)) / 500
        mean = kernel.rollout_sum(style, state) / style.rollouts
        assert abs(mean - expected) < 0.2
        assert kernel.rollout_sum(style, state) / style.rollouts == mean, (
            "the position says which ones"
        )


def test_released_arena_is_reused():
    game = new_game("byg", 3)
    kernel = make_kernel(game)
    for _ in range(5):
        search = CompiledPuctSearch(game, game.start(), kernel)
        search.step()
        del search
    assert [len(pools) for pools in kernel.free_arenas.values()] == [1]
