"""The choice of the next puzzle, and of the day's.

The day's puzzle is that of the player's local date: the same for everybody, without a server.  The
list is ``lab/puzzles/daily.txt``.  It is only ever appended to, so that each day keeps its puzzle;
after its last entry it begins again.
"""

from collections.abc import Collection, Sequence
from datetime import date

from ...progress import FactLog
from .progress import PuzzleProgress, progress, strength
from .puzzle_set import PuzzleRow, PuzzleSet

REPEAT_GAP = 4  # encounters with puzzles before a failed one comes again on the same day
DEVIATION_FLOOR, EASING = (
    80.0,
    1.2,
)  # each point of doubt above SURE makes puzzles CAUTION points easier
SOLVED_TWO_OF_THREE = 120  # points by which a player must be stronger to solve two out of three


def next_puzzle(
    puzzle_set: PuzzleSet, facts: FactLog, game: str, today: date, exclude: Collection[str] = ()
) -> PuzzleRow | None:
    """A failed puzzle that has rested; else the untried one that fits best; else the oldest.

    Those in ``exclude`` are left out; None if there is no other.
    """
    rows = {name: row for name, row in puzzle_set.items() if name not in exclude}
    puzzle_progress = progress(facts, game)
    if due_name := due_puzzle(puzzle_progress, facts, today, rows):
        return rows[due_name]
    untried = [row for name, row in rows.items() if name not in puzzle_progress.tried]
    aim = target_strength(facts, game, today)
    if untried:
        return min(untried, key=lambda row: abs(row.strength - aim))
    last = {str(fact.what["puzzle"]): index for index, fact in enumerate(facts.by_kind("puzzle"))}
    return min(rows.values(), key=lambda row: last.get(row.name, -1), default=None)


def target_strength(facts: FactLog, game: str, today: date) -> float:
    """The strength of the puzzles that fit a player: easy ones as long as the rating is unsure."""
    rating = strength(facts, game, today)
    return (
        rating.rating - SOLVED_TWO_OF_THREE - EASING * max(0.0, rating.deviation - DEVIATION_FLOOR)
    )


def due_puzzle(
    puzzle_progress: PuzzleProgress, facts: FactLog, today: date, rows: Collection[str]
) -> str | None:
    """The name of the failed puzzle in ``rows`` that has waited longest and has rested, or None."""
    met = [fact for fact in facts.by_kind("puzzle") if fact.what["puzzle"] in puzzle_progress.tried]
    for name in puzzle_progress.due_again:
        index = max(n for n, fact in enumerate(met) if fact.what["puzzle"] == name)
        has_rested = len(met) - index > REPEAT_GAP or met[index].day < today.isoformat()
        if name in rows and has_rested:
            return name
    return None


FIRST_DAY = date(2026, 11, 16)  # a Monday


def daily_puzzle_name(day: date, days: Sequence[str]) -> str:
    """The name of a day's puzzle; ``days`` are the names from FIRST_DAY on, at least one."""
    return days[(day - FIRST_DAY).days % len(days)]
