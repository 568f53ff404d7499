"""A page that ends leaves no state in any module and no live proxy."""

from __future__ import annotations

import asyncio
import pkgutil
import re
import sys
from collections.abc import Iterator
from functools import cached_property, partial
from importlib import import_module
from itertools import count
from random import Random
from types import FunctionType, ModuleType, SimpleNamespace
from typing import Any
from unittest.mock import MagicMock

import pytest

from greylox_web.features.analysis.hint import PressHint
from greylox_web.features.home.markup import home_markup
from greylox_web.features.review.model import StartReview
from greylox_web.match.match import PERSON, GameTerms, Seat
from greylox_web.rules import TITLES
from greylox_web.session.event import SetPreference, ShowNotice, ShowResult
from greylox_web.session.load_match import NewGame, OpenLink
from greylox_web.session.playing import ClickCell, Resign
from greylox_web.session.requests import EngineReady, PreviewLine, ToggleAnalysis
from greylox_web.session.study import ToggleEditor
from tests.page.fake_browser import BROWSER_MODULES, FakeProxy
from tests.page.page_simulation import whole_page
from tests.page.tab_simulation import BrowserSimulation
from tools import ROOT
from tools.page import game_buttons

PURE = {
    "greylox_web.match.move_list.CACHE",
    "greylox_web.session.prompt.CACHE",
    "greylox_web.session.visible_report.CACHE",
    "greylox_web.page.intl.formatter",
    "greylox_web.features.rules.figure.rule_sheets",
}
"""What remembers the results of pure functions: the browser's formats and the rule sheets too."""


def snapshot(value: object, visited_ids: frozenset[int] = frozenset()) -> object:
    """The contents of a value, so that two snapshots of an unchanged value are equal."""
    if id(value) in visited_ids:
        return "again"
    visited_ids |= {id(value)}
    if isinstance(value, str | bytes | int | float | type(None)):
        return value
    if isinstance(value, dict):
        return {str(key): snapshot(item, visited_ids) for key, item in value.items()}
    if isinstance(value, list | tuple | set | frozenset):
        return type(value).__name__, len(value), [snapshot(item, visited_ids) for item in value]
    if hasattr(value, "cache_info"):
        return value.cache_info().currsize
    if isinstance(value, FunctionType):
        cells = [cell.cell_contents for cell in value.__closure__ or ()]
        return snapshot([value.__defaults__, value.__kwdefaults__, vars(value), cells], visited_ids)
    if isinstance(value, ModuleType):
        return value.__name__
    kind = value if isinstance(value, type) else type(value)
    if kind.__module__.startswith("greylox_web") and hasattr(value, "__dict__"):
        attributes = {
            name: snapshot(item, visited_ids)
            for name, item in vars(value).items()
            if not isinstance(getattr(kind, name, None), cached_property)
            and not name.startswith("__")
        }
        return kind.__name__, attributes
    return repr(value) if kind.__module__ == "itertools" else id(value)


def all_globals() -> dict[str, object]:
    """The globals of the page's modules, without caches outside ``BROWSER_MODULES``."""
    snapshots: dict[int, object] = {}  # most values are imported by several modules

    def snapshot_once(value: object) -> object:
        if id(value) not in snapshots:
            snapshots[id(value)] = snapshot(value)
        return snapshots[id(value)]

    return {
        path: snapshot_once(value)
        for module, loaded in sorted(sys.modules.items())
        if module.startswith("greylox_web.")
        for name, value in vars(loaded).items()
        if not name.startswith("__")
        and (path := f"{module}.{name}") not in PURE
        and (is_of_page(value) or not hasattr(value, "cache_info"))
    }


def is_of_page(value: object) -> bool:
    """Return whether a value is defined in ``BROWSER_MODULES``."""
    return str(getattr(value, "__module__", "")).startswith(BROWSER_MODULES)


class Worker:
    """An engine worker that is ready immediately and never answers."""

    living = 0

    async def start(self) -> None:
        type(self).living += 1

    async def begin(self, _line: str) -> str:
        await asyncio.Event().wait()
        raise AssertionError

    slice_ = stop = begin

    def kill(self) -> None:
        type(self).living -= 1

    async def fault(self) -> str:
        return ""


def load_all() -> None:
    """Import all modules that a page may load."""
    pyscript: Any = ModuleType("pyscript")
    pyscript.js_import = None
    sys.modules["pyscript"] = pyscript
    packages = (
        "words",
        "rules",
        "match",
        "drawing",
        "formats",
        "session",
        "page",
        "features",
        "browser",
    )
    for name in packages:
        package = import_module(f"greylox_web.{name}")
        for module_info in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
            import_module(module_info.name)


class FakeNode:
    """An element, or another object of the browser: it has every attribute, and does nothing.

    The page makes thousands of them, and a ``MagicMock`` takes twenty times as long to make.
    """

    def __init__(self) -> None:
        self.textContent = self.className = ""

    def __getattr__(self, name: str) -> FakeNode:
        if name.startswith("__"):
            raise AttributeError(name)
        self.__dict__[name] = value = FakeNode()
        return value

    def __call__(self, *_: object) -> FakeNode:
        return FakeNode()

    __getitem__ = __add__ = __sub__ = __mul__ = __truediv__ = __call__
    __radd__ = __rsub__ = __rmul__ = __rtruediv__ = __call__

    def __setitem__(self, _: object, value: object) -> None:
        pass

    def __iter__(self) -> Iterator[FakeNode]:
        return iter(())

    def __float__(self) -> float:
        return 1.0


MISSING_SELECTORS = re.compile(r"dialog.open|focus|hidden|[.]record-open")
"""What is asked for and is not there."""


def fill_fake_dom(js: MagicMock) -> None:
    """Add to the fake document what the start and the dialogs need."""
    nodes: dict[str, FakeNode] = {}

    def node(*_: object) -> FakeNode:
        element = FakeNode()
        element.children = [FakeNode(), FakeNode()]
        element.querySelectorAll = lambda _: []
        element.getAttribute = element.closest = lambda _: None
        return element

    build = (
        '{"rest": [], "version": "1", "news": {"lines": 0, "path": ""}, "nets": {},'
        ' "evaluator": "", "film": "", "extras": "", "puzzles": "puzzles/a"}'
    )
    meta = MagicMock(content=build)
    meta.dataset.languageNames = "{}"

    def find_element(name: str) -> FakeNode:
        if name not in nodes:
            nodes[name] = node()
        return nodes[name]

    js.document.getElementById = find_element
    js.document.createElement = js.document.createElementNS = js.document.importNode = node
    js.document.adoptNode = node
    js.document.querySelector = lambda selector: (
        meta
        if selector.startswith("meta")
        else None
        if MISSING_SELECTORS.search(selector)
        else find_element(selector)
    )
    js.window.innerWidth, js.window.innerHeight = 1200, 900
    js.window.greyloxDeferred = None
    numbers = count(1)
    for method in ("setTimeout", "requestAnimationFrame", "requestIdleCallback"):
        setattr(js.window, method, lambda *_: next(numbers))
    js.navigator.languages = ["en"]


USED = {"ResultCardPanel", "ReviewPanel", "ExercisePanel", "Saving"}
MARKUP = (ROOT / "index.html").read_text("utf-8") + home_markup() + game_buttons(TITLES)
PRESSES = sorted(set(re.findall(r'data-press="([^"]+)"', MARKUP)))
"""What the buttons do that the page begins with."""
ROUTES = ["#learn/lox/join", "#puzzle/today", "#puzzles", "#learn", "#play/byg", "#home", "#go-on"]


async def run_page(modules: SimpleNamespace) -> None:
    """Start a page, use all its parts, and stop it."""
    from greylox_web.browser import registry

    async def bring() -> None:
        return

    js, page = modules.js, modules.main.App()
    table = page.store
    await page.start(SimpleNamespace(load=bring))

    async def do(*events: Any) -> None:
        for event in (*events, None):
            if event is not None:
                table.dispatch(event)
            page.render()
            await asyncio.sleep(0.002)

    await do(
        EngineReady(),
        ClickCell(0),
        ToggleAnalysis(),
        PressHint(),
        PreviewLine(True),
        ShowNotice("so"),
    )
    await do(
        SetPreference("sound", True), SetPreference("haptics", True), SetPreference("theme", "dark")
    )
    button = MagicMock()
    button.dataset.tool = "first"
    for press in PRESSES:
        name, _, argument = press.partition(":")
        page.faults.run_safely(
            partial(registry.get_feature(table, name).on_press, argument, button)
        )
        await do()
    board = table.session.game.board
    await do(ToggleEditor(True), ToggleEditor(False), NewGame("byg", 3, (), (PERSON, PERSON)))
    await do(ClickCell(board.parse_cell("a1")), Resign(), StartReview(), ShowResult(True))
    await do(NewGame("brink", 3, (), (PERSON, Seat(2)), GameTerms(60_000, 1000)))
    await do(ClickCell(board.parse_cell("a1")), OpenLink("1/byg3/ma1c3"))
    for route in ROUTES:
        js.location.hash = route
        page.router.open_address()
        await asyncio.sleep(0.02)
        await do()
    assert {type(one).__name__ for one in table.features} >= USED and table.autosave is not None
    assert len(table.lifetime._proxies) > 100 and Worker.living
    await page.stop()


def test_restart_leaves_no_module_state_or_proxy():
    with whole_page() as modules, pytest.MonkeyPatch.context() as patch:
        patch.setitem(sys.modules, "pyodide.http", MagicMock())
        load_all()
        fill_fake_dom(modules.js)
        from greylox_web.browser import engine
        from greylox_web.page import progress

        engine.EngineWorker = Worker

        def report(_: object, error: BaseException) -> None:
            # some parts fail where nothing is drawn or measured, which this test ignores
            assert not isinstance(error, KeyError), "a press that nobody knows"

        modules.faults.Faults.report = report

        async def run() -> None:
            database = BrowserSimulation(modules, Random(1))
            modules.autosave.Database = progress.Database = lambda *_: database
            before = all_globals()
            await run_page(modules)
            after = all_globals()
            assert {path for path in before | after if before.get(path) != after.get(path)} == set()

        asyncio.run(run())
        assert [proxy.call for proxy in FakeProxy.alive] == [] and not Worker.living
