"""Moves the database of earlier versions, whose name all copies of the site on an origin shared.

A copy of the site creates a database of its own, and in the same transaction copies all of the old
one into it: so this happens once, completely or not at all.  The old one stays, for other copies;
what tabs of earlier versions write into it afterwards is imported by ``late``.
"""

from collections.abc import Callable, Iterable
from typing import Any

from js import Event, window
from pyodide.ffi import JsException, to_js

from .lifetime import Lifetime

OLD_NAME = "greylox-library"
Contents = dict[str, tuple[Any, Any]]
"""Store -> its keys and its values, as JavaScript arrays in the same order."""


def look(lifetime: Lifetime, stores: Iterable[str], then: Callable[[Contents], object]) -> None:
    """Call ``then`` with the contents of these stores in the old database, {} without one."""
    try:
        request = window.indexedDB.open(OLD_NAME)
    except (JsException, AttributeError):
        then({})
        return

    def refused(event: Event) -> None:
        event.preventDefault()
        then({})

    def opened(_: Event) -> None:
        database = request.result
        kept = [name for name in stores if database.objectStoreNames.contains(name)]
        if not kept:
            database.close()
            then({})
            return
        transaction = database.transaction(to_js(kept), "readonly")
        asked = {}
        for name in kept:
            place = transaction.objectStore(name)
            asked[name] = place.getAllKeys(), place.getAll()

        def read(_: Event) -> None:
            database.close()
            then({name: (keys.result, values.result) for name, (keys, values) in asked.items()})

        def failed(_: Event) -> None:
            database.close()
            then({})

        transaction.oncomplete = lifetime.proxy(read)
        transaction.onabort = lifetime.proxy(failed)

    # opening would create a database that does not exist; the abort prevents that
    request.onupgradeneeded = lifetime.proxy(lambda _: request.transaction.abort())
    request.onsuccess = lifetime.proxy(opened)
    request.onerror = lifetime.proxy(refused)


def put(transaction: Any, found: Contents) -> None:
    """Copy the contents into the stores of the same names."""
    for name, (keys, values) in found.items():
        place = transaction.objectStore(name)
        for key, value in zip(keys, values, strict=True):
            place.put(value, key)
