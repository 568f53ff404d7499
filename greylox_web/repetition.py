"""Spaced repetition: what was missed comes again, each time after more days, until it is known."""

from collections.abc import Iterable
from datetime import date
from typing import NamedTuple

RETURN_DAYS = 1, 7, 30
"""Days until a missed item comes again: after that miss, and after each time that it is solved
since then."""


class Encounter(NamedTuple):
    """One time that the player met an item."""

    name: str
    day: str  # ISO 8601
    solved: bool


class Schedule(NamedTuple):
    """The items that were missed, by name."""

    unsolved: frozenset[str]  # by the last encounter
    due_days: dict[str, int]  # the ordinal of the day from which each comes again, earliest first


def schedule(encounters: Iterable[Encounter]) -> Schedule:
    """Return the schedule after these encounters, in chronological order."""
    last_days: dict[str, str] = {}
    times_solved: dict[str, int] = {}  # since the last encounter that missed the item
    for name, day, solved in encounters:
        last_days[name] = day
        if not solved:
            times_solved[name] = 0
        elif name in times_solved:
            times_solved[name] += 1
    due_days = {
        name: date.fromisoformat(last_days[name]).toordinal() + RETURN_DAYS[count]
        for name, count in times_solved.items()
        if count < len(RETURN_DAYS)
    }
    return Schedule(
        frozenset(name for name, count in times_solved.items() if not count),
        dict(sorted(due_days.items(), key=lambda each: each[1])),
    )
