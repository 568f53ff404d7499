"""The engine as the page sees it: a PyScript worker behind ``app.thinking.client``.

A test ends the worker with ``document.querySelector('script[name^=engine]').xworker.terminate()``;
the page notices after two seconds of silence, or after twenty when it was not thinking.
"""

import asyncio
import json
from collections.abc import Awaitable, Callable
from itertools import count

from js import URL, document, performance
from pyscript import create_named_worker

from ..app.thinking import wire
from ..app.thinking.client import Dialogue
from .dom import announce


class NamedWorker:
    """One worker; PyScript wants a new name for each."""

    numbers = count(1)

    def __init__(self) -> None:
        self.name = f"engine-{next(self.numbers)}"
        self.facts = json.loads(document.querySelector("meta[name=greylox-build]").content)

    async def start(self) -> None:
        """Load Python, numpy and the search into a worker."""
        self.doors = await create_named_worker(
            self.facts["worker"], name=self.name, config=self.facts["worker_config"]
        )
        nets = self.facts["nets"].items()
        addresses = {game: URL.new(path, document.baseURI).href for game, path in nets}
        await self.doors.know(json.dumps(addresses))

    def begin(self, line: str) -> Awaitable[str]:
        """See ``worker.protocol``."""
        return self.doors.begin(line)

    def slice_(self, ticket: int, millis: int) -> Awaitable[str]:
        """See ``worker.protocol``."""
        return self.doors.slice_(ticket, millis)

    def stop(self, ticket: int) -> Awaitable[str]:
        """See ``worker.protocol``."""
        return self.doors.stop(ticket)

    def kill(self) -> None:
        """End it and take its script out of the page."""
        script = document.querySelector(f'script[name="{self.name}"]')
        if script:
            if script.xworker:
                script.xworker.terminate()
            script.remove()


class Engine:
    """What the page may ask of the engine; what it says comes to ``on_event`` (see ``wire``)."""

    def __init__(self, on_event: Callable[[object], None]) -> None:
        self.on_event = on_event
        self.dialogue = Dialogue(NamedWorker, self._tell)
        self.think = self.dialogue.think
        self.cancel = self.dialogue.cancel
        self.move_now = self.dialogue.move_now
        self.restart = self.dialogue.restart

    async def start(self) -> None:
        """Start the worker; it announces itself when it is ready."""
        self.serving = asyncio.ensure_future(self.dialogue.serve())

    def _tell(self, event: object) -> None:
        """Pass the event on, with the marks that the page's scripts wait for."""
        if isinstance(event, wire.EngineReady):
            performance.mark("engine-ready")
            announce("engine-ready")
        elif isinstance(event, wire.EngineFailed) and event.ticket is None:
            announce("engine-failed")
        self.on_event(event)
