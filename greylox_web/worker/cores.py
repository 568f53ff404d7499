"""Other cores of the processor, each behind a small worker of its own without Python.

``assets/evaluator.js`` is what runs there.
"""

from collections.abc import Callable

from js import MessageEvent, Object, Worker, navigator
from pyodide.ffi import create_proxy, to_js

from ..search.compiled import layout
from ..search.compiled.game import FILE
from ..search.compiled.leaves import Brief
from ..search.cores import Crew

MOST = 3  # of them; the worker itself is one more


class WorkerCore:
    """One of them; see ``search.cores.Core``."""

    def __init__(self, address: str) -> None:
        self.worker = Worker.new(address)
        self.brief: Brief | None = None
        self.found: list[bytes] = []
        self.is_ready = False
        self.hear = create_proxy(self._hear)
        self.worker.onmessage = self.hear

    def _hear(self, event: MessageEvent) -> None:
        """Take an answer; the first word only says that it listens."""
        if self.is_ready:
            self.found.append(event.data.to_bytes())
        self.is_ready = True

    def ask(self, brief: Brief, positions: bytes) -> None:
        """Have positions looked at, by the network of this brief."""
        if brief is not self.brief:
            self.brief = brief
            facts = {**brief._asdict(), "code": FILE.read_bytes(), "record": layout.RECORD.size}
            self.worker.postMessage(to_js(facts, dict_converter=Object.fromEntries))
        self.worker.postMessage(to_js(positions))

    def answers(self) -> list[bytes]:
        """What has come since."""
        found, self.found = self.found, []
        return found

    def close(self) -> None:
        """End the worker."""
        self.worker.terminate()
        self.worker.onmessage = None
        self.hear.destroy()


def crew(address: Callable[[], str]) -> Callable[[], Crew | None]:
    """The cores that the browser offers beside this one, made when they are first wanted."""
    made: list[Crew] = []

    def give() -> Crew | None:
        if not made and address():
            count = min(int(navigator.hardwareConcurrency or 1) - 1, MOST)
            made.append(Crew([WorkerCore(address()) for _ in range(count)]))
        return made[0] if made else None

    return give
