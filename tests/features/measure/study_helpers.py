"""A page for studies without a browser: workers in this process, and storage in memory."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Collection, Coroutine
from itertools import count
from typing import Any

from greylox_web.command.networks import engine_version
from greylox_web.engine.client import WorkerLost
from greylox_web.engine.network_registry import NETWORK_DIR
from greylox_web.engine.version import checksum
from greylox_web.features.measure.measurement import StorageRefused
from greylox_web.measure.plan import make_plan
from greylox_web.measure.service import MeasureService
from greylox_web.rules import GAMES, new_game

ENGINE = engine_version()
NETWORKS = {name: checksum((NETWORK_DIR / f"{name}.npz").read_bytes()) for name in GAMES}


class FakeWorker:
    """A worker in this process, which plays one step at each call."""

    def __init__(self, host: FakeHost) -> None:
        self.host, self.is_killed = host, False
        self.service = MeasureService(host.engine, count().__next__)

    async def start(self) -> None:
        await asyncio.sleep(0)
        if self.host.is_broken:
            raise WorkerLost("It broke off.")
        for name in ("byg", "brink"):
            self.service.add_network(name, (NETWORK_DIR / f"{name}.npz").read_bytes())

    async def begin(self, job: str) -> str:
        await asyncio.sleep(0)
        self._check()
        return self.service.begin(job)

    async def play(self, millis: int) -> str:
        await asyncio.sleep(0)
        self._check()
        self.host.calls += 1
        if self.host.calls == self.host.dies_at:
            raise WorkerLost("It was lost.")
        return self.host.garble(self.service.play(millis))

    def hold(self) -> None:
        self.host.holds += 1

    def kill(self) -> None:
        if not self.is_killed:
            self.is_killed = True
            self.host.alive -= 1

    def _check(self) -> None:
        if self.is_killed:
            raise WorkerLost("It was killed.")


class FakeStorage:
    """Storage in memory, which may refuse."""

    def __init__(self) -> None:
        self.about: dict[str, str] = {}
        self.texts: list[tuple[str, str]] = []
        self.refuses = False

    async def studies(self) -> dict[str, str]:
        self._check()
        return dict(self.about)

    async def games(self, key: str) -> list[str]:
        self._check()
        return [text for own, text in self.texts if own == key]

    def write(self, key: str, about: str, games: dict[str, str]) -> Awaitable[None]:
        if not self.refuses:
            self.about[key] = about
            self.texts += games.items()
        return self._wait()

    async def delete(self, key: str, games: Collection[str]) -> None:
        self._check()
        self.about.pop(key, None)
        self.texts = [pair for pair in self.texts if pair[0] not in games]

    async def _wait(self) -> None:
        self._check()

    def _check(self) -> None:
        if self.refuses:
            raise StorageRefused("The browser is out of space.")


class FakeHost:
    """What a page has for a study; timers run at once after the events in progress."""

    def __init__(self, storage: FakeStorage | None = None, workers: int = 2) -> None:
        self.engine, self.networks, self.worker_count = ENGINE, NETWORKS, workers
        self.storage = storage or FakeStorage()
        self.alive = self.made = self.calls = self.holds = 0
        self.dies_at = -1  # the call at which a worker is lost
        self.is_broken = False
        self.garble: Callable[[str], str] = str
        self.tasks: set[asyncio.Future[object]] = set()
        self.timers: list[Callable[[], object]] = []

    def make_worker(self) -> FakeWorker:
        self.alive += 1
        self.made += 1
        return FakeWorker(self)

    def now(self) -> float:
        return float(self.calls)

    def today(self) -> str:
        return f"2026-11-30T12:{self.calls:05}"

    def spawn(self, work: Coroutine[Any, Any, object]) -> asyncio.Future[object]:
        task = asyncio.ensure_future(work)
        self.tasks.add(task)
        return task

    def set_timeout(self, millis: float, work: Callable[[], object]) -> None:
        self.timers.append(work)

    def run_timers(self) -> None:
        timers, self.timers = self.timers, []
        for work in timers:
            work()

    async def wait(self, done: Callable[[], object]) -> None:
        """Wait until ``done``, while timers run."""
        for _ in range(20_000):
            if done():
                return
            self.run_timers()
            await asyncio.sleep(0)
        raise AssertionError("it does not happen")

    async def settle(self) -> None:
        """Wait for all tasks and timers."""
        while self.tasks or self.timers:
            self.run_timers()
            tasks, self.tasks = self.tasks, set()
            await asyncio.gather(*tasks)


def small_plan(*names: str, **changes: Any):
    """A plan of games on the smallest boards."""
    games = [new_game(name, 3, allow_small=True) for name in names or ("byg",)]
    return make_plan(games, networks=NETWORKS, **{"strengths": [2], "count": 12, **changes})
