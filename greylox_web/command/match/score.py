"""What a number of games says about two players: intervals of 95%."""

from math import inf, log10, sqrt

Z = 1.96  # standard deviations on either side of 95%


def interval(points: float, games: int, z: float = Z) -> tuple[float, float]:
    """The interval of Wilson for the share of ``points`` in ``games``, a draw being half a point.

    >>> [round(end, 3) for end in interval(8, 10)]
    [0.49, 0.943]
    """
    share, spread = points / games, z * z / games
    middle = (share + spread / 2) / (1 + spread)
    half = z / (1 + spread) * sqrt(share * (1 - share) / games + spread / (4 * games))
    return max(middle - half, 0.0), min(middle + half, 1.0)


def elo(share: float) -> float:
    """The difference of strength at which ``share`` of the points is expected.

    >>> round(elo(0.75))
    191
    """
    if share <= 0 or share >= 1:
        return inf if share >= 1 else -inf
    return 400 * log10(share / (1 - share))


def told(points: float, games: int) -> str:
    """Points, share and Elo with their intervals, in one line."""
    if not games:
        return "no games"
    low, high = interval(points, games)
    share = points / games
    return (
        f"{points:g} of {games}: {share:.1%} ({low:.1%} to {high:.1%}), "
        f"Elo {elo(share):+.0f} ({elo(low):+.0f} to {elo(high):+.0f})"
    )
