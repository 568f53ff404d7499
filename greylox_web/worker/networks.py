"""Loads networks into the worker, each when its game is first asked about."""

import asyncio
import json

from pyodide.http import pyfetch

from ..app.thinking import wire
from ..words import WORDS
from .protocol import Service

PATIENCE_SECONDS = 1.0  # a question waits this long; then it is answered without the network


class NetworkLoader:
    """Fetches networks."""

    def __init__(self, worker: Service) -> None:
        self.worker = worker
        self.addresses: dict[str, str] = {}
        self.evaluator = ""  # the address of the script for another core
        self.fetches: dict[str, asyncio.Task[None]] = {}

    def know(self, addresses: str, evaluator: str) -> None:
        """Set the addresses: of the networks as JSON by game, and of the script for other cores."""
        self.addresses, self.evaluator = json.loads(addresses), evaluator

    async def load_for(self, line: str) -> None:
        """Load the network that a question needs, or record why not; wait only a moment."""
        try:
            name = wire.game_name(wire.read_think(line))
        except wire.WireError:
            return  # the worker says so
        if name not in self.addresses:
            return
        if name not in self.fetches:
            self.worker.faults[name] = WORDS["network-coming"]
            self.fetches[name] = asyncio.ensure_future(self._fetch(name))
        await asyncio.wait({self.fetches[name]}, timeout=PATIENCE_SECONDS)

    async def _fetch(self, name: str) -> None:
        try:
            response = await pyfetch(self.addresses[name])
            response.raise_for_status()
            data = await response.bytes()
        except OSError as error:
            self.worker.faults[name] = str(error)
        except AttributeError:
            pass  # raised by Pyodide when the connection breaks; the network can be loaded later
        else:
            self.worker.add_network(name, data)
        if name in self.worker.faults:
            del self.fetches[name]  # the next question tries again
