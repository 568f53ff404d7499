"""Which stored games can be continued, by the game's name."""

import json
from typing import TYPE_CHECKING

from ...page.dom import load_text, save_text
from ...schema import MAX_STORED_LENGTH, SchemaError, list_of, read_json

if TYPE_CHECKING:
    from .autosave import Autosave
    from .entry import Entry

RESUMABLE_KEY = "greylox-going-1"  # stored: the games that could be continued at the last check


async def resumable_entries(autosave: "Autosave") -> dict[str, "Entry"]:
    """Return the stored match to continue of each game, by the game's name; {} if refused.

    Matches that are being saved are included.
    """
    from ...page.database import StorageError
    from .collection import newest_unfinished  # not needed earlier

    await autosave.finish_saving()
    try:
        entries = newest_unfinished((await autosave.store.read_all()).entries)
    except StorageError:
        return {}
    save_text(RESUMABLE_KEY, json.dumps(sorted(entries)))
    return entries


def resumable_names() -> list[str]:
    """Return the names of the games that could be continued at the last check."""
    try:
        names: list[str] = read_json(load_text(RESUMABLE_KEY), MAX_STORED_LENGTH, list_of(str))
    except SchemaError:
        return []
    return names
