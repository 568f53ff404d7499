"""What is shown about many games, compared with slow counts of the same games."""

from collections import Counter
from itertools import pairwise
from random import Random

import pytest

from greylox_web.measure.games import measure_game
from greylox_web.measure.report import (
    MAX_LEADS,
    MAX_POINTS,
    final_scores,
    make_report,
    named_stones,
    settling,
    verdict,
)
from greylox_web.measure.rows import Row
from greylox_web.measure.summary import POINTS, Share, first_share
from greylox_web.rules import GAMES, new_game
from greylox_web.rules.notation.actions import GameRecord
from greylox_web.rules.play import random_game


@pytest.fixture(scope="module", params=[("brink", 3), ("byg", 3), ("lox", 5)], ids=lambda it: it[0])
def rows(request):
    """Rows of random games on a small board, some of them twice, and not in order."""
    random = Random(7)
    game = new_game(*request.param)
    played = []
    for number in range(150):
        if number % 5 == 4:
            measured = played[random.randrange(number)]["measured"]
        else:
            measured = measure_game(GameRecord(game, tuple(random_game(game, random))))
        lowest = None if measured["winner"] is None else random.randrange(100)
        played.append(Row(number=number, visits=8, lowest=lowest, measured=measured))
    random.shuffle(played)
    return played


def test_the_figures_are_counted_game_by_game(rows):
    report = make_report(rows, {})
    changes = Counter(min(row["measured"]["leads"], MAX_LEADS) for row in rows)
    assert {n: count for n, count in enumerate(report.leads) if count} == changes
    assert report.lengths[0] == sorted(row["measured"]["actions"] for row in rows)[0]
    assert report.lengths[1] == sorted(row["measured"]["actions"] for row in rows)[-1]
    assert sum(games for _, _, games in report.endings) == len(rows)
    for winner, how, games in report.endings:
        assert games == sum(
            (row["measured"]["winner"], row["measured"]["how"]) == (winner, how) for row in rows
        )
    for first, share in report.first_stones.items():
        points = [
            POINTS[row["measured"]["winner"]] for row in rows if row["measured"]["first"] == first
        ]
        assert (share.points, share.games) == (sum(points), len(points))
    named = named_stones(report.first_stones)
    values = [report.first_stones[it].points / report.first_stones[it].games for it in named]
    assert values == sorted(values, reverse=True)


def test_the_curve_is_the_share_of_the_first_games(rows):
    ordered = sorted(rows, key=lambda row: row["number"])
    curve = make_report(rows, {}).settling
    assert len(curve) == MAX_POINTS
    assert curve[-1].games == len(rows)
    assert all(one.games < two.games for one, two in pairwise(curve))
    for games, share, low, high in curve:
        slow = first_share(ordered[:games])
        assert share == pytest.approx(slow.points / slow.games)
        assert (low, high) == pytest.approx(slow.interval)
    assert [point.games for point in settling(ordered[:3])] == [1, 2, 3]


def test_notable_games_are_the_extremes(rows):
    scores = {
        row["measured"]["link"]: pair
        for row in rows
        if (pair := final_scores(row["measured"]["link"])) is not None
    }
    report = make_report(rows, scores)
    notable = {it.kind: it for it in report.notable}
    decided = [row["lowest"] for row in rows if row["lowest"] is not None]
    assert notable["way-back"].value == min(decided)
    assert notable["way-back"].row["lowest"] == min(decided)
    if scores:
        assert notable["closest"].value == min(abs(one - two) for one, two in scores.values())
    shortest, longest = report.lengths
    if shortest < longest:
        assert notable["shortest"].row["measured"]["actions"] == shortest
        assert notable["longest"].row["measured"]["actions"] == longest
    else:
        assert "shortest" not in notable


@pytest.mark.parametrize("name", GAMES)
def test_final_scores_are_those_of_the_last_position(name):
    game = new_game(name, 5 if name == "lox" else 3)
    record = GameRecord(game, tuple(random_game(game, Random(1))))
    measures = measure_game(record)
    state = game.start()
    for action in record.actions:
        state = game.play(state, action)
    expected = game.score(state, 0), game.score(state, 1)
    is_scored = measures["how"] != "connection"
    assert final_scores(measures["link"]) == (expected if is_scored else None)
    assert final_scores(measures["link"][:-6]) is None
    assert final_scores("") is None


@pytest.mark.parametrize(
    ("points", "games", "expected"),
    [
        (0, 0, "none"),
        (10, 20, "unclear"),
        (500, 1000, "even"),
        (580, 1000, "even"),
        (640, 1000, "first"),
        (360, 1000, "second"),
        (910, 1000, "first-far"),
        (90, 1000, "second-far"),
        (10, 10, "first"),
        (100, 100, "first-far"),
    ],
)
def test_a_verdict_needs_an_interval_that_allows_it(points, games, expected):
    assert verdict(Share(points, games)) == expected
