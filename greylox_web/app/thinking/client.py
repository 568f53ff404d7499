"""The page's talk with the engine's worker: who is asked what, and what if no answer comes.

Knows nothing of browsers: a ``Worker`` is anything with these doors.
"""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Protocol

from ...words import WORDS
from . import wire

SLICE_MILLIS = 50  # of thinking between two looks at what the page wants
PROGRESS_SECONDS = 0.15  # between two reports to the page
PATIENCE_SECONDS = 2.0  # with a slice of thinking, and the end of a question
BEGIN_SECONDS = 20.0  # with a question: it may bring a network, which slow phones take long to load
START_SECONDS = 60.0  # a slow line has to bring numpy in this time
MOST_STARTS = 2  # in a row without success
MOST_LOSSES = 2  # workers lost in a row without an answer


class Worker(Protocol):
    """The doors of ``worker.protocol``, and the ways to make and to end it."""

    async def start(self) -> None:
        """Make it; return when it can be asked."""

    def begin(self, line: str) -> Awaitable[str]:
        """Take a question."""

    def slice_(self, ticket: int, millis: int) -> Awaitable[str]:
        """Think for a moment."""

    def stop(self, ticket: int) -> Awaitable[str]:
        """End a question."""

    def kill(self) -> None:
        """End the worker, whatever it is doing."""


class WorkerLost(Exception):
    """The worker is of no more use; the message says why."""


class EngineClient:
    """Asks one question at a time and tells ``on_event`` what comes of it.

    ``think``, ``cancel`` and ``move_now`` only note what is wanted and return at once; the
    loop in ``serve`` looks at it between two slices.
    """

    def __init__(
        self,
        make: Callable[[], Worker],
        on_event: Callable[[wire.EngineEvent], None],
        patience: float = PATIENCE_SECONDS,
    ) -> None:
        self.make = make
        self.on_event = on_event
        self.patience = patience
        self.asked: wire.Think | None = None
        self.hurry = False
        self.again = False  # a fresh worker is wanted
        self.losses = 0
        self.wake = asyncio.Event()

    def think(self, think: wire.Think) -> None:
        """Ask; a question still open is dropped."""
        self.asked, self.hurry = think, False
        self.wake.set()

    def cancel(self) -> None:
        """Drop the open question."""
        self.asked = None

    def move_now(self) -> None:
        """Have the open question answered with what has been found."""
        self.hurry = self.asked is not None

    def restart(self) -> None:
        """Replace the worker; the open question is asked again."""
        self.again = True
        self.wake.set()

    async def serve(self) -> None:
        """Start workers and put questions to them, for as long as the page lives."""
        while True:
            self.again = False
            worker = await self._started()
            if worker is None:
                await self._idle(lambda: self.again)
                continue
            self._tell(wire.EngineReady())
            try:
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
        """A worker that can be asked; None, and a word to the page, when there is none."""
        why = ""
        for _ in range(MOST_STARTS):
            worker = self.make()
            try:
                await self._within(worker.start(), START_SECONDS)
                return worker
            except WorkerLost as lost:
                why = str(lost)
                worker.kill()
        self._tell(wire.EngineFailed(None, WORDS["engine-not-started"].format(why=why)))
        return None

    async def _idle(self, until: Callable[[], bool]) -> None:
        while not until():
            self.wake.clear()
            await self.wake.wait()

    async def _converse(self, worker: Worker, think: wire.Think) -> None:
        """Put one question, until it is answered or no longer wanted."""
        ticket, clock = think.ticket, asyncio.get_running_loop().time
        told = -PROGRESS_SECONDS
        line = await self._within(worker.begin(wire.write_think(think)), BEGIN_SECONDS)
        while self.asked is think and not self.again:
            try:
                report = wire.read_report(line)
            except wire.WireError as error:
                raise WorkerLost(str(error)) from error
            if report.ticket != ticket:
                raise WorkerLost(WORDS["engine-astray"])
            if report.final:
                self.asked, self.losses = None, 0
                self._tell(wire.EngineAnswer(report))
                return
            if report.playouts and clock() - told >= PROGRESS_SECONDS:
                told = clock()
                self._tell(wire.EngineProgress(report))
            if self.asked is think and not self.again:
                ask = worker.stop(ticket) if self.hurry else worker.slice_(ticket, SLICE_MILLIS)
                line = await self._within(ask, self.patience)
        await self._within(worker.stop(ticket), self.patience)

    async def _within(self, waiting: Awaitable[str] | Awaitable[None], seconds: float) -> str:
        """What the worker answers; raise WorkerLost when it fails or stays silent."""
        try:
            async with asyncio.timeout(seconds):
                return await waiting or ""
        except TimeoutError as error:
            raise WorkerLost(WORDS["engine-silent"].format(seconds=seconds)) from error
        except Exception as error:
            raise WorkerLost(
                str(error).strip().splitlines()[-1] or WORDS["engine-error"]
            ) from error

    def _lose(self, why: str) -> None:
        """The worker is gone: the open question is kept for the next one, but only once."""
        self.losses += 1
        if self.losses >= MOST_LOSSES and self.asked is not None:
            ticket, self.asked = self.asked.ticket, None
            self._tell(wire.EngineFailed(ticket, WORDS["engine-given-up"].format(why=why)))
        else:
            self._tell(wire.EngineFailed(None, WORDS["engine-lost"].format(why=why)))

    def _tell(self, event: wire.EngineEvent) -> None:
        """Tell the page; a fault of the page is shown, and the talk goes on."""
        try:
            self.on_event(event)
        except Exception as error:
            context = {"message": "the page failed at a word of the engine", "exception": error}
            asyncio.get_running_loop().call_exception_handler(context)
