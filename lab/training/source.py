"""Where games of self-play come from: this process, or many on one machine or a cluster.

Many processes are Ray's work: an actor for each, which gets the newest weights and gives back
finished games.
"""

from math import ceil
from random import Random
from typing import Any, Protocol

import numpy as np

from greylox_web.search.compiled.encoder import quick_encoder
from greylox_web.search.compiled.playouts import CompiledPlayouts
from greylox_web.search.network.evaluator import Forward, NetworkEvaluator
from greylox_web.search.network.features import Encoder
from greylox_web.search.network.network import Network, Weights

from .boards import game_of
from .selfplay import Effort, Finished, SelfPlayGame, play

FILLED = 0.8  # of a board's cells are the positions of a game, since many begin late


class Source(Protocol):
    """Plays games."""

    def games(self, spec: str, weights: Weights, positions: int) -> list[Finished]:
        """Games on the board with the options that ``spec`` names, with about so many positions."""
        ...


class Here:
    """Games played in this process, so many at once."""

    def __init__(self, tables: int, effort: Effort, seed: int, device: str = "cpu") -> None:
        self.count, self.effort, self.device = tables, effort, device
        self.random, self.noise = Random(seed), np.random.default_rng(seed)
        self.playouts = CompiledPlayouts(self.random)

    def games(self, spec: str, weights: Weights, positions: int) -> list[Finished]:
        """See ``Source``.  Each is played to its end: among those first done many are short."""
        game = game_of(spec)
        encoder = quick_encoder(game)
        evaluator = NetworkEvaluator(game, quick_forward(weights, encoder, self.device), encoder)
        usual = FILLED * game.board.cells.bit_count()
        return play(
            evaluator,
            lambda: SelfPlayGame(game, self.random, self.noise, self.effort, self.playouts),
            ceil(positions / usual),
            self.count,
        )


class Fleet:
    """Games played by Ray's actors; ``address`` names a cluster, "" starts one here."""

    def __init__(
        self, workers: int, tables: int, effort: Effort, seed: int, address: str = ""
    ) -> None:
        import ray

        self.ray = ray
        ray.init(address=address or None, include_dashboard=False, log_to_driver=False)
        actor: Any = ray.remote(num_cpus=1)(Here)
        self.actors = [
            actor.remote(tables, effort, seed * 1000 + number) for number in range(workers)
        ]

    def games(self, spec: str, weights: Weights, positions: int) -> list[Finished]:
        """See ``Source``; each actor plays its share."""
        shared = self.ray.put(weights)
        share = -(-positions // len(self.actors))
        asked = [actor.games.remote(spec, shared, share) for actor in self.actors]
        return [game for games in self.ray.get(asked) for game in games]

    def close(self) -> None:
        """Let the actors go."""
        self.ray.shutdown()


def quick_forward(weights: Weights, encoder: Encoder, device: str) -> Forward:
    """The network in PyTorch where that is installed, which is quicker in large batches."""
    try:
        import torch
    except ImportError:
        return Network(weights, encoder)
    from .forward import forward_of

    torch.set_num_threads(1)
    return forward_of(weights, encoder, device)
