"""The page's side of the engine's worker: calls, answers, faults, and the worker's end."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any

import pytest

from greylox_web.engine.client import WorkerLost
from tests.page.fake_browser import JsException
from tests.page.page_simulation import whole_page

FACTS = {
    "engine": "./engine.js",
    "words": "",
    "nets": {"lox": "./lox.npz"},
    "evaluator": "./evaluator.js",
}

COMPILED_PYTHON = object()


class FakeBrowser:
    """A fake browser, which is also its one worker and holds the worker's lock."""

    def __init__(self, js: Any) -> None:
        self.window = js.window
        self.calls: list[list[Any]] = []
        self.answers: dict[str, list[Any]] = {"start": [""], "configure": [None]}
        self.has_ended = asyncio.Event()
        self.makes_none, self.ended = False, 0
        self.postMessage = self.receive
        js.document.querySelector = lambda _: SimpleNamespace(content=json.dumps(FACTS))
        js.window.Worker.new = self.make
        js.window.greyloxCompiledPython = COMPILED_PYTHON
        js.navigator.locks.request = self.lock

    def make(self, address: str, **options: str) -> FakeBrowser:
        if self.makes_none:
            raise JsException("SecurityError")
        self.worker_arguments = address, options
        return self

    def receive(self, call: list[Any]) -> None:
        """Record a call, and answer it if ``answers`` has an answer."""
        self.calls.append(call)
        if call[1] in self.answers:
            self.send_to_page(call[0], *self.answers[call[1]])

    def send_to_page(self, *message: Any) -> None:
        self.onmessage(SimpleNamespace(data=message))

    async def lock(self, name: str, then: Any) -> None:
        """Grant the worker's lock once the worker has ended."""
        assert name == self.worker_arguments[1]["name"]
        await self.has_ended.wait()
        then(None)

    def terminate(self) -> None:
        self.ended += 1
        self.has_ended.set()


class FakeProxy:
    """A fake of JavaScript's proxy for a Python callable."""

    def __init__(self, call: Any) -> None:
        self.call = call

    def __call__(self, *arguments: Any) -> Any:
        return self.call(*arguments)

    def destroy(self) -> None:
        self.call = None


@pytest.fixture
def browser_and_worker() -> Iterator[tuple[FakeBrowser, Any]]:
    """Yield the browser, and the worker as the page sees it."""
    with whole_page() as modules, pytest.MonkeyPatch.context() as patch:
        from greylox_web.browser import engine
        from greylox_web.page import worker

        patch.setattr(worker, "create_proxy", FakeProxy)
        yield FakeBrowser(modules.js), engine.EngineWorker()


def test_start_sends_worker_its_configuration(browser_and_worker):
    browser, worker = browser_and_worker
    asyncio.run(worker.start())
    address, options = browser.worker_arguments
    assert address == "./engine.js" and options["type"] == "module"
    assert browser.calls == [
        [1, "start", "", COMPILED_PYTHON, "greylox_web.engine.worker"],
        [2, "configure", '{"lox": "./lox.npz"}', "./evaluator.js"],
    ]


def test_answers_find_their_calls_in_any_order(browser_and_worker):
    browser, worker = browser_and_worker

    async def script():
        await worker.start()
        calls = [worker.begin("a question"), worker.slice_(1, 50), worker.stop(1)]
        assert browser.calls[-3:] == [
            [3, "begin", "a question"],
            [4, "slice_", 1, 50],
            [5, "stop", 1],
        ]
        for number in (5, 3, 4):
            browser.send_to_page(number, f"answer {number}")
        return [await call for call in calls]

    assert asyncio.run(script()) == ["answer 3", "answer 4", "answer 5"]


def test_answer_to_cancelled_call_is_ignored(browser_and_worker):
    browser, worker = browser_and_worker

    async def script():
        await worker.start()
        call = worker.begin("a question")
        call.cancel()
        browser.send_to_page(3, "late")
        browser.send_to_page(3, "twice")
        browser.answers["stop"] = ["well"]
        return await worker.stop(1)

    assert asyncio.run(script()) == "well"


def test_failed_call_raises_with_reason(browser_and_worker):
    browser, worker = browser_and_worker

    async def script():
        await worker.start()
        browser.answers["begin"] = [None, "Traceback\nMemoryError: none left"]
        await worker.begin("a question")

    with pytest.raises(WorkerLost, match="none left"):
        asyncio.run(script())


@pytest.mark.parametrize("fault", ["absent", "denied", "fails", "script", "dies"])
def test_failed_start_raises_one_sentence(browser_and_worker, fault: str):
    browser, worker = browser_and_worker
    prevented = []

    async def script():
        del browser.answers["start"]
        starting = asyncio.ensure_future(worker.start())
        await asyncio.sleep(0)
        if fault == "fails":
            browser.send_to_page(1, None, "./app/a.zip: 404")
        elif fault == "script":
            browser.onerror(SimpleNamespace(preventDefault=lambda: prevented.append(1)))
        elif fault == "dies":
            browser.send_to_page(0)
            await asyncio.sleep(0)
            browser.has_ended.set()
        await starting

    browser.makes_none = fault == "denied"
    if fault == "absent":
        del browser.window.Worker
    with pytest.raises(WorkerLost, match="its program crashed while it started"):
        asyncio.run(script())
    assert len(prevented) == (fault == "script")
    worker.kill()
    assert browser.ended == (fault not in ("absent", "denied"))


def test_death_ends_the_open_call_at_once_and_all_later_ones(browser_and_worker):
    browser, worker = browser_and_worker

    async def script():
        await worker.start()
        browser.send_to_page(0)
        call = worker.slice_(1, 50)
        await asyncio.sleep(0)
        browser.has_ended.set()
        with pytest.raises(WorkerLost):
            await asyncio.wait_for(call, 1)
        with pytest.raises(WorkerLost):
            await asyncio.wait_for(worker.begin("a question"), 1)

    asyncio.run(script())
    assert browser.calls[-1][1] == "slice_"


def test_killed_worker_is_terminated_and_ignores_messages(browser_and_worker):
    browser, worker = browser_and_worker

    async def script():
        await worker.start()
        worker.kill()
        assert browser.ended == 1 and browser.onmessage is browser.onerror is None
        with pytest.raises(WorkerLost):
            await worker.stop(1)

    asyncio.run(script())
