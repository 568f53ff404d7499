"""How numbers, lists and days are written.

The page puts what its browser knows in the place of ``formats``.
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
