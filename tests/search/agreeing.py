"""What the compiled rules and the rules have to agree on; also for Pyodide."""

from random import Random

from greylox_web.rules.board import bits
from greylox_web.rules.notation.links import read_spec
from greylox_web.search.compiled.encoder import CompiledEncoder, quick_encoder
from greylox_web.search.compiled.game import compiled
from greylox_web.search.network.features import Encoder
from greylox_web.search.tree.playouts import result


def some_action(game, state, random):
    """A legal action; flips, ends, passes and swaps are met more often than their share."""
    legal = game.legal(state)
    rare = legal & (state.stones[1 - state.mover] | 3 << game.board.end)
    return random.choice(list(bits(rare if rare and random.random() < 0.3 else legal)))


def known(game, state):
    """A position with its actions and its value, by the rules."""
    legal = game.legal(state)
    return state, legal, None if legal else int(result(game, state))


def played(game, seed, look=True):
    """A random game in which both are asked at every state: how many there were."""
    rules, random, state = compiled(game), Random(seed), game.start()
    count = 0
    while True:
        assert not look or rules.look(state) == known(game, state), (game, seed, state)
        count += 1
        if not game.legal(state):
            return count
        action = some_action(game, state, random)
        after = game.play(state, action)
        assert rules.play(state, action) == known(game, after), (game, seed, state, action)
        state = after


def followed(game, seed):
    """A game that compiled code plays at random, action by action: its positions."""
    rules, states = compiled(game), [game.start()]
    while game.legal(states[-1]):
        state, most = states[-1], len(states)
        _, found = rules.games(states[0], seed, 1, most)
        after = [game.play(state, action) for action in bits(game.legal(state))]
        assert found.state in after and found == known(game, found.state), (game, seed, state)
        states.append(found.state)
    value, found = rules.games(states[0], seed)
    assert (value, found) == (found.value_first, known(game, states[-1])), (game, seed)
    return states


def agreed(specs, games):
    """How many states of random games of each kind were looked at."""
    return sum(played(read_spec(s, small=True), seed) for s in specs for seed in range(games))


def shown(game, seed):
    """A random game, all of whose positions a network is shown the same both ways: how many."""
    random, state, states = Random(seed), game.start(), []
    while game.legal(state):
        states.append(state)
        state = game.play(state, some_action(game, state, random))
    slow, quick = Encoder(game), quick_encoder(game)
    assert isinstance(quick, CompiledEncoder)
    batch, other = (way.batch(states, list(map(game.legal, states))) for way in (slow, quick))
    assert [array.dtype for array in batch] == [array.dtype for array in other]
    wanted = [*batch, *slow.show(batch)]
    for one, two in zip(wanted, [*other, *quick.show(other)], strict=True):
        assert one.shape == two.shape and one.tobytes() == two.tobytes(), (game, seed)
    return len(states)
