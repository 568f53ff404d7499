"""The script of the engine's worker; it exports the functions that the page calls."""

import asyncio
import sys
from pathlib import Path

from sitecustomize import take_unpacked

take_unpacked("/home/pyodide", "/home/pyodide/python-rest.zip")

from greylox_web.archives import Words  # noqa: E402

WORDS = "/home/pyodide/words.zip"  # there when the page is in another language
if Path(WORDS).exists():
    sys.meta_path.insert(0, Words(WORDS))

from greylox_web.worker.cores import crew  # noqa: E402
from greylox_web.worker.networks import NetworkLoader  # noqa: E402
from greylox_web.worker.protocol import Worker  # noqa: E402

worker = Worker()
loader = NetworkLoader(worker)
worker.crew = crew(lambda: loader.evaluator)
know = loader.know
turn = asyncio.Lock()  # calls are handled one by one, though a slice may await other cores


async def begin(line: str) -> str:
    """Begin a question, after trying to load the network of its game."""
    await loader.load_for(line)
    async with turn:
        return worker.begin(line)


async def slice_(ticket: int, millis: float) -> str:
    """Think for about ``millis`` milliseconds."""
    async with turn:
        return await worker.share(ticket, millis)


async def stop(ticket: int) -> str:
    """End a question."""
    async with turn:
        return worker.stop(ticket)


__export__ = ["know", "begin", "slice_", "stop"]
