"""The puzzle files as the page fetches them, and the list of daily puzzles."""

from __future__ import annotations

import json
from datetime import date, timedelta
from hashlib import sha256

import pytest

from greylox_web.features.puzzles.puzzle_set import parse_daily_list, parse_puzzles
from greylox_web.features.puzzles.selection import FIRST_DAY, daily_puzzle_name
from greylox_web.progress import FactLog
from greylox_web.rules import GAMES
from greylox_web.schema import SchemaError
from lab.puzzles.daily import append, extend_list
from tests.features.puzzles.shipped_puzzles import SITE, daily_list, puzzles_of
from tools import ROOT

FROZEN = 340
FROZEN_HASH = "239899341e0abd3e"


def test_each_game_has_enough_on_several_boards():
    for game in GAMES:
        assert len(puzzles_of(game)) >= 60
        assert len({row.link.split("/")[1] for row in puzzles_of(game).values()}) > 2
        assert all(name == row.name for name, row in puzzles_of(game).items())


def test_strengths_are_spread():
    strengths = sorted(row.strength for game in GAMES for row in puzzles_of(game).values())
    assert 1000 <= strengths[0] < 1150 and 1900 < strengths[-1] <= 2300


def test_the_beginning_of_the_list_of_days_never_changes():
    """A change here would change the puzzles of past days: only append to the list."""
    text = "".join(f"{name}\n" for name in daily_list()[:FROZEN])
    assert sha256(text.encode()).hexdigest()[:16] == FROZEN_HASH


def test_every_day_has_an_existing_puzzle():
    for after in range(-3, len(daily_list()) + 3):
        name = daily_puzzle_name(FIRST_DAY + timedelta(after), daily_list(), FactLog())
        assert name in puzzles_of(name.partition("-")[0])
    assert daily_puzzle_name(date(2026, 11, 16), daily_list(), FactLog()) == "greylox-52"
    assert len({*daily_list()}) == len(daily_list())


def test_days_are_only_ever_added(tmp_path):
    counts = {"lox": 2, "byg": 1}
    first = extend_list([], counts)
    assert sorted(first) == ["byg-1", "lox-1", "lox-2"]
    more = extend_list(first, {"lox": 3, "byg": 3})
    assert more[:3] == first and len(more) == 6
    assert append(tmp_path, counts) == 3 and append(tmp_path, counts) == 3
    assert (tmp_path / "daily.txt").read_text().split() == first
    assert extend_list(daily_list(), {game: len(puzzles_of(game)) for game in GAMES}) == [
        *daily_list()
    ], "python3 -m lab.puzzles daily has not been run"


@pytest.mark.parametrize(
    "change",
    [
        {"link": 5},
        {"value": "loss"},
        {"lost": {"a1": 5}},
        {"drawn": []},
        {"grade": 0},
        {"grade": "1"},
        {"nodes": 0},
        {"more": 1},
    ],
)
def test_a_damaged_file_is_refused(change):
    rows = json.loads(SITE["puzzles/lox.json"])
    with pytest.raises(SchemaError):
        parse_puzzles(json.dumps([*rows, {**rows[0], **change}]), "lox")
    for text in (None, "", "{}", "[1]", '["lox-0"]', '["Lox-1"]', "<html>"):
        with pytest.raises(SchemaError):
            parse_puzzles(text, "lox")
        with pytest.raises(SchemaError):
            parse_daily_list(text)


def test_build_data_is_not_shipped():
    sizes = {path: len(data) for path, data in SITE.items()}
    assert max(sizes.values()) < 64_000, sizes
    assert not any(b'"net"' in data or b'"number"' in data for data in SITE.values())
    assert (ROOT / "lab/puzzles/daily.txt").read_text().split() == [*daily_list()]
