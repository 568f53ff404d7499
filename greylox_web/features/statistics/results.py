"""Finished games against the engine's levels, the player's strength, and results of reviews.

The strength is on the scale of the levels, which was measured in games between them
(``engine.strengths``).  Its 0 corresponds to the rating ``LEVEL_1_RATING``, and one Elo point to
one rating point.  A day is a period of the rating, and its games are rated one after another.  A
result is compared with the level's strength at the time, so a stored result never changes its
meaning.
"""

from collections.abc import Iterable
from datetime import date, datetime
from typing import NamedTuple

from ...engine.strengths import STRENGTH_TABLES, STRENGTHS, Strengths
from ...glicko import Rating, Result, rate_by_day
from ...progress import Fact, FactLog

LEVEL_1_RATING = 1100.0  # the rating of strength 0, so an unrated player starts at about level 4
LEVEL_DEVIATION = 40.0  # deviation of a level's strength
MIN_RATED_GAMES = 3  # rated games before a strength is shown
WON, DRAWN, LOST = 2, 1, 0


class Tally(NamedTuple):
    """The numbers of games by result."""

    won: int = 0
    drawn: int = 0
    lost: int = 0

    @property
    def games(self) -> int:
        """The number of all games."""
        return sum(self)


class LevelRange(NamedTuple):
    """A strength in levels."""

    level: int  # the nearest level
    least: int  # nearest to the lower end of the 95% interval
    most: int  # nearest to the upper end


def tally(facts: Iterable[Fact]) -> Tally:
    """Count the results of games, given as facts."""
    scores = [fact.what["score"] for fact in facts]
    return Tally(scores.count(WON), scores.count(DRAWN), scores.count(LOST))


def games(facts: FactLog, game: str = "") -> list[Fact]:
    """Return the finished games of one game or of all, rated or not."""
    return [fact for fact in facts.by_kind("game") if game in ("", fact.what["game"])]


def rated(facts: FactLog, game: str) -> list[Fact]:
    """Return the finished games that are rated."""
    return [fact for fact in games(facts, game) if not fact.what["unrated"]]


def strength(facts: FactLog, game: str, today: date) -> Rating:
    """Return the player's strength against the levels of a game as of ``today``."""
    results = (
        (
            fact.day,
            Result(
                LEVEL_1_RATING + strengths[level - 1][0],
                LEVEL_DEVIATION,
                int(fact.what["score"]) / WON,
            ),
        )
        for fact in rated(facts, game)
        for strengths in [strengths_at(fact.at).get(game, ())]
        if (level := int(fact.what["level"])) <= len(strengths)
    )
    return rate_by_day(results, today)


def strengths_at(time: str) -> Strengths:
    """Return the strengths of the levels at a time: ISO 8601 with an offset.

    A fact's local day would not be exact enough.  A release is the same moment for everybody, and
    in most time zones its day begins before or after it.
    """
    at = datetime.fromisoformat(time)
    newer = (
        table
        for table in reversed(STRENGTH_TABLES[1:])
        if datetime.fromisoformat(table.since) <= at
    )
    return next(newer, STRENGTH_TABLES[0]).strengths


def level_range(facts: FactLog, game: str, today: date) -> LevelRange | None:
    """Return the strength in levels.

    The result is None if too few games are rated, or the levels are not measured.
    """
    strengths = STRENGTHS.get(game, ())
    if not strengths or len(rated(facts, game)) < MIN_RATED_GAMES:
        return None
    rating = strength(facts, game, today)

    def nearest(value: float) -> int:
        return min(
            range(1, len(strengths) + 1),
            key=lambda n: abs(strengths[n - 1][0] + LEVEL_1_RATING - value),
        )

    reach = 2 * rating.deviation
    return LevelRange(
        nearest(rating.rating), nearest(rating.rating - reach), nearest(rating.rating + reach)
    )


def reviews(facts: FactLog, game: str = "") -> list[Fact]:
    """Return the facts of reviews of the player's games, of one game or of all, oldest first."""
    return [fact for fact in facts.by_kind("review") if game in ("", fact.what["game"])]
