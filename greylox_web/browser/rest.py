"""The rest of Python's library and of this package, which the start does not wait for.

It follows as soon as the board can be played.  An import that needs it earlier fetches it at once,
and the page stands still until it is there.
"""

import asyncio
import sys
import zlib
from collections.abc import Sequence
from importlib.machinery import ModuleSpec
from itertools import chain, repeat
from pathlib import Path
from types import ModuleType
from zipimport import zipimporter

from js import XMLHttpRequest, fetch, window
from pyodide.ffi import JsException
from sitecustomize import Piece

END = b"PK\5\6"  # begins the last 22 bytes of an archive that is whole
PAUSES = 1, 3, 10, 30  # seconds between attempts; the last again and again


class Rest:
    """A finder for the archives at these addresses, which it fetches; asked after Python's own."""

    def __init__(self, addresses: Sequence[str]) -> None:
        self.addresses = addresses
        self.pieces: list[Piece] = []
        self.names: frozenset[str] = frozenset()
        sys.meta_path.append(self)

    async def bring(self) -> None:
        """Fetch the archives; without a network try again until there is one."""
        for pause in chain(PAUSES, repeat(PAUSES[-1])):
            try:
                self._keep(at_hand() or [await fetched(address) for address in self.addresses])
            except (ImportError, JsException, OSError):
                if not self.pieces:
                    await asyncio.sleep(pause)
            if self.pieces:
                return

    def find_spec(
        self, name: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """Find a module of the rest; ImportError when it has to be fetched and cannot be."""
        if not self.pieces:
            if name not in self._names():
                return None
            self._keep(at_hand() or [fetched_at_once(address) for address in self.addresses])
        found = (piece.find_spec(name, path, target) for piece in self.pieces)
        return next(filter(None, found), None)

    def _keep(self, archives: Sequence[bytes]) -> None:
        """Put the archives where modules are found, unless they are there; ImportError, OSError."""
        if self.pieces:
            return
        places = [f"/tmp/{number}.zip" for number, _ in enumerate(archives)]
        for place, archive in zip(places, archives, strict=True):
            Path(place).write_bytes(archive)
        try:
            self.pieces = [Piece(place, "rest.bin") for place in places]
        except (EOFError, TypeError, ValueError, zlib.error) as error:
            raise ImportError("what came of the rest is damaged") from error

    def _names(self) -> frozenset[str]:
        """The modules in the archives, as the build wrote them down."""
        if not self.names:
            archive, _, _ = __file__.rpartition("/greylox_web/")
            names = zipimporter(archive).get_data("greylox_web/rest.txt").decode()
            self.names = frozenset(names.split())
        return self.names


def at_hand() -> list[bytes]:
    """The archives, if boot.js has taken them from the offline copy by now."""
    return [archive.to_bytes() for archive in getattr(window, "greyloxRest", None) or ()]


async def fetched(address: str) -> bytes:
    """A file; JsException or OSError when it cannot be had."""
    response = await fetch(address)
    if not response.ok:
        raise OSError(f"{address} is missing ({response.status})")
    archive: bytes = (await response.arrayBuffer()).to_bytes()
    if END not in archive[-22:]:
        raise OSError(f"{address} is damaged")
    return archive


def fetched_at_once(address: str) -> bytes:
    """A file, while everything waits for it; ImportError when it cannot be had."""
    request = XMLHttpRequest.new()
    request.open("GET", address, False)
    # nobody may ask for bytes and wait; so this asks for text, whose letters hold a byte each
    request.overrideMimeType("text/plain; charset=x-user-defined")
    try:
        request.send()
    except JsException as error:
        raise ImportError(f"{address} cannot be reached") from error
    if request.status != 200:
        raise ImportError(f"{address} is missing ({request.status})")
    # the only encoding by pairs of bytes that Python has built in; it begins with a mark
    archive = request.responseText.encode("utf-16")[2::2]
    if END not in archive[-22:]:
        raise ImportError(f"{address} is damaged")
    return archive
