"""Numbers, lists and dates, formatted by the browser's ``Intl`` in the page's language."""

from collections.abc import Sequence
from functools import cache
from typing import Any

from js import Date, Intl, document, navigator
from pyodide.ffi import to_js

from ..words import tongue


class BrowserFormats(tongue.Formats):
    """Formats by ``Intl``, each created at its first use."""

    def number(self, value: float, digits: int = 0) -> str:
        if isinstance(value, int) and abs(value) < 1000:
            return str(value)
        places = {"minimumFractionDigits": digits, "maximumFractionDigits": digits}
        return written(value, "NumberFormat", **places)

    def join_or(self, names: Sequence[str]) -> str:
        return written(to_js(list(names)), "ListFormat", type="disjunction")

    def join_and(self, names: Sequence[str]) -> str:
        return written(to_js(list(names)), "ListFormat", type="conjunction")

    def day(self, iso: str) -> str:
        return written(Date.new(f"{iso}T00:00"), "DateTimeFormat", dateStyle="medium")


def moment(iso: str) -> str:
    """The local date and time of an ISO 8601 time."""
    return written(Date.new(iso), "DateTimeFormat", dateStyle="medium", timeStyle="short")


def written(value: object, kind: str, **options: object) -> str:
    """A value formatted by ``Intl`` in the language of the page."""
    told: str = made(kind, **options).format(value)
    return told


@cache
def made(kind: str, **options: object) -> Any:
    """A format of ``Intl`` with these options, made once."""
    return getattr(Intl, kind).new(tag(), to_js(options))


def tag() -> str:
    """The language tag of the page, with the region of the browser's user if known."""
    language: str = document.documentElement.lang
    wishes = (str(wish) for wish in navigator.languages)
    return next((wish for wish in wishes if wish.split("-")[0] == language), language)
