"""The processes that analyse positions, one position at a time each."""

from multiprocessing import Pipe, get_context
from multiprocessing.connection import Connection
from time import monotonic
from typing import Any

from ..networks import evaluators, load_registry
from ..processes import defer_interrupts, ignore_interrupts
from .position_analysis import PositionAnalysis
from .query import Job

SLICE_SECONDS = 0.05  # between two looks for a cancellation
MAX_GAMES = 32  # whose networks a worker keeps ready: games with other options are other games
STOP = None  # the message that cancels the current job


class Worker:
    """A process, and the connection to it.

    It receives a ``Job``, and sends pairs: whether this is the last message about the job, and the
    fields of the answer.
    """

    def __init__(self, *, plain: bool) -> None:
        self.connection, other = Pipe()
        self.process = get_context("spawn").Process(target=work, args=(other, plain), daemon=True)
        with defer_interrupts():
            self.process.start()
        other.close()

    def close(self) -> None:
        """End the process, whatever it does."""
        self.connection.close()
        self.process.terminate()
        self.process.join()


def work(connection: "Connection[Any, Any]", plain: bool) -> None:
    """Analyse positions until the connection ends."""
    ignore_interrupts()
    while True:
        try:
            job = connection.recv()
            if job is not STOP:
                analyse(job, connection, plain)
        except (EOFError, OSError):
            return


def analyse(job: Job, connection: "Connection[Any, Any]", plain: bool) -> None:
    """Analyse a position and send the answers; EOFError or OSError if the connection ends."""
    if not plain and len(load_registry().evaluators) > MAX_GAMES:
        load_registry().evaluators.clear()
    try:
        analysis = PositionAnalysis(job, evaluators(plain))
        interval = job.report_seconds
        next_report = monotonic() + (interval or 0)
        while not analysis.is_done:
            analysis.think(SLICE_SECONDS)
            if connection.poll() and connection.recv() is STOP:
                connection.send((True, {}))
                break
            if interval is not None and monotonic() >= next_report:
                connection.send((False, analysis.answer()))
                next_report = monotonic() + interval
        else:
            connection.send((True, analysis.answer()))
        analysis.close()
    except (EOFError, OSError):
        raise
    except Exception as error:  # a bug must not end the program, and its caller needs an answer
        connection.send((True, {"error": f"internal error: {type(error).__name__}: {error}"}))
