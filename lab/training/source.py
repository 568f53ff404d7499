"""Where games of self-play come from: this process, or many on one machine or a cluster.

Many processes are Ray's work: an actor for each, which gets the newest weights and gives back
finished games.  What is asked for is played while the network learns from what came before.
"""

from collections import Counter, deque
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
AHEAD = 2  # how much an actor is asked for at a time


class Source(Protocol):
    """Plays games."""

    @property
    def room(self) -> int:
        """How often it may be asked before something is taken."""
        ...

    def ask(self, spec: str, weights: Weights, positions: int) -> None:
        """Have games with about so many positions played on the board that ``spec`` names."""
        ...

    def take(self) -> tuple[str, list[Finished]]:
        """The board of some games that were asked for, and the games; waits for them."""
        ...


class Here:
    """Games played in this process, one after the other, when they are taken."""

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
        """Games on the board with the options that ``spec`` names, with about so many positions."""
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
        self.flying: dict[Any, tuple[int, str]] = {}  # the actor that plays it, and the board

    @property
    def room(self) -> int:
        """See ``Source``: each actor plays something, and has something to go on with."""
        return AHEAD * len(self.actors) - len(self.flying)

    def ask(self, spec: str, weights: Weights, positions: int) -> None:
        """See ``Source``; the actor with the least to do plays it."""
        busy = Counter(number for number, _ in self.flying.values())
        number = min(range(len(self.actors)), key=lambda number: busy[number])
        asked = self.actors[number].games.remote(spec, weights, positions)
        self.flying[asked] = number, spec

    def take(self) -> tuple[str, list[Finished]]:
        """See ``Source``; what is done first comes first."""
        [done], _ = self.ray.wait(list(self.flying))
        _, spec = self.flying.pop(done)
        return spec, self.ray.get(done)

    def close(self) -> None:
        """Let the actors go."""
        self.ray.shutdown()
