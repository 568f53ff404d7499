"""Matches against plain search on several boards: a book that is too short is told first."""

import pytest

from greylox_web.rules import new_game
from lab import strength


def test_a_book_that_is_too_short_is_told_before_the_first_game(monkeypatch, capsys):
    monkeypatch.setattr(strength.BoardMatch, "play", lambda *_: pytest.fail("a game was begun"))
    monkeypatch.setattr("sys.argv", ["lab.strength", "greylox3", "byg4", "--pairs", "21"])
    with pytest.raises(SystemExit):
        strength.main()
    assert "only 20 openings" in capsys.readouterr().err


def test_the_opponent_is_plain_search_or_the_engine_with_another_share_of_its_second():
    def names(against):
        return strength.BoardMatch(new_game("greylox"), 1, 3.0, against, None, 0.97).names

    assert names(None) == ("visits:+16980,exact=1", "native:100000")
    assert names(0.3) == ("visits:+16980,exact=1", "visits:+1698,exact=1")


def test_a_second_buys_more_on_small_boards_and_less_where_there_are_more_random_games():
    games = new_game("brink"), new_game("brink", 5, {"x": 8}), new_game("byg", 4)
    told = [strength.engine_player(game, 1.0) for game in games]
    assert told == ["visits:+3980,exact=1", "visits:+3310,exact=1", "visits:+9232,exact=1,far=1"]
