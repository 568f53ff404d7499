"""Confidence intervals of shares."""

from math import sqrt

Z = 1.96  # standard deviations of a two-sided interval of 95%


def wilson_interval(scored: float, games: int) -> tuple[float, float]:
    """Return Wilson's score interval (1927) for the points ``scored`` in at least one game.

    A draw is half a point.

    >>> [round(end, 3) for end in wilson_interval(8, 10)]
    [0.49, 0.943]
    """
    share, correction = scored / games, Z * Z / games
    middle = (share + correction / 2) / (1 + correction)
    half = Z / (1 + correction) * sqrt(share * (1 - share) / games + correction / (4 * games))
    low = max(middle - half, 0.0) if scored else 0.0  # exactly 0, despite rounding
    high = min(middle + half, 1.0) if scored < games else 1.0
    return low, high
