"""The networks for the lab: a game's own, or one from a file, compiled where possible."""

from pathlib import Path

from greylox_web.command.networks import load_registry
from greylox_web.engine.compiled.search import SearchKernel
from greylox_web.engine.network import NetworkEvaluator, Weights, read_weights
from greylox_web.engine.network_registry import make_evaluator
from greylox_web.engine.search import Evaluator
from greylox_web.engine.tree_reuse import external_evaluator
from greylox_web.rules import Game

KERNELS: dict[tuple[Game, str], Evaluator] = {}


def load_kernel(game: Game, network: str = "") -> Evaluator:
    """Load a network file, or the game's own network, as a ``SearchKernel``."""
    if (game, network) not in KERNELS:
        evaluator = make_evaluator(game, load_weights(game, network))
        KERNELS[game, network] = (
            evaluator if isinstance(evaluator, SearchKernel) else external_evaluator
        )
    return KERNELS[game, network]


def load_weights(game: Game, network: str) -> Weights:
    """Return the weights in the file ``network``, or the game's own if it is empty."""
    return (
        read_weights(Path(network).read_bytes()) if network else load_registry().weights[game.name]
    )


def load_evaluator(game: Game, network: str = "") -> NetworkEvaluator:
    """Return the network in the file ``network``, or the game's own if it is empty."""
    return make_evaluator(game, load_weights(game, network))
