"""Numbers, lists and days as the browser writes them in the language of the page."""

from collections.abc import Sequence
from functools import cache
from typing import Any

from js import Date, Intl, document, navigator
from pyodide.ffi import to_js

from ..words import tongue


class BrowserFormats(tongue.Formats):
    """What ``Intl`` knows; each of its formats is made when it is first wanted."""

    def number(self, value: float, digits: int = 0) -> str:
        if isinstance(value, int) and abs(value) < 1000:
            return str(value)
        told: str = intl("NumberFormat", digits).format(value)
        return told

    def any_of(self, names: Sequence[str]) -> str:
        told: str = intl("ListFormat", "disjunction").format(to_js(list(names)))
        return told

    def all_of(self, names: Sequence[str]) -> str:
        told: str = intl("ListFormat", "conjunction").format(to_js(list(names)))
        return told

    def day(self, iso: str) -> str:
        told: str = intl("DateTimeFormat", "day").format(Date.new(f"{iso}T00:00"))
        return told


def moment(iso: str) -> str:
    """A moment, given as ISO 8601, where this device is: the day and the time of day."""
    told: str = intl("DateTimeFormat", "moment").format(Date.new(iso))
    return told


@cache
def intl(kind: str, how: str | int) -> Any:
    """A format of ``Intl`` for the language of the page."""
    options: dict[str, object] = {}
    match kind, how:
        case "NumberFormat", int(digits):
            options = {"minimumFractionDigits": digits, "maximumFractionDigits": digits}
        case "ListFormat", _:
            options = {"type": how}
        case _, "day":
            options = {"dateStyle": "medium"}
        case _, "moment":
            options = {"dateStyle": "medium", "timeStyle": "short"}
    return getattr(Intl, kind).new(tag(), to_js(options))


def tag() -> str:
    """The language of the page, as it is written where the browser's user lives if that is told."""
    language: str = document.documentElement.lang
    wishes = (str(wish) for wish in navigator.languages)
    return next((wish for wish in wishes if wish.split("-")[0] == language), language)
