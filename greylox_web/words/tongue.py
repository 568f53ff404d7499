"""How the language of the tables counts, and how numbers, lists and days are written.

The build puts the rule of another language in the place of ``form``; the page puts what its browser
knows in the place of ``formats``.
"""

from collections.abc import Sequence


class Formats:
    """Numbers, lists and days where there is no browser that knows better."""

    def number(self, value: float, digits: int = 0) -> str:
        """A number with this many digits after the point: ``1,234.5``."""
        return f"{value:,}" if isinstance(value, int) else f"{value:,.{digits}f}"

    def any_of(self, names: Sequence[str]) -> str:
        """Names of which one is meant."""
        return ", ".join(names)

    def all_of(self, names: Sequence[str]) -> str:
        """Names that are all meant."""
        return ", ".join(names)

    def day(self, iso: str) -> str:
        """A day, given as ``2026-11-23``."""
        return iso


formats = Formats()


def use(other: Formats) -> None:
    """Write everything in another way from now on."""
    global formats
    formats = other


def form(count: int) -> int:
    """Which form of a sentence goes with this count."""
    return int(count != 1)


class Counted(str):
    """A sentence with a form for each kind of count; the value named ``by`` chooses."""

    __slots__ = ("by", "forms")
    forms: tuple[str, ...]
    by: str

    def __new__(cls, *forms: str, by: str) -> "Counted":
        made = super().__new__(cls, forms[-1])
        made.forms, made.by = forms, by
        return made

    def format(self, *_: object, **values: object) -> str:
        """The form for the count among the values, filled in."""
        count = values[self.by]
        assert isinstance(count, int)
        return self.forms[form(count)].format(**values)
