"""Migration of the database of earlier versions, whose name all copies of the site shared.

A copy of the site creates a database of its own.  The same transaction copies the whole old
database into it: so the copy happens once, completely or not at all.  The old database stays, for
other copies of the site.  ``legacy_import`` imports what tabs of earlier versions write into it
later.
"""

from collections.abc import Callable, Iterable
from typing import Any

from js import Event, window
from pyodide.ffi import JsException, to_js

from .lifetime import Lifetime

OLD_NAME = "greylox-library"
LegacyContents = dict[str, tuple[Any, Any]]
"""Store -> its keys and its values, as JavaScript arrays in the same order."""


def read_legacy(
    lifetime: Lifetime, stores: Iterable[str], then: Callable[[LegacyContents], object]
) -> None:
    """Call ``then`` with the contents of these stores in the old database; {} if it is missing."""
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
        store_names = [name for name in stores if database.objectStoreNames.contains(name)]
        if not store_names:
            database.close()
            then({})
            return
        transaction = database.transaction(to_js(store_names), "readonly")
        requests = {}
        for name in store_names:
            object_store = transaction.objectStore(name)
            requests[name] = object_store.getAllKeys(), object_store.getAll()

        def read(_: Event) -> None:
            database.close()
            then({name: (keys.result, values.result) for name, (keys, values) in requests.items()})

        def failed(_: Event) -> None:
            database.close()
            then({})

        transaction.oncomplete = lifetime.proxy(read)
        transaction.onabort = lifetime.proxy(failed)

    # opening would create a missing database; the abort prevents that
    request.onupgradeneeded = lifetime.proxy(lambda _: request.transaction.abort())
    request.onsuccess = lifetime.proxy(opened)
    request.onerror = lifetime.proxy(refused)


def copy_into(transaction: Any, contents: LegacyContents) -> None:
    """Copy the contents into the stores of the same names."""
    for name, (keys, values) in contents.items():
        object_store = transaction.objectStore(name)
        for key, value in zip(keys, values, strict=True):
            object_store.put(value, key)
