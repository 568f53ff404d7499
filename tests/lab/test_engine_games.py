"""Whole games at real levels: the command resumes and reports faults."""

import json

import pytest

from lab import engine_games, soundness
from lab.engine_games import GameResult


@pytest.fixture
def played(monkeypatch):
    """Record the games that the command plays; the second one has a fault."""
    requests = []

    def play(name, options, size, levels, make):
        requests.append((name, options, size, levels))
        return GameResult("1/greylox3/m", "given up" if len(requests) == 2 else "")

    monkeypatch.setattr(engine_games, "play_whole_game", play)
    return requests


def run(monkeypatch, *words):
    monkeypatch.setattr("sys.argv", ["lab.engine_games", *words])
    return engine_games.main()


def test_run_resumes_from_log_and_keeps_fault(played, monkeypatch, tmp_path, capsys):
    log = tmp_path / "log.jsonl"
    assert run(monkeypatch, "--games", "1", "--resume", str(log)) == 0
    assert run(monkeypatch, "--games", "24", "--resume", str(log)) == 1
    assert run(monkeypatch, "--games", "24", "--resume", str(log)) == 1
    assert len(played) == 24
    assert [json.loads(line)["number"] for line in log.read_text().splitlines()] == [*range(24)]
    assert "24 games, 1 with a fault" in capsys.readouterr().out
    assert len({level for *_, levels in played for level in levels}) > 7
    assert {name for name, *_ in played} == set(engine_games.GAMES)


def test_another_seed_is_another_set_of_games(played, monkeypatch, tmp_path):
    log = str(tmp_path / "log.jsonl")
    run(monkeypatch, "--games", "15", "--resume", log)
    run(monkeypatch, "--games", "15", "--resume", log, "--seed", "2")
    assert len(played) == 30 and played[:15] != played[15:]


def test_the_figures_tell_each_game(monkeypatch, tmp_path):
    file = tmp_path / "soundness.md"
    file.write_text("<!-- games -->\n<!-- /games -->\n")
    monkeypatch.setattr(soundness.replace_section, "__defaults__", (file,))
    links = ["1/byg3/ma1", "1/byg3/mb1", "1/lox5/ma1b2"]
    games = iter(GameResult(link, "") for link in links)
    monkeypatch.setattr(engine_games, "play_whole_game", lambda *_: next(games))
    assert run(monkeypatch, "--games", "3", "--write") == 0
    text = file.read_text()
    assert "3 games of 4 actions, 0 with a fault." in text
    assert "| byg | 2 | 1 | 2 |" in text and "| greylox | 0 | 0 | 0 |" in text
