"""Fakes of the modules that only a browser has, to run the page's Python without one."""

import sys
import tomllib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from types import ModuleType, SimpleNamespace
from typing import Any, ClassVar
from unittest.mock import MagicMock

import pytest

from greylox_web.session.event import Event
from greylox_web.session.session import Session
from tools import ROOT

CONTRACTS = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["tool"]["importlinter"]
[FEATURE_IMPORTS] = (
    contract["ignore_imports"]
    for contract in CONTRACTS["contracts"]
    if contract["name"] == "In a feature only these files know the browser"
)
BROWSER_MODULES = (
    *("greylox_web.browser", "greylox_web.page"),
    *(line.removesuffix(" -> **") for line in FEATURE_IMPORTS),
)
"""The packages and modules that know the browser."""


class JsException(Exception):
    """An exception from JavaScript."""


class FakeProxy:
    """A fake proxy: JavaScript's reference to a Python callable, until it is destroyed."""

    alive: ClassVar[set["FakeProxy"]] = set()

    def __init__(self, call: Callable[..., object], *, once: bool = False) -> None:
        self.call, self.once = call, once
        self.alive.add(self)

    def __call__(self, *arguments: object) -> object:
        assert self in self.alive, "it was destroyed"
        if self.once:
            self.destroy()
        return self.call(*arguments)

    def destroy(self) -> None:
        """Release the callable."""
        self.alive.remove(self)


def make_store(session: Session) -> Any:
    """A store with a session, which renders nothing and raises faults."""
    from greylox_web.page.faults import Faults
    from greylox_web.page.lifetime import Lifetime
    from greylox_web.page.store import Store

    def report(error: BaseException) -> None:
        raise error

    faults: Any = Faults()
    faults.report = report
    return Store(session, lambda _: None, lambda: None, Lifetime(faults))


def subscribe(table: Any, call: Callable[..., object]) -> None:
    """Call a function after each event, as a feature's ``on_event`` is called."""
    from greylox_web.page.feature import Feature

    class Listener(Feature):
        def on_event(self, event: Event | None, before: Session) -> None:
            call(event, before)

    table.add(Listener(table))


@contextmanager
def fake_js() -> Iterator[MagicMock]:
    """Yield a fake ``js`` with which the page's modules can be imported; unload them at the end."""
    js = MagicMock()
    js.document.documentElement.dataset.view = "board"
    ffi = SimpleNamespace(
        create_proxy=FakeProxy,
        create_once_callable=partial(FakeProxy, once=True),
        to_js=lambda value, *_: value,
        JsException=JsException,
        JsDoubleProxy=object,
        JsProxy=object,
    )
    modules = {"js": js, "pyodide": ModuleType("pyodide"), "pyodide.ffi": ffi}
    with pytest.MonkeyPatch.context() as patch:
        for name, module in modules.items():
            patch.setitem(sys.modules, name, module)
        try:
            yield js
        finally:
            FakeProxy.alive.clear()
            for name in [name for name in sys.modules if name.startswith(BROWSER_MODULES)]:
                del sys.modules[name]
                package, _, leaf = name.rpartition(".")
                vars(sys.modules.get(package, SimpleNamespace())).pop(leaf, None)
