"""Matches against plain search on several boards; a short book is reported first."""

from random import Random

import pytest

from greylox_web.rules import new_game
from lab import strength


def test_short_book_reports_error_before_first_game(monkeypatch, capsys):
    monkeypatch.setattr(strength.BoardMatch, "play", lambda *_: pytest.fail("a game was begun"))
    monkeypatch.setattr("sys.argv", ["lab.strength", "greylox3", "byg4", "--pairs", "21"])
    with pytest.raises(SystemExit):
        strength.main()
    assert "only 20 openings" in capsys.readouterr().err


def test_opponent_is_plain_search_or_engine_with_share():
    def names(against, native_seconds=1.0):
        game = new_game("greylox")
        return strength.BoardMatch(game, 1, 3.0, against, native_seconds, None, 0.97).names

    assert names(None) == ("visits:+16980,exact=1", "native:100000")
    assert names(None, 10.0)[1] == "native:1000000,nodes=60000000"
    assert names(0.3) == ("visits:+16980,exact=1", "visits:+1698,exact=1")


def test_visits_per_second_depend_on_board():
    games = new_game("brink"), new_game("brink", 5, {"x": 8}), new_game("byg", 4)
    players = [strength.engine_player(game, 1.0) for game in games]
    assert players == ["visits:+3980,exact=1", "visits:+3310,exact=1", "visits:+9232,exact=1,far=1"]


def test_sequential_test_decides_by_openings_won_with_both_colours():
    won, shared, lost = 2.0, 1.0, 0.0
    assert strength.sequential_decision([won] * 7 + [shared] * 9) is None
    assert strength.sequential_decision([won] * 8) is True
    assert strength.sequential_decision([lost] * 4) is None
    assert strength.sequential_decision([lost] * 5) is False
    assert strength.sequential_decision([won] * 8 + [lost]) is None


def test_sequential_test_errs_in_one_of_twenty():
    random = Random(1)

    def decision(share):
        openings = []
        while (decided := strength.sequential_decision(openings)) is None:
            openings.append(2.0 if random.random() < share else 0.0)
        return decided

    assert sum(decision(0.75) for _ in range(2000)) >= 0.94 * 2000
    assert sum(decision(0.5) for _ in range(2000)) <= 0.06 * 2000
