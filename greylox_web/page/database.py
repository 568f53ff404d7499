"""A thin layer over IndexedDB.

A promise library such as ``idb`` was considered and does not fit: a promise reaches Python
through its event loop as a later task, and by then the browser has closed the transaction.
So an atomic sequence of reads, comparisons and writes runs inside callbacks of this module, and
only the end of the transaction is awaited.  The module fetches nothing: it works offline and under
the page's content security policy.
"""

import asyncio
from collections.abc import Callable
from typing import Any, NamedTuple

from js import Event, window
from pyodide.ffi import JsDoubleProxy, JsException, create_proxy, to_js

from . import migration
from .dom import storage_key
from .lifetime import Lifetime

NAME = migration.OLD_NAME  # followed by the folder of this copy of the site
GAME_STORES = ("games", "damaged")  # id -> text of an entry; id -> damaged text
OBJECT_STORES = (*GAME_STORES, "progress")  # id -> text of a fact
VERSION = 2
TIMEOUT_SECONDS = 10.0  # limit for opening the database; after it the database counts as denied
TransactionBody = Callable[["Transaction"], None]
Handler = Callable[[Event], object]
Started = tuple["asyncio.Future[None]", list[JsDoubleProxy]]
ERROR_REASONS = {"QuotaExceededError": "full", "VersionError": "newer-database"}


class Layout(NamedTuple):
    """A database's name, its version and stores, and the function that upgrades it."""

    name: str  # followed by the folder of this copy of the site
    version: int
    stores: tuple[str, ...]
    migrate: Callable[[Any, int], None]
    has_legacy: bool = False  # whether a new database starts with an older one's contents


class StorageError(Exception):
    """The database refused an operation; ``reason`` is a key of ``LIBRARY_WORDS``."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


def migrate(database: Any, old_version: int) -> None:
    """Upgrade a database of an older version."""
    if old_version < 1:
        for store in GAME_STORES:
            database.createObjectStore(store)
    if old_version < 2:
        database.createObjectStore("progress")


GAMES = Layout(NAME, VERSION, OBJECT_STORES, migrate, has_legacy=True)
"""The database of the player's games and progress."""


class Transaction:
    """A running transaction; its methods may be called in each other's callbacks."""

    def __init__(self, transaction: Any, guarded: Callable[[Handler], JsDoubleProxy]) -> None:
        self._transaction = transaction
        self._guarded = guarded

    def read(self, store: str, key: str, then: Callable[[object], None]) -> None:
        """Call ``then`` with the value stored under the key, or None."""
        request = self._transaction.objectStore(store).get(key)
        request.onsuccess = self._guarded(lambda _: then(_as_text(request.result)))

    def read_all(self, store: str, then: Callable[[dict[str, object]], None]) -> None:
        """Call ``then`` with the contents of a store, by key."""
        object_store = self._transaction.objectStore(store)
        keys, values = object_store.getAllKeys(), object_store.getAll()

        def done(_: object) -> None:
            pairs = zip(keys.result, values.result, strict=True)
            then({str(key): _as_text(value) for key, value in pairs})

        values.onsuccess = self._guarded(done)

    def read_prefix(self, store: str, prefix: str, then: Callable[[list[object]], None]) -> None:
        """Call ``then`` with the values whose keys begin with ``prefix``."""
        request = self._transaction.objectStore(store).getAll(_key_range(prefix))
        request.onsuccess = self._guarded(lambda _: then([_as_text(v) for v in request.result]))

    def delete_prefix(self, store: str, prefix: str) -> None:
        """Delete the values whose keys begin with ``prefix``."""
        self._transaction.objectStore(store).delete(_key_range(prefix))

    def write(self, store: str, key: str, text: str) -> None:
        """Store a text under the key."""
        self._transaction.objectStore(store).put(text, key)

    def quarantine(self, key: str, other: str) -> None:
        """Copy a stored game, whatever its value, to the damaged games under another key."""
        request = self._transaction.objectStore("games").get(key)

        def copy(_: object) -> None:
            damaged = self._transaction.objectStore("damaged")
            try:
                damaged.put(request.result, other)
            except JsException:  # some values can be read but not written back
                damaged.put(_as_text(request.result), other)

        request.onsuccess = self._guarded(copy)

    def commit(self) -> None:
        """Commit without waiting for the answers, as the page may be ending."""
        if hasattr(self._transaction, "commit"):
            self._transaction.commit()

    def delete(self, store: str, key: str) -> None:
        """Delete the value stored under the key."""
        self._transaction.objectStore(store).delete(key)


class Database:
    """A database of this site: opened at first use, reopened after it was closed."""

    def __init__(
        self, lifetime: Lifetime, on_error: Callable[[str], None], layout: Layout = GAMES
    ) -> None:
        self._lifetime, self._layout = lifetime, layout
        self._on_error = on_error  # is passed a key of ``LIBRARY_WORDS``, to show
        self._running: set[asyncio.Task[None]] = set()
        lifetime.on_end(self._close)
        self._opened: asyncio.Future[object] | None = None

    async def open(self) -> None:
        """Open the database if it is closed; raise StorageError if the browser refuses."""
        await self._open()

    def run(self, mode: str, begin: TransactionBody) -> "asyncio.Task[None]":
        """Run ``begin`` and its callbacks in one transaction; the task ends after the commit.

        If the database is open, the transaction starts before ``run`` returns, so that a
        page can still write while it is being unloaded.
        """
        ready = self._opened
        started = None
        if ready is not None and ready.done() and not ready.exception():
            started = self._begin(ready.result(), mode, begin)
        task = asyncio.ensure_future(self._commit(started, mode, begin))
        self._running.add(task)
        task.add_done_callback(self._running.discard)
        return task

    async def _close(self) -> None:
        """Wait for running transactions, then close the database."""
        while self._running:
            await asyncio.wait([*self._running])
        opened, self._opened = self._opened, None
        if opened is not None and opened.done() and not opened.exception():
            database: Any = opened.result()
            database.close()

    async def _commit(self, started: Started | None, mode: str, begin: TransactionBody) -> None:
        if started is None:
            started = self._begin(await self._open(), mode, begin)
        if started is None:  # closed in the meantime, by the browser or for a newer version
            started = self._begin(await self._open(), mode, begin)
        if started is None:
            raise StorageError("failed")
        future, proxies = started
        try:
            await future
        finally:
            for proxy in proxies:
                proxy.destroy()

    def _begin(self, database: Any, mode: str, begin: TransactionBody) -> Started | None:
        """Start a transaction; return its end as a future, with its proxies; None if closed."""
        future = asyncio.get_event_loop().create_future()
        proxies: list[JsDoubleProxy] = []
        failure: list[BaseException] = []
        try:
            transaction = database.transaction(to_js(list(self._layout.stores)), mode)
        except JsException:
            self._opened = None
            return None

        def proxied(callback: Handler) -> JsDoubleProxy:
            proxies.append(create_proxy(callback))
            return proxies[-1]

        def guarded(callback: Handler) -> JsDoubleProxy:
            def call(event: Event) -> None:
                try:
                    callback(event)
                except JsException as error:
                    failure.append(StorageError(_reason(error, "failed")))
                    transaction.abort()
                except Exception as error:  # the browser's event loop would lose it
                    failure.append(error)
                    transaction.abort()

            return proxied(call)

        def ended(_: object) -> None:
            if not future.done():
                future.set_result(None)

        def aborted(_: object) -> None:
            if future.done():
                return
            cause = failure or [StorageError(_reason(transaction.error, "failed"))]
            future.set_exception(cause[0])

        transaction.oncomplete = proxied(ended)
        transaction.onabort = proxied(aborted)
        guarded(lambda _: begin(Transaction(transaction, guarded)))(None)
        return future, proxies

    # ------------------------------------------------------------ opening

    async def _open(self) -> Any:
        if self._opened is None or (self._opened.done() and self._opened.exception()):
            self._opened = asyncio.get_event_loop().create_future()
            self._open_request(self._opened)
        try:
            return await asyncio.wait_for(asyncio.shield(self._opened), TIMEOUT_SECONDS)
        except TimeoutError:
            raise StorageError("denied") from None

    def _open_request(
        self, opened: "asyncio.Future[object]", before: migration.LegacyContents | None = None
    ) -> None:
        """Open the database; a new one starts with the contents ``before`` of the old database.

        The old contents are read only when it turns out that the database has to be
        created.
        """
        reading_legacy, layout = False, self._layout
        try:
            request = window.indexedDB.open(storage_key(layout.name), layout.version)
        except (JsException, AttributeError):  # private windows, sandboxed frames
            opened.set_exception(StorageError("denied"))
            return

        def upgrade(event: Event) -> None:
            nonlocal reading_legacy
            reading_legacy = layout.has_legacy and before is None and not event.oldVersion
            if reading_legacy:
                request.transaction.abort()
                return
            layout.migrate(request.result, event.oldVersion)
            migration.copy_into(request.transaction, before or {})

        def ready(_: object) -> None:
            database = request.result
            database.onversionchange = self._lifetime.proxy(lambda _: outdated())
            database.onclose = self._lifetime.proxy(lambda _: self._drop_handle())

            def outdated() -> None:
                database.close()
                self._drop_handle()
                self._on_error("newer-database")

            opened.set_result(database)

        def refused(event: Event) -> None:
            event.preventDefault()
            if reading_legacy:
                migration.read_legacy(
                    self._lifetime,
                    layout.stores,
                    lambda contents: self._open_request(opened, contents),
                )
                return
            opened.set_exception(StorageError(_reason(request.error, "denied")))

        request.onupgradeneeded = self._lifetime.proxy(upgrade)
        request.onblocked = self._lifetime.proxy(lambda _: self._on_error("blocked"))
        request.onsuccess = self._lifetime.proxy(ready)
        request.onerror = self._lifetime.proxy(refused)

    def _drop_handle(self) -> None:
        self._opened = None


def _reason(error: object, otherwise: str) -> str:
    """Map an error's name to a reason; for some errors Pyodide puts the name into the message."""
    error_text = f"{getattr(error, 'name', '')} {error}"
    return next((reason for name, reason in ERROR_REASONS.items() if name in error_text), otherwise)


def _key_range(prefix: str) -> Any:
    """Return the range of the keys that begin with ``prefix``."""
    return window.IDBKeyRange.bound(prefix, prefix + "\uffff")


def _as_text(value: object) -> object:
    """Return the stored text; for any other value its type in brackets, which is no entry.

    Other values are not inspected, as they may be huge or cyclic.
    """
    if value is None or isinstance(value, str):
        return value
    return f"({getattr(value, 'typeof', type(value).__name__)})"
