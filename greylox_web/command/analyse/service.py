"""The distribution of positions to the workers, and the answers as they come."""

import json
from collections.abc import Callable
from contextlib import suppress
from heapq import heapify, heappop, heappush
from multiprocessing import Pipe
from multiprocessing.connection import Connection, wait
from threading import Thread
from typing import Any, BinaryIO

from ... import __version__
from ..networks import engine_version
from ..pipes import LineReader
from .fields import MAX_LINE_CHARACTERS, MAX_WAITING
from .query import Cancel, InvalidLine, Job, Query, VersionQuestion, read_line
from .workers import STOP, Worker

LOST_WORKER = "the process that analysed this position ended; perhaps memory was short"


class WaitingJob:
    """A position without an answer; sorted by priority, then by arrival."""

    def __init__(self, query: Query, number: int, place: dict[str, Any], job: Job) -> None:
        self.query_id, self.job = query.id, job
        self.order = (-query.priority, number)
        self.fields: dict[str, Any] = {"id": query.id} | place
        if query.warning:
            self.fields["warning"] = query.warning

    def __lt__(self, other: "WaitingJob") -> bool:
        return self.order < other.order


class Service:
    """All that is pending: the waiting positions, and the workers with what they analyse."""

    def __init__(
        self, write: Callable[[dict[str, Any]], None], workers: int, *, plain: bool
    ) -> None:
        self.write, self.max_workers, self.plain = write, workers, plain
        self.waiting: list[WaitingJob] = []  # a heap
        self.pending: dict[str, int] = {}  # the positions without an answer of each query
        self.busy: dict[Worker, WaitingJob | None] = {}  # None after a cancellation
        self.idle: list[Worker] = []
        self.received = 0  # positions

    # ---- input

    def receive(self, line: str, number: int) -> None:
        """Handle a line of input."""
        if not line.strip():
            return
        try:
            request = read_line(line)
            if isinstance(request, Query) and request.id in self.pending:
                raise InvalidLine(request.id, "id: a query with this id is pending")
        except InvalidLine as error:
            self.write({"id": error.query_id, "error": str(error), "line": number})
            return
        if isinstance(request, Cancel):
            self.cancel(request)
        elif isinstance(request, VersionQuestion):
            self.write({"id": request.id, "version": __version__, "engine": engine_version()})
        else:
            self.add(request)

    def add(self, query: Query) -> None:
        """Add the positions of a query to the waiting ones."""
        self.pending[query.id] = len(query.jobs)
        for place, job in query.jobs:
            heappush(self.waiting, WaitingJob(query, self.received, place, job))
            self.received += 1

    def cancel(self, request: Cancel) -> None:
        """Cancel the positions of a query that have no answer yet."""
        cancelled = [job for job in self.waiting if job.query_id == request.target]
        self.waiting = [job for job in self.waiting if job.query_id != request.target]
        heapify(self.waiting)
        for worker, job in self.busy.items():
            if job is not None and job.query_id == request.target:
                cancelled.append(job)
                self.busy[worker] = None
                with suppress(OSError):  # a lost worker is noticed when its connection is read
                    worker.connection.send(STOP)
        for job in sorted(cancelled):
            self.finish(job, {"cancelled": True})
        self.write({"id": request.id, "cancel": request.target, "positions": len(cancelled)})

    # ---- output

    def finish(self, job: WaitingJob, fields: dict[str, Any]) -> None:
        """Write the last answer of a position."""
        self.pending[job.query_id] -= 1
        if not self.pending[job.query_id]:
            del self.pending[job.query_id]
        self.write(job.fields | fields)

    # ---- workers

    def start_jobs(self) -> None:
        """Give waiting positions to idle workers; start workers up to their number."""
        while self.waiting and (self.idle or len(self.busy) < self.max_workers):
            worker = self.idle.pop() if self.idle else Worker(plain=self.plain)
            job = heappop(self.waiting)
            self.busy[worker] = job
            with suppress(OSError):  # as above
                worker.connection.send(job.job)

    def hear(self, worker: Worker) -> None:
        """Receive a message of a busy worker, or its end."""
        try:
            is_last, fields = worker.connection.recv()
        except (EOFError, OSError):
            is_last, fields = True, {"error": LOST_WORKER}
            worker.close()
        job = self.busy[worker]
        if is_last:
            del self.busy[worker]
            if not worker.connection.closed:
                self.idle.append(worker)
        if job is not None and is_last:
            self.finish(job, fields)
        elif job is not None:
            self.write(job.fields | {"partial": True} | fields)

    def run(self, lines: "Connection[Any, Any]") -> None:
        """Answer lines from a connection until it ends and nothing is pending."""
        number, is_open = 0, True
        while is_open or self.waiting or self.busy:
            self.start_jobs()
            sources = {worker.connection: worker for worker in self.busy}
            listening = [lines] if is_open and len(self.waiting) < MAX_WAITING else []
            for source in wait([*sources, *listening]):
                if source is not lines:
                    self.hear(sources[source])  # type: ignore[index]
                    continue
                try:
                    line = lines.recv()
                except (EOFError, OSError):
                    is_open = False
                    continue
                number += 1
                self.receive(line, number)

    def close(self) -> None:
        """End all workers."""
        for worker in (*self.busy, *self.idle):
            worker.close()


def forward_lines(source: BinaryIO, lines: "Connection[Any, Any]") -> None:
    """Send the lines of a stream until it ends or nobody receives them."""
    with suppress(OSError, ValueError), lines:
        for line in LineReader(source, MAX_LINE_CHARACTERS):
            lines.send(line[: MAX_LINE_CHARACTERS + 1])


def serve(source: BinaryIO, target: BinaryIO, workers: int, *, plain: bool = False) -> None:
    """Answer the lines of ``source`` on ``target`` until its end."""

    def write(answer: dict[str, Any]) -> None:
        target.write(json.dumps(answer).encode("ascii") + b"\n")
        target.flush()

    receiver, sender = Pipe(duplex=False)
    Thread(target=forward_lines, args=(source, sender), daemon=True).start()
    service = Service(write, workers, plain=plain)
    try:
        service.run(receiver)
    finally:
        receiver.close()
        service.close()
