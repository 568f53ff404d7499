"""Background tasks."""

import asyncio
from collections.abc import Coroutine

RUNNING: set[asyncio.Future[object]] = set()  # asyncio itself keeps only weak references


def soon(work: Coroutine[object, object, object]) -> None:
    """Run a coroutine in the background; an exception is logged to the console."""
    task = asyncio.ensure_future(work)
    RUNNING.add(task)
    task.add_done_callback(RUNNING.discard)
