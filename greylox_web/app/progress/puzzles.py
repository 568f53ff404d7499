"""Puzzles tried and solved: days in a row, the week, which come again, how strong somebody is.

A fact tells of one encounter with a puzzle, from its first sight until it is solved, given up or
shown.  Solved means right at the first try without a hint; what was not solved comes again until
it is.  Only the first encounter with a puzzle counts for the rating.
"""

from collections.abc import Iterable
from datetime import date, timedelta
from itertools import groupby
from typing import NamedTuple

from .facts import Fact, Facts, happened
from .glicko import Rating, Result, idle, in_turn

PUZZLE_DOUBT = 60.0  # of a puzzle's own strength, which comes from how hard the search finds it
WEEK = 7


class Progress(NamedTuple):
    """What the facts say of puzzles."""

    tried: frozenset[str]
    solved: frozenset[str]
    again: tuple[str, ...]  # failed and not solved since, the one that waits longest first
    days: frozenset[str]  # on which one was solved


def puzzle_met(
    puzzle: str, strength: int, *, right: bool, helped: bool = False, daily: bool = False
) -> Fact:
    """A puzzle was met: answered, or given up."""
    return happened(
        "puzzle", puzzle=puzzle, strength=strength, right=right, helped=helped, daily=daily
    )


def game_of(puzzle: object) -> str:
    """The game that a puzzle's name begins with."""
    return str(puzzle).partition("-")[0]


def is_solved(fact: Fact) -> bool:
    """Whether the puzzle was solved at the first try, alone."""
    return bool(fact.what["right"]) and not fact.what["helped"]


def progress(facts: Facts, game: str = "") -> Progress:
    """What the facts say of the puzzles of a game, or of all."""
    last: dict[str, Fact] = {}
    solved, days = set[str](), set[str]()
    for fact in _of(facts, game):
        name = str(fact.what["puzzle"])
        last.pop(name, None)  # it goes to the end
        last[name] = fact
        if is_solved(fact):
            solved.add(name)
            days.add(fact.day)
    again = tuple(name for name, fact in last.items() if not is_solved(fact))
    return Progress(frozenset(last), frozenset(solved), again, frozenset(days))


def streak(days: Iterable[str], today: date) -> int:
    """How many days in a row had a puzzle solved, up to today or, so far, to yesterday."""
    known, count = set(days), 0
    day = today if today.isoformat() in known else today - timedelta(1)
    while day.isoformat() in known:
        count += 1
        day -= timedelta(1)
    return count


def week(days: Iterable[str], today: date) -> tuple[bool, ...]:
    """Which days of this week, from Monday on, had a puzzle solved."""
    known, monday = set(days), today - timedelta(today.weekday())
    return tuple((monday + timedelta(n)).isoformat() in known for n in range(WEEK))


def met_daily(facts: Facts, day: str) -> Fact | None:
    """What came of the puzzle of that day on the day itself; None while it was not met."""
    met = (fact for fact in facts.of("puzzle") if fact.what["daily"] and fact.day == day)
    return next(met, None)


def strength(facts: Facts, game: str, today: date) -> Rating:
    """How strong somebody is at the puzzles of a game; a day is a period of the rating."""
    first: dict[object, Fact] = {}
    for fact in _of(facts, game):
        first.setdefault(fact.what["puzzle"], fact)
    rating, before = Rating(), None
    ordered = sorted(first.values(), key=lambda fact: fact.day)
    for day, met in groupby(ordered, key=lambda fact: date.fromisoformat(fact.day)):
        if before is not None:
            rating = idle(rating, (day - before).days - 1)
        results = [
            Result(float(fact.what["strength"]), PUZZLE_DOUBT, float(is_solved(fact)))
            for fact in met
        ]
        rating, before = in_turn(rating, results), day
    return rating if before is None else idle(rating, max(0, (today - before).days - 1))


def _of(facts: Facts, game: str) -> list[Fact]:
    met = facts.of("puzzle")
    return [fact for fact in met if not game or game_of(fact.what["puzzle"]) == game]
