"""The next points of a study: X of Brink by bisection, and more games where strengths contradict.

A board is bisected by the first colour's share at the stronger play: X increases if the share is
above one half.
"""

from collections.abc import Mapping

from greylox_web.command.study.results import Results
from greylox_web.measure.summary import Share, StrengthSummary, summarise_all
from lab.studies.questions import (
    BRINK_BOARDS,
    BRINK_HIGH,
    BRINK_X,
    RANDOM_ACTIONS,
    Point,
    Question,
    brink_spec,
)

BISECTION_GAMES = 200  # games at an X before the bisection continues
DEEP_VISITS, DEEP_GAMES = (
    1024,
    100,
)  # visits and games if the weaker and the stronger play contradict each other


def next_points(question: Question, results: Mapping[Point, Results]) -> list[Point]:
    """Return the points to play now, complete ones included.

    Boards of Brink are played one after the other: each starts when the one before is finished.
    """
    boards = {brink_spec(board, x): (board, x) for board in BRINK_BOARDS for x in BRINK_X}
    points = [point for point in question.points if point.spec not in boards]
    if len(points) == len(question.points):
        return points
    for board in BRINK_BOARDS:
        board_points = [
            (boards[point.spec][1], point)
            for point in question.points
            if point.spec in boards and boards[point.spec][0] == board
        ]
        bisected = {x: point for x, point in board_points if point.random_actions == RANDOM_ACTIONS}
        shares = {
            x: share_at(results[point], question.visits[1])
            for x, point in bisected.items()
            if has_games(question, point, results, min(point.games, BISECTION_GAMES))
        }
        points += [bisected[x] for x in shares]
        x = next_x(shares)
        if x in bisected:
            return [*points, bisected[x]]
        points += (
            more := [
                point
                for x, point in board_points
                if point.random_actions != RANDOM_ACTIONS or x == BRINK_HIGH
            ]
        )
        if not all(has_games(question, point, results, point.games) for point in points + more):
            break
    return list(dict.fromkeys(points))


def has_games(
    question: Question, point: Point, results: Mapping[Point, Results], games: int
) -> bool:
    """Return whether a point has ``games`` games at both strengths."""
    return point in results and not any(
        results[point].missing(visits, games) for visits in question.visits
    )


def share_at(results: Results, visits: int) -> float:
    """The first colour's share at these visits."""
    share = summary_at(results, visits).first
    return share.points / share.games


def summary_at(results: Results, visits: int) -> StrengthSummary:
    """Return the summary at these visits; there must be games with them."""
    return next(
        line for line in summarise_all(list(results.rows.values())) if line.visits == visits
    )


def next_x(shares: Mapping[int, float]) -> int | None:
    """Return the X to play next, or None once the shares of two neighbours enclose one half.

    >>> next_x({}), next_x({8: 0.1}), next_x({8: 0.1, 4: 1}), next_x({8: 0.1, 4: 1, 6: 0, 5: 1})
    (8, 4, 6, None)
    """
    low, high = BRINK_X.start - 1, BRINK_X.stop
    for x, share in sorted(shares.items()):
        if share > 0.5:
            low = x
        else:
            high = x
            break
    middle = (low + high) // 2
    return None if middle == low else middle


def even_x(shares: Mapping[int, float]) -> int | None:
    """Return the X whose share is nearest to one half, or None before a board is bisected.

    >>> even_x({8: 0.1, 4: 1.0, 6: 0.3}), even_x({8: 0.1, 4: 1.0, 6: 0.3, 5: 0.6})
    (None, 5)
    """
    if next_x(shares) is not None:
        return None
    return min(shares, key=lambda x: abs(shares[x] - 0.5))


def contradict(one: Share, other: Share) -> bool:
    """Return whether the intervals of two shares show different sides ahead.

    >>> contradict(Share(90, 100), Share(10, 100)), contradict(Share(52, 100), Share(10, 100))
    (True, False)
    """
    return (one.interval[0] > 0.5 and other.interval[1] < 0.5) or (
        one.interval[1] < 0.5 and other.interval[0] > 0.5
    )


def strengths(question: Question, point: Point, results: Results) -> dict[int, int]:
    """Return the number of games to play at each strength, by its visits.

    If the weaker and the stronger play contradict each other, there is a third strength.
    """
    games = dict.fromkeys(question.visits, point.games)
    if not any(results.missing(visits, point.games) for visits in question.visits):
        weak, strong = (summary_at(results, visits).first for visits in question.visits)
        if contradict(weak, strong):
            games[DEEP_VISITS] = DEEP_GAMES
    return games
