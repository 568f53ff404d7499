"""The lifetime of a page: its listeners, timers, frames, tasks and JavaScript proxies."""

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any

from js import AbortController, Event, EventTarget, window
from pyodide.ffi import JsDoubleProxy, JsProxy, create_once_callable, create_proxy, to_js

from .faults import Faults


class Lifetime:
    """Everything that the parts of a page start; ``end`` stops all of it.

    Exceptions are reported to ``faults``.
    """

    def __init__(self, faults: Faults) -> None:
        self.faults = faults
        self._abort = AbortController.new()
        self.signal = to_js({"signal": self._abort.signal})  # an option of addEventListener
        self._proxies: list[JsDoubleProxy] = []
        self._scheduled: dict[tuple[str, int], tuple[JsProxy, Callable[[], object] | None]] = {}
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
                return  # the browser has filled in a field, so no key was pressed
            self.faults.run_safely(lambda: handler(event))

        options = self.signal
        if capture:
            options = to_js({"capture": True, "signal": self._abort.signal})
        target.addEventListener(kind, self.proxy(guarded), options)

    def proxy(self, call: Callable[..., object]) -> JsDoubleProxy:
        """Make a proxy that JavaScript can call until the end."""
        proxy = create_proxy(call)
        self._proxies.append(proxy)
        return proxy

    def set_timeout(
        self, millis: float, work: Callable[[], object], *, even_at_end: bool = False
    ) -> None:
        """Run ``work`` after ``millis``; with ``even_at_end``, also if the page ends earlier."""
        at_end = work if even_at_end else None
        self._schedule_once(
            "clearTimeout", lambda call: window.setTimeout(call, millis), work, at_end
        )

    def request_frame(self, work: Callable[[], object]) -> None:
        """Run ``work`` before the browser's next paint."""
        self._schedule_once("cancelAnimationFrame", window.requestAnimationFrame, work)

    def request_idle(self, millis: float, work: Callable[[], object]) -> None:
        """Run ``work`` when the page is idle, at the latest after ``millis``."""
        if hasattr(window, "requestIdleCallback"):
            timeout = to_js({"timeout": millis})
            schedule = lambda call: window.requestIdleCallback(call, timeout)  # noqa: E731
            self._schedule_once("cancelIdleCallback", schedule, work)
        else:  # Safari has no requestIdleCallback
            self.set_timeout(millis // 2, work)

    def set_interval(self, millis: float, work: Callable[[], object]) -> None:
        """Run ``work`` every ``millis``."""
        timer = window.setInterval(self.proxy(lambda: self.faults.run_safely(work)), millis)
        self.on_end(lambda: window.clearInterval(timer))

    def spawn(self, work: Coroutine[Any, Any, object]) -> "asyncio.Future[object]":
        """Run a coroutine in the background."""
        task: asyncio.Future[object] = asyncio.ensure_future(work)
        self._tasks.add(task)
        task.add_done_callback(self._done)
        return task

    def on_end(self, close: Callable[[], object]) -> None:
        """Call ``close`` at the end, after removing the listeners, in reverse order.

        If closing takes time, ``close`` returns a coroutine.
        """
        self._closing.append(close)

    async def end(self) -> None:
        """Stop everything."""
        self._abort.abort()
        scheduled, self._scheduled = self._scheduled, {}
        for (cancel, number), (call, at_end) in scheduled.items():
            getattr(window, cancel)(number)
            call.destroy()
            if at_end is not None:
                self.faults.run_safely(at_end)
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

    def _schedule_once(
        self,
        cancel: str,
        schedule: Callable[[JsProxy], int],
        work: Callable[[], object],
        at_end: Callable[[], object] | None = None,
    ) -> None:
        """Call ``work`` once through the browser's ``schedule``; ``cancel`` names its inverse."""

        def callback(*_: object) -> None:
            self._scheduled.pop((cancel, number), None)
            self.faults.run_safely(work)

        call = create_once_callable(callback)
        number = schedule(call)
        self._scheduled[cancel, number] = call, at_end

    def _done(self, task: "asyncio.Future[object]") -> None:
        """Report the exception of a failed task."""
        self._tasks.discard(task)
        if not task.cancelled():
            self.faults.run_safely(task.result)
