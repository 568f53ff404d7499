"""The page's client of the engine's worker: questions, time limits and restarts.

It does not depend on a browser: a ``Worker`` is anything with these methods.
"""

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
from functools import partial
from typing import Protocol

from ..words import WORDS
from . import messages as wire

SLICE_MILLIS = 50  # of thinking per call, between two checks of what the page wants
PROGRESS_SECONDS = 0.15  # between two reports to the page
MAX_CRASHES = 2  # workers lost in a row without an answer
FAULT_LOOKUP_SECONDS = 3.0, 10.0  # seconds to find out why a worker did not start, for each attempt


class Worker(Protocol):
    """The functions of ``engine.service``, and those that start and end the worker."""

    async def start(self) -> None:
        """Start it; return once it can be asked."""

    def begin(self, message: str) -> Awaitable[str]:
        """Take a question."""

    def slice_(self, ticket: int, millis: int) -> Awaitable[str]:
        """Think for a moment."""

    def stop(self, ticket: int) -> Awaitable[str]:
        """End a question."""

    def kill(self) -> None:
        """End the worker, whatever it is doing."""

    async def fault(self) -> str:
        """Why no worker can start, as a sentence; "" if unknown."""


class Listener(Protocol):
    """Hears of the engine."""

    def on_ready(self) -> None:
        """The worker is ready for questions, after its start or a restart."""

    def on_report(self, report: wire.SearchReport) -> None:
        """A report on the open question; the final one may have an error."""

    def on_failure(self, ticket: int | None, sentence: str) -> None:
        """The engine failed.

        With a ticket, that question has no answer, others may.  With None, the worker is lost;
        ``on_ready`` follows if another one starts.
        """


class WorkerLost(Exception):
    """The worker is lost; the message says why."""


class EngineClient:
    """Asks one question at a time; ``listener`` hears of the answers.

    ``think``, ``cancel`` and ``move_now`` only note what is wanted and return at once; the
    loop in ``serve`` looks at it between two slices.  ``warm_up_request`` gives a question of
    ticket 0 that is put to the first worker as soon as it has started, unless another one waits: a
    worker's first answer takes far longer than those after it, and nobody waits for this one.
    """

    def __init__(
        self,
        make_worker: Callable[[], Worker],
        listener: Listener,
        warm_up_request: Callable[[], wire.SearchRequest | None] = lambda: None,
    ) -> None:
        self.make_worker = make_worker
        self.listener = listener
        self.warm_up_request = warm_up_request
        self.is_warmed_up = False
        self.timeouts = AdaptiveTimeouts()
        self.pending: wire.SearchRequest | None = None
        self.finish_now = False
        self.retry = False  # a fresh worker is wanted
        self.crashes = 0
        self.wake_event = asyncio.Event()

    def think(self, think: wire.SearchRequest) -> None:
        """Ask; an open question is dropped."""
        self.pending, self.finish_now = think, False
        self.wake_event.set()

    def cancel(self) -> None:
        """Drop the open question."""
        self.pending = None

    def move_now(self) -> None:
        """Have the open question answered with the best action so far."""
        self.finish_now = self.pending is not None

    def restart(self) -> None:
        """Replace the worker; the open question is asked again."""
        self.retry = True
        self.wake_event.set()

    async def serve(self) -> None:
        """Start workers and ask them questions, as long as the page lives."""
        while True:
            self.retry = False
            worker = await self._start_worker()
            if worker is None:
                await self._idle(lambda: self.retry)
                continue
            self._emit(self.listener.on_ready)
            try:
                await self._warm_up(worker)
                while not self.retry:
                    await self._idle(lambda: self.retry or self.pending is not None)
                    if self.pending is not None and not self.retry:
                        await self._run_request(worker, self.pending)
                self.crashes = 0
            except WorkerLost as lost:
                self._on_crash(str(lost))
            finally:
                worker.kill()

    async def _start_worker(self) -> Worker | None:
        """A worker that can be asked; None, after ``on_failure``, if it did not start."""
        sentence = ""
        for seconds in FAULT_LOOKUP_SECONDS:
            worker, clock = self.make_worker(), asyncio.get_running_loop().time
            start_time = clock()
            try:
                await self._with_timeout(worker.start(), self.timeouts.start_timeout)
                self.timeouts.record_start(clock() - start_time)
                return worker
            except asyncio.CancelledError:  # the page ends
                worker.kill()
                raise
            except WorkerLost as lost:
                worker.kill()
                sentence = WORDS["engine-not-started"].format(why=lost)
                fault = await self._start_fault(worker, seconds)
            if fault:  # another one would meet the same
                sentence = fault
                break
        self._emit(partial(self.listener.on_failure, None, sentence))
        return None

    async def _start_fault(self, worker: Worker, seconds: float) -> str:
        """Why no worker can start, as a sentence; "" if that is not known in time."""
        with suppress(Exception):
            async with asyncio.timeout(seconds):
                return await worker.fault()
        return ""

    async def _idle(self, until: Callable[[], bool]) -> None:
        while not until():
            self.wake_event.clear()
            await self.wake_event.wait()

    async def _warm_up(self, worker: Worker) -> None:
        """Ask the warm-up question, once, and ignore its answer."""
        request = None if self.is_warmed_up or self.pending else self.warm_up_request()
        self.is_warmed_up = True
        if request is not None:
            reply = worker.begin(wire.write_request(request))
            await self._with_timeout(reply, self.timeouts.request_timeout)
            if self.pending is None:
                await self._await_reply(worker.slice_(request.ticket, SLICE_MILLIS))

    async def _run_request(self, worker: Worker, request: wire.SearchRequest) -> None:
        """Ask one question, until it is answered or no longer wanted."""
        ticket, clock = request.ticket, asyncio.get_running_loop().time
        last_progress_time = -PROGRESS_SECONDS
        reply = worker.begin(wire.write_request(request))
        message = await self._with_timeout(reply, self.timeouts.request_timeout)
        while self.pending is request and not self.retry:
            try:
                report = wire.read_report(message)
            except wire.WireError as error:
                raise WorkerLost(str(error)) from error
            if report.ticket != ticket:
                raise WorkerLost(WORDS["engine-astray"])
            if report.final:
                self.pending, self.crashes = None, 0
                self._emit(partial(self.listener.on_report, report))
                return
            if report.playouts and clock() - last_progress_time >= PROGRESS_SECONDS:
                last_progress_time = clock()
                self._emit(partial(self.listener.on_report, report))
            if self.pending is request and not self.retry:
                reply = (
                    worker.stop(ticket) if self.finish_now else worker.slice_(ticket, SLICE_MILLIS)
                )
                message = await self._await_reply(reply)
        await self._await_reply(worker.stop(ticket))

    async def _await_reply(self, reply: Awaitable[str]) -> str:
        """The answer to a slice or a stop; its duration adjusts the patience."""
        clock = asyncio.get_running_loop().time
        start_time = clock()
        message = await self._with_timeout(reply, self.timeouts.reply_timeout)
        self.timeouts.record_reply(clock() - start_time)
        return message

    async def _with_timeout(
        self, awaitable: Awaitable[str] | Awaitable[None], seconds: float
    ) -> str:
        """The worker's answer; raise WorkerLost if it fails or takes longer than ``seconds``."""
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
        """Drop the worker; the open question is asked again, but only once."""
        self.crashes += 1
        if self.crashes >= MAX_CRASHES and self.pending is not None:
            ticket, self.pending = self.pending.ticket, None
            sentence = WORDS["engine-given-up"].format(why=why)
            self._emit(partial(self.listener.on_failure, ticket, sentence))
        else:
            lost = WORDS["engine-lost"].format(why=why)
            self._emit(partial(self.listener.on_failure, None, lost))

    def _emit(self, call: Callable[[], None]) -> None:
        """Call the listener; an exception there is reported and does not end ``serve``."""
        try:
            call()
        except Exception as error:
            context = {"message": "the page failed at a word of the engine", "exception": error}
            asyncio.get_running_loop().call_exception_handler(context)


MIN_REPLY_SECONDS = 2.0  # for a slice of thinking, and the end of a question
BEGIN_SECONDS = 20.0  # for a new question: it may load a network, which takes long on a slow phone
START_SECONDS = 60.0  # in which a slow connection has to load numpy
MAX_TIMEOUT_SECONDS = 120.0
MAX_START_FACTOR = 10.0  # of a start's duration that count: the rest was the connection
SAFETY_FACTOR = 4  # the limit is so many times the slowest answer before


class AdaptiveTimeouts:
    """The durations measured so far, in seconds, and the time limits that follow.

    A worker that hangs says nothing, and in a browser without locks neither does one that died.  So
    a time limit is needed; but an old phone may need a hundred times as long for an answer as a
    fast device.
    """

    def __init__(self) -> None:
        self.start = 0.0  # the slowest start of a worker
        self.slowest_reply = 0.0  # the slowest answer, but for those that took a question
        self.doublings = 0

    def record_start(self, seconds: float) -> None:
        """A worker took so long to start."""
        self.start = max(self.start, min(seconds, MAX_START_FACTOR))

    def record_reply(self, seconds: float) -> None:
        """A slice of thinking, or the end of a question, took so long."""
        self.slowest_reply = max(self.slowest_reply, seconds)

    def record_timeout(self) -> None:
        """A limit ran out: the next ones are twice as long."""
        self.doublings += 1

    @property
    def reply_timeout(self) -> float:
        """The limit for a slice of thinking, and for the end of a question."""
        return self._scale_timeout(
            max(MIN_REPLY_SECONDS, self.start, SAFETY_FACTOR * self.slowest_reply)
        )

    @property
    def request_timeout(self) -> float:
        """The limit for the first answer to a question."""
        return self._scale_timeout(
            max(BEGIN_SECONDS, SAFETY_FACTOR * self.start, SAFETY_FACTOR * self.slowest_reply)
        )

    @property
    def start_timeout(self) -> float:
        """The limit for the start of a worker."""
        return self._scale_timeout(START_SECONDS)

    def _scale_timeout(self, seconds: float) -> float:
        return float(min(seconds * 2**self.doublings, MAX_TIMEOUT_SECONDS))
