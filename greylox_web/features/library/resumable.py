"""Which stored games can be continued, by the game's name."""

import json
from typing import TYPE_CHECKING

from ...page.dom import load_text, save_text
from ...schema import MAX_STORED_LENGTH, SchemaError, list_of, read_json

if TYPE_CHECKING:
    from .autosave import Autosave
    from .entry import Entry

RESUMABLE_KEY = "greylox-going-1"  # stored: the games that could be continued at the last check


async def stored_entries(autosave: "Autosave") -> "list[Entry] | None":
    """Return all stored matches, with those that are being saved; None if refused."""
    from ...page.database import StorageError

    await autosave.finish_saving()
    try:
        return (await autosave.repository.read_all()).entries
    except StorageError:
        return None


async def resumable_entries(autosave: "Autosave") -> dict[str, "Entry"]:
    """Return the stored match to continue of each game, by the game's name; {} if refused."""
    return find_resumable(await stored_entries(autosave))


def find_resumable(stored: "list[Entry] | None") -> dict[str, "Entry"]:
    """Return the match to continue of each game, and remember the games for the next visit."""
    from .collection import newest_unfinished  # not needed earlier

    if stored is None:
        return {}
    entries = newest_unfinished(stored)
    save_text(RESUMABLE_KEY, json.dumps(sorted(entries)))
    return entries


def resumable_names() -> list[str]:
    """Return the names of the games that could be continued at the last check."""
    try:
        names: list[str] = read_json(load_text(RESUMABLE_KEY), MAX_STORED_LENGTH, list_of(str))
    except SchemaError:
        return []
    return names
