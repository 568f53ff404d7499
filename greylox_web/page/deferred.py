"""The deferred modules: the part of Python's library and of this package not needed at the start.

They are fetched once the board can be played.  An import that needs one of them earlier fetches the
archives synchronously, which blocks the page.
"""

import asyncio
import sys
import zlib
from collections.abc import Sequence
from importlib.machinery import ModuleSpec
from itertools import chain, repeat
from types import ModuleType
from zipimport import zipimporter

from js import XMLHttpRequest, fetch, window
from pyodide.ffi import JsException
from sitecustomize import BundleFinder

ZIP_END_RECORD = b"PK\5\6"  # starts the last 22 bytes of a complete zip archive
RETRY_SECONDS = 1, 3, 10, 30  # seconds between attempts; the last one is repeated


class DeferredFinder:
    """An import finder, placed after Python's own, that fetches the archives at these addresses."""

    def __init__(self, addresses: Sequence[str]) -> None:
        self.addresses = addresses
        self.bundles: list[BundleFinder] = []
        self.names: frozenset[str] = frozenset()
        sys.meta_path.append(self)

    async def load(self) -> None:
        """Fetch the archives, retrying while there is no network."""
        for pause in chain(RETRY_SECONDS, repeat(RETRY_SECONDS[-1])):
            if self.bundles:  # fetched by an import, or for an earlier page
                return
            try:
                self._install(
                    preloaded() or [await fetch_archive(address) for address in self.addresses]
                )
            except (ImportError, JsException, OSError):
                await asyncio.sleep(pause)

    def find_spec(
        self, name: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """Find a deferred module; raise ImportError if the archives cannot be fetched."""
        if not self.bundles:
            if name not in self._module_names():
                return None
            self._install(
                preloaded() or [fetch_archive_sync(address) for address in self.addresses]
            )
        specs = (bundle.find_spec(name, path, target) for bundle in self.bundles)
        return next(filter(None, specs), None)

    def _install(self, archives: Sequence[bytes]) -> None:
        """Write missing archives to the import path; raise ImportError or OSError on failure."""
        if self.bundles:
            return
        paths = [f"/tmp/{number}.zip" for number, _ in enumerate(archives)]
        for path, archive in zip(paths, archives, strict=True):
            with open(path, "wb") as file:
                file.write(archive)
        try:
            self.bundles = [BundleFinder(path, "rest.bin") for path in paths]
        except (EOFError, TypeError, ValueError, zlib.error) as error:
            raise ImportError("what came of the rest is damaged") from error

    def _module_names(self) -> frozenset[str]:
        """Return the names of the modules in the archives, from the list that the build writes."""
        if not self.names:
            archive, _, _ = __file__.rpartition("/greylox_web/")
            names = zipimporter(archive).get_data("greylox_web/rest.txt").decode()
            self.names = frozenset(names.split())
        return self.names


def preloaded() -> list[bytes]:
    """Take the archives, if boot.js has already read them from the offline copy."""
    archives = [archive.to_bytes() for archive in getattr(window, "greyloxDeferred", None) or ()]
    window.greyloxDeferred = None  # otherwise the browser keeps their memory
    return archives


async def fetch_archive(address: str) -> bytes:
    """Fetch a file; raise JsException or OSError if that fails."""
    response = await fetch(address)
    if not response.ok:
        raise OSError(f"{address} is missing ({response.status})")
    archive: bytes = (await response.arrayBuffer()).to_bytes()
    if ZIP_END_RECORD not in archive[-22:]:
        raise OSError(f"{address} is damaged")
    return archive


def fetch_archive_sync(address: str) -> bytes:
    """Fetch a file synchronously; raise ImportError if that fails."""
    request = XMLHttpRequest.new()
    request.open("GET", address, False)
    # a synchronous request cannot return bytes, so request text with one byte per character
    request.overrideMimeType("text/plain; charset=x-user-defined")
    try:
        request.send()
    except JsException as error:
        raise ImportError(f"{address} cannot be reached") from error
    if request.status != 200:
        raise ImportError(f"{address} is missing ({request.status})")
    # Python's only built-in two-byte encoding; its output begins with a byte order mark
    archive = request.responseText.encode("utf-16")[2::2]
    if ZIP_END_RECORD not in archive[-22:]:
        raise ImportError(f"{address} is damaged")
    return archive
