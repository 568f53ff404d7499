"""Finished games against the engine's levels, the player's strength, and results of reviews.

The strength is a rating on the scale of the levels, which was measured in games between them
(``engine.strengths``).  Its 0 corresponds to the rating ``LEVEL_1_RATING``, and one Elo point to
one rating point.  A day is a period of the rating, and its games are rated one after another.  A
result is compared with the level's strength at the time, so a stored result never changes its
meaning.

The page shows the strength as a level with one decimal (``Estimate``), by linear interpolation
between the two levels whose ratings enclose it: 5.4 is four tenths of the way from level 5 to level
6.  Both ends of the 95% interval, which are two deviations away, are converted in the same way.
The scale ends with its levels: below level 1 the result is 1, above the highest level it is that
level.
"""

from bisect import bisect_right
from collections.abc import Iterable
from datetime import date, datetime
from typing import NamedTuple

from ...engine.levels import TURN_SECONDS
from ...engine.strengths import STRENGTH_TABLES, STRENGTHS, Strengths
from ...glicko import Rating, Result, decay_until, rate_by_day, rate_days
from ...progress import Fact, FactLog
from ...session.session import LESSON_REASON

LEVEL_1_RATING = 1100.0  # the rating of strength 0, so an unrated player starts at about level 4
LEVEL_DEVIATION = 40.0  # deviation of a level's strength
MIN_RATED_GAMES = 5  # rated games before a strength is shown
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


class Estimate(NamedTuple):
    """A strength on the scale of levels, with the ends of its 95% interval."""

    level: float
    low: float
    high: float


class CurvePoint(NamedTuple):
    """The strength after a day with rated games, or as of today."""

    day: date
    estimate: Estimate
    games: int  # the number of games rated so far


def tally(facts: Iterable[Fact]) -> Tally:
    """Count the results of games, given as facts."""
    scores = [fact.what["score"] for fact in facts]
    return Tally(scores.count(WON), scores.count(DRAWN), scores.count(LOST))


def games(facts: FactLog, game: str = "") -> list[Fact]:
    """Return the finished games of one game or of all, rated or not."""
    return [fact for fact in facts.by_kind("game") if game in ("", fact.what["game"])]


def games_outside_lessons(facts: FactLog, game: str) -> list[Fact]:
    """Return the finished games of one game, rated or not, without those of lessons."""
    return [fact for fact in games(facts, game) if fact.what["unrated"] != LESSON_REASON]


def rated(facts: FactLog, game: str) -> list[Fact]:
    """Return the finished games that are rated."""
    return [fact for fact in games(facts, game) if not fact.what["unrated"]]


def max_level(game: str) -> int:
    """Return the highest level without a time limit."""
    return len(STRENGTHS.get(game, ())) or min(TURN_SECONDS) - 1


def strength(facts: FactLog, game: str, today: date) -> Rating:
    """Return the player's strength against the levels of a game as of ``today``."""
    return rate_by_day(_rated_results(facts, game), today)


def _rated_results(facts: FactLog, game: str) -> list[tuple[str, Result]]:
    """Return the results of the rated games, each with its day."""
    return [
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
    ]


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


def rating_to_level(rating: float, game: str) -> float:
    """Return a rating on the scale of the levels of ``game``, which has measured levels."""
    ratings = [LEVEL_1_RATING + elo for elo, _ in STRENGTHS[game]]
    below = bisect_right(ratings, rating)  # the number of levels that are not stronger
    if not 0 < below < len(ratings):
        return max(1.0, float(below))
    weaker, stronger = ratings[below - 1], ratings[below]
    return below + (rating - weaker) / (stronger - weaker)


def rating_to_estimate(rating: Rating, game: str) -> Estimate:
    """Return the estimate for a rating in ``game``, which has measured levels."""
    points = (rating.rating, *rating.interval)
    return Estimate(*(rating_to_level(number, game) for number in points))


def strength_curve(facts: FactLog, game: str, today: date) -> list[CurvePoint]:
    """Return the strength after each day with rated games, and as of ``today`` at the end.

    The curve begins when ``MIN_RATED_GAMES`` games are rated.  It is empty before, and for a game
    without measured levels.
    """
    results = _rated_results(facts, game)
    if len(results) < MIN_RATED_GAMES:
        return []
    days = sorted(day for day, _ in results)
    points, last, rating = [], date.min, Rating()
    for last, rating in rate_days(results):
        count = bisect_right(days, last.isoformat())
        if count >= MIN_RATED_GAMES:
            points.append(CurvePoint(last, rating_to_estimate(rating, game), count))
    if last < today:
        idle = decay_until(rating, last, today)
        points.append(CurvePoint(today, rating_to_estimate(idle, game), len(days)))
    return points


def level_estimate(facts: FactLog, game: str, today: date) -> Estimate | None:
    """Return the player's strength in a game as of ``today``; None while it is unknown."""
    curve = strength_curve(facts, game, today)
    return curve[-1].estimate if curve else None


def reviews(facts: FactLog, game: str = "") -> list[Fact]:
    """Return the facts of reviews of the player's games, of one game or of all, oldest first."""
    return [fact for fact in facts.by_kind("review") if game in ("", fact.what["game"])]
