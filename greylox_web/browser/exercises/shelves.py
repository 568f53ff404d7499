"""The files of puzzles, fetched at the first use, or from the offline copy."""

import json

from js import document, fetch
from pyodide.ffi import JsException

from ...app.puzzles.shelf import Shelf, read_days, read_shelf
from ...app.shapes import WrongShape

KNOWN: dict[str, str] = {}  # file -> its text
SHELVES: dict[str, Shelf] = {}


class NotThere(Exception):
    """A file is not available: there is no network, and no offline copy."""


async def shelf_of(game: str) -> Shelf:
    """The puzzles of a game; raise NotThere."""
    if game not in SHELVES:
        try:
            SHELVES[game] = read_shelf(await _text(f"{game}.json"), game)
        except WrongShape:
            raise NotThere from None
    return SHELVES[game]


async def list_of_days() -> tuple[str, ...]:
    """The names of the puzzles of the days; raise NotThere."""
    try:
        return read_days(await _text("daily.json"))
    except WrongShape:
        raise NotThere from None


async def _text(file: str) -> str:
    if file not in KNOWN:
        facts = json.loads(document.querySelector("meta[name=greylox-build]").content)
        folder, _, _ = facts["puzzles"].rpartition("/")
        try:
            response = await fetch(f"{folder}/{file}")
            if not response.ok:
                raise NotThere
            KNOWN[file] = str(await response.text())
        except JsException:
            raise NotThere from None
    return KNOWN[file]
