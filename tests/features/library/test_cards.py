"""What the card of a game from a file shows: where it ended, and what its source says of it."""

from dataclasses import replace
from types import SimpleNamespace

import pytest

from greylox_web.features.library.cards import details, end_of
from greylox_web.features.library.collection import games_in, read_one
from greylox_web.features.library.source import BETWEEN, MOST_NAME, day_of, players
from greylox_web.rules.notation.links import read_link
from greylox_web.words import tongue


def imported(properties):
    """The entry of a small game in an SGF with these properties."""
    [value] = games_in(f"(;GG[brink:3-x2]{properties};B[a1];W[b2])")
    return read_one(value)


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
    assert day_of({"date": date}) == shown


def test_of_a_link_to_another_game_the_file_says_where_the_game_ended():
    entry = imported("")
    for link in "1/brink3-x3/mc3b2", "1/brink3-x2/mc3", entry.link:
        assert end_of(replace(entry, link=link)).state == read_link(entry.link).states[-1]


def test_each_of_two_long_names_has_half_the_room():
    room = (MOST_NAME - len(BETWEEN)) // 2
    both = players({"first": "a" * MOST_NAME, "second": "b" * MOST_NAME})
    assert both == "a" * room + BETWEEN + "b" * room and len(both) >= MOST_NAME - 1


def test_of_a_game_that_cannot_be_read_no_result_is_shown():
    entry = imported("PC[Hall]RE[Void]")
    assert details(entry) == ["Hall", "Void"]
    damaged = replace(entry, tree=entry.tree.replace('"b2"', '"a1"'))
    assert damaged.tree != entry.tree and details(damaged) == ["Hall"]
