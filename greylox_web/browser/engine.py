"""The engine on the page's side: a worker that runs ``assets/engine.js``.

``engine.client`` sends it requests, and replaces it when it is lost.
"""

import asyncio
import json
from collections.abc import Awaitable
from itertools import count
from typing import TYPE_CHECKING

from js import Event, Math, MessageEvent, document, navigator, performance, window
from pyodide.ffi import JsException, create_once_callable, create_proxy, to_js

from ..engine import messages
from ..engine.client import EngineClient, WorkerLost
from ..page.dom import emit
from ..page.store import Store
from ..session.engine_state import ActiveSearch, EngineState
from ..session.requests import EngineFailed, EngineReady, EngineReport, make_search_request
from ..words import WORDS

if TYPE_CHECKING:
    from js import Worker

PACE_MILLIS = {"at-once": 0, "calm": 1000, "slow": 3000}  # milliseconds before an answer is shown


class EngineWorker:
    """The worker; the functions called in it are in ``engine.worker``.

    While alive, the worker holds a lock of its own name; the page learns of its death by waiting
    for the lock.  In a browser without locks, only the client's time limits detect a dead worker.
    """

    def __init__(self) -> None:
        self.build = json.loads(document.querySelector("meta[name=greylox-build]").content)
        self.name = f"greylox-worker {Math.random()}"
        self.numbers = count(1)
        self.pending: dict[int, asyncio.Future[str]] = {}
        self.is_lost = False
        self.worker: Worker | None = None
        self.on_message, self.on_error = create_proxy(self._receive), create_proxy(self._fail)

    async def start(self) -> None:
        """Load Python, numpy and the search."""
        try:
            self.worker = window.Worker.new(self.build["engine"], type="module", name=self.name)
            self.worker.onmessage, self.worker.onerror = self.on_message, self.on_error
            python = getattr(window, "greyloxCompiledPython", None)
            await self._call("start", self.build["words"], python)
            await self._call("configure", json.dumps(self.build["nets"]), self.build["evaluator"])
        except (AttributeError, JsException, WorkerLost) as error:  # none, or it failed
            raise WorkerLost(WORDS["engine-broke-off"]) from error

    def begin(self, line: str) -> Awaitable[str]:
        """See ``engine.service``."""
        return self._call("begin", line)

    def slice_(self, ticket: int, millis: int) -> Awaitable[str]:
        """See ``engine.service``."""
        return self._call("slice_", ticket, millis)

    def stop(self, ticket: int) -> Awaitable[str]:
        """See ``engine.service``."""
        return self._call("stop", ticket)

    def kill(self) -> None:
        """Terminate the worker, whatever it is doing."""
        self.is_lost = True
        if self.worker is not None:
            self.worker.terminate()
            self.worker.onmessage = self.worker.onerror = None
        self.on_message.destroy()
        self.on_error.destroy()

    async def fault(self) -> str:
        """Return a sentence on which file is missing or damaged; "" if none is."""
        return str(await window.greyloxEngineFault())

    def _call(self, name: str, *arguments: object) -> "asyncio.Future[str]":
        """Call a function in the worker; raise WorkerLost if it fails or the worker dies."""
        answer: asyncio.Future[str] = asyncio.get_running_loop().create_future()
        if self.worker is None or self.is_lost:
            answer.set_exception(WorkerLost(WORDS["engine-error"]))
        else:
            number = next(self.numbers)
            self.pending[number] = answer
            self.worker.postMessage(to_js([number, name, *arguments]))
        return answer

    def _receive(self, event: MessageEvent) -> None:
        """Receive an answer; [0] means that the worker holds its lock."""
        number, *answer = event.data
        if number == 0:
            self.death_watch = asyncio.ensure_future(self._wait_for_death())
        elif (pending := self.pending.pop(number, None)) is None or pending.done():
            pass  # the caller has been cancelled
        elif len(answer) == 1:
            pending.set_result(answer[0])
        else:
            pending.set_exception(WorkerLost(answer[1]))

    async def _wait_for_death(self) -> None:
        await navigator.locks.request(self.name, create_once_callable(lambda _: None))
        self._lose()

    def _fail(self, event: Event) -> None:
        """Handle an error event: the worker's script could not be loaded, or stopped."""
        event.preventDefault()  # otherwise it counts as an error of the page
        self._lose()

    def _lose(self) -> None:
        """Answer all open and later calls with WorkerLost."""
        self.is_lost = True
        for answer in self.pending.values():
            if not answer.done():
                answer.set_exception(WorkerLost(WORDS["engine-error"]))
        self.pending.clear()


class Engine:
    """Sends the session's requests to the engine, and dispatches the answers to the store."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.client = EngineClient(EngineWorker, self, self._warm_up_request)
        self.answer: messages.SearchReport | None = None  # a report delayed until
        self.answer_due = 0.0  # this time of ``performance.now``

    async def start(self) -> None:
        """Start the worker; it calls ``on_ready`` when it is ready."""
        self.store.lifetime.spawn(self.client.serve())

    def _warm_up_request(self) -> messages.SearchRequest | None:
        """Return the warm-up request: the engine's action in the current position."""
        session = self.store.session
        levels = [seat.level for seat in session.seats if seat.level is not None]
        if not levels or session.outcome is not None:
            return None
        return make_search_request(
            session, ActiveSearch(0, "play", session.cursor, session.state, levels[0])
        )

    def on_state_changed(self, before: EngineState) -> None:
        """Send the request that the session needs after an event, or stop the engine."""
        session = self.store.session
        previous, search = before.active_search, session.engine.active_search
        if session.engine.restarts != before.restarts:
            self.client.restart()
        if search is None:
            self.client.cancel()
        elif previous is None or previous.ticket != search.ticket:
            self.answer_due = performance.now() + PACE_MILLIS[session.preferences.pace]
            self.answer = None
            self.client.submit(make_search_request(session, search))
        if search is not None and search.hurry and search != previous:
            self.answer_due = 0.0
            self.client.move_now()
            self._deliver(self.answer)

    def on_ready(self) -> None:
        """See ``engine.client.Listener``; the page's scripts wait for this mark."""
        performance.mark("engine-ready")
        emit("engine-ready")
        self.store.dispatch(EngineReady())

    def on_failure(self, ticket: int | None, sentence: str) -> None:
        """See ``engine.client.Listener``."""
        if ticket is None:
            emit("engine-failed")
        self.store.dispatch(EngineFailed(ticket, sentence))

    def on_report(self, report: messages.SearchReport) -> None:
        """See ``engine.client.Listener``; an answer is delayed by the chosen pace."""
        wait = self.answer_due - performance.now()
        playing = self.store.session.engine.purpose == "play"
        if report.final and playing and wait > 0:
            self.answer = report
            self.store.lifetime.set_timeout(wait, lambda: self._deliver(report))
        else:
            self.store.dispatch(EngineReport(report))

    def _deliver(self, answer: messages.SearchReport | None) -> None:
        """Dispatch the delayed answer, unless that has already happened."""
        if answer is not None and answer is self.answer:
            self.answer = None
            self.store.dispatch(EngineReport(answer))
