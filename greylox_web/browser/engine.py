"""The engine as the page sees it: a PyScript worker behind ``app.thinking.client``.

A test ends the worker with ``document.querySelector('script[name^=engine]').xworker.terminate()``;
the page notices after two seconds of silence, or after twenty when it was not thinking, and later
on a slow device (``app.thinking.patience``).
"""

import asyncio
import json
from collections.abc import Awaitable
from itertools import count

from js import URL, document, fetch, performance, window
from pyodide.ffi import JsException, create_once_callable
from pyscript import create_named_worker

from ..app.session import events as ev
from ..app.thinking import wire
from ..app.thinking.client import EngineClient, Unusable
from ..rules.notation.actions import Record
from ..rules.notation.links import write_link
from ..words import WORDS
from .dom import announce
from .table import Table

SILENT_SECONDS = 1.0  # of a worker that starts; then its script is looked for
PACES = {"at-once": 0, "calm": 1200, "slow": 3000}  # milliseconds before an answer is shown


class NamedWorker:
    """One worker; PyScript wants a new name for each."""

    numbers = count(1)

    def __init__(self) -> None:
        self.name = f"engine-{next(self.numbers)}"
        self.facts = json.loads(document.querySelector("meta[name=greylox-build]").content)

    async def start(self) -> None:
        """Load Python, numpy and the search into a worker."""
        making = asyncio.ensure_future(self._made())
        await asyncio.wait({making}, timeout=SILENT_SECONDS)
        if not making.done() and (fault := await self._fault()):
            making.cancel()
            raise Unusable(fault)
        try:
            await making
        except JsException as error:
            if fault := await self._fault():
                raise Unusable(fault) from error
            raise

    async def _made(self) -> None:
        """Have PyScript make it, which waits for ever for a script that cannot be had."""
        self.doors = await create_named_worker(
            self.facts["worker"], name=self.name, config=self.facts["worker_config"]
        )
        nets = self.facts["nets"].items()
        addresses = {game: URL.new(path, document.baseURI).href for game, path in nets}
        try:
            await self.doors.know(json.dumps(addresses))
        except JsException as error:  # it has no such door
            raise Unusable(WORDS["engine-broke-off"]) from error

    async def _fault(self) -> str:
        """What is wrong with the worker's script, in words; "" when nothing is."""
        try:
            response = await fetch(self.facts["worker"])
        except JsException:
            return WORDS["engine-unreachable"]
        if not response.ok:
            return WORDS["engine-missing"].format(status=response.status)
        kind = response.headers.get("content-type") or ""
        return WORDS["engine-not-script"] if kind.startswith("text/html") else ""

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
    """Does what the table asks of the engine, and takes its answers to the table."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.client = EngineClient(NamedWorker, self._hear, self._first)
        self.answer: wire.EngineAnswer | None = None  # one that is held back until
        self.answer_at = 0.0  # as ``performance.now`` counts

    async def start(self) -> None:
        """Start the worker; it announces itself when it is ready."""
        self.serving = asyncio.ensure_future(self.client.serve())

    def _first(self) -> wire.Think | None:
        """A question like the first that will come: what the engine would do on the table."""
        session = self.table.session
        levels = [seat.level for seat in session.seats if seat.level is not None]
        if not levels or session.outcome is not None:
            return None
        record = Record(session.game, session.tree.actions(session.cursor), session.tree.setup)
        return wire.Think(0, write_link(record), levels[0])

    def carry_out(self, command: ev.Command) -> None:
        """Do what a command of the session says."""
        if isinstance(command, wire.Think):
            self.answer_at = performance.now() + PACES[self.table.session.preferences.pace]
            self.answer = None
            self.client.think(command)
        elif isinstance(command, ev.StopThinking):
            self.client.cancel()
        elif isinstance(command, ev.RestartEngine):
            self.client.restart()
        else:
            self.answer_at = 0.0
            self.client.move_now()
            self._show(self.answer)

    def _hear(self, event: wire.EngineEvent) -> None:
        """Take what the engine says to the table; its answer not before the player wants it.

        The page's scripts wait for the marks.
        """
        if isinstance(event, wire.EngineReady):
            performance.mark("engine-ready")
            announce("engine-ready")
        elif isinstance(event, wire.EngineFailed) and event.ticket is None:
            announce("engine-failed")
        wait = self.answer_at - performance.now()
        playing = self.table.session.engine.purpose == "play"
        if isinstance(event, wire.EngineAnswer) and playing and wait > 0:
            self.answer = event
            window.setTimeout(create_once_callable(lambda: self._show(event)), wait)
        else:
            self.table.dispatch(event)

    def _show(self, event: wire.EngineAnswer | None) -> None:
        """Take the answer that waits to the table, unless that has happened."""
        if event is not None and event is self.answer:
            self.answer = None
            self.table.dispatch(event)
