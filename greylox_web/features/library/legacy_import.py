"""Import of what tabs of an earlier version write after the database was moved.

Such a tab may stay open for weeks, and uses only the old database (see ``migration``).  At each
start its new and changed games are merged with the stored games, like the games of a file, and its
facts are added.  A game that was deleted here stays deleted, unless that tab has played on with it.
"""

import asyncio
from dataclasses import replace
from zlib import crc32

from ...page import migration
from ...page.database import Database, Transaction
from ...page.dom import load_text, save_text
from ...page.lifetime import Lifetime
from ...progress import Fact, read_fact
from ...schema import SchemaError
from .entry import CorruptEntry, Entry, NewerVersion, read_entry
from .game_repository import GameRepository

CHECKSUMS_KEY = (
    "greylox-library-late"  # stored: a checksum of each text in the old database when last read
)
READ_MARK = "-"  # one of the checksums: shows that the database was read, even if it was empty


async def import_legacy(lifetime: Lifetime, database: Database, repository: GameRepository) -> None:
    """Import what is new since the last import; after a StorageError the next visit retries."""
    contents_future: asyncio.Future[migration.LegacyContents] = (
        asyncio.get_running_loop().create_future()
    )
    migration.read_legacy(lifetime, ("games", "progress"), contents_future.set_result)
    contents = await contents_future
    games, facts = _texts(contents, "games"), _texts(contents, "progress")
    checksums = {text: f"{crc32(text.encode('utf-8', 'replace')):08x}" for text in [*games, *facts]}
    imported = set(load_text(CHECKSUMS_KEY).split())
    if imported.issuperset({READ_MARK, *checksums.values()}):
        return
    for text, name in games.items():
        entry = _entry(name, text)
        if (
            entry
            and checksums[text] not in imported
            and (imported or await _is_newer(entry, repository))
        ):
            await repository.merge(entry)
    new = [fact for text in facts if checksums[text] not in imported and (fact := _fact(text))]
    if new:
        await database.run("readwrite", lambda work: _write(work, new))
    save_text(CHECKSUMS_KEY, " ".join(sorted({READ_MARK, *checksums.values()})))


def _texts(contents: migration.LegacyContents, store: str) -> dict[str, str]:
    """Return the texts of a store with their keys: text -> key."""
    keys, values = contents.get(store, ((), ()))
    pairs = zip(values, keys, strict=True)
    return {text: key for text, key in pairs if isinstance(text, str) and isinstance(key, str)}


def _entry(name: str, text: str) -> Entry | None:
    try:
        return replace(read_entry(text), id=name)
    except (CorruptEntry, NewerVersion):
        return None


def _fact(text: str) -> Fact | None:
    try:
        return read_fact(text)
    except SchemaError:
        return None


async def _is_newer(entry: Entry, repository: GameRepository) -> bool:
    """Return whether the entry in the old database is newer than the copy; for the first import."""
    stored_entry = await repository.read(entry.id)
    return stored_entry is not None and stored_entry.updated < entry.updated


def _write(work: Transaction, facts: list[Fact]) -> None:
    for fact in facts:
        work.write("progress", fact.id, fact.text)
