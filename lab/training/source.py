"""Sources of self-play games: this process, or many processes on one machine or a cluster.

Many processes are run by Ray: an actor each, which receives the newest weights and returns finished
games.  Requested games are played while the network learns from earlier ones.
"""

from collections import Counter, deque
from math import ceil
from random import Random
from typing import Any, Protocol

import numpy as np

from greylox_web.engine.compiled.rules import CompiledPlayouts
from greylox_web.engine.compiled.search import SearchKernel
from greylox_web.engine.nets import make_evaluator
from greylox_web.engine.network import Weights

from .boards import game_of
from .selfplay import Effort, Finished, SelfPlayGame

FILLED = 0.8  # positions of a game per cell of its board; many games begin late
AHEAD = 2  # requests that are queued at each actor


class Source(Protocol):
    """Plays games."""

    @property
    def room(self) -> int:
        """The number of further requests that it accepts now."""
        ...

    def ask(self, spec: str, weights: Weights, positions: int) -> None:
        """Request games with about ``positions`` positions on the board that ``spec`` names."""
        ...

    def take(self) -> tuple[str, list[Finished]]:
        """Wait for requested games; return the board that they were asked for, and the games."""
        ...


class LocalSource:
    """Plays games in this process, when they are taken."""

    def __init__(self, effort: Effort, seed: int) -> None:
        self.effort = effort
        self.random, self.noise = Random(seed), np.random.default_rng(seed)
        self.playouts = CompiledPlayouts(self.random)
        self.asked = deque[tuple[str, Weights, int]]()

    @property
    def room(self) -> int:
        """See ``Source``."""
        return 1 - len(self.asked)

    def ask(self, spec: str, weights: Weights, positions: int) -> None:
        """See ``Source``."""
        self.asked.append((spec, weights, positions))

    def take(self) -> tuple[str, list[Finished]]:
        """See ``Source``."""
        spec, weights, positions = self.asked.popleft()
        return spec, self.games(spec, weights, positions)

    def games(self, spec: str, weights: Weights, positions: int) -> list[Finished]:
        """Games on the board with the options of ``spec``, with about ``positions`` in all."""
        game = game_of(spec)
        guide = make_evaluator(game, weights)
        if not isinstance(guide, SearchKernel):
            raise OSError("self-play needs the compiled search: python3 build.py, and wasmtime")
        usual = FILLED * game.board.cells.bit_count()
        return [
            SelfPlayGame(guide, game, self.random, self.noise, self.effort, self.playouts).play()
            for _ in range(ceil(positions / usual))
        ]


class RaySource:
    """Plays games on Ray actors; ``address`` names a cluster, "" starts a local one."""

    def __init__(self, workers: int, effort: Effort, seed: int, address: str = "") -> None:
        import ray

        self.ray = ray
        ray.init(address=address or "local", include_dashboard=False, log_to_driver=False)
        actor: Any = ray.remote(num_cpus=1)(LocalSource)
        self.actors = [actor.remote(effort, seed * 1000 + number) for number in range(workers)]
        self.flying: dict[Any, tuple[int, str]] = {}  # request -> actor and board

    @property
    def room(self) -> int:
        """See ``Source``."""
        return AHEAD * len(self.actors) - len(self.flying)

    def ask(self, spec: str, weights: Weights, positions: int) -> None:
        """See ``Source``; the actor with the least to do plays it."""
        busy = Counter(number for number, _ in self.flying.values())
        number = min(range(len(self.actors)), key=lambda number: busy[number])
        asked = self.actors[number].games.remote(spec, weights, positions)
        self.flying[asked] = number, spec

    def take(self) -> tuple[str, list[Finished]]:
        """See ``Source``; the games that are finished first are taken first."""
        [done], _ = self.ray.wait(list(self.flying))
        _, spec = self.flying.pop(done)
        return spec, self.ray.get(done)

    def close(self) -> None:
        """Shut Ray down."""
        self.ray.shutdown()
