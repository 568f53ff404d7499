"""Messages between tabs, requests for persistent storage, and idle callbacks."""

import asyncio
import json
from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any
from unittest.mock import AsyncMock, MagicMock

import pytest

from tests.page.fake_browser import JsException, fake_js
from tests.page.page_simulation import FakeStorage


@pytest.fixture
def js() -> Iterator[MagicMock]:
    with fake_js() as js:
        js.window.greyloxStorageKey = lambda name: name
        yield js


def lifetime() -> Any:
    from greylox_web.page.faults import Faults
    from greylox_web.page.lifetime import Lifetime

    return Lifetime(Faults())


def test_messages_go_out_and_come_in_as_they_are_meant(js):
    from greylox_web.page.tabs import TabChannel

    messages = []
    channel = js.window.BroadcastChannel.new.return_value
    tabs = TabChannel(lifetime(), lambda *message: messages.append(message))
    tabs.post("saved", "one", 3)
    tabs.post("opened", "")
    channel.postMessage.assert_called_once_with(json.dumps(["saved", "one", 3]))
    for data in json.dumps(["here", "one", 3]), "bad", json.dumps(["here", "one"]), 7:
        channel.onmessage(SimpleNamespace(data=data))
    assert messages == [("here", "one", 3)]


@pytest.mark.parametrize("error", [JsException(), AttributeError()])
def test_browser_without_broadcast_channel_has_one_tab(js, error):
    from greylox_web.page.tabs import TabChannel

    js.window.BroadcastChannel.new.side_effect = error
    TabChannel(lifetime(), lambda *_: None).post("saved", "one", 3)


@pytest.mark.parametrize("answer", [True, False])
def test_is_persistent_returns_browser_answer(js, answer):
    from greylox_web.page.tabs import is_persistent

    js.navigator.storage.persisted = AsyncMock(return_value=answer)
    assert asyncio.run(is_persistent()) is answer


@pytest.mark.parametrize("error", [JsException(), AttributeError()])
def test_browser_without_persistence_api_is_not_persistent(js, error):
    from greylox_web.page.tabs import is_persistent, request_persistence

    js.window.localStorage.getItem.return_value = None
    js.navigator.storage.persist = MagicMock(side_effect=error)
    js.navigator.storage.persisted = MagicMock(side_effect=error)
    asyncio.run(request_persistence())
    assert asyncio.run(is_persistent()) is False


def test_idle_callback_runs_once_for_many_requests(js):
    from greylox_web.features.library.autosave import IdleCallback

    callbacks, done = [], []
    js.window.requestIdleCallback = lambda call, _options: callbacks.append(call)
    idle = IdleCallback(lifetime(), lambda: done.append(1))
    for count in 1, 2:
        idle.schedule()
        idle.schedule()
        [call] = callbacks
        assert len(done) == count - 1
        callbacks.clear()
        call()
        assert len(done) == count


def test_persistence_is_requested_once(js):
    from greylox_web.page.tabs import request_persistence

    js.window.localStorage = FakeStorage()
    js.navigator.storage.persist = AsyncMock()
    for _ in range(2):
        asyncio.run(request_persistence())
        js.navigator.storage.persist.assert_awaited_once_with()
