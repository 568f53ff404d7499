"""What lasts as long as a page: listeners, timers, frames, tasks and what JavaScript holds."""

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any

from js import AbortController, Event, EventTarget, window
from pyodide.ffi import JsDoubleProxy, JsProxy, create_once_callable, create_proxy, to_js

from .faults import Faults


class Lifetime:
    """All that the parts of a page begin; ``end`` ends it.

    Exceptions are reported to ``faults``.
    """

    def __init__(self, faults: Faults) -> None:
        self.faults = faults
        self._abort = AbortController.new()
        self.signal = to_js({"signal": self._abort.signal})  # an option of addEventListener
        self._proxies: list[JsDoubleProxy] = []
        self._waiting: dict[tuple[str, int], tuple[JsProxy, Callable[[], object] | None]] = {}
        self._tasks: set[asyncio.Future[object]] = set()  # asyncio keeps only weak references
        self._closing: list[Callable[[], object]] = []

    def listen(
        self,
        target: EventTarget,
        kind: str,
        handler: Callable[[Event], object],
        *,
        capture: bool = False,
    ) -> None:
        """Call ``handler(event)`` for every event of this kind."""

        def guarded(event: Event) -> None:
            if kind == "keydown" and not getattr(event, "key", ""):
                return  # the browser has filled in a field, and no key was pressed
            self.faults.safely(lambda: handler(event))

        options = self.signal
        if capture:
            options = to_js({"capture": True, "signal": self._abort.signal})
        target.addEventListener(kind, self.proxy(guarded), options)

    def proxy(self, call: Callable[..., object]) -> JsDoubleProxy:
        """What JavaScript can call until the end."""
        proxy = create_proxy(call)
        self._proxies.append(proxy)
        return proxy

    def later(
        self, millis: float, work: Callable[[], object], *, even_at_end: bool = False
    ) -> None:
        """Do something after so many milliseconds; ``even_at_end`` if the end comes before."""
        at_end = work if even_at_end else None
        self._once("clearTimeout", lambda call: window.setTimeout(call, millis), work, at_end)

    def frame(self, work: Callable[[], object]) -> None:
        """Do something before the browser paints next."""
        self._once("cancelAnimationFrame", window.requestAnimationFrame, work)

    def idle(self, millis: float, work: Callable[[], object]) -> None:
        """Do something when the page is idle, and at the latest after so many milliseconds."""
        if hasattr(window, "requestIdleCallback"):
            timeout = to_js({"timeout": millis})
            ask = lambda call: window.requestIdleCallback(call, timeout)  # noqa: E731
            self._once("cancelIdleCallback", ask, work)
        else:  # Safari
            self.later(millis // 2, work)

    def every(self, millis: float, work: Callable[[], object]) -> None:
        """Do something again and again, after so many milliseconds each time."""
        timer = window.setInterval(self.proxy(lambda: self.faults.safely(work)), millis)
        self.at_end(lambda: window.clearInterval(timer))

    def spawn(self, work: Coroutine[Any, Any, object]) -> "asyncio.Future[object]":
        """Run a coroutine in the background."""
        task: asyncio.Future[object] = asyncio.ensure_future(work)
        self._tasks.add(task)
        task.add_done_callback(self._done)
        return task

    def at_end(self, close: Callable[[], object]) -> None:
        """Close something at the end, after the listeners; what was begun last comes first.

        If that takes time, ``close`` returns a coroutine.
        """
        self._closing.append(close)

    async def end(self) -> None:
        """End everything."""
        self._abort.abort()
        waiting, self._waiting = self._waiting, {}
        for (cancel, number), (call, at_end) in waiting.items():
            getattr(window, cancel)(number)
            call.destroy()
            if at_end is not None:
                self.faults.safely(at_end)
        while self._closing:
            closed = self._closing.pop()()
            if asyncio.iscoroutine(closed):
                await closed
        while self._tasks:
            for task in self._tasks:
                task.cancel()
            await asyncio.wait([*self._tasks])
        for proxy in self._proxies:
            proxy.destroy()
        self._proxies.clear()

    def _once(
        self,
        cancel: str,
        ask: Callable[[JsProxy], int],
        work: Callable[[], object],
        at_end: Callable[[], object] | None = None,
    ) -> None:
        """Have the browser call something once, by ``ask``; ``cancel`` is what takes that back."""

        def due(*_: object) -> None:
            self._waiting.pop((cancel, number), None)
            self.faults.safely(work)

        call = create_once_callable(due)
        number = ask(call)
        self._waiting[cancel, number] = call, at_end

    def _done(self, task: "asyncio.Future[object]") -> None:
        """Report the exception of a task that has failed."""
        self._tasks.discard(task)
        if not task.cancelled():
            self.faults.safely(task.result)
