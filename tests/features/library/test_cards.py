"""What the card of a game from a file shows: where it ended, and what its source says of it."""

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
from greylox_web.words import tongue


def imported(properties):
    """The entry of a small game in an SGF with these properties."""
    [value] = parse_game_values(f"(;GG[brink:3-x2]{properties};B[a1];W[b2])")
    return parse_entry(value)


@pytest.mark.parametrize(
    ("properties", "shown"),
    [
        ("EV[Cup]PC[Hall]DT[2026-11-22]RE[?]", ["Hall", "2026-11-22"]),
        ("GN[Mine]EV[Cup]PC[Mine]", ["Cup"]),
        ("EV[Cup]DT[20261122]", ["20261122"]),
        ("DT[2026-11]RE[Void]", ["Void", "2026-11"]),
        ("PC[Hall]RE[0-0]", ["Hall", "0-0"]),
        ("RE[W+3.5]", []),
    ],
)
def test_a_card_shows_what_its_name_and_its_result_do_not_say(properties, shown):
    assert details(imported(properties)) == shown


@pytest.mark.parametrize(
    ("date", "shown"),
    [
        ("2026-11-22", "on 2026-11-22"),
        ("20261122", "20261122"),
        ("2026-W47-7", "2026-W47-7"),
        ("May", "May"),
    ],
)
def test_only_what_is_written_as_a_day_is_shown_as_the_language_writes_days(
    monkeypatch, date, shown
):
    monkeypatch.setattr(tongue, "formats", SimpleNamespace(day=lambda iso: f"on {iso}"))
    assert format_day({"date": date}) == shown


def test_of_a_link_to_another_game_the_file_says_where_the_game_ended():
    entry = imported("")
    for link in "1/brink3-x3/mc3b2", "1/brink3-x2/mc3", entry.link:
        assert get_end(replace(entry, link=link)).state == read_link(entry.link).states[-1]


def test_each_of_two_long_names_has_half_the_room():
    room = (MAX_NAME_LENGTH - len(SEPARATOR)) // 2
    both = format_players({"first": "a" * MAX_NAME_LENGTH, "second": "b" * MAX_NAME_LENGTH})
    assert both == "a" * room + SEPARATOR + "b" * room and len(both) >= MAX_NAME_LENGTH - 1


def test_of_a_game_that_cannot_be_read_no_result_is_shown():
    entry = imported("PC[Hall]RE[Void]")
    assert details(entry) == ["Hall", "Void"]
    damaged = replace(entry, tree=entry.tree.replace('"b2"', '"a1"'))
    assert damaged.tree != entry.tree and details(damaged) == ["Hall"]
