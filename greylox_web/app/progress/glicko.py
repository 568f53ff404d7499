"""Strength and its doubt out of results: Glicko-2.

Mark E. Glickman, "Example of the Glicko-2 system", Boston University, 22 March 2022,
http://www.glicko.net/glicko/glicko2.pdf; the names are the paper's, and so are the steps.
The packages of it that are kept up either have no licence or compute the new volatility from the
rating where the paper has the deviation, so the formula stands here.
"""

from collections.abc import Sequence
from math import exp, log, pi, sqrt
from typing import NamedTuple

SCALE = 173.7178
MIDDLE = 1500.0
TAU = 0.5  # how fast the volatility may change
EPSILON = 1e-6
MOST_DOUBT, LEAST_DOUBT = 350.0, 30.0
MOST_STEPS = 100  # of the iteration; a handful is usual
MOST_IDLE = 3650  # periods, after which nothing more is forgotten


class Rating(NamedTuple):
    """How strong somebody is: within twice the doubt, most likely."""

    rating: float = MIDDLE
    doubt: float = MOST_DOUBT
    volatility: float = 0.06

    @property
    def is_sure(self) -> bool:
        """Whether the number says much by now."""
        return self.doubt <= 110


class Result(NamedTuple):
    """A game against an opponent of known strength: 1 won, 0.5 drawn, 0 lost."""

    opponent: float
    doubt: float
    score: float


def idle(player: Rating, periods: int) -> Rating:
    """The rating after so many periods without a game: the doubt grows."""
    phi = player.doubt / SCALE
    grown = sqrt(phi**2 + max(0, min(periods, MOST_IDLE)) * player.volatility**2)
    return player._replace(doubt=min(MOST_DOUBT, grown * SCALE))


def after(player: Rating, results: Sequence[Result]) -> Rating:
    """The rating at the end of a period with these results."""
    if not results:
        return idle(player, 1)
    mu, phi = (player.rating - MIDDLE) / SCALE, player.doubt / SCALE
    rows = [((each.opponent - MIDDLE) / SCALE, _g(each.doubt / SCALE), each) for each in results]
    chances = [1 / (1 + exp(-g * (mu - other))) for other, g, _ in rows]
    pairs = list(zip(rows, chances, strict=True))
    v = 1 / sum(g**2 * chance * (1 - chance) for (_, g, _), chance in pairs)
    gain = sum(g * (each.score - chance) for (_, g, each), chance in pairs)
    sigma = _volatility(phi, player.volatility, v, v * gain)
    before = sqrt(phi**2 + sigma**2)
    phi = 1 / sqrt(1 / before**2 + 1 / v)
    mu += phi**2 * gain
    doubt = max(LEAST_DOUBT, min(MOST_DOUBT, phi * SCALE))
    return Rating(mu * SCALE + MIDDLE, doubt, sigma)


def _g(phi: float) -> float:
    return 1 / sqrt(1 + 3 * phi**2 / pi**2)


def _volatility(phi: float, sigma: float, v: float, delta: float) -> float:
    """The new volatility: step 5 of the paper, the root of ``f`` by the Illinois algorithm."""
    a = log(sigma**2)

    def f(x: float) -> float:
        square = phi**2 + v + exp(x)
        return exp(x) * (delta**2 - square) / (2 * square**2) - (x - a) / TAU**2

    low = a
    if delta**2 > phi**2 + v:
        high = log(delta**2 - phi**2 - v)
    else:
        k = 1
        while f(a - k * TAU) < 0:
            k += 1
        high = a - k * TAU
    f_low, f_high = f(low), f(high)
    for _ in range(MOST_STEPS):
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
