"""The choice of the next puzzle, and of the day's.

The day's puzzle is that of the player's local date: the same for everybody, without a server.  The
list is ``lab/puzzles/daily.txt``.  It is only ever appended to, so that each day keeps its puzzle;
after its last entry it begins again.
"""

from collections.abc import Collection, Sequence
from datetime import date

from ...progress import FactLog
from .progress import Progress, progress, strength
from .shelf import Row, Shelf

REST = 4  # encounters with puzzles before a failed one comes again on the same day
SURE, CAUTION = 80.0, 1.2  # each point of doubt above SURE makes puzzles CAUTION points easier
SOLVED_TWO_OF_THREE = 120  # points by which a player must be stronger to solve two out of three


def next_puzzle(
    shelf: Shelf, facts: FactLog, game: str, today: date, besides: Collection[str] = ()
) -> Row | None:
    """A failed puzzle that has rested; else the untried one that fits best; else the oldest.

    Those in ``besides`` are left out; None if there is no other.
    """
    rows = {name: row for name, row in shelf.items() if name not in besides}
    told = progress(facts, game)
    if again := rested(told, facts, today, rows):
        return rows[again]
    untried = [row for name, row in rows.items() if name not in told.tried]
    aim = aimed(facts, game, today)
    if untried:
        return min(untried, key=lambda row: abs(row.strength - aim))
    last = {str(fact.what["puzzle"]): place for place, fact in enumerate(facts.by_kind("puzzle"))}
    return min(rows.values(), key=lambda row: last.get(row.name, -1), default=None)


def aimed(facts: FactLog, game: str, today: date) -> float:
    """The strength of the puzzles that fit a player: easy ones as long as the rating is unsure."""
    rating = strength(facts, game, today)
    return rating.rating - SOLVED_TWO_OF_THREE - CAUTION * max(0.0, rating.doubt - SURE)


def rested(told: Progress, facts: FactLog, today: date, rows: Collection[str]) -> str | None:
    """The name of the failed puzzle in ``rows`` that has waited longest and has rested, or None."""
    met = [fact for fact in facts.by_kind("puzzle") if fact.what["puzzle"] in told.tried]
    for name in told.again:
        place = max(n for n, fact in enumerate(met) if fact.what["puzzle"] == name)
        rest = len(met) - place > REST or met[place].day < today.isoformat()
        if name in rows and rest:
            return name
    return None


FIRST_DAY = date(2026, 11, 16)  # a Monday


def name_of(day: date, days: Sequence[str]) -> str:
    """The name of a day's puzzle; ``days`` are the names from FIRST_DAY on, at least one."""
    return days[(day - FIRST_DAY).days % len(days)]
