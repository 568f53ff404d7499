"""A live region announces a message each time, also if it repeats the last one."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Callable
from functools import cache
from itertools import pairwise
from types import ModuleType, SimpleNamespace
from typing import Any
from unittest.mock import MagicMock

import pytest

from tests.page.fake_browser import JsException, fake_js, make_store
from tests.session.session_helpers import new_session


def bad_link(table: Any, js: MagicMock) -> Callable[[], object]:
    """Return a function that pastes a text without a game."""
    from greylox_web.features.library import open_link

    js.document.getElementById("open-link-text").value = "no game at all"
    return lambda: open_link.submit(table, MagicMock())


def refused_file(table: Any, js: MagicMock) -> Callable[[], object]:
    """Return a function that opens a file without a game on the share page."""
    from greylox_web.features.share import panel as share

    js.document.documentElement.dataset.view = "share"

    async def content() -> SimpleNamespace:
        return SimpleNamespace(to_bytes=lambda: b"no game at all")

    file = SimpleNamespace(size=14, arrayBuffer=content, name="a.txt")
    return lambda: asyncio.run(share.open_file(table, file))


def copied_link(table: Any, js: MagicMock) -> Callable[[], object]:
    """Return a function that copies a link, which the browser refuses."""
    from greylox_web.features.share import clipboard

    js.navigator.clipboard.writeText = MagicMock(side_effect=JsException)
    return lambda: clipboard.copy_address(
        table.lifetime, "#link", MagicMock(), MagicMock(), "share-status"
    )


def refused_import(_: Any, js: MagicMock) -> Callable[[], object]:
    """Return a function that shows the message of a refused import in My games."""
    from greylox_web.features.library import panel as my_games

    dialog = my_games.MyGames(MagicMock())
    return lambda: dialog.show_message("Nothing was imported.")


def typed_bad_name(_table: Any, js: MagicMock) -> Callable[[], object]:
    """Return a function that announces a message of the board."""
    from greylox_web.page import dom

    return lambda: dom.announce("c3 is already taken.")


@pytest.mark.parametrize(
    ("does", "region"),
    [
        (bad_link, "open-link-error"),
        (refused_file, "import-error"),
        (copied_link, "share-status"),
        (refused_import, "library-message"),
        (typed_bad_name, "live-region"),
    ],
)
def test_the_same_sentence_changes_the_region_each_time(
    does: Callable[[Any, MagicMock], Callable[[], object]], region: str
):
    pyscript: Any = ModuleType("pyscript")
    http: Any = ModuleType("pyodide.http")
    pyscript.js_import = http.pyfetch = None
    with fake_js() as js, pytest.MonkeyPatch.context() as patch:
        patch.setitem(sys.modules, "pyscript", pyscript)
        patch.setitem(sys.modules, "pyodide.http", http)

        @cache
        def element(name: str) -> MagicMock:
            node = MagicMock(name=name)
            node.textContent, node.hidden = "", True
            return node

        js.document.getElementById = element
        repeat = does(make_store(new_session("brink", 3)), js)
        texts = []
        for _ in range(4):
            repeat()
            assert not element(region).hidden or region == "live-region"
            texts.append(element(region).textContent)
    assert all(texts) and len({text.strip("\u00a0 ") for text in texts}) == 1
    assert all(one != two for one, two in pairwise(texts)), texts
