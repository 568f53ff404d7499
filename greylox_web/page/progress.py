"""The player's progress as facts in the database, synchronised with the other tabs.

Facts are only added, each under its own key, so that tabs never overwrite each other.  If the
browser refuses to store them, they last until the page is left.
"""

import asyncio
from collections.abc import Callable, Iterable, Sequence

from ..progress import Fact, FactLog, read_fact
from ..schema import SchemaError
from ..words.library import LIBRARY_WORDS
from .database import Database, StorageError, Transaction
from .lifetime import Lifetime
from .local_storage import StorageWarning
from .tabs import Channel, request_persistence

CHANNEL = "greylox-progress"


class Progress:
    """All known facts; ``add`` appends some.

    ``facts`` has no stored facts until ``wait_loaded()`` has been awaited once; facts added
    before remain.  ``listeners`` are called whenever there are new facts, from this tab or
    another.
    """

    def __init__(
        self, lifetime: Lifetime, refusal: StorageWarning, on_error: Callable[[str], None]
    ) -> None:
        self.lifetime = lifetime
        self.refusal = refusal
        self.facts = FactLog()
        self.listeners: list[Callable[[], object]] = []
        self._on_error = on_error
        self._is_refused = False  # whether the last write was refused, and the player warned
        self._database = Database(lifetime, lambda reason: on_error(LIBRARY_WORDS[reason]))
        self._channel = Channel(lifetime, CHANNEL, self._on_message)
        self._reading = lifetime.spawn(self._read())

    async def wait_loaded(self) -> None:
        """Wait until the stored facts have been read, or reading has failed."""
        await asyncio.shield(self._reading)

    def add(self, *facts: Fact) -> None:
        """Add facts and store them if possible."""
        if self._merge(facts):
            for fact in facts:
                self._channel.post(fact.text)
            self.lifetime.spawn(self._write(facts))

    async def import_facts(self, text: str) -> int:
        """Add the facts of a file with all games; return the number of new facts."""
        from ..formats.game_json import parse_progress  # needed by imports only

        await self.wait_loaded()
        try:
            new = parse_progress(text).difference(self.facts)
        except SchemaError:
            return 0
        self.add(*new)
        return len(new)

    def _merge(self, facts: Iterable[Fact]) -> bool:
        """Add facts in memory; return whether any was new."""
        facts, before = self.facts.union(facts), self.facts
        if facts is before:
            return False
        self.facts = facts
        for follow in [*self.listeners]:
            self.lifetime.faults.run_safely(follow)
        return True

    def _on_message(self, text: object) -> None:
        """Handle a message from another tab, which contains a new fact."""
        try:
            self._merge([read_fact(text)])
        except SchemaError:
            return

    async def _read(self) -> None:
        stored: dict[str, object] = {}
        try:
            await self._database.run(
                "readonly", lambda work: work.read_all("progress", stored.update)
            )
        except StorageError:
            return  # the player is warned at the first write
        facts = []
        for count, text in enumerate(stored.values()):
            try:
                facts.append(read_fact(text))
            except SchemaError:
                continue  # unreadable, but not deleted from the database
            if count % 200 == 199:
                await asyncio.sleep(0)  # so that the page can paint
        self._merge(facts)

    async def _write(self, facts: Sequence[Fact]) -> None:
        def begin(work: Transaction) -> None:
            for fact in facts:
                work.write("progress", fact.id, fact.text)

        try:
            await self._database.run("readwrite", begin)
        except StorageError as error:
            if not self._is_refused and (error.reason != "denied" or self.refusal.should_show()):
                self._on_error(LIBRARY_WORDS["progress-refused"])
            self._is_refused = True
            return
        self._is_refused = False
        await request_persistence()
