"""Other cores of the processor, each used by a small worker without Python.

The workers run ``assets/evaluator.js``.
"""

from collections.abc import Callable

from js import MessageEvent, Object, Worker, navigator
from pyodide.ffi import create_proxy, to_js

from ..search.compiled import layout
from ..search.compiled.game import FILE
from ..search.compiled.leaves import Brief
from ..search.cores import Crew

MOST = 3  # besides the core of the engine's worker


class WorkerCore:
    """A core; see ``search.cores.Core``."""

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
        """See ``search.cores.Core``."""
        if brief is not self.brief:
            self.brief = brief
            facts = {**brief._asdict(), "code": FILE.read_bytes(), "record": layout.RECORD.size}
            self.worker.postMessage(to_js(facts, dict_converter=Object.fromEntries))
        self.worker.postMessage(to_js(positions))

    def answers(self) -> list[bytes]:
        """See ``search.cores.Core``."""
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
