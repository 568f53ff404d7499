"""The stored games: reading, changing, import and export; damaged ones are set aside.

``name`` is the id of a game, the key under which its entry is stored.
"""

import asyncio
from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import NamedTuple

from ...match.match import new_id
from ...page.database import Database, Work
from ...progress import Fact
from ...words.library import LIBRARY_WORDS
from .collection import Counts, games_in, line_of, read_one, write_file
from .entry import (
    Damaged,
    Entry,
    Newer,
    is_damaged,
    load_match,
    named,
    now,
    read_entry,
    write_entry,
)
from .saving import Saving, put_over


class Stored(NamedTuple):
    """All games in the database."""

    entries: list[Entry]
    newer: dict[str, str]  # id -> text of what a newer version wrote
    damaged: dict[str, str]  # key -> damaged text


class Store:
    """The stored games; every method may raise StorageError."""

    def __init__(self, database: Database, changed: Callable[[Entry], None]) -> None:
        self._database = database
        self._changed = changed  # called with every entry that ``put`` has written

    async def read(self, name: str) -> Entry | None:
        """The entry, None if it is gone, damaged or newer than this program."""
        texts: list[object] = []
        await self._database.run("readonly", lambda work: work.read("games", name, texts.append))
        try:
            return read_entry(texts[0])
        except (Damaged, Newer):
            return None

    async def read_all(self) -> Stored:
        """All stored games; damaged entries are set aside."""
        games: dict[str, object] = {}
        damaged: dict[str, object] = {}

        def begin(work: Work) -> None:
            work.read_all("games", games.update)
            work.read_all("damaged", damaged.update)

        await self._database.run("readonly", begin)
        stored = Stored([], {}, {key: str(text) for key, text in damaged.items()})
        for count, (name, text) in enumerate(games.items()):
            try:
                entry = read_entry(text)
                stored.entries.append(entry if entry.id == name else replace(entry, id=name))
            except Newer:
                stored.newer[name] = str(text)
            except Damaged:
                stored.damaged[await self.set_aside(name)] = str(text)
            if count % 50 == 49:
                await asyncio.sleep(0)
        return stored

    async def set_aside(self, name: str) -> str:
        """Move a damaged entry to the damaged ones; return its key there."""
        key = f"{name} {now()}"

        def begin(work: Work) -> None:
            def move(text: object) -> None:
                if text is not None and is_damaged(text):  # still: another tab may have mended it
                    work.set_aside(name, key)
                    work.erase("games", name)

            work.read("games", name, move)

        await self._database.run("readwrite", begin)
        return key

    async def rename(self, name: str, title: str, opponent: str) -> bool:
        """Rename the game and its opponent; False if it is gone or cannot be read."""
        done: list[Entry] = []

        def begin(work: Work) -> None:
            def write(text: object) -> None:
                try:
                    done.append(named(read_entry(text), title, opponent))
                except (Damaged, Newer):
                    return
                work.write("games", name, write_entry(done[0]))

            work.read("games", name, write)

        await self._database.run("readwrite", begin)
        return bool(done)

    async def duplicate(self, entry: Entry) -> Entry:
        """Store a copy as a game of its own, and return it."""
        time = now()
        title = LIBRARY_WORDS["copy-of"].format(title=entry.title)
        copy = replace(entry, id=new_id(), created=time, updated=time)
        copy = named(copy, title, entry.opponent)
        await self.put(copy)
        return copy

    async def delete(self, name: str) -> None:
        """Delete a game."""
        await self._database.run("readwrite", lambda work: work.erase("games", name))

    async def discard(self, key: str) -> None:
        """Delete a damaged entry."""
        await self._database.run("readwrite", lambda work: work.erase("damaged", key))

    async def put(self, entry: Entry) -> str:
        """Store an entry, merged with the one under its id; return "new", "joined" or "same".

        A game that cannot be merged with that one gets an id of its own.
        """
        done: list[Saving] = []

        def begin(work: Work, entry: Entry = entry) -> None:
            def write(text: object) -> None:
                saving = put_over(text, entry)
                if saving.damaged:
                    work.set_aside(entry.id, f"{entry.id} {now()}")
                if saving.entry.id != entry.id:
                    begin(work, saving.entry)
                    return
                if saving.kind != "same":
                    work.write("games", saving.entry.id, write_entry(saving.entry))
                done.append(saving)

            work.read("games", entry.id, write)

        await self._database.run("readwrite", begin)
        if done[0].kind != "same":
            self._changed(done[0].entry)
        return done[0].kind

    async def export(self, facts: Iterable[Fact]) -> tuple[str, int]:
        """The text of a file with all games and these facts, and the number of games.

        Games that cannot be read are set aside and left out.
        """
        sound = []
        for entry in (await self.read_all()).entries:
            try:
                load_match(entry)
                sound.append(entry)
            except Damaged:
                await self.set_aside(entry.id)
            await asyncio.sleep(0)  # the page may paint
        return write_file(sound, facts), len(sound)

    async def bring_in(self, text: str) -> Counts:
        """Store all games of a file, and count the results; raise Damaged if all are damaged."""
        counts = {"new": 0, "joined": 0, "same": 0, "bad": 0}
        reason = ""
        entries = (await self.read_all()).entries
        stored = {key: entry for entry in entries for key in (line_of(entry), entry.id)}
        for value in games_in(text):
            try:
                counts[await self.put(read_one(value, stored))] += 1
            except Damaged as error:
                counts["bad"] += 1
                reason = reason or str(error)
            await asyncio.sleep(0)
        if counts["bad"] and sum(counts.values()) == counts["bad"]:
            raise Damaged(reason)
        return Counts(**counts)
