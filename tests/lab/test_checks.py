"""A study is valid for the current networks, or a check with them confirms it."""

from dataclasses import replace

import pytest

from greylox_web.measure.rows import parse_header
from lab import study
from lab.studies import checks
from lab.studies.questions import QUESTIONS, Point

MAIN = Point("byg2", 8, is_main=True)
QUESTION = replace(
    QUESTIONS["byg"], points=(MAIN, Point("byg2", 4, random_actions=0)), visits=(1, 2), labels={}
)


@pytest.mark.parametrize("name", QUESTIONS)
def test_every_study_has_current_network_or_check(name):
    folder = study.FOLDER / name
    results = study.load_question_results(QUESTIONS[name], folder)
    assert results, "no games"
    assert any(point.is_main for point in results)
    assert checks.unconfirmed(QUESTIONS[name], results, folder) == []


def test_new_network_needs_check_to_confirm_study(tmp_path, monkeypatch):
    monkeypatch.setattr(checks, "GAMES", 6)
    results = study.study(QUESTION, tmp_path, float("inf"), 1)
    assert checks.unconfirmed(QUESTION, results, tmp_path) == []
    for path in tmp_path.glob("*.jsonl"):  # an earlier network played these games
        first, games_text = path.read_text().split("\n", 1)
        path.write_text(first.replace(parse_header(first).network, "0000abcd") + "\n" + games_text)
    results = study.load_question_results(QUESTION, tmp_path)
    assert checks.unconfirmed(QUESTION, results, tmp_path) == [MAIN.name], (
        "the other is no main point"
    )
    checks.check(QUESTION, results, tmp_path, 1)
    [games] = (tmp_path / "checks").iterdir()
    assert len(games.read_text().splitlines()) == 7
    monkeypatch.setattr(checks, "is_within_interval", lambda sample, whole: True)
    assert checks.unconfirmed(QUESTION, results, tmp_path) == []
    monkeypatch.setattr(checks, "is_within_interval", lambda sample, whole: False)
    assert checks.unconfirmed(QUESTION, results, tmp_path) == [MAIN.name]
    monkeypatch.undo()
    assert checks.unconfirmed(QUESTION, results, tmp_path) == [MAIN.name], "96 games are needed"
    text = games.read_text()
    games.write_text(text.replace(parse_header(text.split("\n")[0]).network, "1111abcd"))
    monkeypatch.setattr(checks, "GAMES", 6)
    monkeypatch.setattr(checks, "is_within_interval", lambda sample, whole: True)
    assert checks.unconfirmed(QUESTION, results, tmp_path) == [MAIN.name], (
        "a check by a third network"
    )
    checks.check(QUESTION, results, tmp_path, 1)
    assert checks.unconfirmed(QUESTION, results, tmp_path) == []


def test_a_sample_lies_within_the_studys_interval(tmp_path):
    results = study.study(QUESTION, tmp_path, float("inf"), 1)
    whole = checks.summary_at(results[MAIN], 2)
    low, high = whole.first.interval
    for share, holds in ((low, True), (high, True), (low - 0.01, False), (high + 0.01, False)):
        sample = whole._replace(first=whole.first._replace(points=share * 1000, games=1000))
        assert checks.is_within_interval(sample, whole) is holds
