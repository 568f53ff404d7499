"""Matches against plain search on several boards: a book that is too short is told first."""

import pytest

from lab import strength


def test_a_book_that_is_too_short_is_told_before_the_first_game(monkeypatch, capsys):
    monkeypatch.setattr(strength.Meeting, "play", lambda *_: pytest.fail("a game was begun"))
    monkeypatch.setattr("sys.argv", ["lab.strength", "greylox3", "byg4", "--pairs", "21"])
    with pytest.raises(SystemExit):
        strength.main()
    assert "only 20 openings" in capsys.readouterr().err
