"""A fake IndexedDB: databases in memory, whose requests are answered asynchronously.

A transaction is committed after the answer to its last request; an aborted one is rolled back.
"""

import asyncio
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

from tests.page.fake_browser import JsException


class Request:
    """A request, whose callbacks are called with its answer."""

    def __init__(self) -> None:
        self.result: Any = None
        self.error: Any = None
        self.transaction: Any = None
        self.onsuccess = self.onerror = self.onupgradeneeded = self.onblocked = None


class KeyRange:
    """A range of keys, with its ends."""

    def __init__(self, first: str, last: str) -> None:
        self.first, self.last = first, last

    bound = classmethod(lambda cls, first, last: cls(first, last))

    def __contains__(self, key: str) -> bool:
        return self.first <= key <= self.last


def delete(rows: dict[str, Any], keys: "str | KeyRange") -> None:
    """Delete the row of a key, or the rows of a range of keys."""
    for key in [*rows]:
        if key in keys if isinstance(keys, KeyRange) else key == keys:
            del rows[key]


class Transaction:
    """A transaction, whose requests are answered in order."""

    def __init__(self, connection: "Connection") -> None:
        self.connection = connection
        self.before = {name: dict(rows) for name, rows in connection.stores.items()}
        self.pending_requests: list[tuple[Request, Callable[[], Any]]] = []
        self.is_aborted, self.error = False, None
        self.oncomplete = self.onabort = None
        asyncio.get_running_loop().call_soon(self._answer_next)

    def objectStore(self, name: str) -> SimpleNamespace:  # noqa: N802
        rows = self.connection.stores[name]

        def put_value(value: object, key: str) -> Request:
            if isinstance(value, SimpleNamespace):  # stands in for a value that cannot be cloned
                raise JsException("DataCloneError")
            return self._enqueue(lambda: rows.update({key: value}))

        return SimpleNamespace(
            get=lambda key: self._enqueue(lambda: rows.get(key)),
            getAllKeys=lambda: self._enqueue(lambda: [*rows]),
            getAll=lambda keys=None: self._enqueue(
                lambda: [value for key, value in rows.items() if keys is None or key in keys]
            ),
            delete=lambda keys: self._enqueue(lambda: delete(rows, keys)),
            put=put_value,
        )

    def _enqueue(self, operation: Callable[[], Any]) -> Request:
        request = Request()
        self.pending_requests.append((request, operation))
        return request

    def abort(self) -> None:
        self.is_aborted = True
        for name, rows in self.connection.stores.items():
            rows.clear()
            rows.update(self.before.get(name, {}))

    def _answer_next(self) -> None:
        """Answer the next request, or end the transaction."""
        if self.pending_requests and not self.is_aborted:
            request, operation = self.pending_requests.pop(0)
            request.result = operation()
            if request.onsuccess:
                request.onsuccess(None)
            asyncio.get_running_loop().call_soon(self._answer_next)
            return
        if self.connection.database.is_full and not self.is_aborted:
            self.error = SimpleNamespace(name="QuotaExceededError")
            self.abort()
        end = self.onabort if self.is_aborted else self.oncomplete
        if end:
            end(None)


class Connection:
    """A connection to a database."""

    def __init__(self, database: "IndexedDB", stores: dict[str, dict[str, Any]]) -> None:
        self.database, self.stores, self.is_closed = database, stores, False
        self.objectStoreNames = SimpleNamespace(contains=lambda name: name in stores)
        self.onversionchange = self.onclose = None

    def createObjectStore(self, name: str) -> None:  # noqa: N802
        self.stores[name] = {}

    def transaction(self, _names: list[str], _mode: str) -> Transaction:
        if self.is_closed:
            raise JsException("InvalidStateError")
        return Transaction(self)

    def close(self) -> None:
        self.is_closed = True


class IndexedDB:
    """The databases of a browser by name, each with its version and its stores."""

    def __init__(self) -> None:
        self.databases: dict[str, tuple[int, dict[str, dict[str, Any]]]] = {}
        self.connections: list[Connection] = []
        self.is_full = False  # if set, no transaction is committed

    def open(self, name: str, version: int = 0) -> Request:
        request = Request()
        asyncio.get_running_loop().call_soon(self._open, request, name, version)
        return request

    def _open(self, request: Request, name: str, version: int) -> None:
        old, stores = self.databases.get(name, (0, {}))
        version = version or old or 1
        refused = SimpleNamespace(preventDefault=lambda: None)
        if version < old:
            request.error = SimpleNamespace(name="VersionError")
            request.onerror(refused)
            return
        request.result = Connection(self, stores)
        self.connections.append(request.result)
        if version == old:
            request.onsuccess(None)
            return
        work = request.transaction = Transaction(request.result)

        def upgraded(_: object) -> None:
            self.databases[name] = version, stores
            request.onsuccess(None)

        def aborted(_: object) -> None:
            request.result.close()
            request.error = SimpleNamespace(name="AbortError")
            request.onerror(refused)

        work.oncomplete, work.onabort = upgraded, aborted
        if request.onupgradeneeded:
            request.onupgradeneeded(SimpleNamespace(oldVersion=old))
