"""The choice of the points that a study plays next."""

from dataclasses import replace
from random import Random

import pytest

from greylox_web.command.study.results import Results
from greylox_web.measure.games import measure_game
from greylox_web.measure.rows import Row, StudyParameters
from greylox_web.measure.summary import Share
from greylox_web.rules import new_game
from greylox_web.rules.notation.actions import GameRecord
from greylox_web.rules.play import random_game
from lab import study
from lab.studies.balance import contradict, next_points, next_x, strengths
from lab.studies.questions import BRINK_BOARDS, BRINK_X, QUESTIONS, Point


@pytest.mark.parametrize("turning", [*BRINK_X, 16])
def test_bisection_finds_neighbours_around_one_half(turning):
    shares = dict[int, float]()
    while (x := next_x(shares)) is not None:
        assert x in BRINK_X and x not in shares
        shares[x] = 0.9 if x < turning else 0.1
    assert len(shares) <= 4
    assert turning == 16 or turning in shares
    assert turning == 1 or turning - 1 in shares


def test_bisection_non_monotonic_searches_smallest_x():
    assert next_x({4: 1.0, 6: 0.4, 8: 0.6}) == 5


GAME = new_game("byg", 3)


def make_results(point: Point, winner: int) -> Results:
    """Return results at both strengths of a point; this colour won every game."""
    results = Results(None, StudyParameters(point.spec, [], point.random_actions, 1, ""))
    for visits in (1, 2):
        for number in range(point.games):
            record = GameRecord(GAME, tuple(random_game(GAME, Random(number))))
            one = measure_game(record) | {"winner": winner}
            row = Row(number=number, visits=visits, lowest=None, measured=one)
            results.add(row)
    return results


def test_brink_boards_are_studied_in_order():
    points = tuple(
        Point(f"brink{board}-x{x}", 2, random_actions=random_actions)
        for board in BRINK_BOARDS[:2]
        for random_actions in (4, 8)
        for x in (BRINK_X if random_actions == 4 else (8,))
    )
    question = replace(QUESTIONS["brink"], points=points, visits=(1, 2))
    results, order = dict[Point, Results](), list[str]()
    while new := [point for point in next_points(question, results) if point not in results]:
        for point in new:
            order.append(point.name)
            results[point] = make_results(point, winner="-x8" in point.spec)
    first, second = (f"brink{board}" for board in BRINK_BOARDS[:2])
    assert order == [
        f"{board}-x{x}-drawn{random_actions}"
        for board in (first, second)
        for x, random_actions in ((8, 4), (4, 4), (6, 4), (7, 4), (11, 4), (8, 8))
    ]


def test_contradicting_strengths_add_third_strength(tmp_path):
    point = Point("byg2", 2)
    question = replace(QUESTIONS["byg"], points=(point,), visits=(1, 2))
    results = study.study(question, tmp_path, float("inf"), 1)[point]
    assert strengths(question, point, results) == {1: 2, 2: 2}
    for (visits, number), row in list(results.rows.items()):
        for copy in range(30):
            other = row["measured"] | {"winner": visits - 1, "link": f"{number} {copy}"}
            key = visits, number + 10 * copy
            results.rows[key] = row | {"number": key[1], "measured": other}
    assert strengths(question, point, results) == {1: 2, 2: 2, 1024: 100}


def test_shares_contradict_if_intervals_exclude_one_half():
    assert contradict(Share(90, 100), Share(10, 100)) and contradict(Share(1, 100), Share(99, 100))
    assert not contradict(Share(90, 100), Share(52, 100))
    assert not contradict(Share(90, 100), Share(99, 100))
    assert not contradict(Share(3, 4), Share(0, 4))
