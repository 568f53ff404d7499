"""How the language of the tables counts, and how numbers, lists and days are written.

The build puts the rule of another language in the place of ``plural_form``; the page puts what its browser
knows in the place of ``formats``.
"""

from collections.abc import Sequence


class Formats:
    """Numbers, lists and days where there is no browser that knows better."""

    def number(self, value: float, digits: int = 0) -> str:
        """A number with this many digits after the point: ``1,234.5``."""
        return f"{value:,}" if isinstance(value, int) else f"{value:,.{digits}f}"

    def join_or(self, names: Sequence[str]) -> str:
        """Names of which one is meant."""
        return ", ".join(names)

    def join_and(self, names: Sequence[str]) -> str:
        """Names that are all meant."""
        return ", ".join(names)

    def day(self, iso: str) -> str:
        """A day, given as ``2026-11-23``."""
        return iso

    def month(self, iso: str) -> str:
        """The month of a day, without its year."""
        return iso[:7]


formats = Formats()


def set_formats(other: Formats) -> None:
    """Write everything in another way from now on."""
    global formats
    formats = other


def plural_form(count: int) -> int:
    """Which form of a sentence goes with this count."""
    return int(count != 1)


class PluralString(str):
    """A sentence with a form for each kind of count; the value named ``count_field`` chooses."""

    __slots__ = ("count_field", "forms")
    forms: tuple[str, ...]
    count_field: str

    def __new__(cls, *forms: str, count_field: str) -> "PluralString":
        instance = super().__new__(cls, forms[-1])
        instance.forms, instance.count_field = forms, count_field
        return instance

    def format(self, *_: object, **values: object) -> str:
        """The form for the count among the values, filled in."""
        count = values[self.count_field]
        assert isinstance(count, int)
        return self.forms[plural_form(count)].format(**values)
