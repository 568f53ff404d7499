"""The files of puzzles, fetched at the first use, or from the offline copy."""

import json

from js import document, fetch
from pyodide.ffi import JsException

from ...page.table import Store
from ...schema import SchemaError
from .shelf import Shelf, read_days, read_shelf


class NotThere(Exception):
    """A file is not available: there is no network, and no offline copy."""


class Shelves:
    """The files that were fetched so far."""

    def __init__(self, _table: Store) -> None:
        self.texts: dict[str, str] = {}  # by the file's name
        self.shelves: dict[str, Shelf] = {}  # by the game's name

    async def shelf_of(self, game: str) -> Shelf:
        """The puzzles of a game; raise NotThere."""
        if game not in self.shelves:
            try:
                self.shelves[game] = read_shelf(await self._text(f"{game}.json"), game)
            except SchemaError:
                raise NotThere from None
        return self.shelves[game]

    async def list_of_days(self) -> tuple[str, ...]:
        """The names of the puzzles of the days; raise NotThere."""
        try:
            return read_days(await self._text("daily.json"))
        except SchemaError:
            raise NotThere from None

    async def _text(self, file: str) -> str:
        if file not in self.texts:
            facts = json.loads(document.querySelector("meta[name=greylox-build]").content)
            folder, _, _ = facts["puzzles"].rpartition("/")
            try:
                response = await fetch(f"{folder}/{file}")
                if not response.ok:
                    raise NotThere
                self.texts[file] = str(await response.text())
            except JsException:
                raise NotThere from None
        return self.texts[file]
