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
MOST_LOSSES = 2  # workers lost in a row without an answer
LOOKS = 3.0, 10.0  # seconds to find out why a worker did not start, for each attempt


class Worker(Protocol):
    """The functions of ``engine.service``, and those that start and end the worker."""

    async def start(self) -> None:
        """Start it; return once it can be asked."""

    def begin(self, line: str) -> Awaitable[str]:
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

    def on_report(self, report: wire.Report) -> None:
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
    loop in ``serve`` looks at it between two slices.  ``warm`` gives a question of ticket 0 that
    is put to the first worker as soon as it has started, unless another one waits: a worker's first
    answer takes far longer than those after it, and nobody waits for this one.
    """

    def __init__(
        self,
        make: Callable[[], Worker],
        listener: Listener,
        warm: Callable[[], wire.Think | None] = lambda: None,
    ) -> None:
        self.make = make
        self.listener = listener
        self.warm = warm
        self.warmed = False
        self.patience = Patience()
        self.asked: wire.Think | None = None
        self.hurry = False
        self.again = False  # a fresh worker is wanted
        self.losses = 0
        self.wake = asyncio.Event()

    def think(self, think: wire.Think) -> None:
        """Ask; an open question is dropped."""
        self.asked, self.hurry = think, False
        self.wake.set()

    def cancel(self) -> None:
        """Drop the open question."""
        self.asked = None

    def move_now(self) -> None:
        """Have the open question answered with the best action so far."""
        self.hurry = self.asked is not None

    def restart(self) -> None:
        """Replace the worker; the open question is asked again."""
        self.again = True
        self.wake.set()

    async def serve(self) -> None:
        """Start workers and ask them questions, as long as the page lives."""
        while True:
            self.again = False
            worker = await self._started()
            if worker is None:
                await self._idle(lambda: self.again)
                continue
            self._tell(self.listener.on_ready)
            try:
                await self._warm_up(worker)
                while not self.again:
                    await self._idle(lambda: self.again or self.asked is not None)
                    if self.asked is not None and not self.again:
                        await self._converse(worker, self.asked)
                self.losses = 0
            except WorkerLost as lost:
                self._lose(str(lost))
            finally:
                worker.kill()

    async def _started(self) -> Worker | None:
        """A worker that can be asked; None, after ``on_failure``, if it did not start."""
        sentence = ""
        for seconds in LOOKS:
            worker, clock = self.make(), asyncio.get_running_loop().time
            begun = clock()
            try:
                await self._within(worker.start(), self.patience.with_start)
                self.patience.started(clock() - begun)
                return worker
            except asyncio.CancelledError:  # the page ends
                worker.kill()
                raise
            except WorkerLost as lost:
                worker.kill()
                sentence = WORDS["engine-not-started"].format(why=lost)
                found = await self._fault(worker, seconds)
            if found:  # another one would meet the same
                sentence = found
                break
        self._tell(partial(self.listener.on_failure, None, sentence))
        return None

    async def _fault(self, worker: Worker, seconds: float) -> str:
        """Why no worker can start, as a sentence; "" if that is not known in time."""
        with suppress(Exception):
            async with asyncio.timeout(seconds):
                return await worker.fault()
        return ""

    async def _idle(self, until: Callable[[], bool]) -> None:
        while not until():
            self.wake.clear()
            await self.wake.wait()

    async def _warm_up(self, worker: Worker) -> None:
        """Ask the warm-up question, once, and ignore its answer."""
        think = None if self.warmed or self.asked else self.warm()
        self.warmed = True
        if think is not None:
            ask = worker.begin(wire.write_think(think))
            await self._within(ask, self.patience.with_question)
            if self.asked is None:
                await self._answer(worker.slice_(think.ticket, SLICE_MILLIS))

    async def _converse(self, worker: Worker, think: wire.Think) -> None:
        """Ask one question, until it is answered or no longer wanted."""
        ticket, clock = think.ticket, asyncio.get_running_loop().time
        told = -PROGRESS_SECONDS
        ask = worker.begin(wire.write_think(think))
        line = await self._within(ask, self.patience.with_question)
        while self.asked is think and not self.again:
            try:
                report = wire.read_report(line)
            except wire.WireError as error:
                raise WorkerLost(str(error)) from error
            if report.ticket != ticket:
                raise WorkerLost(WORDS["engine-astray"])
            if report.final:
                self.asked, self.losses = None, 0
                self._tell(partial(self.listener.on_report, report))
                return
            if report.playouts and clock() - told >= PROGRESS_SECONDS:
                told = clock()
                self._tell(partial(self.listener.on_report, report))
            if self.asked is think and not self.again:
                ask = worker.stop(ticket) if self.hurry else worker.slice_(ticket, SLICE_MILLIS)
                line = await self._answer(ask)
        await self._answer(worker.stop(ticket))

    async def _answer(self, waiting: Awaitable[str]) -> str:
        """The answer to a slice or a stop; its duration adjusts the patience."""
        clock = asyncio.get_running_loop().time
        begun = clock()
        line = await self._within(waiting, self.patience.with_answer)
        self.patience.answered(clock() - begun)
        return line

    async def _within(self, waiting: Awaitable[str] | Awaitable[None], seconds: float) -> str:
        """The worker's answer; raise WorkerLost if it fails or takes longer than ``seconds``."""
        try:
            async with asyncio.timeout(seconds):
                return await waiting or ""
        except TimeoutError as error:
            self.patience.ran_out()
            raise WorkerLost(WORDS["engine-silent"].format(seconds=seconds)) from error
        except Exception as error:
            *_, last = str(error).strip().splitlines() or [WORDS["engine-error"]]
            raise WorkerLost(last) from error

    def _lose(self, why: str) -> None:
        """Drop the worker; the open question is asked again, but only once."""
        self.losses += 1
        if self.losses >= MOST_LOSSES and self.asked is not None:
            ticket, self.asked = self.asked.ticket, None
            given_up = WORDS["engine-given-up"].format(why=why)
            self._tell(partial(self.listener.on_failure, ticket, given_up))
        else:
            lost = WORDS["engine-lost"].format(why=why)
            self._tell(partial(self.listener.on_failure, None, lost))

    def _tell(self, call: Callable[[], None]) -> None:
        """Call the listener; an exception there is reported and does not end ``serve``."""
        try:
            call()
        except Exception as error:
            context = {"message": "the page failed at a word of the engine", "exception": error}
            asyncio.get_running_loop().call_exception_handler(context)


LEAST_SECONDS = 2.0  # for a slice of thinking, and the end of a question
BEGIN_SECONDS = 20.0  # for a new question: it may load a network, which takes long on a slow phone
START_SECONDS = 60.0  # in which a slow connection has to load numpy
MOST_SECONDS = 120.0
MOST_FOR_START = 10.0  # of a start's duration that count: the rest was the connection
TIMES = 4  # the limit is so many times the slowest answer before


class Patience:
    """The durations measured so far, in seconds, and the time limits that follow.

    A worker that hangs says nothing, and in a browser without locks neither does one that died.  So
    a time limit is needed; but an old phone may need a hundred times as long for an answer as a
    fast device.
    """

    def __init__(self) -> None:
        self.start = 0.0  # the slowest start of a worker
        self.slowest = 0.0  # the slowest answer, but for those that took a question
        self.doublings = 0

    def started(self, seconds: float) -> None:
        """A worker took so long to start."""
        self.start = max(self.start, min(seconds, MOST_FOR_START))

    def answered(self, seconds: float) -> None:
        """A slice of thinking, or the end of a question, took so long."""
        self.slowest = max(self.slowest, seconds)

    def ran_out(self) -> None:
        """A limit ran out: the next ones are twice as long."""
        self.doublings += 1

    @property
    def with_answer(self) -> float:
        """The limit for a slice of thinking, and for the end of a question."""
        return self._doubled(max(LEAST_SECONDS, self.start, TIMES * self.slowest))

    @property
    def with_question(self) -> float:
        """The limit for the first answer to a question."""
        return self._doubled(max(BEGIN_SECONDS, TIMES * self.start, TIMES * self.slowest))

    @property
    def with_start(self) -> float:
        """The limit for the start of a worker."""
        return self._doubled(START_SECONDS)

    def _doubled(self, seconds: float) -> float:
        return float(min(seconds * 2**self.doublings, MOST_SECONDS))
