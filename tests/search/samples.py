"""Positions for the tests, and their values by looking at everything."""

from functools import cache
from random import Random

from greylox_web.rules.board import bits
from greylox_web.search.tree.evaluate import result

SIZES = {"greylox": 4, "lox": 6, "brink": 4, "multiplicity": 4, "byg": 4}


@cache
def minimax(game, state):
    """The exact value from the first colour's side, by looking at everything."""
    legal = game.legal(state)
    if not legal:
        return result(game, state)
    values = [minimax(game, game.play(state, action)) for action in bits(legal)]
    return min(values) if state.mover else max(values)


def positions(game, games=4, seed=1):
    """Every unfinished position of some random games."""
    random, found = Random(seed), []
    for _ in range(games):
        state = game.start()
        while legal := game.legal(state):
            found.append(state)
            state = game.play(state, random.choice(list(bits(legal))))
    return found
