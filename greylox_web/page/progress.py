"""The player's progress as facts in the database, in step with the other tabs.

Facts are only added, each under its own key, so that tabs never overwrite each other.  If the
browser refuses to store them, they last until the page is left.
"""

import asyncio
from collections.abc import Callable, Iterable
from typing import Any

from js import Event, window
from pyodide.ffi import JsException

from ..formats.game_json import parse_progress
from ..progress import Fact, FactLog, read_fact
from ..schema import SchemaError
from ..words.library import LIBRARY_WORDS
from .database import Database, StorageError, Work
from .dom import named
from .lifetime import Lifetime
from .memory import Refusal
from .tabs import ask_to_persist

CHANNEL = "greylox-progress"


class Progress:
    """All known facts; ``add`` appends one.

    ``facts`` is empty until ``ready()`` has been awaited once; what is added before is kept.
    ``followers`` are called whenever there are new facts, from this tab or another.
    """

    def __init__(self, lifetime: Lifetime, refusal: Refusal, tell: Callable[[str], None]) -> None:
        self.lifetime = lifetime
        self.refusal = refusal
        self.facts = FactLog()
        self.followers: list[Callable[[], object]] = []
        self._tell = tell
        self._refused = False  # whether the last write was refused, which the player knows
        self._database = Database(lifetime, lambda reason: tell(LIBRARY_WORDS[reason]))
        self._channel = _channel(lifetime, self._heard)
        self._reading = lifetime.spawn(self._read())

    async def ready(self) -> None:
        """Wait until the stored facts have been read, or that has failed."""
        await asyncio.shield(self._reading)

    def add(self, fact: Fact) -> None:
        """Add a fact and store it if possible."""
        self._keep([fact])

    async def bring_in(self, text: str) -> int:
        """Add the facts of a file with all games; return how many are new."""
        await self.ready()
        try:
            new = parse_progress(text).difference(self.facts)
        except SchemaError:
            return 0
        self._keep(new)
        return len(new)

    def _keep(self, facts: list[Fact]) -> None:
        if self._learn(facts):
            if self._channel is not None:
                for fact in facts:
                    self._channel.postMessage(fact.text)
            self.lifetime.spawn(self._write(facts))

    def _learn(self, facts: Iterable[Fact]) -> bool:
        """Add facts in memory; return whether any was new."""
        facts, before = self.facts.union(facts), self.facts
        if facts is before:
            return False
        self.facts = facts
        for follow in [*self.followers]:
            self.lifetime.faults.safely(follow)
        return True

    def _heard(self, event: Event) -> None:
        """Handle a message from another tab: a new fact."""
        try:
            self._learn([read_fact(event.data)])
        except SchemaError:
            return

    async def _read(self) -> None:
        found: dict[str, object] = {}
        try:
            await self._database.run(
                "readonly", lambda work: work.read_all("progress", found.update)
            )
        except StorageError:
            return  # the player is told when something has to be written
        facts = []
        for count, text in enumerate(found.values()):
            try:
                facts.append(read_fact(text))
            except SchemaError:
                continue  # it stays in the database
            if count % 200 == 199:
                await asyncio.sleep(0)  # the page may paint
        self._learn(facts)

    async def _write(self, facts: list[Fact]) -> None:
        def begin(work: Work) -> None:
            for fact in facts:
                work.write("progress", fact.id, fact.text)

        try:
            await self._database.run("readwrite", begin)
        except StorageError as error:
            if not self._refused and (error.reason != "denied" or self.refusal.to_be_told()):
                self._tell(LIBRARY_WORDS["progress-refused"])
            self._refused = True
            return
        self._refused = False
        await ask_to_persist()


def _channel(lifetime: Lifetime, heard: Callable[[Event], None]) -> "Any | None":
    """The channel to the other tabs; None if the browser has none."""
    try:
        channel = window.BroadcastChannel.new(named(CHANNEL))
    except (JsException, AttributeError):
        return None
    channel.onmessage = lifetime.proxy(lambda event: lifetime.faults.safely(lambda: heard(event)))
    lifetime.at_end(lambda: channel.close())
    return channel
