"""Plays the parts of a study: in this process, in several, or on a Ray cluster."""

import os
import signal
import sys
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from logging import ERROR
from multiprocessing import active_children, get_context
from socket import create_connection

from ...rules import NotationError
from .parts import Part, played
from .results import Row

ANSWERS = 5.0  # seconds within which a cluster takes a connection
GOES_ON = "what was played is kept, and the same command goes on from there"


Played = Iterator[tuple[int, list[Row]]]
"""The index of a part and its games, in the order in which the parts are finished."""


def all_played(waiting: Sequence[Part], workers: int, address: str = "") -> Played:
    """Play all parts in ``workers`` processes, or on the cluster at an address.

    Raise NotationError if a worker is lost.
    """
    if address:
        return by_cluster(waiting, address)
    if workers == 1 or len(waiting) < 2:
        return enumerate(map(played, waiting))
    return by_processes(waiting, workers)


def by_processes(waiting: Sequence[Part], workers: int) -> Played:
    """Play all parts in processes on this machine.

    If the caller stops or is interrupted, parts in progress are abandoned.
    """
    others = set(active_children())
    context = get_context("spawn")
    pool = ProcessPoolExecutor(min(workers, len(waiting)), context, initializer=undisturbed)
    done = False
    before = signal.signal(signal.SIGTERM, lambda *_: sys.exit(128 + signal.SIGTERM))
    try:
        with interrupted_later():  # this starts the processes
            places = {pool.submit(played, part): place for place, part in enumerate(waiting)}
        for future in as_completed(places):
            yield places[future], future.result()
        done = True
    except BrokenProcessPool as error:
        raise NotationError(f"a worker was lost; {GOES_ON}") from error
    finally:
        for process in () if done else set(active_children()) - others:
            process.terminate()
        pool.shutdown(cancel_futures=True)
        signal.signal(signal.SIGTERM, before)


def undisturbed() -> None:
    """Ignore Ctrl-C, which reaches all processes, in a worker: the main process handles it.

    A worker that it ends might hold a lock that the others wait for.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)


@contextmanager
def interrupted_later() -> Iterator[None]:
    """Defer Ctrl-C to the end of the block, so that no process is left half started.

    Processes started in the block have it blocked from their beginning (not on Windows).
    """
    heard = list[int]()
    before = signal.signal(signal.SIGINT, lambda number, _: heard.append(number))
    if sys.platform != "win32":  # other threads, as of numpy, may still hear it for this process
        signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        if sys.platform != "win32":
            signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})
        signal.signal(signal.SIGINT, before)
        if heard:
            signal.raise_signal(signal.SIGINT)


def by_cluster(waiting: Sequence[Part], address: str) -> Played:
    """Play all parts on a Ray cluster, a task each.

    Ray retries the part of a lost worker on another one, up to three times.
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
            create_connection((host, int(port)), ANSWERS).close()  # Ray would try for two minutes
        ray.init(address, log_to_driver=False, logging_level=ERROR)
    except (OSError, OverflowError, RuntimeError, ValueError) as error:
        raise NotationError(f"there is no Ray cluster at {address}") from error
    try:
        play = ray.remote(num_cpus=1)(played)
        places = {play.remote(part): place for place, part in enumerate(waiting)}
        while places:
            [done], _ = ray.wait(list(places))
            yield places.pop(done), ray.get(done)
    except RayTaskError as error:
        raise NotationError(f"a worker of the cluster cannot play: {error.cause}") from error
    except RayError as error:
        raise NotationError(f"the cluster lost too many workers; {GOES_ON}") from error
    finally:
        ray.shutdown()
