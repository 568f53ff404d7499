"""The repository of stored games: read, change, import and export; damaged ones are set aside.

``entry_id`` is the id of a game, the key under which its entry is stored.
"""

import asyncio
from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import NamedTuple

from ...match.match import new_id
from ...page.database import Database, Transaction
from ...progress import Fact
from ...words.library import LIBRARY_WORDS
from .collection import Counts, line_key, parse_entry, parse_game_values, write_file
from .conflict_merge import SaveResult, merge_entry
from .entry import (
    CorruptEntry,
    Entry,
    NewerVersion,
    current_time,
    is_damaged,
    load_match,
    read_entry,
    renamed,
    write_entry,
)


class StoredGames(NamedTuple):
    """All games in the database."""

    entries: list[Entry]
    newer: dict[str, str]  # id -> text that a newer version wrote
    damaged: dict[str, str]  # key -> damaged text


class GameRepository:
    """The stored games; every method may raise StorageError."""

    def __init__(self, database: Database, changed: Callable[[Entry], None]) -> None:
        self._database = database
        self._changed = changed  # called with every entry that ``merge`` has written

    async def read(self, entry_id: str) -> Entry | None:
        """Read an entry; None if it is gone, damaged or newer than this program."""
        texts: list[object] = []
        await self._database.run(
            "readonly", lambda work: work.read("games", entry_id, texts.append)
        )
        try:
            return read_entry(texts[0])
        except (CorruptEntry, NewerVersion):
            return None

    async def read_all(self) -> StoredGames:
        """Read all stored games; damaged entries are set aside."""
        games: dict[str, object] = {}
        damaged: dict[str, object] = {}

        def begin(work: Transaction) -> None:
            work.read_all("games", games.update)
            work.read_all("damaged", damaged.update)

        await self._database.run("readonly", begin)
        stored = StoredGames([], {}, {key: str(text) for key, text in damaged.items()})
        for count, (entry_id, text) in enumerate(games.items()):
            try:
                entry = read_entry(text)
                stored.entries.append(
                    entry if entry.id == entry_id else replace(entry, id=entry_id)
                )
            except NewerVersion:
                stored.newer[entry_id] = str(text)
            except CorruptEntry:
                stored.damaged[await self.quarantine(entry_id)] = str(text)
            if count % 100 == 99:
                await asyncio.sleep(0)
        return stored

    async def quarantine(self, entry_id: str) -> str:
        """Move a damaged entry to the damaged ones; return its new key."""
        key = f"{entry_id} {current_time()}"

        def begin(work: Transaction) -> None:
            def move(text: object) -> None:
                if text is not None and is_damaged(text):  # another tab may have repaired it
                    work.quarantine(entry_id, key)
                    work.delete("games", entry_id)

            work.read("games", entry_id, move)

        await self._database.run("readwrite", begin)
        return key

    async def rename(self, entry_id: str, title: str, opponent: str) -> bool:
        """Rename the game and its opponent; return False if it is gone or cannot be read."""
        done: list[Entry] = []

        def begin(work: Transaction) -> None:
            def write(text: object) -> None:
                try:
                    done.append(renamed(read_entry(text), title, opponent))
                except (CorruptEntry, NewerVersion):
                    return
                work.write("games", entry_id, write_entry(done[0]))

            work.read("games", entry_id, write)

        await self._database.run("readwrite", begin)
        return bool(done)

    async def duplicate(self, entry: Entry) -> Entry:
        """Store a copy as a separate game, and return it."""
        time = current_time()
        title = LIBRARY_WORDS["copy-of"].format(title=entry.title)
        copy = replace(entry, id=new_id(), created=time, updated=time)
        copy = renamed(copy, title, entry.opponent)
        await self.merge(copy)
        return copy

    async def delete(self, entry_id: str) -> None:
        """Delete a game."""
        await self._database.run("readwrite", lambda work: work.delete("games", entry_id))

    async def delete_quarantined(self, key: str) -> None:
        """Delete a damaged entry."""
        await self._database.run("readwrite", lambda work: work.delete("damaged", key))

    async def merge(self, entry: Entry) -> str:
        """Merge an entry with the one under its id and store it; return "new", "joined" or "same".

        A game that cannot be merged with the stored one gets a new id.
        """
        done: list[SaveResult] = []

        def begin(work: Transaction, entry: Entry = entry) -> None:
            def write(text: object) -> None:
                saving = merge_entry(text, entry)
                if saving.damaged:
                    work.quarantine(entry.id, f"{entry.id} {current_time()}")
                if saving.entry.id != entry.id:
                    begin(work, saving.entry)
                    return
                if saving.merge_kind != "same":
                    work.write("games", saving.entry.id, write_entry(saving.entry))
                done.append(saving)

            work.read("games", entry.id, write)

        await self._database.run("readwrite", begin)
        if done[0].merge_kind != "same":
            self._changed(done[0].entry)
        return done[0].merge_kind

    async def export(self, facts: Iterable[Fact]) -> tuple[str, int]:
        """Return the text of a file with all games and these facts, and the number of games.

        Games that cannot be read are set aside and left out.
        """
        sound = []
        for entry in (await self.read_all()).entries:
            try:
                load_match(entry)
                sound.append(entry)
            except CorruptEntry:
                await self.quarantine(entry.id)
            await asyncio.sleep(0)  # so that the page can paint
        return write_file(sound, facts), len(sound)

    async def import_games(self, text: str) -> Counts:
        """Store all games of a file, count the results; raise CorruptEntry if all are damaged."""
        counts = {"new": 0, "joined": 0, "same": 0, "bad": 0}
        reason = ""
        entries = (await self.read_all()).entries
        stored = {key: entry for entry in entries for key in (line_key(entry), entry.id)}
        for value in parse_game_values(text):
            try:
                counts[await self.merge(parse_entry(value, stored))] += 1
            except CorruptEntry as error:
                counts["bad"] += 1
                reason = reason or str(error)
            await asyncio.sleep(0)
        if counts["bad"] and sum(counts.values()) == counts["bad"]:
            raise CorruptEntry(reason)
        return Counts(**counts)
