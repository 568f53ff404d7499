"""Positions for the tests, and their values by exhaustive search."""

from functools import cache
from math import prod
from random import Random

import numpy as np

from greylox_web.engine.inputs import GLOBAL_FEATURES
from greylox_web.engine.playouts import terminal_value
from greylox_web.rules.board import bits

PIE = """
    brink2-x1-p brink3-x2-p brink4-d-x3-p brink5-x3-p multiplicity2-f-p multiplicity3-f-p
    multiplicity5-f-p
""".split()
"""Games in which the swap leaves the stone on its cell."""
SMALL_GAMES = [
    ("greylox", 2, {}),
    ("brink", 2, {"x": 1}),
    ("brink", 2, {"board": "rhombus", "x": 1}),
    ("multiplicity", 2, {}),
    ("multiplicity", 2, {"opening": False}),
    ("brink", 2, {"x": 2, "swap": True}),
    ("brink", 2, {"board": "rhombus", "x": 1, "swap": True}),
    ("multiplicity", 2, {"opening": False, "swap": True}),
    ("byg", 2, {}),
    ("byg", 2, {"board": "rhombus"}),
    ("lox", 2, {}),
    ("lox", 2, {"swap": False}),
]
"""Games that ``minimax`` solves: name, size and options."""
SIZES = {"greylox": 4, "lox": 6, "brink": 4, "multiplicity": 4, "byg": 4}


@cache
def minimax(game, state):
    """Return the exact value for the first colour, by exhaustive search."""
    legal = game.legal(state)
    if not legal:
        return terminal_value(game, state)
    values = [minimax(game, game.play(state, action)) for action in bits(legal)]
    return min(values) if state.mover else max(values)


def positions(game, games=4, seed=1):
    """Return every unfinished position of some random games."""
    random, states = Random(seed), []
    for _ in range(games):
        state = game.start()
        while legal := game.legal(state):
            states.append(state)
            state = game.play(state, random.choice(list(bits(legal))))
    return states


def random_weights(encoder, channels=16, blocks=2, hidden=8, seed=1):
    """Weights of a small network."""
    noise = Random(seed)  # numpy's generator is not in the browser
    shapes = {
        "stem.w": (7 * encoder.plane_count, channels),
        "stem.g": (len(GLOBAL_FEATURES), channels),
        "stem.b": (channels,),
        "cells.w": (channels, 2),
        "cells.b": (2,),
        "hidden.w": (2 * channels + len(GLOBAL_FEATURES), hidden),
        "hidden.b": (hidden,),
        "board.w": (hidden, 3),
        "board.b": (3,),
    }
    if encoder.margin:
        shapes |= {"lead.w": (hidden, 31), "lead.b": (31,)}
    for block in range(blocks):
        for part in ("one", "two"):
            shapes[f"block{block}.{part}.w"] = (7 * channels, channels)
            shapes[f"block{block}.{part}.b"] = (channels,)
        if block % 2:
            shapes[f"block{block}.two.g"] = (2 * channels, channels)
    return {
        name: np.array([noise.gauss(0, 0.2) for _ in range(prod(shape))], np.float32).reshape(shape)
        for name, shape in shapes.items()
    }


def certain_weights(encoder, mover_value, seed):
    """Return weights for Brink that are sure of the result but not of the lead.

    In float32 their probabilities sum to 1.0000001 with about one seed in four.
    """
    weights = {name: np.zeros_like(array) for name, array in random_weights(encoder).items()}
    weights["lead.b"] = np.random.default_rng(seed).normal(0, 2, 31).astype(np.float32)
    weights["lead.b"][:15] = -100.0  # no probability of being behind
    weights["lead.b"] = weights["lead.b"][::mover_value].copy()
    weights["board.b"][0] = 100.0 * mover_value
    return weights
