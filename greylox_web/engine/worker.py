"""The engine in its web worker; the page calls these functions through ``assets/engine.js``."""

import asyncio
import json
from collections.abc import Callable

from js import MessageEvent, Object, Worker, navigator
from pyodide.ffi import create_proxy, to_js
from pyodide.http import pyfetch

from ..words import WORDS
from . import messages
from .compiled import layout
from .compiled.leaf_batch import EvaluatorImage
from .compiled.rules import FILE
from .evaluator_pool import EvaluatorPool
from .service import Service

MAX_WORKERS = 3  # in addition to the core of the engine's worker
IMAGE_KEYS = "image", "memory_bytes", "context", "records", "answers", "result_bytes"
"""The names of the memory image's fields in evaluator.js."""


class EvaluatorWorker:
    """A web worker on another core; see ``engine.evaluator_pool.CoreEvaluator``."""

    def __init__(self, address: str) -> None:
        self.worker = Worker.new(address)
        self.image: EvaluatorImage | None = None
        self.results: list[bytes] = []
        self.is_ready = False
        self.message_proxy = create_proxy(self._on_message)
        self.worker.onmessage = self.message_proxy

    def _on_message(self, event: MessageEvent) -> None:
        """Receive an answer; the first message only reports that the worker is ready."""
        if self.is_ready:
            self.results.append(event.data.to_bytes())
        self.is_ready = True

    def submit(self, image: EvaluatorImage, positions: bytes) -> None:
        """See ``engine.evaluator_pool.CoreEvaluator``."""
        if image is not self.image:
            self.image = image
            image_fields = {
                **dict(zip(IMAGE_KEYS, image, strict=True)),
                "code": FILE.read_bytes(),
                "record_bytes": layout.RECORD.size,
            }
            self.worker.postMessage(to_js(image_fields, dict_converter=Object.fromEntries))
        self.worker.postMessage(to_js(positions))

    def answers(self) -> list[bytes]:
        """See ``engine.evaluator_pool.CoreEvaluator``."""
        results, self.results = self.results, []
        return results

    def close(self) -> None:
        """Terminate the worker."""
        self.worker.terminate()
        self.worker.onmessage = None
        self.message_proxy.destroy()


def pool_factory(address: Callable[[], str]) -> Callable[[], EvaluatorPool | None]:
    """Return a function that returns the pool of this device's other cores.

    The evaluators start when the pool is first needed.
    """
    pools: list[EvaluatorPool] = []

    def get_pool() -> EvaluatorPool | None:
        if not pools and address():
            count = min(int(navigator.hardwareConcurrency or 1) - 1, MAX_WORKERS)
            pools.append(EvaluatorPool([EvaluatorWorker(address()) for _ in range(count)]))
        return pools[0] if pools else None

    return get_pool


TIMEOUT_SECONDS = 1.0  # a request waits this long for its network, then it runs without


class NetworkLoader:
    """The loader that fetches the games' networks."""

    def __init__(self, service: Service) -> None:
        self.service = service
        self.addresses: dict[str, str] = {}
        self.evaluator_address = ""  # address of the evaluator script for other cores
        self.fetches: dict[str, asyncio.Task[None]] = {}

    def configure(self, addresses: str, evaluator: str) -> None:
        """Set the addresses of the networks (JSON by game) and of the evaluator script."""
        self.addresses, self.evaluator_address = json.loads(addresses), evaluator

    async def load_for(self, message: str) -> None:
        """Load the network that a request needs, or record why not; wait only a moment."""
        try:
            name = messages.game_name(messages.read_request(message))
        except messages.WireError:
            return  # ``begin`` reports the error
        if name not in self.addresses:
            return
        if name not in self.fetches:
            self.service.faults[name] = WORDS["network-coming"]
            self.fetches[name] = asyncio.ensure_future(self._fetch(name))
        await asyncio.wait({self.fetches[name]}, timeout=TIMEOUT_SECONDS)

    async def _fetch(self, name: str) -> None:
        try:
            response = await pyfetch(self.addresses[name])
            response.raise_for_status()
            data = await response.bytes()
        except OSError as error:
            self.service.faults[name] = str(error)
        except AttributeError:
            pass  # Pyodide raises this when the connection breaks; the network can be loaded later
        else:
            self.service.add_network(name, data)
        if name in self.service.faults:
            del self.fetches[name]  # the next request tries again


service = Service()
loader = NetworkLoader(service)
service.get_pool = pool_factory(lambda: loader.evaluator_address)
configure = loader.configure
lock = asyncio.Lock()  # handles calls one by one, although a slice may await other cores


async def begin(message: str) -> str:
    """Begin a request, after trying to load the network of its game."""
    await loader.load_for(message)
    async with lock:
        return service.begin(message)


async def slice_(ticket: int, millis: float) -> str:
    """Search for about ``millis`` milliseconds."""
    async with lock:
        return await service.slice_parallel(ticket, millis)


async def stop(ticket: int) -> str:
    """End a request."""
    async with lock:
        return service.stop(ticket)
