"""The engine as the page sees it: a PyScript worker behind ``app.thinking.client``.

A test ends the worker with ``document.querySelector('script[name^=engine]').xworker.terminate()``;
the page notices at the next question, and in the middle of one after two seconds of silence, later
on a slow device (``app.thinking.patience``).
"""

import asyncio
import json
from asyncio import FIRST_COMPLETED
from collections.abc import Awaitable
from itertools import count

from js import URL, document, performance, window
from pyodide.ffi import JsException
from pyscript import create_named_worker

from ..app.session import events as ev
from ..app.thinking import wire
from ..app.thinking.client import EngineClient, Unusable, WorkerLost
from ..rules.notation.actions import Record
from ..rules.notation.links import write_link
from ..words import WORDS
from .dom import announce, later
from .table import Table
from .tasks import soon

SILENT_SECONDS = 1.0  # of a starting worker, before its files are checked
PACES = {"at-once": 0, "calm": 1000, "slow": 3000}  # milliseconds before an answer is shown


class NamedWorker:
    """One worker; PyScript wants a new name for each."""

    numbers = count(1)

    def __init__(self) -> None:
        self.name = f"engine-{next(self.numbers)}"
        self.facts = json.loads(document.querySelector("meta[name=greylox-build]").content)

    async def start(self) -> None:
        """Load Python, numpy and the search into a worker."""
        self.death = asyncio.ensure_future(window.greyloxNextDeath())
        making = asyncio.ensure_future(self._made())
        both = {making, self.death}
        await asyncio.wait(both, timeout=SILENT_SECONDS, return_when=FIRST_COMPLETED)
        silent = not making.done() and not self.death.done()
        if silent and (fault := await window.greyloxScriptFault()):  # PyScript waits for ever then
            making.cancel()
            raise Unusable(fault)
        await self._unless_it_dies(making, "engine-broke-off")

    async def _made(self) -> str:
        """Let PyScript create it."""
        self.doors = await create_named_worker(
            self.facts["worker"], name=self.name, config=self.facts["worker_config"]
        )
        nets = self.facts["nets"].items()
        addresses = {game: URL.new(path, document.baseURI).href for game, path in nets}
        try:
            evaluator = URL.new(self.facts["evaluator"], document.baseURI).href
            await self.doors.know(json.dumps(addresses), evaluator)
        except JsException as error:  # it has no such door
            why = WORDS["engine-broke-off"]
            said = WORDS["engine-not-started"].format(why=why)
            raise Unusable(await self.fault() or said) from error
        return ""

    async def _unless_it_dies(self, asked: Awaitable[str], why: str) -> str:
        """The worker's answer; raise WorkerLost, with the reason ``why``, as soon as it dies."""
        answer = asyncio.ensure_future(asked)
        try:
            await asyncio.wait({answer, self.death}, return_when=FIRST_COMPLETED)
            if not answer.done():
                raise WorkerLost(WORDS[why])
            return await answer
        finally:
            answer.cancel()

    async def fault(self) -> str:
        """Which file is missing or damaged, as a sentence; "" if none is."""
        return str(await window.greyloxEngineFault())

    async def begin(self, line: str) -> str:
        """See ``worker.protocol``."""
        return await self._unless_it_dies(self.doors.begin(line), "engine-error")

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
            if worker := getattr(script, "xworker", None):  # none where the browser made none
                worker.terminate()
            script.remove()


class Engine:
    """Carries out the session's commands, and dispatches the engine's answers to the table."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.client = EngineClient(NamedWorker, self._hear, self._first)
        self.answer: wire.EngineAnswer | None = None  # one that is held back until
        self.answer_at = 0.0  # as ``performance.now`` counts

    async def start(self) -> None:
        """Start the worker; it announces itself when it is ready."""
        soon(self.client.serve())

    def _first(self) -> wire.Think | None:
        """The warm-up question: the engine's action in the position on the table."""
        session = self.table.session
        levels = [seat.level for seat in session.seats if seat.level is not None]
        if not levels or session.outcome is not None:
            return None
        record = Record(session.game, session.tree.actions(session.cursor), session.tree.setup)
        return wire.Think(0, write_link(record), levels[0])

    def carry_out(self, command: ev.Command) -> None:
        """Carry out a command of the session."""
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
        """Dispatch an event of the engine; an answer is delayed by the chosen pace.

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
            later(wait, lambda: self._show(event))
        else:
            self.table.dispatch(event)
        if isinstance(event, wire.EngineReady) and not self.table.session.engine.thinking:
            self.client.cancel()  # what a worker before was asked is no longer wanted

    def _show(self, event: wire.EngineAnswer | None) -> None:
        """Dispatch the delayed answer, unless that has happened."""
        if event is not None and event is self.answer:
            self.answer = None
            self.table.dispatch(event)
