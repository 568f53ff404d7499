"""The puzzle of a day: by the date where somebody is, the same for all, and offline.

The list is ``lab/puzzles/daily.txt``.  It is only ever appended to, so that every day keeps its
puzzle; when it is at its end it begins again.
"""

from collections.abc import Sequence
from datetime import date

FIRST_DAY = date(2026, 11, 16)  # a Monday


def name_of(day: date, days: Sequence[str]) -> str:
    """The name of the puzzle of a day."""
    return days[(day - FIRST_DAY).days % len(days)]
