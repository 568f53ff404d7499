"""The choice of the next puzzle, and of the daily puzzle.

The daily puzzle depends on the player's local date, without a server: it is the same for
everybody who knows its game.  The list is ``lab/puzzles/daily.txt``.  New names are only appended,
so that each day keeps its puzzle; after the last name the list repeats.
"""

from collections.abc import Collection, Iterator, Sequence
from datetime import date

from ...progress import FactLog
from ...rules import GAMES
from .progress import PuzzleProgress, progress, strength
from .puzzle_set import PuzzleRow, PuzzleSet, game_name

# Each point of deviation above DEVIATION_FLOOR makes puzzles EASING points easier.
DEVIATION_FLOOR, EASING = 80.0, 1.2
FIRST_GAME = "greylox"  # of a player who knows none
KINDS_OF_GAMES = "game", "lesson", "puzzle"  # the facts that show which games a player knows
SOLVED_TWO_OF_THREE = 120  # rating lead with which a player solves two out of three


def next_puzzle(
    puzzle_set: PuzzleSet, facts: FactLog, game: str, today: date, exclude: Collection[str] = ()
) -> PuzzleRow | None:
    """Return the next puzzle: a due failed one, else the best untried one, else the oldest.

    ``game`` is "" if ``puzzle_set`` has puzzles of several games.  Puzzles in ``exclude`` are
    skipped; the result is None if there is no other.
    """
    rows = {name: row for name, row in puzzle_set.items() if name not in exclude}
    puzzle_progress = progress(facts, game)
    for due_name in due_puzzles(puzzle_progress, today, rows):
        return rows[due_name]
    untried = [row for name, row in rows.items() if name not in puzzle_progress.tried]
    aim = target_strength(facts, game, today)
    if untried:
        return min(untried, key=lambda row: abs(row.strength - aim))
    last = {str(fact.what["puzzle"]): index for index, fact in enumerate(facts.by_kind("puzzle"))}
    return min(rows.values(), key=lambda row: last.get(row.name, -1), default=None)


def known_games(facts: FactLog) -> list[str]:
    """Return the games that the player has learned, tried or played; FIRST_GAME if none."""
    games = {game_name(fact.what["puzzle"]) for fact in facts.by_kind("puzzle")}
    games_met = [game for game in GAMES if game in games or was_learned_or_played(facts, game)]
    return games_met or [FIRST_GAME]


def was_learned_or_played(facts: FactLog, game: str) -> bool:
    """Return whether the player has done a lesson of a game, or has played it."""
    met = (fact for kind in ("lesson", "game") for fact in facts.by_kind(kind))
    return any(fact.what["game"] == game for fact in met)


def target_strength(facts: FactLog, game: str, today: date) -> float:
    """Return the puzzle strength that fits a player; an unsure rating makes it easier."""
    rating = strength(facts, game, today)
    return (
        rating.rating - SOLVED_TWO_OF_THREE - EASING * max(0.0, rating.deviation - DEVIATION_FLOOR)
    )


def due_puzzles(
    puzzle_progress: PuzzleProgress, today: date, rows: Collection[str]
) -> Iterator[str]:
    """Yield the names of the failed puzzles in ``rows`` that are due, the longest wait first."""
    for name, day in puzzle_progress.due_days.items():
        if name in rows and day <= today.toordinal():
            yield name


FIRST_DAY = date(2026, 11, 16)  # a Monday


def daily_puzzle_name(day: date, days: Sequence[str], facts: FactLog) -> str:
    """Return the name of a player's puzzle of a day, always of a game that the player knows.

    ``days`` are the names from FIRST_DAY on, at least one.  Another one takes the place of the
    day's name if that is of an unknown game, or was met before.  Only facts of earlier days count,
    so that a new game does not change the puzzle of the day; one that was met as that of the day
    stays.
    """
    met = [
        str(fact.what["puzzle"])
        for fact in (*facts.by_kind("daily"), *facts.by_kind("puzzle"))
        if fact.day == day.isoformat() and fact.what.get("daily", True)
    ]
    for name in met:
        if name in days:
            return name
    before = FactLog(
        fact
        for kind in KINDS_OF_GAMES
        for fact in facts.by_kind(kind)
        if fact.day < day.isoformat()
    )
    games, index = known_games(before), (day - FIRST_DAY).days % len(days)
    if len(games) == len(GAMES):
        return days[index]
    names = [name for name in days if game_name(name) in games] or [*days]
    tried = progress(before).tried
    names = [name for name in names if name not in tried] or names
    return days[index] if days[index] in names else names[index % len(names)]
