"""Where games of self-play come from: this process, or many on one machine or a cluster.

Many processes are Ray's work: an actor for each, which gets the newest weights and gives back
finished games.
"""

from math import ceil
from random import Random
from typing import Any, Protocol

import numpy as np

from greylox_web.search.compiled.guided import Guide
from greylox_web.search.compiled.playouts import CompiledPlayouts
from greylox_web.search.network.nets import quick_evaluator
from greylox_web.search.network.network import Weights

from .boards import game_of
from .selfplay import Effort, Finished, SelfPlayGame

FILLED = 0.8  # of a board's cells are the positions of a game, since many begin late


class Source(Protocol):
    """Plays games."""

    def games(self, spec: str, weights: Weights, positions: int) -> list[Finished]:
        """Games on the board with the options that ``spec`` names, with about so many positions."""
        ...


class Here:
    """Games played in this process, one after the other."""

    def __init__(self, effort: Effort, seed: int) -> None:
        self.effort = effort
        self.random, self.noise = Random(seed), np.random.default_rng(seed)
        self.playouts = CompiledPlayouts(self.random)

    def games(self, spec: str, weights: Weights, positions: int) -> list[Finished]:
        """See ``Source``."""
        game = game_of(spec)
        guide = quick_evaluator(game, weights)
        if not isinstance(guide, Guide):
            raise OSError("self-play needs the compiled search: python3 build.py, and wasmtime")
        usual = FILLED * game.board.cells.bit_count()
        return [
            SelfPlayGame(guide, game, self.random, self.noise, self.effort, self.playouts).play()
            for _ in range(ceil(positions / usual))
        ]


class Fleet:
    """Games played by Ray's actors; ``address`` names a cluster, "" starts one here."""

    def __init__(self, workers: int, effort: Effort, seed: int, address: str = "") -> None:
        import ray

        self.ray = ray
        ray.init(address=address or "local", include_dashboard=False, log_to_driver=False)
        actor: Any = ray.remote(num_cpus=1)(Here)
        self.actors = [actor.remote(effort, seed * 1000 + number) for number in range(workers)]

    def games(self, spec: str, weights: Weights, positions: int) -> list[Finished]:
        """See ``Source``; each actor plays its share."""
        shared = self.ray.put(weights)
        share = -(-positions // len(self.actors))
        asked = [actor.games.remote(spec, shared, share) for actor in self.actors]
        return [game for games in self.ray.get(asked) for game in games]

    def close(self) -> None:
        """Let the actors go."""
        self.ray.shutdown()
