"""The page's client of the engine worker: requests, time limits and restarts.

It does not depend on a browser: any object with the methods of ``Worker`` will do.
"""

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
from functools import partial
from typing import Protocol

from ..words import WORDS
from . import messages

SLICE_MILLIS = 50  # thinking time per call; the client checks for new requests between calls
PROGRESS_SECONDS = 0.15  # minimum time between two reports to the page
MAX_CRASHES = 2  # workers lost in a row without an answer
# time limit, for each start attempt, to find out why a worker did not start
FAULT_LOOKUP_SECONDS = 3.0, 10.0


class Worker(Protocol):
    """The functions of ``engine.worker``, with methods that start and end the worker."""

    async def start(self) -> None:
        """Start the worker; return when it accepts requests."""

    def begin(self, message: str) -> Awaitable[str]:
        """Submit a request and return its first report."""

    def slice_(self, ticket: int, millis: int) -> Awaitable[str]:
        """Search for about ``millis`` milliseconds and return a report."""

    def stop(self, ticket: int) -> Awaitable[str]:
        """End a request and return its final report."""

    def kill(self) -> None:
        """End the worker, whatever it is doing."""

    async def fault(self) -> str:
        """Return a sentence that says why no worker can start, or "" if unknown."""


class Listener(Protocol):
    """The receiver of the engine's events."""

    def on_ready(self) -> None:
        """Handle a worker that is ready for requests, after its start or a restart."""

    def on_report(self, report: messages.SearchReport) -> None:
        """Handle a report on the open request; the final report may contain an error."""

    def on_failure(self, ticket: int | None, sentence: str) -> None:
        """Handle a failure of the engine.

        With a ticket, only that request failed, and others may succeed.  Without a ticket, the
        worker is lost.  ``on_ready`` follows if another worker starts.
        """


class WorkerLost(Exception):
    """The worker is lost; the message contains the reason."""


class EngineClient:
    """A client that runs one request at a time and reports to ``listener``.

    ``submit``, ``cancel`` and ``move_now`` only record the change and return at once.  The loop in
    ``serve`` checks for changes between two slices.

    ``warm_up_request`` returns a request with ticket 0, or None.  The first worker gets this
    request right after its start, unless another request is pending.  A worker's first answer takes
    far longer than later answers, and nobody waits for this one.
    """

    def __init__(
        self,
        make_worker: Callable[[], Worker],
        listener: Listener,
        warm_up_request: Callable[[], messages.SearchRequest | None] = lambda: None,
    ) -> None:
        self.make_worker = make_worker
        self.listener = listener
        self.warm_up_request = warm_up_request
        self.is_warmed_up = False
        self.timeouts = AdaptiveTimeouts()
        self.pending: messages.SearchRequest | None = None
        self.finish_now = False
        self.restart_requested = False  # whether to start a new worker
        self.crashes = 0
        self.wake_event = asyncio.Event()

    def submit(self, request: messages.SearchRequest) -> None:
        """Submit a request, which replaces the open one."""
        self.pending, self.finish_now = request, False
        self.wake_event.set()

    def cancel(self) -> None:
        """Drop the open request."""
        self.pending = None

    def move_now(self) -> None:
        """End the open request early, with the best action so far."""
        self.finish_now = self.pending is not None

    def restart(self) -> None:
        """Replace the worker and repeat the open request."""
        self.restart_requested = True
        self.wake_event.set()

    async def serve(self) -> None:
        """Start workers and run requests on them until the page is closed."""
        while True:
            self.restart_requested = False
            worker = await self._start_worker()
            if worker is None:
                await self._idle(lambda: self.restart_requested)
                continue
            self._emit(self.listener.on_ready)
            try:
                await self._warm_up(worker)
                while not self.restart_requested:
                    await self._idle(lambda: self.restart_requested or self.pending is not None)
                    if self.pending is not None and not self.restart_requested:
                        await self._run_request(worker, self.pending)
                self.crashes = 0
            except WorkerLost as lost:
                self._on_crash(str(lost))
            finally:
                worker.kill()

    async def _start_worker(self) -> Worker | None:
        """Start a worker and return it.

        Return None, after calling ``on_failure``, if no worker started.
        """
        sentence = ""
        for seconds in FAULT_LOOKUP_SECONDS:
            worker, clock = self.make_worker(), asyncio.get_running_loop().time
            start_time = clock()
            try:
                await self._with_timeout(worker.start(), self.timeouts.start_timeout)
                self.timeouts.record_start(clock() - start_time)
                return worker
            except asyncio.CancelledError:  # the page is closed
                worker.kill()
                raise
            except WorkerLost as lost:
                worker.kill()
                sentence = WORDS["engine-not-started"].format(why=lost)
                fault = await self._start_fault(worker, seconds)
            if fault:  # another worker would fail in the same way
                sentence = fault
                break
        self._emit(partial(self.listener.on_failure, None, sentence))
        return None

    async def _start_fault(self, worker: Worker, seconds: float) -> str:
        """Return a sentence that says why no worker can start, or "" if unknown in time."""
        with suppress(Exception):
            async with asyncio.timeout(seconds):
                return await worker.fault()
        return ""

    async def _idle(self, until: Callable[[], bool]) -> None:
        while not until():
            self.wake_event.clear()
            await self.wake_event.wait()

    async def _warm_up(self, worker: Worker) -> None:
        """Send the warm-up request once and ignore its answer."""
        request = None if self.is_warmed_up or self.pending else self.warm_up_request()
        self.is_warmed_up = True
        if request is not None:
            reply = worker.begin(messages.write_request(request))
            await self._with_timeout(reply, self.timeouts.request_timeout)
            if self.pending is None:
                await self._await_reply(worker.slice_(request.ticket, SLICE_MILLIS))

    async def _run_request(self, worker: Worker, request: messages.SearchRequest) -> None:
        """Run one request until it is answered or dropped."""
        ticket, clock = request.ticket, asyncio.get_running_loop().time
        last_progress_time = -PROGRESS_SECONDS
        reply = worker.begin(messages.write_request(request))
        message = await self._with_timeout(reply, self.timeouts.request_timeout)
        while self.pending is request and not self.restart_requested:
            try:
                report = messages.read_report(message)
            except messages.WireError as error:
                raise WorkerLost(str(error)) from error
            if report.ticket != ticket:
                raise WorkerLost(WORDS["engine-astray"])
            if report.final:
                self.pending, self.crashes = None, 0
                self._emit(partial(self.listener.on_report, report))
                return
            if report.visits and clock() - last_progress_time >= PROGRESS_SECONDS:
                last_progress_time = clock()
                self._emit(partial(self.listener.on_report, report))
            if self.pending is request and not self.restart_requested:
                reply = (
                    worker.stop(ticket) if self.finish_now else worker.slice_(ticket, SLICE_MILLIS)
                )
                message = await self._await_reply(reply)
        await self._await_reply(worker.stop(ticket))

    async def _await_reply(self, reply: Awaitable[str]) -> str:
        """Return the reply to a slice or a stop; its duration adjusts the time limits."""
        clock = asyncio.get_running_loop().time
        start_time = clock()
        message = await self._with_timeout(reply, self.timeouts.reply_timeout)
        self.timeouts.record_reply(clock() - start_time)
        return message

    async def _with_timeout(
        self, awaitable: Awaitable[str] | Awaitable[None], seconds: float
    ) -> str:
        """Return the worker's reply.

        Raise WorkerLost if the call fails or takes longer than ``seconds``.
        """
        try:
            async with asyncio.timeout(seconds):
                return await awaitable or ""
        except TimeoutError as error:
            self.timeouts.record_timeout()
            raise WorkerLost(WORDS["engine-silent"].format(seconds=seconds)) from error
        except Exception as error:
            *_, last = str(error).strip().splitlines() or [WORDS["engine-error"]]
            raise WorkerLost(last) from error

    def _on_crash(self, why: str) -> None:
        """Report a lost worker; give up the open request after ``MAX_CRASHES`` losses."""
        self.crashes += 1
        if self.crashes >= MAX_CRASHES and self.pending is not None:
            ticket, self.pending = self.pending.ticket, None
            sentence = WORDS["engine-given-up"].format(why=why)
            self._emit(partial(self.listener.on_failure, ticket, sentence))
        else:
            lost = WORDS["engine-lost"].format(why=why)
            self._emit(partial(self.listener.on_failure, None, lost))

    def _emit(self, call: Callable[[], None]) -> None:
        """Call the listener; report its exceptions, so that they do not end ``serve``."""
        try:
            call()
        except Exception as error:
            context = {"message": "the listener raised an exception", "exception": error}
            asyncio.get_running_loop().call_exception_handler(context)


MIN_REPLY_SECONDS = 2.0  # minimum limit for a slice of thinking or the end of a request
MIN_REQUEST_SECONDS = 20.0  # for a new request: a slow phone takes long to load a network
START_SECONDS = 60.0  # limit for a start before doublings: a slow connection has to load numpy
MAX_TIMEOUT_SECONDS = 120.0
MAX_COUNTED_START_SECONDS = 10.0  # a longer start was mostly the download
SAFETY_FACTOR = 4  # the limit is this multiple of the slowest answer so far


class AdaptiveTimeouts:
    """The durations measured so far, in seconds, and the resulting time limits.

    A worker that hangs sends nothing.  In a browser without locks, a dead worker sends nothing
    either.  So a time limit is needed.  It adapts, because an old phone may need a hundred times as
    long as a fast device.
    """

    def __init__(self) -> None:
        self.slowest_start = 0.0  # the slowest start of a worker
        self.slowest_reply = 0.0  # the slowest answer, except first answers to requests
        self.doublings = 0

    def record_start(self, seconds: float) -> None:
        """Record the duration of a worker's start."""
        self.slowest_start = max(self.slowest_start, min(seconds, MAX_COUNTED_START_SECONDS))

    def record_reply(self, seconds: float) -> None:
        """Record the duration of a slice of thinking or of the end of a request."""
        self.slowest_reply = max(self.slowest_reply, seconds)

    def record_timeout(self) -> None:
        """Double the next limits after a timeout."""
        self.doublings += 1

    @property
    def reply_timeout(self) -> float:
        """The limit for a slice of thinking and for the end of a request."""
        return self._scale_timeout(
            max(MIN_REPLY_SECONDS, self.slowest_start, SAFETY_FACTOR * self.slowest_reply)
        )

    @property
    def request_timeout(self) -> float:
        """The limit for the first answer to a request."""
        return self._scale_timeout(
            max(
                MIN_REQUEST_SECONDS,
                SAFETY_FACTOR * self.slowest_start,
                SAFETY_FACTOR * self.slowest_reply,
            )
        )

    @property
    def start_timeout(self) -> float:
        """The limit for the start of a worker."""
        return self._scale_timeout(START_SECONDS)

    def _scale_timeout(self, seconds: float) -> float:
        return float(min(seconds * 2**self.doublings, MAX_TIMEOUT_SECONDS))
