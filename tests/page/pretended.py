"""The page's Python outside a browser: modules that stand in for those that only a browser has."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from types import ModuleType, SimpleNamespace
from unittest.mock import MagicMock

import pytest


class Thrown(Exception):
    """What JavaScript throws."""


@contextmanager
def pretended() -> Iterator[MagicMock]:
    """The module ``js`` while the page's modules can be imported; they are forgotten again."""
    js = MagicMock()
    js.document.documentElement.dataset.view = "board"
    ffi = SimpleNamespace(
        create_proxy=lambda call: call,
        create_once_callable=lambda call: call,
        to_js=lambda value, *_: value,
        JsException=Thrown,
        JsDoubleProxy=object,
    )
    modules = {"js": js, "pyodide": ModuleType("pyodide"), "pyodide.ffi": ffi}
    with pytest.MonkeyPatch.context() as patch:
        for name, module in modules.items():
            patch.setitem(sys.modules, name, module)
        try:
            yield js
        finally:
            for name in [name for name in sys.modules if name.startswith("greylox_web.browser")]:
                del sys.modules[name]
