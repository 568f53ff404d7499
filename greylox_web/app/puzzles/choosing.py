"""Which puzzle comes next."""

from collections.abc import Collection
from datetime import date

from ..progress.facts import Facts
from ..progress.puzzles import Progress, progress, strength
from .shelf import Row, Shelf

REST = 4  # other puzzles that are met before a failed one comes again on the same day
SURE, CAUTION = 80.0, 1.2  # the doubt that does not matter, and how much the rest of it does
SOLVED_TWO_OF_THREE = 120  # how much weaker a puzzle is than somebody who solves it so often


def next_puzzle(
    shelf: Shelf, facts: Facts, game: str, today: date, besides: Collection[str] = ()
) -> Row | None:
    """What failed and has rested; else the untried one that fits best; else the oldest.

    ``besides`` are not wanted now; None only where there is no other.
    """
    rows = {name: row for name, row in shelf.items() if name not in besides}
    told = progress(facts, game)
    if again := rested(told, facts, today, rows):
        return rows[again]
    untried = [row for name, row in rows.items() if name not in told.tried]
    aim = aimed(facts, game, today)
    if untried:
        return min(untried, key=lambda row: abs(row.strength - aim))
    last = [str(fact.what["puzzle"]) for fact in facts.of("puzzle")]
    return min(rows.values(), key=lambda row: _last(last, row.name), default=None)


def aimed(facts: Facts, game: str, today: date) -> float:
    """The strength of the puzzles that somebody shall have: easy ones while little is known."""
    rating = strength(facts, game, today)
    return rating.rating - SOLVED_TWO_OF_THREE - CAUTION * max(0.0, rating.doubt - SURE)


def rested(told: Progress, facts: Facts, today: date, rows: Collection[str]) -> str | None:
    """The failed puzzle that waits longest, of those that are not fresh in the memory."""
    met = [fact for fact in facts.of("puzzle") if fact.what["puzzle"] in told.tried]
    for name in told.again:
        place = max(n for n, fact in enumerate(met) if fact.what["puzzle"] == name)
        rest = len(met) - place > REST or met[place].day < today.isoformat()
        if name in rows and rest:
            return name
    return None


def _last(names: list[str], name: str) -> int:
    """The place at which a name stands last, -1 where it does not."""
    return len(names) - 1 - names[::-1].index(name) if name in names else -1
