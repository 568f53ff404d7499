"""Where games of self-play come from: this process, or many on one machine or a cluster.

Many processes are Ray's work: an actor for each, which gets the newest weights and gives back
finished games.
"""

from random import Random
from typing import Protocol

import numpy as np

from greylox_web.rules import Game, new_game
from greylox_web.search.network.evaluator import Forward, Judge
from greylox_web.search.network.features import Encoder
from greylox_web.search.network.network import Network, Weights
from greylox_web.search.tree.evaluate import Playouts

from .selfplay import Effort, Finished, Table, play


class Source(Protocol):
    """Plays games."""

    def games(self, size: int, weights: Weights, positions: int) -> list[Finished]:
        """Finished games on boards of this size, with so many positions or some more."""
        ...


class Here:
    """Games played in this process, so many at once; unfinished ones go on the next time."""

    def __init__(
        self, name: str, tables: int, effort: Effort, seed: int, device: str = "cpu"
    ) -> None:
        self.name, self.count, self.effort, self.device = name, tables, effort, device
        self.random, self.noise = Random(seed), np.random.default_rng(seed)
        self.tables: dict[int, list[Table]] = {}

    def games(self, size: int, weights: Weights, positions: int) -> list[Finished]:
        """See ``Source``."""
        game = new_game(self.name, size, small=True)
        if size not in self.tables:
            self.tables[size] = [
                Table(game, self.random, self.noise, self.effort, quick_playouts(self.random))
                for _ in range(self.count)
            ]
        encoder = quick_encoder(game)
        judge = Judge(game, quick_forward(weights, encoder, self.device, self.count), encoder)
        return play(judge, self.tables[size], positions)


class Fleet:
    """Games played by Ray's actors; ``address`` names a cluster, "" starts one here."""

    def __init__(
        self, workers: int, name: str, tables: int, effort: Effort, seed: int, address: str = ""
    ) -> None:
        import ray

        self.ray = ray
        ray.init(address=address or None, include_dashboard=False, log_to_driver=False)
        actor = ray.remote(num_cpus=1)(Here)
        self.actors = [
            actor.remote(name, tables, effort, seed * 1000 + number) for number in range(workers)
        ]

    def games(self, size: int, weights: Weights, positions: int) -> list[Finished]:
        """See ``Source``; each actor plays its share."""
        shared = self.ray.put(weights)
        share = -(-positions // len(self.actors))
        asked = [actor.games.remote(size, shared, share) for actor in self.actors]
        return [game for games in self.ray.get(asked) for game in games]

    def close(self) -> None:
        """Let the actors go."""
        self.ray.shutdown()


def quick_encoder(game: Game) -> Encoder:
    """An encoder whose components are compiled by numba where that is installed."""
    try:
        from lab.numba_components import NumbaComponents
    except ImportError:
        return Encoder(game)
    return Encoder(game, NumbaComponents)


def quick_playouts(random: Random) -> Playouts:
    """Random games, compiled by numba where that is installed."""
    try:
        from lab.numba_playouts import NumbaPlayouts
    except ImportError:
        return Playouts(random)
    return NumbaPlayouts(random)


def quick_forward(weights: Weights, encoder: Encoder, device: str, boards: int) -> Forward:
    """The network in PyTorch where that is installed, which is quicker in large batches."""
    try:
        import torch
    except ImportError:
        return Network(weights, encoder, boards)
    from .forward import forward_of

    torch.set_num_threads(1)
    return forward_of(weights, encoder, device)
