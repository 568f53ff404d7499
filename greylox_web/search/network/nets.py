"""The networks that are at hand, each made ready for a board when it is first needed there."""

from functools import cache
from pathlib import Path

import numpy as np

from ...rules.state import Game
from ..compiled.encoder import quick_encoder
from . import kernel
from .evaluator import NetworkEvaluator
from .kernel import Kernel
from .network import Network, NetworkError, Weights, read_weights

INSTALLED = Path(__file__).parents[2] / "nets"  # pyproject.toml has a wheel put them there
FOLDER = INSTALLED if INSTALLED.is_dir() else Path(__file__).parents[3] / "assets" / "nets"


class Nets:
    """Networks by game."""

    def __init__(self) -> None:
        self.weights: dict[str, Weights] = {}
        self.evaluators: dict[Game, NetworkEvaluator] = {}

    def add(self, name: str, data: bytes) -> None:
        """Take in the network of the game of this name; raise NetworkError if it is damaged."""
        self.weights[name] = read_weights(data)
        self.evaluators = {
            game: evaluator for game, evaluator in self.evaluators.items() if game.name != name
        }

    def evaluator(self, game: Game) -> NetworkEvaluator | None:
        """The network's view of a game; None without one, NetworkError if it does not fit."""
        if game not in self.evaluators:
            if game.name not in self.weights:
                return None
            convolve, pool = quickest()
            encoder = quick_encoder(game)
            network = Network(self.weights[game.name], encoder, convolution=convolve, pooling=pool)
            evaluator, start = NetworkEvaluator(game, network, encoder), game.start()
            with np.errstate(all="ignore"):
                [output] = evaluator([start], [game.legal(start)])
            if not np.isfinite([output.value_first, *output.prior]).all():
                raise NetworkError("what it says of the first position is no number")
            self.evaluators[game] = evaluator
        return self.evaluators[game]


@cache
def quickest() -> Kernel:
    """What computes the quickest here."""
    return kernel.load() or kernel.NUMPY


def found(folder: Path = FOLDER) -> tuple[Nets, list[str]]:
    """All networks in a folder, and a sentence for each that cannot be used."""
    nets, faults = Nets(), []
    for path in sorted(folder.glob("*.npz")):
        try:
            nets.add(path.stem, path.read_bytes())
        except (NetworkError, OSError) as error:
            faults.append(f"{path.name}: {error}")
    return nets, faults
