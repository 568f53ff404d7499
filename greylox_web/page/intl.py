"""Numbers, lists and dates, formatted by the browser's ``Intl`` in the page's language."""

from collections.abc import Sequence
from functools import cache
from typing import Any

from js import Date, Intl, document, navigator
from pyodide.ffi import to_js

from ..words import locale_format


class BrowserFormats(locale_format.Formats):
    """Formats made by ``Intl``, each created at its first use."""

    def number(self, value: float, digits: int = 0) -> str:
        if isinstance(value, int) and abs(value) < 1000:
            return str(value)
        digit_options = {"minimumFractionDigits": digits, "maximumFractionDigits": digits}
        return format_value(value, "NumberFormat", **digit_options)

    def join_or(self, names: Sequence[str]) -> str:
        return format_value(to_js(list(names)), "ListFormat", type="disjunction")

    def join_and(self, names: Sequence[str]) -> str:
        return format_value(to_js(list(names)), "ListFormat", type="conjunction")

    def day(self, iso: str) -> str:
        return format_value(Date.new(f"{iso}T00:00"), "DateTimeFormat", dateStyle="medium")

    def month(self, iso: str) -> str:
        return format_value(Date.new(f"{iso}T00:00"), "DateTimeFormat", month="long")


def local_datetime(iso: str) -> str:
    """Format an ISO 8601 time as local date and time."""
    return format_value(Date.new(iso), "DateTimeFormat", dateStyle="medium", timeStyle="short")


def relative_day(iso: str) -> str:
    """Format the day of an ISO 8601 time as seen from today: yesterday, 2 days ago, last week."""
    from datetime import date, datetime  # the start does not need them

    days = (date.today() - datetime.fromisoformat(iso).astimezone().date()).days
    count, unit = next(
        (days // length, unit)
        for unit, length in (("year", 365), ("month", 30), ("week", 7), ("day", 1))
        if days >= length or unit == "day"
    )
    text: str = formatter("RelativeTimeFormat", numeric="auto").format(-count, unit)
    return text


def format_value(value: object, kind: str, **options: object) -> str:
    """Format a value by ``Intl`` in the language of the page."""
    text: str = formatter(kind, **options).format(value)
    return text


@cache
def formatter(kind: str, **options: object) -> Any:
    """Make a format of ``Intl`` with these options; cached."""
    return getattr(Intl, kind).new(language_tag(), to_js(options))


def language_tag() -> str:
    """Return the language tag of the page, with the region of the browser's user if known."""
    language: str = document.documentElement.lang
    preferred_languages = (str(tag) for tag in navigator.languages)
    return next((tag for tag in preferred_languages if tag.split("-")[0] == language), language)
