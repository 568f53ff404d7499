"""The engine in its worker; the page calls these functions through ``assets/engine.js``."""

import asyncio

from .cores import crew
from .networks import NetworkLoader
from .protocol import Service

worker = Service()
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
