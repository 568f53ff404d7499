"""Background tasks."""

import asyncio
from collections.abc import Coroutine

from .dom import safely

RUNNING: set[asyncio.Future[object]] = set()  # asyncio itself keeps only weak references


def soon(work: Coroutine[object, object, object]) -> None:
    """Run a coroutine in the background; an exception is reported."""
    task = asyncio.ensure_future(work)
    RUNNING.add(task)
    task.add_done_callback(done)


def done(task: "asyncio.Future[object]") -> None:
    """Report the exception of a task that has failed."""
    RUNNING.discard(task)
    if not task.cancelled():
        safely(task.result)
