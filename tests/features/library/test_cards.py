"""The card of a game from a file: its end, and the metadata of its source."""

from dataclasses import replace
from types import SimpleNamespace

import pytest

from greylox_web.features.library.cards import details, get_end
from greylox_web.features.library.collection import parse_entry, parse_game_values
from greylox_web.features.library.source import (
    MAX_NAME_LENGTH,
    SEPARATOR,
    format_day,
    format_players,
)
from greylox_web.rules.notation.links import read_link
from greylox_web.words import locale_format


def imported(properties):
    """The entry of a small game, imported from an SGF with these properties."""
    [value] = parse_game_values(f"(;GG[brink:3-x2]{properties};B[a1];W[b2])")
    return parse_entry(value)


@pytest.mark.parametrize(
    ("properties", "expected"),
    [
        ("EV[Cup]PC[Hall]DT[2026-11-22]RE[?]", ["Hall", "2026-11-22"]),
        ("GN[Mine]EV[Cup]PC[Mine]", ["Cup"]),
        ("EV[Cup]DT[20261122]", ["20261122"]),
        ("DT[2026-11]RE[Void]", ["Void", "2026-11"]),
        ("PC[Hall]RE[0-0]", ["Hall", "0-0"]),
        ("RE[W+3.5]", []),
    ],
)
def test_card_details_omit_the_title_and_known_results(properties, expected):
    assert details(imported(properties)) == expected


@pytest.mark.parametrize(
    ("date", "expected"),
    [
        ("2026-11-22", "on 2026-11-22"),
        ("20261122", "20261122"),
        ("2026-W47-7", "2026-W47-7"),
        ("May", "May"),
    ],
)
def test_only_iso_days_are_formatted_as_dates(monkeypatch, date, expected):
    monkeypatch.setattr(locale_format, "formats", SimpleNamespace(day=lambda iso: f"on {iso}"))
    assert format_day({"date": date}) == expected


def test_end_comes_from_the_file_when_the_link_differs():
    entry = imported("")
    for link in "1/brink3-x3/mc3b2", "1/brink3-x2/mc3", entry.link:
        assert get_end(replace(entry, link=link)).state == read_link(entry.link).states[-1]


def test_two_long_names_share_the_length_limit():
    limit = (MAX_NAME_LENGTH - len(SEPARATOR)) // 2
    both = format_players({"first": "a" * MAX_NAME_LENGTH, "second": "b" * MAX_NAME_LENGTH})
    assert both == "a" * limit + SEPARATOR + "b" * limit and len(both) >= MAX_NAME_LENGTH - 1


def test_unreadable_game_shows_no_result():
    entry = imported("PC[Hall]RE[Void]")
    assert details(entry) == ["Hall", "Void"]
    damaged = replace(entry, tree=entry.tree.replace('"b2"', '"a1"'))
    assert damaged.tree != entry.tree and details(damaged) == ["Hall"]
