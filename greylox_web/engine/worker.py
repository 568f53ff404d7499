"""The engine in its worker; the page calls these functions through ``assets/engine.js``."""

import asyncio
import json
from collections.abc import Callable

from js import MessageEvent, Object, Worker, navigator
from pyodide.ffi import create_proxy, to_js
from pyodide.http import pyfetch

from ..words import WORDS
from . import messages as wire
from .compiled import layout
from .compiled.leaves import Brief
from .compiled.rules import FILE
from .cores import Crew
from .service import Service

MOST = 3  # besides the core of the engine's worker


class WorkerCore:
    """A core; see ``engine.cores.Core``."""

    def __init__(self, address: str) -> None:
        self.worker = Worker.new(address)
        self.brief: Brief | None = None
        self.found: list[bytes] = []
        self.is_ready = False
        self.hear = create_proxy(self._hear)
        self.worker.onmessage = self.hear

    def _hear(self, event: MessageEvent) -> None:
        """Receive an answer; the first message only says that the worker is ready."""
        if self.is_ready:
            self.found.append(event.data.to_bytes())
        self.is_ready = True

    def ask(self, brief: Brief, positions: bytes) -> None:
        """See ``engine.cores.Core``."""
        if brief is not self.brief:
            self.brief = brief
            facts = {**brief._asdict(), "code": FILE.read_bytes(), "record": layout.RECORD.size}
            self.worker.postMessage(to_js(facts, dict_converter=Object.fromEntries))
        self.worker.postMessage(to_js(positions))

    def answers(self) -> list[bytes]:
        """See ``engine.cores.Core``."""
        found, self.found = self.found, []
        return found

    def close(self) -> None:
        """End the worker."""
        self.worker.terminate()
        self.worker.onmessage = None
        self.hear.destroy()


def crew(address: Callable[[], str]) -> Callable[[], Crew | None]:
    """A function that gives the other cores of this device; they are started when first needed."""
    made: list[Crew] = []

    def give() -> Crew | None:
        if not made and address():
            count = min(int(navigator.hardwareConcurrency or 1) - 1, MOST)
            made.append(Crew([WorkerCore(address()) for _ in range(count)]))
        return made[0] if made else None

    return give


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
