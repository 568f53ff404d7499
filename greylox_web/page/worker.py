"""A web worker with Python, as the page sees it: ``assets/engine.js`` with a module."""

import asyncio
from itertools import count
from typing import TYPE_CHECKING

from js import Event, Math, MessageEvent, navigator, window
from pyodide.ffi import JsException, create_once_callable, create_proxy, to_js

from ..engine.client import WorkerLost
from ..words import WORDS
from .dom import build_facts

if TYPE_CHECKING:
    from js import Worker


class PythonWorker:
    """The worker; ``module`` has the functions that ``call`` runs in it.

    While alive, the worker holds a lock of its own name; the page learns of its death by waiting
    for the lock.  In a browser without locks, only time limits detect a dead worker.
    """

    def __init__(self, module: str) -> None:
        self.module = module
        self.build = build_facts()
        self.name = f"greylox-worker {Math.random()}"
        self.numbers = count(1)
        self.pending: dict[int, asyncio.Future[str]] = {}
        self.is_lost = self.is_killed = False
        self.worker: Worker | None = None
        self.on_message, self.on_error = create_proxy(self._receive), create_proxy(self._fail)

    async def start_python(self) -> None:
        """Load Python, numpy and the module; raise WorkerLost if that fails."""
        try:
            self.worker = window.Worker.new(self.build["engine"], type="module", name=self.name)
            self.worker.onmessage, self.worker.onerror = self.on_message, self.on_error
            python = getattr(window, "greyloxCompiledPython", None)
            await self.call("start", self.build["words"], python, self.module)
        except (AttributeError, JsException, WorkerLost) as error:  # none, or it failed
            raise WorkerLost(WORDS["engine-broke-off"]) from error

    def kill(self) -> None:
        """Terminate the worker, whatever it is doing, and lose it; a second time does nothing."""
        if self.is_killed:
            return
        self.is_killed = True
        self.lose()
        if self.worker is not None:
            self.worker.terminate()
            self.worker.onmessage = self.worker.onerror = None
        self.on_message.destroy()
        self.on_error.destroy()

    def call(self, name: str, *arguments: object) -> "asyncio.Future[str]":
        """Call a function in the worker; raise WorkerLost if it fails or the worker dies."""
        answer: asyncio.Future[str] = asyncio.get_running_loop().create_future()
        if self.worker is None or self.is_lost:
            answer.set_exception(WorkerLost(WORDS["engine-error"]))
        else:
            number = next(self.numbers)
            self.pending[number] = answer
            self.worker.postMessage(to_js([number, name, *arguments]))
        return answer

    def _receive(self, event: MessageEvent) -> None:
        """Receive an answer; [0] means that the worker holds its lock."""
        number, *answer = event.data
        if number == 0:
            self.death_watch = asyncio.ensure_future(self._wait_for_death())
        elif (pending := self.pending.pop(number, None)) is None or pending.done():
            pass  # the caller has been cancelled
        elif len(answer) == 1:
            pending.set_result(answer[0])
        else:
            pending.set_exception(WorkerLost(answer[1]))

    async def _wait_for_death(self) -> None:
        await navigator.locks.request(self.name, create_once_callable(lambda _: None))
        self.lose()

    def _fail(self, event: Event) -> None:
        """Handle an error event: the worker's script could not be loaded, or stopped."""
        event.preventDefault()  # otherwise it counts as an error of the page
        self.lose()

    def lose(self) -> None:
        """Answer all open and later calls with WorkerLost."""
        self.is_lost = True
        for answer in self.pending.values():
            if not answer.done():
                answer.set_exception(WorkerLost(WORDS["engine-error"]))
        self.pending.clear()
