"""The networks that are at hand, each made ready for a board when it is first needed there."""

from pathlib import Path

import numpy as np

from ...rules.state import Game
from ..compiled import layout
from ..compiled.encoder import CompiledEncoder, quick_encoder
from ..compiled.guided import Guide
from ..compiled.net import CompiledNet
from .evaluator import NetworkEvaluator
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
            evaluator, start = quick_evaluator(game, self.weights[game.name]), game.start()
            with np.errstate(all="ignore"):
                [output] = evaluator([start], [game.legal(start)])
            if not np.isfinite([output.value_first, *output.prior]).all():
                raise NetworkError("what it says of the first position is no number")
            self.evaluators[game] = evaluator
        return self.evaluators[game]


def quick_evaluator(game: Game, weights: Weights) -> NetworkEvaluator:
    """A network's view of a game, as quick as it can be had here; NetworkError if it does not fit.

    Where the game is compiled, too, it guides compiled searches.
    """
    encoder = quick_encoder(game)
    if not isinstance(encoder, CompiledEncoder):
        return NetworkEvaluator(game, Network(weights, encoder), encoder)
    if game.name in layout.KINDS:
        return Guide(game, weights, encoder)
    return NetworkEvaluator(game, CompiledNet(weights, encoder), encoder)


def found(folder: Path = FOLDER) -> tuple[Nets, list[str]]:
    """All networks in a folder, and a sentence for each that cannot be used."""
    nets, faults = Nets(), []
    for path in sorted(folder.glob("*.npz")):
        try:
            nets.add(path.stem, path.read_bytes())
        except (NetworkError, OSError) as error:
            faults.append(f"{path.name}: {error}")
    return nets, faults
