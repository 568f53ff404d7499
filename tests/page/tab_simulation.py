"""Several tabs of a simulated browser: the real ``Autosave`` with a fake database.

The database gives the guarantees of IndexedDB: transactions run one after the other, each takes
a while, and one may fail at its end, which undoes all its writes.  Messages to other tabs arrive
when the test delivers them.
"""

import asyncio
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest

from greylox_web.features.library.entry import Entry, load_match, read_entry
from greylox_web.match.tree import Tree
from greylox_web.session.event import Event
from greylox_web.session.session import Session
from greylox_web.session.update import update
from tests.page.fake_browser import fake_js

MAX_LOOP_STEPS = 400  # steps of the event loop, more than any task takes


class FakeTransaction:
    """A transaction, whose operations run in order."""

    def __init__(self, stores: dict[str, dict[str, object]]) -> None:
        self.stores = stores
        self.steps: list[Callable[[], object]] = []
        self.end = asyncio.get_running_loop().create_future()

    def read(self, store: str, key: str, then: Callable[[object], None]) -> None:
        self.steps.append(lambda: then(self.stores[store].get(key)))

    def read_all(self, store: str, then: Callable[[dict[str, object]], None]) -> None:
        self.steps.append(lambda: then(dict(self.stores[store])))

    def write(self, store: str, key: str, text: str) -> None:
        self.steps.append(lambda: self.stores[store].update({key: text}))

    def delete(self, store: str, key: str) -> None:
        self.steps.append(lambda: self.stores[store].pop(key, None))


class BrowserSimulation:
    """The browser: its database and its tabs."""

    def __init__(self, storage: SimpleNamespace, rng: Random) -> None:
        self.storage, self.rng = storage, rng
        self.failure_rate = 0.0  # the share of the transactions that fail
        self.stores: dict[str, dict[str, object]] = {"games": {}, "damaged": {}, "progress": {}}
        self.queue: list[FakeTransaction] = []
        self.is_busy = False
        self.tabs: list[Tab] = []
        self.messages: list[Callable[[], None]] = []
        self.tasks: list[asyncio.Future[object]] = []

    async def tab(self, session: Session) -> "Tab":
        """Open a tab with this session and start its autosave."""
        tab = Tab(self, session)
        self.tabs.append(tab)
        tab.finder.resume(await tab.autosave.start())
        tab.is_ready = True
        return tab

    def run(self, _mode: str, begin: Callable[[FakeTransaction], None]) -> "asyncio.Task[None]":
        """Queue a transaction; return a task that ends with it."""
        work = FakeTransaction(self.stores)
        begin(work)
        self.queue.append(work)
        if not self.is_busy:
            self.is_busy = True
            self.spawn(self._work())

        async def end() -> None:
            await work.end

        return asyncio.ensure_future(end())

    async def _work(self) -> None:
        while self.queue:
            work = self.queue.pop(0)
            before = {name: dict(store) for name, store in self.stores.items()}
            for step in iter(lambda: work.steps.pop(0) if work.steps else None, None):  # noqa: B023
                await self.pause(self.rng.randrange(4))
                step()
            if self.rng.random() < self.failure_rate:
                self.stores.update(before)
                work.stores = self.stores
                work.end.set_exception(self.storage.StorageError("full"))
            else:
                work.end.set_result(None)
        self.is_busy = False

    def spawn(self, work: Any) -> None:
        """Run the work as a task."""
        self.tasks.append(asyncio.ensure_future(work))

    async def pause(self, steps: int = MAX_LOOP_STEPS) -> None:
        """Run so many steps of the event loop."""
        for _ in range(steps):
            await asyncio.sleep(0)

    def deliver(self) -> None:
        """Deliver the oldest message."""
        if self.messages:
            self.messages.pop(0)()

    async def run_until_idle(self) -> None:
        """Run until everything is stored and every message delivered."""
        for _ in range(6):
            for tab in self.tabs:
                tab.run_idle_callbacks()
            for _ in range(MAX_LOOP_STEPS):
                await asyncio.sleep(0)
                self.deliver()
        for task in self.tasks:
            if task.done():
                task.result()

    @property
    def entries(self) -> list[Entry]:
        """The stored games."""
        return [read_entry(text) for text in self.stores["games"].values()]

    @property
    def trees(self) -> list[Tree]:
        """The trees of the stored games."""
        return [load_match(entry).tree for entry in self.entries]


class FakeIdle:
    """A fake ``IdleCallback``: a callback is scheduled at most once."""

    def __init__(
        self, idle_callbacks: list[Callable[[], None]], _lifetime: object, then: Callable[[], None]
    ) -> None:
        self.idle_callbacks, self.callback = idle_callbacks, then

    def schedule(self) -> None:
        if self.callback not in self.idle_callbacks:
            self.idle_callbacks.append(self.callback)


class Tab:
    """A tab: a session and its autosave."""

    def __init__(self, browser: BrowserSimulation, session: Session) -> None:
        self.browser, self.session, self.is_ready = browser, session, False
        self.visit = browser.storage.Visit(session.match)
        self.idle_callbacks: list[Callable[[], None]] = []
        self.offers: list[Callable[[], object]] = []  # accept to continue a stored game
        self.relations: list[str] = []  # one for each offer
        storage, this_tab = browser.storage, self

        class Tabs:
            def __init__(
                self, _lifetime: object, on_message: Callable[[str, str, int], None]
            ) -> None:
                this_tab.heard = on_message

            def post(self, kind: str, game: str, revision: int = 0) -> None:
                for tab in browser.tabs:
                    if game and tab is not this_tab:
                        listener = tab.heard
                        browser.messages.append(
                            lambda listener=listener: listener(kind, game, revision)
                        )

        storage.autosave.Database = lambda *_: browser
        storage.autosave.TabChannel, storage.autosave.IdleCallback = (
            Tabs,
            partial(FakeIdle, self.idle_callbacks),
        )
        lifetime = storage.Lifetime(storage.Faults())
        lifetime.spawn = browser.spawn

        def offer(
            _entry: Entry, comparison: Any, accept: Callable[[], object]
        ) -> Callable[[], None]:
            self.offers.append(accept)
            self.relations.append(comparison.relation)
            return self.offers.clear

        self.autosave = storage.autosave.Autosave(
            lifetime, storage.StorageWarning(), self.visit, lambda: self.session, self.dispatch
        )
        self.finder = storage.EntryMatcher(self.autosave, offer)

    def dispatch(self, event: Event) -> None:
        """Apply an event; notify the visit, autosave and the entry matcher."""
        before = self.session
        self.session = update(self.session, event)
        self.visit.on_event(event, before, self.session)
        if self.is_ready:
            self.autosave.on_session_changed(before, event)
            self.finder.on_session_changed(before, event)

    def run_idle_callbacks(self) -> None:
        """Run the idle callbacks."""
        callbacks = [*self.idle_callbacks]
        self.idle_callbacks.clear()
        for then in callbacks:
            then()


@contextmanager
def saving_modules() -> Iterator[SimpleNamespace]:
    """Yield the modules that save games."""

    async def nothing(*_: object) -> None:
        pass

    with fake_js():
        from greylox_web.features.library import autosave
        from greylox_web.features.library.entry_matching import EntryMatcher
        from greylox_web.page.database import StorageError
        from greylox_web.page.faults import Faults
        from greylox_web.page.lifetime import Lifetime
        from greylox_web.page.local_storage import StorageWarning
        from greylox_web.page.visit import Visit

        autosave.save_current_id, autosave.load_current_id = lambda _game: None, lambda: ""
        autosave.request_persistence = autosave.Autosave._import_legacy = nothing
        yield SimpleNamespace(
            autosave=autosave,
            Visit=Visit,
            EntryMatcher=EntryMatcher,
            StorageWarning=StorageWarning,
            Faults=Faults,
            Lifetime=Lifetime,
            StorageError=StorageError,
        )


@pytest.fixture(scope="module")
def storage() -> Iterator[SimpleNamespace]:
    """Yield the modules that save games."""
    with saving_modules() as modules:
        yield modules
