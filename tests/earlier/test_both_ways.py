"""Earlier versions read this version's data, and this version reads the data of all of them."""

from __future__ import annotations

import hashlib
import json
from dataclasses import replace
from datetime import date
from pathlib import Path

import pytest

from greylox_web.features.library.collection import parse_entry, parse_game_values, write_file
from greylox_web.features.library.entry import (
    Entry,
    is_damaged,
    load_match,
    make_entry,
    read_entry,
    write_entry,
)
from greylox_web.features.mistakes.model import asked_fact, try_fact
from greylox_web.features.puzzles.progress import daily_solved, puzzle_fact
from greylox_web.formats import read
from greylox_web.formats.game_json import parse_progress
from greylox_web.match.match import Match
from greylox_web.match.tree import line_annotations, tree_from_record
from greylox_web.progress import Fact, FactLog, new_fact, read_fact
from greylox_web.rules.notation.actions import Annotation, GameRecord, Mark
from greylox_web.rules.notation.links import read_link, write_link
from greylox_web.session.last_choices import LastChoices, write_choices
from greylox_web.session.session import TAUGHT_REASON, TEACH_REASON
from tests.features.mistakes.mistake_helpers import one_mistake

from . import READER, VERSIONS, VISITS, add_shared_files, load, read_by_earlier, unpack

STORES = [load(version, visit)["stores"] for version, visit in VISITS]
ROWS: dict[str, str] = load("0.1.0", "rows")
for stores in STORES:
    ROWS |= stores["games"]
FACTS = [text for stores in STORES for text in stores["progress"].values()]
SGF = [pair for version in VERSIONS for pair in load(version, "sgf").items()]


@pytest.fixture(scope="module", params=VERSIONS)
def package(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The readers of each earlier version."""
    return unpack(request.param, "package", tmp_path_factory.mktemp("earlier"))


def test_missing_archive_file_comes_from_build_if_hash_matches(tmp_path: Path):
    earlier, build = tmp_path / "earlier", tmp_path / "build"
    sums = hashlib.sha256(b"Pyodide").hexdigest()
    for site, name in ((earlier, "old/a.wasm"), (build, "a.wasm")):
        site.mkdir()
        (site / "SHA256SUMS").write_text(f"{sums}  {name}\n")
    (build / "a.wasm").write_bytes(b"Pyodide")
    add_shared_files(earlier, build)
    assert (earlier / "old/a.wasm").read_bytes() == b"Pyodide"
    (earlier / "old/a.wasm").unlink()
    (build / "a.wasm").write_bytes(b"changed, but not in the list")
    with pytest.raises(LookupError, match=r"no longer has old/a\.wasm"):
        add_shared_files(earlier, build)
    (build / "SHA256SUMS").write_text("")
    with pytest.raises(LookupError, match="--whole"):
        add_shared_files(earlier, build)


@pytest.mark.parametrize("key", ROWS)
def test_a_row_of_any_schema_is_read_whole(key: str):
    value = json.loads(ROWS[key])
    entry = read_entry(ROWS[key])
    session = load_match(entry)
    assert (entry.link, entry.name, entry.opponent) == (
        value["link"],
        value["name"],
        value["opponent"],
    )
    for key in value.keys() & {"flagged", "helped", "opening", "mover", "result", "turns"}:
        assert getattr(entry, key) == value[key]
    assert list(entry.seats) == value["seats"]
    assert [*entry.terms] == value.get("terms", [0, 0, True])
    file = json.loads(value["tree"])
    assert dict(session.source) == file["meta"]
    assert entry.created[:19] == value["created"][:19]
    tree, leaf = session.tree, session.leaf
    record = GameRecord(
        tree.game, tree.actions(leaf), tree.setup, resigned=tree.nodes[leaf].resigned
    )
    assert write_link(record) == value["link"]
    comments = [node.get("comment", "") for node in file["nodes"]]
    assert sorted(comments) == sorted(node.comment for node in tree.nodes)
    marks = [len(node.get("marks", ())) for node in file["nodes"]]
    assert sorted(marks) == sorted(len(node.marks) for node in tree.nodes)


def test_current_row_is_read_by_previous_version(package: Path):
    entries = [read_entry(text) for text in ROWS.values()]
    reloaded = [make_entry(load_match(entry), entry.id, entry) for entry in entries]
    texts = [("row", write_entry(entry)) for entry in (*entries, *reloaded)]
    links = [entry.link for entry in (*entries, *reloaded)]
    assert read_by_earlier(package, texts) == links


def test_previous_version_reports_row_with_extra_key(package: Path):
    more = json.dumps({**json.loads(ROWS["going-6"]), "more": 1})
    assert read_by_earlier(package, [("row", more), ("row", ROWS["going-6"])]) == [
        None,
        "1/brink3-x2/ma1c2/c6j",
    ]


SWAPPED = ("1/brink3-x2-p/ma1-sb2", "1/brink5-d-x2-p/ma1", "1/multiplicity3-f-p/mb2-sc3/v1b3")


def swap_entries() -> list[Entry]:
    """Entries of games with the option that versions before schema 7 do not know."""
    records = (read_link(link).record for link in SWAPPED)
    matches = [Match(*tree_from_record(record)) for record in records if record]
    return [make_entry(match, f"swap-{number}") for number, match in enumerate(matches)]


def test_row_with_unknown_option_is_left_to_newer_version(package: Path):
    texts = [("row", write_entry(entry)) for entry in swap_entries()]
    assert read_by_earlier(package, texts) == ["newer"] * len(SWAPPED)


def test_unknown_option_in_file_fact_and_choices_is_harmless(package: Path):
    """The file names a fault, the fact counts, and only that game's last choice is forgotten."""
    entries = swap_entries()
    files = [("text", json.dumps(game)) for game in json.loads(write_file(entries))["games"]]
    results = read_by_earlier(package, files)
    assert all(result and "-p" in result for result in results)
    payload = {"game": "brink", "spec": entries[0].spec, "colour": 0, "level": 3, "score": 2}
    fact = new_fact("game", None, **payload, unrated="board")
    choices = LastChoices({"brink": "brink5-x3-p", "lox": "lox9"})
    texts = [("fact", fact.text), ("choices", write_choices(choices))]
    assert read_by_earlier(package, texts) == ["game", "lox9"]


def arrow_entry() -> Entry:
    """An entry with what versions before schema 8 would lose: an arrow, and a link's comment."""
    record = read_link("1/brink3-x2/ma1c2").record
    assert record
    annotations = (Annotation(1, "Why?", (Mark("circle", 1), Mark("arrow", 0, end=1))),)
    return make_entry(Match(*tree_from_record(replace(record, annotations=annotations))), "arrow")


def test_row_with_arrows_is_left_to_newer_version_but_files_and_links_are_read(package: Path):
    entry = arrow_entry()
    tree = load_match(entry).tree
    assert read_by_earlier(package, [("row", write_entry(entry))]) == ["newer"]
    record = GameRecord(tree.game, tree.actions(2), annotations=line_annotations(tree, 2))
    file = json.dumps(json.loads(write_file([entry]))["games"][0])
    file_error, link_error = read_by_earlier(
        package, [("text", file), ("text", write_link(record))]
    )
    assert file_error is None
    assert link_error is None or "no part" in link_error, "the first versions show the game with it"


@pytest.mark.parametrize("reason", [TEACH_REASON, TAUGHT_REASON])
def test_new_reason_of_an_unrated_game_is_accepted(package: Path, reason: str):
    entry = read_entry(ROWS["going-6"])
    taught = make_entry(replace(load_match(entry), unrated_reason=reason), entry.id, entry)
    payload = {"game": "brink", "spec": entry.spec, "colour": 0, "level": 3, "score": 2}
    fact = new_fact("game", None, **payload, unrated=reason)
    texts = [("row", write_entry(taught)), ("fact", fact.text)]
    assert taught.helped == reason
    assert read_by_earlier(package, texts) == [entry.link, "game"]


def test_next_version_reader_reads_current_rows():
    entry = swap_entries()[0]
    newer = json.dumps({**json.loads(ROWS["going-6"]), "schema": 99})
    choices = write_choices(LastChoices({"brink": "brink5-x3-p", "lox": "lox9"}))
    texts = [("row", text) for text in (ROWS["going-6"], "rubbish", write_entry(entry), newer)]
    texts += [("fact", FACTS[0]), ("choices", choices)]
    assert read_by_earlier(Path(__file__).parents[2], texts, READER) == [
        "1/brink3-x2/ma1c2/c6j",
        None,
        entry.link,
        "newer",
        json.loads(FACTS[0])["kind"],
        "brink5-x3-p lox9",
    ]


@pytest.mark.parametrize("text", FACTS)
def test_a_fact_is_read_and_stays_as_it_was(text: str):
    assert json.loads(read_fact(text).text) == json.loads(text)


def test_new_fact_kind_is_kept_by_previous_version(package: Path):
    facts = [
        daily_solved("lox-1", date(2026, 11, 30)),
        puzzle_fact("lox-1", 1500, right=False, day=date(2026, 11, 30)),
    ]
    assert read_by_earlier(package, [("fact", fact.text) for fact in facts]) == ["daily", "puzzle"]


def mistake_facts() -> list[Fact]:
    """A fact of each kind about mistakes."""
    return [
        one_mistake(),
        try_fact("some-position", found=True),
        asked_fact("some-position", asked=False),
        new_fact("game-deleted", match="abc", deleted=True),
    ]


def test_facts_about_mistakes_are_kept_by_previous_version(package: Path):
    facts = mistake_facts()
    kinds = ["mistake", "mistake-try", "mistake-asked", "game-deleted"]
    assert read_by_earlier(package, [("fact", fact.text) for fact in facts]) == kinds
    assert [fact.kind for fact in map(read_fact, (fact.text for fact in facts))] == kinds


FILE_WRITER = """
import json, sys
try:
    from greylox_web.progress import parse_facts, to_json_values
except ImportError:  # up to 0.2.0
    from greylox_web.app.progress.facts import facts_in as parse_facts, values_of as to_json_values
values = [json.loads(text) for _, text in json.load(sys.stdin)]
print(json.dumps([json.dumps(one) for one in to_json_values(parse_facts({"progress": values}))]))
"""
"""Reads facts as those of a file, and writes them to another one."""


def test_previous_version_loses_no_fact_about_mistakes(package: Path, tmp_path: Path):
    writer, facts = tmp_path / "writer.py", [*map(read_fact, FACTS), *mistake_facts()]
    writer.write_text(FILE_WRITER, "utf-8")
    written = read_by_earlier(package, [("fact", fact.text) for fact in facts], writer)
    assert FactLog(map(read_fact, written)) == FactLog(facts)


@pytest.mark.parametrize("version", VERSIONS)
def test_a_file_of_all_games_brings_every_game_and_fact(version: str):
    text = json.dumps(load(version, "library"))
    stores = load(version, "desktop")["stores"]
    entries = {entry.id: entry for entry in map(parse_entry, parse_game_values(text))}
    assert entries.keys() == stores["games"].keys()
    assert not any(is_damaged(write_entry(entry)) for entry in entries.values())
    assert len(parse_progress(text)) == len(stores["progress"])


def test_current_file_is_read_by_previous_version(package: Path):
    entries = [read_entry(text) for stores in STORES for text in stores["games"].values()]
    games = json.loads(write_file(entries, FactLog(map(read_fact, FACTS))))["games"]
    texts = [("text", json.dumps(game)) for game in games]
    assert read_by_earlier(package, texts) == [None] * len(games)


@pytest.mark.parametrize(("link", "text"), SGF)
def test_an_sgf_of_an_earlier_version_is_read(link: str, text: str):
    imported = read(text)
    assert imported.tree is not None and imported.error is None
    tree, leaf = imported.tree, imported.leaf
    resigned = tree.nodes[leaf].resigned
    assert (
        write_link(GameRecord(tree.game, tree.actions(leaf), tree.setup, resigned=resigned)) == link
    )
