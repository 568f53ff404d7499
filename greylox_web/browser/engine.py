"""The engine on the page's side: its worker, and its answers to the session.

``engine.client`` sends it requests, and replaces it when it is lost.
"""

import json
from collections.abc import Awaitable

from js import performance, window

from ..engine import messages
from ..engine.client import EngineClient
from ..page.dom import emit
from ..page.store import Store
from ..page.worker import PythonWorker
from ..session.engine_state import ActiveSearch, EngineState
from ..session.requests import EngineFailed, EngineReady, EngineReport, make_search_request

PACE_MILLIS = {"at-once": 0, "calm": 1000, "slow": 3000}  # milliseconds before an answer is shown


class EngineWorker(PythonWorker):
    """The engine's worker; the functions called in it are in ``engine.worker``."""

    def __init__(self) -> None:
        super().__init__("greylox_web.engine.worker")

    async def start(self) -> None:
        """Load Python, numpy and the search."""
        await self.start_python()
        await self.call("configure", json.dumps(self.build["nets"]), self.build["evaluator"])

    def begin(self, line: str) -> Awaitable[str]:
        """See ``engine.service``."""
        return self.call("begin", line)

    def slice_(self, ticket: int, millis: int) -> Awaitable[str]:
        """See ``engine.service``."""
        return self.call("slice_", ticket, millis)

    def stop(self, ticket: int) -> Awaitable[str]:
        """See ``engine.service``."""
        return self.call("stop", ticket)

    async def fault(self) -> str:
        """Return a sentence on which file is missing or damaged; "" if none is."""
        return str(await window.greyloxEngineFault())


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
