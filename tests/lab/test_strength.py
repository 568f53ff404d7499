"""Matches against plain search on several boards; a short book is reported first."""

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
    def names(against):
        return strength.BoardMatch(new_game("greylox"), 1, 3.0, against, None, 0.97).names

    assert names(None) == ("visits:+16980,exact=1", "native:100000")
    assert names(0.3) == ("visits:+16980,exact=1", "visits:+1698,exact=1")


def test_visits_per_second_depend_on_board():
    games = new_game("brink"), new_game("brink", 5, {"x": 8}), new_game("byg", 4)
    players = [strength.engine_player(game, 1.0) for game in games]
    assert players == ["visits:+3980,exact=1", "visits:+3310,exact=1", "visits:+9232,exact=1,far=1"]
