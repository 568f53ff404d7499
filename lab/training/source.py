"""Sources of self-play games: this process, or many processes on one machine or a cluster.

Ray runs many processes, each as an actor that receives the newest weights and returns finished
games.  Requested games are played while the network learns from earlier ones.
"""

from collections import Counter, deque
from math import ceil
from random import Random
from typing import Any, Protocol

import numpy as np

from greylox_web.engine.compiled.rules import CompiledPlayouts
from greylox_web.engine.compiled.search import SearchKernel
from greylox_web.engine.network import Weights
from greylox_web.engine.network_registry import make_evaluator

from .boards import parse_game
from .selfplay import FinishedGame, SelfPlayConfig, SelfPlayGame

POSITIONS_PER_CELL = 0.8  # positions of a game per cell of its board; many games begin late
QUEUE_DEPTH = 2  # requests that are queued at each actor


class GameSource(Protocol):
    """A source of self-play games."""

    @property
    def capacity(self) -> int:
        """The number of further requests that the source accepts now."""
        ...

    def request(self, spec: str, weights: Weights, positions: int) -> None:
        """Request games with about ``positions`` positions on the board that ``spec`` names."""
        ...

    def collect(self) -> tuple[str, list[FinishedGame]]:
        """Wait for requested games; return the board of the request, and the games."""
        ...


class LocalSource:
    """A source that plays games in this process, when they are collected."""

    def __init__(self, config: SelfPlayConfig, seed: int) -> None:
        self.config = config
        self.random, self.noise = Random(seed), np.random.default_rng(seed)
        self.playouts = CompiledPlayouts(self.random)
        self.queue = deque[tuple[str, Weights, int]]()

    @property
    def capacity(self) -> int:
        """See ``GameSource``."""
        return 1 - len(self.queue)

    def request(self, spec: str, weights: Weights, positions: int) -> None:
        """See ``GameSource``."""
        self.queue.append((spec, weights, positions))

    def collect(self) -> tuple[str, list[FinishedGame]]:
        """See ``GameSource``."""
        spec, weights, positions = self.queue.popleft()
        return spec, self.games(spec, weights, positions)

    def games(self, spec: str, weights: Weights, positions: int) -> list[FinishedGame]:
        """Play games on the board and options of ``spec``, with about ``positions`` in all."""
        game = parse_game(spec)
        kernel = make_evaluator(game, weights)
        if not isinstance(kernel, SearchKernel):
            raise OSError("self-play needs the compiled search: python3 build.py, and wasmtime")
        game_positions = POSITIONS_PER_CELL * game.board.cells.bit_count()
        return [
            SelfPlayGame(kernel, game, self.random, self.noise, self.config, self.playouts).play()
            for _ in range(ceil(positions / game_positions))
        ]


class RaySource:
    """A source that plays on Ray actors of the cluster ``address``; "" starts a local one."""

    def __init__(self, workers: int, config: SelfPlayConfig, seed: int, address: str = "") -> None:
        import ray

        self.ray = ray
        ray.init(address=address or "local", include_dashboard=False, log_to_driver=False)
        actor: Any = ray.remote(num_cpus=1)(LocalSource)
        self.actors = [actor.remote(config, seed * 1000 + number) for number in range(workers)]
        self.in_flight: dict[Any, tuple[int, str]] = {}  # request -> actor and board

    @property
    def capacity(self) -> int:
        """See ``GameSource``."""
        return QUEUE_DEPTH * len(self.actors) - len(self.in_flight)

    def request(self, spec: str, weights: Weights, positions: int) -> None:
        """See ``GameSource``; the actor with the fewest requests plays it."""
        busy = Counter(number for number, _ in self.in_flight.values())
        number = min(range(len(self.actors)), key=lambda number: busy[number])
        request = self.actors[number].games.remote(spec, weights, positions)
        self.in_flight[request] = number, spec

    def collect(self) -> tuple[str, list[FinishedGame]]:
        """See ``GameSource``; the first finished games are returned first."""
        [done], _ = self.ray.wait(list(self.in_flight))
        _, spec = self.in_flight.pop(done)
        return spec, self.ray.get(done)

    def close(self) -> None:
        """Shut Ray down."""
        self.ray.shutdown()
