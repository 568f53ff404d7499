"""The networks that play in the lab: a game's own, or one from a file, compiled where that runs."""

from pathlib import Path

from greylox_web.command.nets import load_registry
from greylox_web.engine.compiled.search import SearchKernel
from greylox_web.engine.memory import external_evaluator
from greylox_web.engine.nets import make_evaluator
from greylox_web.engine.network import NetworkEvaluator, Weights, read_weights
from greylox_web.engine.search import Evaluator
from greylox_web.rules import Game

GUIDES: dict[tuple[Game, str], Evaluator] = {}


def guide_of(game: Game, net: str = "") -> Evaluator:
    """The network in the file, or the game's own, as a ``SearchKernel``; ``external_evaluator`` if it is not one."""
    if (game, net) not in GUIDES:
        evaluator = make_evaluator(game, weights_of(game, net))
        GUIDES[game, net] = evaluator if isinstance(evaluator, SearchKernel) else external_evaluator
    return GUIDES[game, net]


def weights_of(game: Game, net: str) -> Weights:
    """The weights in the file, or the game's own."""
    return read_weights(Path(net).read_bytes()) if net else load_registry().weights[game.name]


def evaluator_of(game: Game, net: str = "") -> NetworkEvaluator:
    """The network in the file, or the game's own."""
    return make_evaluator(game, weights_of(game, net))
