"""Ratings from results: Glicko-2, with ``deviation`` for its rating deviation.

Mark E. Glickman, "Example of the Glicko-2 system", Boston University, 22 March 2022,
http://www.glicko.net/glicko/glicko2.pdf; names and steps follow the paper.
The maintained packages either have no licence or compute the new volatility from the rating where
the paper uses the deviation, so it is implemented here.

The paper recommends periods of ten games or more, for populations whose ratings are about right.
Its update is one step of an approximation around the rating before the period.  If that rating is
far off, the step for many results at once is too long by thousands of points.  An example is a
newcomer who beats the strongest level five times.  So ``rate_sequentially`` rates game by game, as
Lichess does: a step is limited by a single result, and the next result is compared with the
updated rating.  The deviation still grows by days (``rate_by_day``), so that a day with one game is
rated as in the paper.
"""

from collections.abc import Iterable, Iterator, Sequence
from datetime import date
from itertools import groupby
from math import exp, log, pi, sqrt
from typing import NamedTuple

SCALE = 173.7178  # points per unit of the paper's scale
DEFAULT_RATING = 1500.0  # the rating of an unrated player
TAU = 0.5  # limits the change of the volatility
EPSILON = 1e-6
MAX_DEVIATION, MIN_DEVIATION = 350.0, 30.0
MAX_ITERATIONS = 100  # of the iteration, which usually takes a few
MAX_GAP = 30.0  # between two ratings on the paper's scale, about 5000 points: a certain win
MAX_IDLE_PERIODS = 3650  # periods after which the deviation stops growing


class Rating(NamedTuple):
    """A rating in points."""

    rating: float = DEFAULT_RATING
    deviation: float = MAX_DEVIATION
    volatility: float = 0.06

    @property
    def interval(self) -> tuple[float, float]:
        """The 95% interval."""
        return self.rating - 2 * self.deviation, self.rating + 2 * self.deviation

    @property
    def is_established(self) -> bool:
        """Whether the deviation is small enough to show the rating."""
        return self.deviation <= 110


class Result(NamedTuple):
    """The result of a game against an opponent of known strength."""

    opponent: float  # the opponent's rating
    deviation: float  # deviation of the opponent's rating
    score: float  # 1 for a win, 0.5 for a draw, 0 for a loss


def decay(player: Rating, periods: int) -> Rating:
    """Return the rating after ``periods`` without a game: the deviation grows."""
    phi = player.deviation / SCALE
    new_phi = sqrt(phi**2 + max(0, min(periods, MAX_IDLE_PERIODS)) * player.volatility**2)
    return player._replace(deviation=min(MAX_DEVIATION, new_phi * SCALE))


def rate_days(results: Iterable[tuple[str, Result]]) -> Iterator[tuple[date, Rating]]:
    """Yield each day with results and the rating after it, in order.

    Each result has its day (ISO 8601), which is a rating period.
    """
    rating, before = Rating(), None
    ordered = sorted(results, key=lambda each: each[0])
    for text, met in groupby(ordered, key=lambda each: each[0]):
        day = date.fromisoformat(text)
        if before is not None:
            rating = decay(rating, (day - before).days - 1)
        rating, before = rate_sequentially(rating, [result for _, result in met]), day
        yield day, rating


def decay_until(rating: Rating, last: date, today: date) -> Rating:
    """Return the rating as of ``today``, given the rating after its ``last`` day with results."""
    return decay(rating, (today - last).days - 1)


def rate_by_day(results: Iterable[tuple[str, Result]], today: date) -> Rating:
    """Return the rating as of ``today``; each result has its day (ISO 8601), a rating period."""
    *_, (last, rating) = ((today, Rating()), *rate_days(results))
    return decay_until(rating, last, today)


def rate_sequentially(player: Rating, results: Iterable[Result]) -> Rating:
    """Return the rating after a period with these results, rated one after another."""
    none = True
    for result in results:
        player, none = rate_period(player, [result], periods=int(none)), False
    return decay(player, 1) if none else player


def rate_period(player: Rating, results: Sequence[Result], periods: int = 1) -> Rating:
    """Return the rating after a period with these results, all rated at once.

    With 0 ``periods`` the deviation does not grow before the update.
    """
    if not results:
        return decay(player, periods)
    mu, phi = (player.rating - DEFAULT_RATING) / SCALE, player.deviation / SCALE
    weight = gain = 0.0
    for each in results:
        g = _g(each.deviation / SCALE)
        gap = g * (mu - (each.opponent - DEFAULT_RATING) / SCALE)
        gap = max(-MAX_GAP, min(MAX_GAP, gap))
        won, lost = 1 / (1 + exp(-gap)), 1 / (1 + exp(gap))
        weight += g**2 * won * lost
        gain += g * (each.score * lost - (1 - each.score) * won)
    v = 1 / weight
    sigma = _volatility(phi, player.volatility, v, v * gain)
    before = min(MAX_DEVIATION / SCALE, sqrt(phi**2 + periods * sigma**2))
    phi = 1 / sqrt(1 / before**2 + 1 / v)
    mu += phi**2 * gain
    deviation = max(MIN_DEVIATION, min(MAX_DEVIATION, phi * SCALE))
    return Rating(mu * SCALE + DEFAULT_RATING, deviation, sigma)


def _g(phi: float) -> float:
    return 1 / sqrt(1 + 3 * phi**2 / pi**2)


def _volatility(phi: float, sigma: float, v: float, delta: float) -> float:
    """Return the new volatility: step 5 of the paper, the root of ``f`` (Illinois algorithm)."""
    a = log(sigma**2)

    def f(x: float) -> float:
        square = phi**2 + v + exp(x)
        return exp(x) * (delta**2 - square) / (2 * square**2) - (x - a) / TAU**2

    low = a
    if (surplus := delta**2 - phi**2 - v) > 0:
        high = log(surplus)
    else:
        k = 1
        while f(a - k * TAU) < 0:
            k += 1
        high = a - k * TAU
    f_low, f_high = f(low), f(high)
    for _ in range(MAX_ITERATIONS):
        if abs(high - low) <= EPSILON:
            break
        middle = low + (low - high) * f_low / (f_high - f_low)
        f_middle = f(middle)
        if f_middle * f_high <= 0:
            low, f_low = high, f_high
        else:
            f_low /= 2
        high, f_high = middle, f_middle
    return exp(low / 2)
