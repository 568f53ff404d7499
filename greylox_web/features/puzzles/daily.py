"""The puzzle of a day, by the player's local date: the same for everybody, without a server.

The list is ``lab/puzzles/daily.txt``.  It is only ever appended to, so that each day keeps its
puzzle; after its last entry it begins again.
"""

from collections.abc import Sequence
from datetime import date

FIRST_DAY = date(2026, 11, 16)  # a Monday


def name_of(day: date, days: Sequence[str]) -> str:
    """The name of a day's puzzle; ``days`` are the names from FIRST_DAY on, at least one."""
    return days[(day - FIRST_DAY).days % len(days)]
