"""Comparisons of compiled code with Python; Pyodide runs them, too."""

from dataclasses import replace
from random import Random

import numpy as np

from greylox_web.engine.compiled.network import CompiledEncoder, CompiledNet, make_encoder
from greylox_web.engine.compiled.rules import compiled_rules
from greylox_web.engine.compiled.search import CompiledPuctSearch, SearchKernel
from greylox_web.engine.inputs import Encoder
from greylox_web.engine.network import Network
from greylox_web.engine.network_registry import make_evaluator
from greylox_web.engine.playouts import terminal_value
from greylox_web.engine.search import PuctSearch, default_params
from greylox_web.rules.board import bits
from greylox_web.rules.notation.links import read_spec


def random_action(game, state, random):
    """Return a legal action; flips, ends, passes and swaps are chosen more often than at random."""
    legal = game.legal(state)
    rare = legal & (state.stones[1 - state.mover] | 3 << game.board.end_action)
    return random.choice(list(bits(rare if rare and random.random() < 0.3 else legal)))


def python_result(game, state):
    """Return a position with its legal actions and its value, by the Python rules."""
    legal = game.legal(state)
    return state, legal, None if legal else int(terminal_value(game, state))


def check_random_game(game, seed, inspect_states=True):
    """Compare both rules at every state of a random game; return the number of states."""
    rules, random, state = compiled_rules(game), Random(seed), game.start()
    count = 0
    while True:
        assert not inspect_states or rules.inspect(state) == python_result(game, state), (
            game,
            seed,
            state,
        )
        count += 1
        if not game.legal(state):
            return count
        action = random_action(game, state, random)
        after = game.play(state, action)
        assert rules.play(state, action) == python_result(game, after), (game, seed, state, action)
        state = after


def play_compiled(game, seed):
    """Return the positions of a random game that compiled code plays, action by action."""
    rules, states = compiled_rules(game), [game.start()]
    while game.legal(states[-1]):
        state, ply = states[-1], len(states)
        _, result = rules.play_random_games(states[0], seed, 1, ply)
        after = [game.play(state, action) for action in bits(game.legal(state))]
        assert result.state in after and result == python_result(game, result.state), (
            game,
            seed,
            state,
        )
        states.append(result.state)
    value, result = rules.play_random_games(states[0], seed)
    assert (value, result) == (result.value_first, python_result(game, states[-1])), (game, seed)
    return states


def compare_rules(specs, games):
    """Return the number of compared states, in ``games`` random games of each kind."""
    return sum(
        check_random_game(read_spec(s, allow_small=True), seed)
        for s in specs
        for seed in range(games)
    )


def compare_inputs(game, seed):
    """Compare both encoders at all positions of a random game; return the number of positions."""
    random, state, states = Random(seed), game.start(), []
    while game.legal(state):
        states.append(state)
        state = game.play(state, random_action(game, state, random))
    slow, compiled = Encoder(game), make_encoder(game)
    assert isinstance(compiled, CompiledEncoder)
    batch, other = (
        encoder.stage(states, list(map(game.legal, states))) for encoder in (slow, compiled)
    )
    assert [array.dtype for array in batch] == [array.dtype for array in other]
    expected = [*batch, *slow.inputs(batch)]
    for one, two in zip(expected, [*other, *compiled.inputs(other)], strict=True):
        assert one.shape == two.shape and one.tobytes() == two.tobytes(), (game, seed)
    return len(states)


def network_difference(game, weights, states):
    """Return the largest differences of value and logits between the compiled network and numpy's.

    They are relative to 1 plus numpy's largest output.
    """
    compiled = make_encoder(game)
    legals = list(map(game.legal, states))
    inputs = compiled.inputs(compiled.stage(states, legals))
    both = zip(
        Network(weights, compiled)(*inputs), CompiledNet(weights, compiled)(*inputs), strict=True
    )
    return [float(np.abs(slow - fast).max() / (1 + np.abs(slow).max())) for slow, fast in both]


def make_searches(game, weights, state, params=None):
    """Return a compiled search and its Python counterpart, which runs the network leaf by leaf."""
    kernel = make_evaluator(game, weights)
    assert isinstance(kernel, SearchKernel)
    params = replace(params or default_params(game), batch_size=1)
    return CompiledPuctSearch(game, state, kernel, params), PuctSearch(game, state, kernel, params)


def search_both(game, weights, state, visits, params=None):
    """Return both searches after at least ``visits`` visits; fewer if the root is proven."""
    fast, slow = make_searches(game, weights, state, params)
    while fast.root.visits < visits and fast.root.proven_value is None:
        fast.step(7)
    while slow.root.visits < fast.root.visits:
        slow.step(1)
    return fast, slow


def compare_trees(fast, slow, moved=False):
    """Compare two search trees node by node, to the bit; return the number of nodes.

    In a moved tree, proven values may reach the parents in another order.  So the counts of
    proven children may differ at a node that is itself proven.
    """
    nodes, pending = set(), [(fast.root, slow.root)]
    while pending:
        one, two = pending.pop()
        if one.state in nodes:
            continue
        nodes.add(one.state)
        assert one.state == two.state and one.legal == two.legal
        assert (one.visits, one.value_sum, one.proven_value) == (
            two.visits,
            two.value_sum,
            two.proven_value,
        )
        if one.actions is None:
            assert two.actions is None
            continue
        assert one.raw_value == two.raw_value and one.actions.tolist() == two.actions.tolist()
        compares_stats = not moved or one.proven_value is None
        assert not compares_stats or (one.unproven_count, one.proven_lower_bound) == (
            two.unproven_count,
            two.proven_lower_bound,
        )
        assert (
            one.child_visits.tolist() == two.child_visits
            and one.child_value_sums.tolist() == two.child_value_sums
        )
        for name in ("prior", "u_weights", *["q_values"] * compares_stats):
            assert getattr(one, name).tobytes() == getattr(two, name).tobytes(), name
        for one_child, other_child in zip(one.child_nodes, two.child_nodes, strict=True):
            assert (one_child is None) == (other_child is None)
            if one_child is not None:
                pending.append((one_child, other_child))
    assert fast.result() == slow.result()
    return len(nodes)
