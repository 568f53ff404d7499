"""Moves the database of earlier versions, whose name all copies of the site on an origin shared.

A copy of the site creates a database of its own, and in the same transaction copies all of the old
one into it: so this happens once, completely or not at all.  The old one stays, for other copies;
what tabs of earlier versions write into it afterwards is imported by ``late``.
"""

from collections.abc import Callable, Iterable
from typing import Any

from js import Event, window
from pyodide.ffi import JsException, create_proxy, to_js

OLD_NAME = "greylox-library"
Contents = dict[str, tuple[Any, Any]]
"""Store -> its keys and its values, as JavaScript arrays in the same order."""


def look(stores: Iterable[str], then: Callable[[Contents], object]) -> None:
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

        transaction.oncomplete = create_proxy(read)
        transaction.onabort = create_proxy(failed)

    # opening would create a database that does not exist; the abort prevents that
    request.onupgradeneeded = create_proxy(lambda _: request.transaction.abort())
    request.onsuccess = create_proxy(opened)
    request.onerror = create_proxy(refused)


def put(transaction: Any, found: Contents) -> None:
    """Copy the contents into the stores of the same names."""
    for name, (keys, values) in found.items():
        place = transaction.objectStore(name)
        for key, value in zip(keys, values, strict=True):
            place.put(value, key)
