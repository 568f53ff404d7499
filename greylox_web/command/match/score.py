"""The result of a match: points, Wilson intervals of 95%, and Elo differences."""

from collections.abc import Iterable
from math import inf, log10

from ...confidence import wilson_interval
from .log import MatchGame

POINTS = {"a": 1.0, "b": 0.0, None: 0.5}  # of player "a", by winner
MAX_LISTED_FAULTS = 10  # the most faults listed in the summary


def elo_difference(share: float) -> float:
    """Return the Elo difference whose expected score is ``share``; -inf at 0 and inf at 1.

    >>> round(elo_difference(0.75))
    191
    """
    if share <= 0 or share >= 1:
        return inf if share >= 1 else -inf
    return 400 * log10(share / (1 - share))


def format_score(scored: float, games: int) -> str:
    """Format points, share and Elo difference with their intervals, in one line."""
    if not games:
        return "no games"
    low, high = wilson_interval(scored, games)
    share = scored / games
    return (
        f"{scored:g} of {games}: {share:.1%} ({low:.1%} to {high:.1%}), "
        f"Elo {elo_difference(share):+.0f}"
        f" ({elo_difference(low):+.0f} to {elo_difference(high):+.0f})"
    )


def total_points(games: Iterable[MatchGame]) -> float:
    """Return the points of player "a"."""
    return sum(POINTS[game["winner"]] for game in games)


def pair_scores(games: Iterable[MatchGame]) -> list[float]:
    """Return the points of player "a" in each opening that was played with both colours."""
    points_by_number = {game["number"]: POINTS[game["winner"]] for game in games}
    return [
        points_by_number[n] + points_by_number[n + 1]
        for n in sorted(points_by_number)
        if n % 2 == 0 and n + 1 in points_by_number
    ]


def summary(games: list[MatchGame], names: tuple[str, str]) -> str:
    """Format the result of the games."""
    lines = [f"{names[0]} against {names[1]}: {format_score(total_points(games), len(games))}"]
    for seat, word in (("a", "first"), ("b", "second")):
        seat_games = [game for game in games if game["first"] == seat]
        lines.append(f"  moving {word}: {total_points(seat_games):g} of {len(seat_games)}")
    pairs = pair_scores(games)
    if pairs:
        won, lost = pairs.count(2.0), pairs.count(0.0)
        shared = len(pairs) - won - lost
        lines.append(f"  openings won with both colours {won}, shared {shared}, lost {lost}")
    faults = [game for game in games if game["fault"]]
    lines += [f"  game {game['number']}: {game['how']}" for game in faults[:MAX_LISTED_FAULTS]]
    if len(faults) > MAX_LISTED_FAULTS:
        lines.append(f"  and {len(faults) - MAX_LISTED_FAULTS} more games lost by a fault")
    return "\n".join(lines)
