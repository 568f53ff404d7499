"""Version 0.1.0 reads what this one stores, and this one reads what all before it stored."""

from __future__ import annotations

import json
from datetime import date
from pathlib import Path

import pytest

from greylox_web.app.formats import read
from greylox_web.app.formats.json_library import progress_of
from greylox_web.app.library.collection import games_in, read_one, write_file
from greylox_web.app.library.entry import (
    entry_of,
    is_damaged,
    read_entry,
    session_of,
    write_entry,
)
from greylox_web.app.progress.facts import Facts, read_fact
from greylox_web.app.progress.puzzles import daily_solved, puzzle_met
from greylox_web.rules.notation.actions import Record
from greylox_web.rules.notation.links import write_link

from . import load, read_by_earlier, unpack

ROWS = {
    **load("0.1.0", "rows"),
    **load("0.1.0", "desktop")["stores"]["games"],
    **load("0.1.0", "phone")["stores"]["games"],
}
FACTS = [*load("0.1.0", "desktop")["stores"]["progress"].values()]
FACTS += load("0.1.0", "phone")["stores"]["progress"].values()


@pytest.fixture(scope="module")
def package(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The readers of version 0.1.0."""
    return unpack("0.1.0", "package", tmp_path_factory.mktemp("earlier"))


@pytest.mark.parametrize("key", ROWS)
def test_a_row_of_any_schema_is_read_whole(key: str):
    value = json.loads(ROWS[key])
    entry = read_entry(ROWS[key])
    session = session_of(entry)
    assert (entry.link, entry.name, entry.opponent) == (
        value["link"],
        value["name"],
        value["opponent"],
    )
    assert entry.created[:19] == value["created"][:19]
    tree, leaf = session.tree, session.leaf
    record = Record(tree.game, tree.actions(leaf), tree.setup, resigned=tree.nodes[leaf].resigned)
    assert write_link(record) == value["link"]
    comments = [node.get("comment", "") for node in json.loads(value["tree"])["nodes"]]
    assert sorted(comments) == sorted(node.comment for node in tree.nodes)


def test_a_row_that_is_written_now_is_read_by_the_version_before(package: Path):
    entries = [read_entry(text) for text in ROWS.values()]
    again = [entry_of(session_of(entry), entry.id, entry) for entry in entries]
    texts = [("row", write_entry(entry)) for entry in (*entries, *again)]
    links = [entry.link for entry in (*entries, *again)]
    assert read_by_earlier(package, texts) == links


def test_the_version_before_reports_a_row_with_one_key_more(package: Path):
    more = json.dumps({**json.loads(ROWS["going-6"]), "more": 1})
    assert read_by_earlier(package, [("row", more), ("row", ROWS["going-6"])]) == [
        None,
        "1/brink3-x2/ma1c2/c6j",
    ]


@pytest.mark.parametrize("text", FACTS)
def test_a_fact_is_read_and_stays_as_it_was(text: str):
    assert json.loads(read_fact(text).text) == json.loads(text)


def test_a_fact_of_a_new_kind_is_kept_by_the_version_before(package: Path):
    facts = [
        daily_solved("lox-1", date(2026, 11, 30)),
        puzzle_met("lox-1", 1500, right=False, day=date(2026, 11, 30)),
    ]
    assert read_by_earlier(package, [("fact", fact.text) for fact in facts]) == ["daily", "puzzle"]


def test_a_file_of_all_games_brings_every_game_and_fact():
    text = json.dumps(load("0.1.0", "library"))
    entries = {entry.id: entry for entry in map(read_one, games_in(text))}
    assert entries.keys() == load("0.1.0", "desktop")["stores"]["games"].keys()
    assert not any(is_damaged(write_entry(entry)) for entry in entries.values())
    assert len(progress_of(text)) == len(load("0.1.0", "desktop")["stores"]["progress"])


def test_a_file_that_is_written_now_is_read_by_the_version_before(package: Path):
    entries = [read_entry(text) for text in load("0.1.0", "desktop")["stores"]["games"].values()]
    games = json.loads(write_file(entries, Facts(map(read_fact, FACTS))))["games"]
    texts = [("text", json.dumps(game)) for game in games]
    assert read_by_earlier(package, texts) == [None] * len(games)


@pytest.mark.parametrize(("link", "text"), load("0.1.0", "sgf").items())
def test_an_sgf_of_version_0_1_is_read(link: str, text: str):
    found = read(text)
    assert found.tree is not None and found.error is None
    tree, leaf = found.tree, found.leaf
    resigned = tree.nodes[leaf].resigned
    assert write_link(Record(tree.game, tree.actions(leaf), tree.setup, resigned=resigned)) == link
