"""The days on which the player played: how much on each, and how many in a row."""

from collections import Counter
from collections.abc import Iterable
from datetime import date, timedelta
from typing import NamedTuple

from ...progress import FactLog
from ..puzzles.progress import streak

ACTIVITY_KINDS = ("game", "lesson", "puzzle", "review")  # kinds of facts that show a day's play
WEEKS, WEEK = 13, 7
SHADES = (1, 2, 4)  # the least number of activities for each shade


class DayCell(NamedTuple):
    """A day of the calendar."""

    day: date
    activities: int
    in_streak: bool  # whether it belongs to the days in a row that last until now

    @property
    def shade(self) -> int:
        """0 for a day without play, then 1 to 3."""
        return sum(self.activities >= least for least in SHADES)


class DaysPlayed(NamedTuple):
    """The days of the last weeks, and the days in a row."""

    weeks: tuple[tuple[DayCell, ...], ...]  # each from Monday on; the last ends today
    in_a_row: int
    longest: int


def days_played(facts: FactLog, today: date) -> DaysPlayed:
    """Return the days played, as of ``today``."""
    counts = Counter(fact.day for fact in facts if fact.kind in ACTIVITY_KINDS)
    in_a_row = streak(counts, today)
    last = today if today.isoformat() in counts else today - timedelta(1)
    first = last - timedelta(in_a_row - 1)
    monday = today - timedelta(today.weekday() + (WEEKS - 1) * WEEK)
    shown = [monday + timedelta(n) for n in range((today - monday).days + 1)]
    cells = tuple(
        DayCell(day, counts[day.isoformat()], in_a_row > 0 and first <= day <= last)
        for day in shown
    )
    weeks = tuple(cells[n : n + WEEK] for n in range(0, len(cells), WEEK))
    return DaysPlayed(weeks, in_a_row, longest_streak(counts))


def longest_streak(days: Iterable[str]) -> int:
    """Return the largest number of consecutive days among ``days`` (ISO 8601)."""
    numbers = {date.fromisoformat(day).toordinal() for day in days}
    longest = 0
    for start in numbers:
        if start - 1 not in numbers:
            end = start
            while end in numbers:
                end += 1
            longest = max(longest, end - start)
    return longest
