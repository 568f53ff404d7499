"""Simulate a slow device: processes, with all threads, run only part of the time.

Chromium can throttle pages, but not their workers.
"""

import contextlib
import os
import signal
import threading
from collections.abc import Callable, Iterable, Iterator

PERIOD_SECONDS = 0.06


@contextlib.contextmanager
def throttle(
    programs: Callable[[], Iterable[int]], factor: float, period: float = PERIOD_SECONDS
) -> Iterator[None]:
    """Run the processes that ``programs`` returns, by id, for ``1 / factor`` of each period."""
    done = threading.Event()

    def send(number: signal.Signals) -> None:
        for program in programs():
            with contextlib.suppress(ProcessLookupError):
                os.kill(program, number)

    def rhythm() -> None:
        while not done.is_set():
            send(signal.SIGSTOP)
            done.wait(period * (1 - 1 / factor))
            send(signal.SIGCONT)
            done.wait(period / factor)

    beat = threading.Thread(target=rhythm, daemon=True)
    beat.start()
    try:
        yield
    finally:
        done.set()
        beat.join()
        send(signal.SIGCONT)
