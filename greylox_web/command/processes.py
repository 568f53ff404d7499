"""Ctrl-C in a command that has worker processes."""

import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager


def ignore_interrupts() -> None:
    """Ignore Ctrl-C in a worker.  Ctrl-C reaches all processes, and the main process handles it.

    An interrupted worker might hold a lock that other processes wait for.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)


@contextmanager
def defer_interrupts() -> Iterator[None]:
    """Defer Ctrl-C to the end of the block, so that no process is left half started.

    Processes started in the block inherit the blocked signal (not on Windows).
    """
    signals = list[int]()
    before = signal.signal(signal.SIGINT, lambda number, _: signals.append(number))
    if sys.platform != "win32":  # other threads, e.g. of numpy, may still receive it
        signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        if sys.platform != "win32":
            signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})
        signal.signal(signal.SIGINT, before)
        if signals:
            signal.raise_signal(signal.SIGINT)
