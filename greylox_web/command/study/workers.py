"""Execution of the batches of a study: in this process, in several, or on a Ray cluster."""

import os
import signal
import sys
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from concurrent.futures.process import BrokenProcessPool
from logging import ERROR
from multiprocessing import active_children, get_context
from socket import create_connection

from ...measure.job import Job
from ...measure.rows import LadderRow, Row
from ...rules import NotationError
from ..processes import defer_interrupts, ignore_interrupts
from .batches import play_batch

CONNECT_SECONDS = 5.0  # timeout of the connection to a cluster
RESUME_HINT = "what was played is kept, and the same command goes on from there"


PlayedBatches = Iterator[tuple[int, list[Row | LadderRow]]]
"""Pairs of a batch's index and its games, in order of completion."""


def play_batches(batches: Sequence[Job], workers: int, address: str = "") -> PlayedBatches:
    """Play all batches in ``workers`` processes, or on the cluster at ``address``.

    Raise NotationError if a worker is lost.
    """
    if address:
        return play_on_cluster(batches, address)
    if workers == 1 or len(batches) < 2:
        return enumerate(map(play_batch, batches))
    return play_in_processes(batches, workers)


def play_in_processes(batches: Sequence[Job], workers: int) -> PlayedBatches:
    """Play all batches in processes on this machine.

    If the caller stops or is interrupted, batches in progress are abandoned.
    """
    others = set(active_children())
    context = get_context("spawn")
    pool = ProcessPoolExecutor(min(workers, len(batches)), context, initializer=ignore_interrupts)
    done = False
    before = signal.signal(signal.SIGTERM, lambda *_: sys.exit(128 + signal.SIGTERM))
    try:
        with defer_interrupts():  # this starts the processes
            indices = {pool.submit(play_batch, batch): index for index, batch in enumerate(batches)}
        for future in as_completed(indices):
            yield indices[future], future.result()
        done = True
    except BrokenProcessPool as error:
        raise NotationError(f"a worker was lost; {RESUME_HINT}") from error
    finally:
        for process in () if done else set(active_children()) - others:
            process.terminate()
        pool.shutdown(cancel_futures=True)
        signal.signal(signal.SIGTERM, before)


def play_on_cluster(batches: Sequence[Job], address: str) -> PlayedBatches:
    """Play all batches on a Ray cluster, one task each.

    If a worker is lost, Ray retries its batch on another worker, up to three times.
    """
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
    try:
        import ray
    except ImportError as error:
        raise NotationError("a cluster needs Ray: python3 -m pip install ray") from error
    from ray.exceptions import RayError, RayTaskError

    try:
        host, _, port = address.rpartition(":")
        if host and port.isdecimal() and not host.startswith("ray:"):
            create_connection(
                (host, int(port)), CONNECT_SECONDS
            ).close()  # to fail early: Ray would try for two minutes
        ray.init(address, log_to_driver=False, logging_level=ERROR)
    except (OSError, OverflowError, RuntimeError, ValueError) as error:
        raise NotationError(f"there is no Ray cluster at {address}") from error
    try:
        play = ray.remote(num_cpus=1)(play_batch)
        indices = {play.remote(batch): index for index, batch in enumerate(batches)}
        while indices:
            [done], _ = ray.wait(list(indices))
            yield indices.pop(done), ray.get(done)
    except RayTaskError as error:
        raise NotationError(f"a worker of the cluster cannot play: {error.cause}") from error
    except RayError as error:
        raise NotationError(f"the cluster lost too many workers; {RESUME_HINT}") from error
    finally:
        ray.shutdown()
