"""Progress with puzzles: tried, solved and due puzzles, streaks, and the rating.

A fact is one encounter with a puzzle, which ends when it is answered or its solution is shown.
Solved means right at the first try without a hint; ``repetition`` says when an unsolved puzzle
comes again.  Only the first encounter with a puzzle counts for the rating.

Streaks count the days of the daily puzzle, which may be solved at any try.  A separate fact
records it.  Before that fact existed, only a first try counted.
"""

from collections.abc import Iterable, Iterator
from datetime import date, timedelta
from typing import Literal, NamedTuple

from ...glicko import Rating, Result, decay, rate_by_day, rate_period
from ...progress import Fact, FactLog, new_fact
from ...repetition import Encounter, schedule
from .puzzle_set import game_name

MIN_RATED = 5  # first encounters before a rating is shown
PUZZLE_DEVIATION = 60.0  # deviation of a puzzle's rating: it is estimated from the search effort
WEEK = 7
Mark = Literal["first", "done", ""]
"""How a daily puzzle was solved: at the first try, at a later one, or not at all."""


class PuzzleProgress(NamedTuple):
    """The progress with puzzles, listed by name."""

    tried: frozenset[str]
    solved: frozenset[str]
    unsolved: frozenset[str]  # by the last encounter
    due_days: dict[str, int]  # the ordinal of the day from which each comes again, earliest first
    days: frozenset[str]  # the local dates (ISO 8601) whose daily puzzle was solved
    first_try_days: frozenset[str]  # those ``days`` on which the first try was right


def puzzle_fact(
    puzzle: str, strength: int, *, right: bool, helped: bool = False, day: date | None = None
) -> Fact:
    """Return a new fact: a puzzle was answered, or its solution was shown (``progress.KINDS``).

    The puzzle of a ``day`` counts for that day, also when it is answered after midnight.
    """
    daily = day is not None
    return new_fact(
        "puzzle", day, puzzle=puzzle, strength=strength, right=right, helped=helped, daily=daily
    )


def daily_solved(puzzle: str, day: date) -> Fact:
    """Return a new fact: a daily puzzle was solved, at the first try or at a later one."""
    return new_fact("daily", day, puzzle=puzzle)


def is_solved(fact: Fact) -> bool:
    """Return whether the puzzle was solved at the first try without help."""
    return bool(fact.what["right"]) and not fact.what["helped"]


def progress(facts: FactLog, game: str = "") -> PuzzleProgress:
    """Return the progress with the puzzles of a game, or of all games."""
    solved, daily = set[str](), dict[str, Fact]()
    days = {fact.day for fact in _of(facts, game, "daily")}
    met = _of(facts, game)
    encounters = [Encounter(str(fact.what["puzzle"]), fact.day, is_solved(fact)) for fact in met]
    for fact, encounter in zip(met, encounters, strict=True):
        if encounter.solved:
            solved.add(encounter.name)
        if fact.what["daily"]:
            daily.setdefault(fact.day, fact)
            days |= {fact.day} if is_solved(fact) else set()
    first = frozenset(day for day, fact in daily.items() if is_solved(fact))
    return PuzzleProgress(
        frozenset(encounter.name for encounter in encounters),
        frozenset(solved),
        *schedule(encounters),
        frozenset(days),
        first,
    )


def was_unsolved_before(facts: FactLog, puzzle: str) -> bool:
    """Return whether the encounter before the last one left a puzzle unsolved."""
    met = [fact for fact in facts.by_kind("puzzle") if fact.what["puzzle"] == puzzle]
    return len(met) > 1 and not is_solved(met[-2])


def streak(days: Iterable[str], today: date) -> int:
    """Return the number of consecutive days among ``days``, up to today or yesterday."""
    solved_days, count = set(days), 0
    day = today if today.isoformat() in solved_days else today - timedelta(1)
    while day.isoformat() in solved_days:
        count += 1
        day -= timedelta(1)
    return count


def mark(puzzle_progress: PuzzleProgress, day: date) -> Mark:
    """Return how the daily puzzle of ``day`` was solved."""
    name = day.isoformat()
    return (
        "first"
        if name in puzzle_progress.first_try_days
        else "done"
        if name in puzzle_progress.days
        else ""
    )


def week(puzzle_progress: PuzzleProgress, today: date) -> tuple[Mark, ...]:
    """Return how the daily puzzles of this week were solved, from Monday on."""
    monday = today - timedelta(today.weekday())
    return tuple(mark(puzzle_progress, monday + timedelta(n)) for n in range(WEEK))


def daily_fact(facts: FactLog, day: str) -> Fact | None:
    """Return the first fact of the daily puzzle of ``day`` (ISO 8601), or None."""
    met = (fact for fact in facts.by_kind("puzzle") if fact.what["daily"] and fact.day == day)
    return next(met, None)


def strength(facts: FactLog, game: str, today: date) -> Rating:
    """Return the puzzle rating in a game, or in all, as of ``today``; a day is a rating period."""
    return rate_by_day(_rated_results(facts, game), today)


def streak_record(length: int) -> Fact:
    """Return a new fact: more puzzles than ever before were solved in a row."""
    return new_fact("streak", length=length)


def best_streak(facts: FactLog) -> int:
    """Return the most puzzles solved in a row."""
    return max((int(fact.what["length"]) for fact in facts.by_kind("streak")), default=0)


def saved_fact(puzzle: str, *, saved: bool) -> Fact:
    """Return a new fact: a puzzle was saved for later, or is saved no more."""
    return new_fact("saved", puzzle=puzzle, saved=saved)


def saved_puzzles(facts: FactLog) -> list[str]:
    """Return the names of the puzzles saved for later, the latest first."""
    saved: dict[str, bool] = {}
    for fact in facts.by_kind("saved"):
        name = str(fact.what["puzzle"])
        saved.pop(name, None)
        saved[name] = bool(fact.what["saved"])
    return [name for name in reversed(saved) if saved[name]]


class RatedEncounter(NamedTuple):
    """A first encounter with a puzzle, and the player's rating after it."""

    puzzle: str
    day: str  # ISO 8601
    rating: Rating


def rating_change(facts: FactLog, puzzle: str) -> int | None:
    """Return by how many points the only encounter with a puzzle changed the rating.

    The result is None if the puzzle was met again, never, or while the rating was not shown.
    """
    met = [fact for fact in facts.by_kind("puzzle") if fact.what["puzzle"] == puzzle]
    history = rating_history(facts)
    index = next((n for n, each in enumerate(history) if each.puzzle == puzzle), 0)
    if len(met) != 1 or index < MIN_RATED:
        return None
    before, after = (round(history[n].rating.rating) for n in (index - 1, index))
    return after - before


def rating_history(facts: FactLog) -> list[RatedEncounter]:
    """Return all first encounters with puzzles, of all games, by their days."""
    first = sorted(_first_encounters(facts, ""), key=lambda fact: fact.day)
    history: list[RatedEncounter] = []
    for fact in first:
        rating, periods = history[-1].rating if history else Rating(), 1
        if history:
            days = (date.fromisoformat(fact.day) - date.fromisoformat(history[-1].day)).days
            rating, periods = decay(rating, days - 1), min(days, 1)
        rating = rate_period(rating, [_result(fact)], periods)
        history.append(RatedEncounter(str(fact.what["puzzle"]), fact.day, rating))
    return history


def _rated_results(facts: FactLog, game: str) -> Iterator[tuple[str, Result]]:
    return ((fact.day, _result(fact)) for fact in _first_encounters(facts, game))


def _first_encounters(facts: FactLog, game: str) -> Iterable[Fact]:
    first: dict[object, Fact] = {}
    for fact in _of(facts, game):
        first.setdefault(fact.what["puzzle"], fact)
    return first.values()


def _result(fact: Fact) -> Result:
    return Result(float(fact.what["strength"]), PUZZLE_DEVIATION, float(is_solved(fact)))


def _of(facts: FactLog, game: str, kind: str = "puzzle") -> list[Fact]:
    met = facts.by_kind(kind)
    return [fact for fact in met if not game or game_name(fact.what["puzzle"]) == game]
