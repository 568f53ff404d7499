"""The loaded networks; each is prepared for a board on its first use there."""

from pathlib import Path

import numpy as np

from ..rules.state import Game
from .compiled import layout
from .compiled.network import CompiledEncoder, CompiledNet, make_encoder
from .compiled.search import SearchKernel
from .network import Network, NetworkError, NetworkEvaluator, Weights, read_weights

# where a wheel puts the networks (pyproject.toml)
INSTALLED_DIR = Path(__file__).parents[1] / "nets"
NETWORK_DIR = (
    INSTALLED_DIR if INSTALLED_DIR.is_dir() else Path(__file__).parents[2] / "assets" / "nets"
)


class NetworkRegistry:
    """The networks by game name, with the evaluators made from them."""

    def __init__(self) -> None:
        self.weights: dict[str, Weights] = {}
        self.evaluators: dict[Game, NetworkEvaluator] = {}

    def add(self, name: str, data: bytes) -> None:
        """Add or replace the network of a game, from a file's content.

        Raise NetworkError if the content is damaged.
        """
        self.weights[name] = read_weights(data)
        self.evaluators = {
            game: evaluator for game, evaluator in self.evaluators.items() if game.name != name
        }

    def evaluator(self, game: Game) -> NetworkEvaluator | None:
        """Return the evaluator of a game, or None without a network.

        Raise NetworkError if the network does not fit.
        """
        if game not in self.evaluators:
            if game.name not in self.weights:
                return None
            evaluator, start = make_evaluator(game, self.weights[game.name]), game.start()
            with np.errstate(all="ignore"):
                [output] = evaluator([start], [game.legal(start)])
            if not np.isfinite([output.value_first, *output.prior]).all():
                raise NetworkError("what it says of the first position is no number")
            self.evaluators[game] = evaluator
        return self.evaluators[game]


def make_evaluator(game: Game, weights: Weights) -> NetworkEvaluator:
    """Return the evaluator of a game, compiled where possible.

    It is a ``SearchKernel`` if the rules of the game are compiled, too.  Raise NetworkError if the
    weights do not fit.
    """
    encoder = make_encoder(game)
    if not isinstance(encoder, CompiledEncoder):
        return NetworkEvaluator(game, Network(weights, encoder), encoder)
    if layout.is_compiled(game):
        return SearchKernel(game, weights, encoder)
    return NetworkEvaluator(game, CompiledNet(weights, encoder), encoder)


def load_networks() -> tuple[NetworkRegistry, list[str]]:
    """Return all networks, and a message for each file that cannot be used."""
    nets, faults = NetworkRegistry(), []
    for path in sorted(NETWORK_DIR.glob("*.npz")):
        try:
            nets.add(path.stem, path.read_bytes())
        except (NetworkError, OSError) as error:
            faults.append(f"{path.name}: {error}")
    return nets, faults
