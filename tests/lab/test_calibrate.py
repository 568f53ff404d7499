"""The calibration of levels: chosen from candidates of given strength, and measured."""

import json
from itertools import pairwise

import pytest

from greylox_web.engine.tuning import level_settings
from greylox_web.rules import GAMES, new_game
from lab import calibrate
from lab.book import book_path
from lab.calibrate import CANDIDATES, Candidate, find_ladder, parse_candidate
from lab.match import Player
from lab.openings import book_openings


def strength(level: Candidate) -> float:
    """Return the Elo of a candidate in a made-up game."""
    return 60.0 * CANDIDATES.index(level.with_level(0))


def expected(strong: Candidate, weak: Candidate) -> float:
    return 1 / (1 + 10 ** ((strength(weak) - strength(strong)) / 400))


class FakeMatchLog:
    """A match log that scores exactly as the strengths predict."""

    def score(
        self, strong: Candidate, weak: Candidate, all_games: bool = False
    ) -> tuple[float, int]:
        return 1000 * expected(strong, weak), 1000


@pytest.mark.parametrize("aim", [0.65, 0.75])
def test_levels_are_about_the_aim_apart(aim):
    ladder = find_ladder(FakeMatchLog(), 3.0, aim, 10)
    assert len(ladder) == 10 and ladder[0] == Candidate(1, 3.0)
    for below, level in pairwise(ladder):
        assert abs(expected(level, below) - aim) < 0.05


def test_it_ends_at_the_strongest_candidate():
    ladder = find_ladder(FakeMatchLog(), 0.2, 0.75, 30)
    assert ladder[-1] == CANDIDATES[-1] and len(ladder) < 10


def test_given_ladder_is_measured_and_resumes_log(tmp_path, monkeypatch, capsys):
    log = tmp_path / "log.jsonl"
    words = ["lab.calibrate", "brink", "--size=3", "--ladder", "6", "0.5", "v6", "--games=4"]
    monkeypatch.setattr("sys.argv", [*words, "--resume", str(log)])
    calibrate.main()
    rows = [json.loads(line) for line in log.read_text().splitlines()]
    assert len(rows) == 8
    output = capsys.readouterr().out
    assert "{1: (1, 6.0), 2: (1, 0.5), 3: (6, 0.0)}" in output
    lines = log.read_text().splitlines()
    log.write_text("\n".join(lines[:1] + lines[2:]))  # parallel games do not end in order
    calibrate.main()
    assert sorted(log.read_text().splitlines()) == sorted(lines)
    assert capsys.readouterr().out == output


def test_ladder_default_is_current_levels():
    for name in GAMES:
        game = new_game(name)
        for level, word in enumerate(calibrate.ladder_words(game), 1):
            settings, player = (
                level_settings(game, level),
                Player(parse_candidate(word).with_level(level).player_name(game)),
            )
            assert player.level(game)._replace(playouts=settings.playouts) == settings


def test_games_begin_from_the_boards_book(tmp_path):
    game = new_game("byg", 4)
    listed_openings = book_openings(game, book_path(game), 20)
    openings = calibrate.MatchLog(game, tmp_path / "log.jsonl", 40, 1).openings
    assert [openings(pair) for pair in range(20)] == [listed_openings(pair) for pair in range(20)]


def test_candidates_by_word():
    assert parse_candidate("v96") == Candidate(96, 0.0)
    assert parse_candidate("2.4") == Candidate(1, 2.4)
    assert all(isinstance(level.temperature, float) for level in CANDIDATES)


def test_first_temperature_unknown_is_rejected(monkeypatch, capsys):
    monkeypatch.setattr("sys.argv", ["lab.calibrate", "byg", "--first", "2.5"])
    with pytest.raises(SystemExit):
        calibrate.main()
    assert "invalid choice: 2.5" in capsys.readouterr().err
