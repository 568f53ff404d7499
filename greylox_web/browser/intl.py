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
        places = {"minimumFractionDigits": digits, "maximumFractionDigits": digits}
        return written(value, "NumberFormat", **places)

    def any_of(self, names: Sequence[str]) -> str:
        return written(to_js(list(names)), "ListFormat", type="disjunction")

    def all_of(self, names: Sequence[str]) -> str:
        return written(to_js(list(names)), "ListFormat", type="conjunction")

    def day(self, iso: str) -> str:
        return written(Date.new(f"{iso}T00:00"), "DateTimeFormat", dateStyle="medium")


def moment(iso: str) -> str:
    """A moment, given as ISO 8601, where this device is: the day and the time of day."""
    return written(Date.new(iso), "DateTimeFormat", dateStyle="medium", timeStyle="short")


def written(value: object, kind: str, **options: object) -> str:
    """A value as a format of ``Intl`` writes it in the language of the page."""
    told: str = made(kind, **options).format(value)
    return told


@cache
def made(kind: str, **options: object) -> Any:
    """A format of ``Intl`` with these options, made once."""
    return getattr(Intl, kind).new(tag(), to_js(options))


def tag() -> str:
    """The language of the page, as it is written where the browser's user lives if that is told."""
    language: str = document.documentElement.lang
    wishes = (str(wish) for wish in navigator.languages)
    return next((wish for wish in wishes if wish.split("-")[0] == language), language)
