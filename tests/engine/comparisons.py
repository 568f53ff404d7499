"""What the compiled rules and the rules have to agree on; also for Pyodide."""

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
    """A legal action; flips, ends, passes and swaps are met more often than their share."""
    legal = game.legal(state)
    rare = legal & (state.stones[1 - state.mover] | 3 << game.board.end_action)
    return random.choice(list(bits(rare if rare and random.random() < 0.3 else legal)))


def python_result(game, state):
    """A position with its actions and its value, by the rules."""
    legal = game.legal(state)
    return state, legal, None if legal else int(terminal_value(game, state))


def check_random_game(game, seed, inspect_states=True):
    """A random game in which both are asked at every state: how many there were."""
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
    """A game that compiled code plays at random, action by action: its positions."""
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
    """How many states of random games of each kind were looked at."""
    return sum(
        check_random_game(read_spec(s, allow_small=True), seed)
        for s in specs
        for seed in range(games)
    )


def compare_inputs(game, seed):
    """A random game, all of whose positions a network is shown the same both ways: how many."""
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
    """How far value and logits of the compiled network are from numpy's, of the largest."""
    compiled = make_encoder(game)
    legals = list(map(game.legal, states))
    inputs = compiled.inputs(compiled.stage(states, legals))
    both = zip(
        Network(weights, compiled)(*inputs), CompiledNet(weights, compiled)(*inputs), strict=True
    )
    return [float(np.abs(slow - fast).max() / (1 + np.abs(slow).max())) for slow, fast in both]


def make_searches(game, weights, state, params=None):
    """A compiled search, and the same one in Python asking the same network leaf by leaf."""
    kernel = make_evaluator(game, weights)
    assert isinstance(kernel, SearchKernel)
    params = replace(params or default_params(game), batch_size=1)

    def evaluate(states, legals):
        outputs = kernel(states, legals)
        for position, output in zip(states, outputs, strict=True):
            if params.rollouts:
                mean = kernel.rollout_sum(params, position) / params.rollouts
                value = (
                    1 - params.rollout_weight
                ) * output.value_first + params.rollout_weight * mean
                output.value_first = float(np.float32(value))
        return outputs

    return CompiledPuctSearch(game, state, kernel, params), PuctSearch(
        game, state, evaluate, params
    )


def search_both(game, weights, state, visits, params=None):
    """Both after so many visits."""
    fast, slow = make_searches(game, weights, state, params)
    while fast.root.visits < visits and fast.root.proven_value is None:
        fast.step(7)
    while slow.root.visits < fast.root.visits:
        slow.step(1)
    return fast, slow


def compare_trees(fast, slow, moved=False):
    """Whether two searches know the same of every position, to the bit; how many there are.

    In a tree that was moved parents hear of a proven child in another order, so that one that is
    proven, too, may have heard of more or fewer of its children.
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
