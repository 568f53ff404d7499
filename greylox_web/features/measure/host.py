"""What the browser does for a study: its workers and its storage."""

import json
from asyncio import Future
from collections.abc import Awaitable, Collection, Mapping
from datetime import UTC, datetime
from typing import Any

from js import Math, navigator, performance, window
from pyodide.ffi import to_js

from ...engine.version import format_version
from ...page.database import Database, Layout, StorageError, Transaction
from ...page.dom import build_facts, is_board_shown
from ...page.feature import Feature
from ...page.store import Store
from ...page.worker import PythonWorker
from ...session.event import Event, ShowNotice
from ...session.session import Session
from ...words.library import LIBRARY_WORDS
from .measurement import Storage, StorageRefused
from .measurements import Measurements

MAX_WORKERS = 8
HOLD = -1  # the number of a call whose answer nobody awaits
WORKERS_BY_MEMORY = {0.25: 1, 0.5: 1, 1: 1, 2: 1, 4: 3}
"""The most workers by the GB of the device's memory, where a browser reports it."""


def create_stores(database: Any, old_version: int) -> None:
    """Create the stores of a new database."""
    if old_version < 1:
        database.createObjectStore("studies")
        database.createObjectStore("games")


LAYOUT = Layout("greylox-studies", 1, ("studies", "games"), create_stores)
"""The database of the studies: what there is about each, by key; and the games of each variant, in
texts whose keys begin with the variant's.  It is apart from the player's games, so that earlier
versions of the page in other tabs can go on using those."""


class StudyWorker(PythonWorker):
    """A worker that plays games of a study, with the functions of ``measure.worker``."""

    def __init__(self) -> None:
        super().__init__("greylox_web.measure.worker")

    async def start(self) -> None:
        """See ``measurement.Worker``."""
        await self.start_python()
        await self.call("configure", json.dumps(self.build["nets"]))

    def begin(self, job: str) -> Awaitable[str]:
        """See ``measurement.Worker``."""
        return self.call("begin", job)

    def play(self, millis: int) -> Awaitable[str]:
        """See ``measurement.Worker``."""
        return self.call("play", millis)

    def hold(self) -> None:
        """See ``measurement.Worker``."""
        if self.worker is not None and not self.is_lost:
            self.worker.postMessage(to_js([HOLD, "hold"]))


class StudyStorage:
    """See ``measurement.Storage``."""

    def __init__(self, database: Database) -> None:
        self.database = database

    async def studies(self) -> dict[str, str]:
        """See ``measurement.Storage``."""
        texts: dict[str, object] = {}
        await self._run("readonly", lambda work: work.read_all("studies", texts.update))
        return {key: text for key, text in texts.items() if isinstance(text, str)}

    async def games(self, key: str) -> list[str]:
        """See ``measurement.Storage``."""
        texts: list[object] = []
        await self._run(
            "readonly", lambda work: work.read_prefix("games", f"{key}\n", texts.extend)
        )
        return [text for text in texts if isinstance(text, str)]

    def write(self, key: str, about: str, games: dict[str, str]) -> Awaitable[None]:
        """See ``measurement.Storage``."""

        def begin(work: Transaction) -> None:
            work.write("studies", key, about)
            for variant, text in games.items():
                work.write("games", f"{variant}\n{Math.random()}", text)
            work.commit()

        return self._run("readwrite", begin)

    async def delete(self, key: str, games: Collection[str]) -> None:
        """See ``measurement.Storage``."""

        def begin(work: Transaction) -> None:
            work.delete("studies", key)
            for variant in games:
                work.delete_prefix("games", f"{variant}\n")

        await self._run("readwrite", begin)

    def _run(self, mode: str, begin: Any) -> "Awaitable[None]":
        """Run a transaction, which begins at once if the database is open."""
        return self._wait(self.database.run(mode, begin))

    async def _wait(self, running: "Future[None]") -> None:
        try:
            await running
        except StorageError as error:
            raise StorageRefused(LIBRARY_WORDS[error.reason]) from error


class MeasureHost(Feature):
    """The studies of the page; their workers wait while the engine thinks for the player."""

    def __init__(self, store: Store) -> None:
        super().__init__(store)
        build = build_facts()
        checksums = dict(build["checksums"])
        self.engine = format_version(checksums.pop("rules"))
        self.networks: Mapping[str, str] = checksums
        self.worker_count = count_workers()
        database = Database(
            store.lifetime, lambda reason: store.dispatch(ShowNotice(LIBRARY_WORDS[reason])), LAYOUT
        )
        self.storage: Storage = StudyStorage(database)
        self.spawn, self.set_timeout = store.lifetime.spawn, store.lifetime.set_timeout
        self.make_worker = StudyWorker
        self.measurements = Measurements(self)
        store.lifetime.listen(window, "pagehide", lambda _: self.measurements.flush())
        for kind in ("hashchange", "greylox:show-board"):
            store.lifetime.listen(window, kind, lambda _: self.hold_for_player())
        store.lifetime.on_end(self.measurements.close)
        self.hold_for_player()

    def on_event(self, event: Event | None, before: Session) -> None:
        """Let the workers wait, or go on."""
        self.hold_for_player()

    def hold_for_player(self) -> None:
        """Let the workers wait while the board is shown and the engine thinks."""
        thinks = self.store.session.engine.active_search is not None
        self.measurements.hold(thinks and is_board_shown())

    def now(self) -> float:
        """See ``measurement.Host``."""
        return float(performance.now()) / 1000

    def today(self) -> str:
        """See ``measurement.Host``."""
        return datetime.now(UTC).isoformat(timespec="seconds")


def count_workers() -> int:
    """Return how many workers play: one for each core but one, fewer with little memory."""
    cores = int(getattr(navigator, "hardwareConcurrency", 1) or 1)
    memory = getattr(navigator, "deviceMemory", None)
    most = WORKERS_BY_MEMORY.get(memory, MAX_WORKERS) if memory else MAX_WORKERS
    return max(1, min(cores - 1, most))
