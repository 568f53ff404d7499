"""Names, date and result of an imported game: stored, shown and exported."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from greylox_web import formats
from greylox_web.features.library import collection
from greylox_web.features.library.collection import (
    parse_entry,
    parse_game_values,
    search,
    sgf_names,
    write_one,
)
from greylox_web.features.library.entry import Entry, load_match, read_entry, write_entry
from greylox_web.formats.game_json import to_json
from greylox_web.formats.import_result import ImportResult
from greylox_web.formats.sgf import write_sgf
from greylox_web.match.tree import tree_from_record
from greylox_web.rules.notation.links import read_link
from greylox_web.session.load_match import NewGame
from greylox_web.session.playing import GoToNode, Resign, StepBy
from greylox_web.session.study import Comment
from tests.earlier import read_by_earlier, unpack
from tests.page.page_simulation import SimulatedPage
from tests.page.test_my_games import Card, run_visit

SGF = "(;FF[4]GG[brink:3-x2]PB[Ada]PW[Bo]EV[City cup]PC[Ghent]DT[2019-05-04,05];B[a1];W[b2];B[c3])"
META = {
    "first": "Ada",
    "second": "Bo",
    "event": "City cup",
    "place": "Ghent",
    "date": "2019-05-04,05",
}
LINK = "1/brink3-x2/ma1b2c3"  # Black, then White; White is to move


def get_meta(entry: Entry) -> dict[str, Any]:
    """The metadata of the file in the stored row."""
    meta: dict[str, Any] = json.loads(entry.tree)["meta"]
    return meta


def make_game_value(link: str = LINK, **meta: object) -> dict[str, object]:
    """The JSON value of a game with this metadata."""
    record = read_link(link).record
    assert record is not None
    return to_json(*tree_from_record(record), meta)


def make_imported_entry(**meta: object) -> Entry:
    """The entry of an imported game with this metadata."""
    return read_entry(write_entry(parse_entry(make_game_value(**meta))))


async def import_file(page: SimulatedPage, text: str) -> None:
    """Import a file in *My games*."""
    await page.store.autosave.repository.import_games(text)


async def drop_text(page: SimulatedPage, text: str) -> None:
    """Drop a file on the page."""
    from greylox_web.features.library.import_text import import_text

    assert import_text(page.store, text) == ""
    await page.run_until_idle()


@pytest.mark.parametrize("load", [import_file, drop_text])
def test_names_date_and_event_survive_all_operations(load):
    async def scenario(page: SimulatedPage) -> None:
        await load(page, SGF)
        [entry] = page.database.entries
        store, autosave = page.store.autosave.repository, page.store.autosave

        def keeps_meta(entries: list[Entry]) -> bool:
            return all(META.items() <= get_meta(entry).items() for entry in entries)

        card = " / ".join(Card(entry).words)
        for text in ("City cup", "Ada – Bo", "Ghent", "2019-05-04,05"):
            assert text in card
            assert search([entry], text) == [entry]
        assert await autosave.open(entry.id)
        page.do(GoToNode(1), Comment("Why?"))
        await page.run_until_idle()
        page.do(NewGame("lox", 5))
        page.play("a1")
        await page.run_until_idle()
        assert await autosave.open(entry.id)
        page.do(StepBy(99))
        page.play("d3")
        await page.run_until_idle()
        entries = {one.id: one for one in page.database.entries}
        assert len(entries) == 2 and len(entries[entry.id].line) == 4
        assert keeps_meta([entries[entry.id]])
        await store.rename(entry.id, "The cup", "Ada – Bo")
        copy = await store.duplicate(await store.read(entry.id))
        names = sgf_names(copy)
        assert names.items() >= META.items() and names["name"] == "The cup (copy)"
        text, _ = await store.export(())
        for one in (entry.id, copy.id):
            await store.delete(one)
        await store.import_games(text)
        brought = [one for one in page.database.entries if one.spec == "brink3-x2"]
        assert len(brought) == 2 and keeps_meta(brought)

    run_visit(scenario)


def test_names_dropped_by_older_tab_are_kept():
    async def scenario(page: SimulatedPage) -> None:
        await import_file(page, SGF)
        [entry] = page.database.entries
        assert await page.store.autosave.open(entry.id)
        value = json.loads(entry.tree)
        value["meta"] = {}
        nodes = [*value["nodes"], {"after": 2, "play": "d4"}]
        bare = json.dumps({**value, "nodes": nodes}, separators=(",", ":"))
        older = replace(entry, tree=bare, revision=entry.revision + 1)
        page.database.stores["games"][entry.id] = write_entry(older)
        page.play("d3")
        await page.run_until_idle()
        [both] = page.database.entries
        assert META.items() <= get_meta(both).items()
        assert len(load_match(both).tree.nodes) == 6

    run_visit(scenario)


@pytest.mark.parametrize("opponent", ["", "Eve"])
def test_import_adds_names_but_keeps_player_text(opponent):
    async def scenario(page: SimulatedPage) -> None:
        page.do(NewGame("brink", 3, (("x", 2),)))
        page.play("a1", "b2", "c3")
        await page.run_until_idle()
        [entry] = page.database.entries
        await page.store.autosave.repository.rename(entry.id, "", opponent)
        page.do(NewGame("lox", 5))
        await drop_text(page, SGF)
        entry = next(one for one in page.database.entries if one.id == entry.id)
        assert META.items() <= get_meta(entry).items()
        assert entry.opponent == (opponent or "Ada – Bo")
        await page.store.autosave.repository.rename(entry.id, "", "")
        page.play("d3")
        await page.run_until_idle()
        [entry] = page.database.entries
        assert (entry.name, entry.opponent, len(entry.line)) == ("", "", 4), "taken away here"

    run_visit(scenario)


def test_names_come_to_an_imported_game_without_any():
    async def scenario(page: SimulatedPage) -> None:
        await import_file(page, "brink3-x2 1. a1 2. b2 3. c3")
        await import_file(page, SGF)
        [entry] = page.database.entries
        assert META.items() <= get_meta(entry).items() and entry.opponent == "Ada – Bo"

    run_visit(scenario)


@pytest.mark.parametrize(
    ("result", "verdict", "status"),
    [
        ("B+R", "Ada won", "Ada wins. Bo resigned."),
        ("W+R", "Bo won", "Bo wins. Ada resigned."),
        ("w+resign", "Bo won", "Bo wins. Ada resigned."),
        ("B+Time", "Ada won", "Ada wins. Bo has no time left."),
        ("W+", "Bo won", "Bo wins."),
        ("W+3.5", "Bo won", "Bo wins."),
        ("0", "Draw", "Draw."),
        ("Draw", "Draw", "Draw."),
    ],
)
def test_file_result_counts_until_play_continues(result, verdict, status):
    async def scenario(page: SimulatedPage) -> None:
        text = json.dumps(make_game_value(first="Ada", second="Bo", result=result))
        await import_file(page, text)
        [entry] = page.database.entries
        card = Card(entry)
        assert (card.verdict, card.stones) == (verdict, 3) and status in card.words
        assert not entry.in_progress and search([entry], verdict) == [entry]
        assert sgf_names(entry)["result"] == result
        assert json.loads(write_one(entry))["meta"]["result"] == result
        assert parse_entry(parse_game_values(write_one(entry))[0]).result == entry.result

        assert await page.store.autosave.open(entry.id)
        page.do(GoToNode(1))
        page.play("d4")  # a variation
        await page.run_until_idle()
        [entry] = page.database.entries
        card = Card(entry)
        assert (card.verdict, card.stones) == (verdict, 3)
        assert sgf_names(entry)["result"] == result

        page.do(GoToNode(3))
        page.play("d3")
        await page.run_until_idle()
        [entry] = page.database.entries
        assert entry.in_progress and Card(entry).verdict == "" == entry.result
        assert "result" not in sgf_names(entry)
        assert "result" not in json.loads(write_one(entry))["meta"]
        page.do(Resign())
        await page.run_until_idle()
        [entry] = page.database.entries
        assert Card(entry).verdict == "Bo won" and "result" not in sgf_names(entry)

    run_visit(scenario)


@pytest.mark.parametrize(
    ("link", "result", "verdict"),
    [
        ("1/greylox3/mc3c4", "W+R", "Ada won"),  # White moves first
        ("1/greylox3/mc3c4", "B+R", "Bo won"),
        ("1/lox5/mb2d4", "B+R", "Ada won"),  # Red is SGF's Black
        ("1/lox5/mb2d4", "W+R", "Bo won"),
        ("1/multiplicity3-f/mc3a1", "W+R", "Ada won"),
        ("1/byg5-d/mb2d4c3", "B+R", "Bo won"),
    ],
)
def test_the_letters_of_a_result_are_colours(link, result, verdict):
    def outcome(page: SimulatedPage) -> None:
        entry = parse_entry(make_game_value(link, first="Ada", second="Bo", result=result))
        assert Card(entry).verdict == verdict

    async def scenario(page: SimulatedPage) -> None:
        outcome(page)

    run_visit(scenario)


def test_the_outcome_of_the_game_itself_wins():
    entry = parse_entry(make_game_value(f"{LINK}-q", first="Ada", second="Bo", result="W+R"))
    assert entry.result == "Ada wins. Bo resigned." and "result" not in sgf_names(entry)


@pytest.mark.parametrize("result", ["?", "Void", "nobody", "B", "+R", "B-R", "İ+R", ""])
def test_result_without_winner_leaves_game_unfinished(result):
    async def scenario(page: SimulatedPage) -> None:
        entry = make_imported_entry(first="Ada", second="Bo", result=result)
        card = Card(entry)
        assert entry.in_progress and card.verdict == ""
        assert (result in card.words) == (result not in ("", "?"))
        assert sgf_names(entry).get("result", "") == result

    run_visit(scenario)


HOSTILE = [
    *("", " ", "<b>x</b>", "a\n\r\u2028b", "\x00\x1b[31m", "\ud800", "x" * 19_000, "\u202e"),
    *(7, True, None, ["B+R"], 1.5),
]


@pytest.mark.parametrize("odd", HOSTILE)
def test_file_metadata_is_short_plain_text_or_omitted(odd):
    """Each key in a game of its own; one page imports them all."""

    async def scenario(page: SimulatedPage) -> None:
        for key, cell in {
            **{"first": "c3", "second": "c2", "date": "c4", "event": "d3"},
            **{"place": "d4", "result": "d5", "end": "e4"},
        }.items():
            await check(page, key, f"1/brink3-x2/ma1b2{cell}")

    async def check(page: SimulatedPage, key: str, link: str) -> None:
        before = {entry.id for entry in page.database.entries}
        value: Any = make_game_value(link, first="Ada", second="Bo", result="B+R")
        value["meta"][key] = odd
        await import_file(page, json.dumps(value))
        [entry] = [entry for entry in page.database.entries if entry.id not in before]
        assert read_entry(write_entry(entry)) == entry
        for text in Card(entry).words:
            assert len(text) < 400 and "\x00" not in text and "\n" not in text
        assert search([entry], "brink") == [entry]
        names = sgf_names(entry)
        assert all(isinstance(text, str) and len(text) <= 120 for text in names.values())
        session = load_match(entry)
        assert write_sgf(session.tree, session.leaf, session.cursor, names).startswith("(;")

        row = json.loads(write_entry(entry))  # a stored row can hold any value, too
        file = json.loads(row["tree"])
        row["tree"] = json.dumps({**file, "meta": {**file["meta"], key: odd}})
        changed = read_entry(json.dumps(row))
        assert Card(changed).words and search([changed], "brink") == [changed]
        row["tree"] = json.dumps({**file, "meta": odd}, separators=(",", ":"))
        assert Card(read_entry(json.dumps(row))).words

    run_visit(scenario)


def test_two_long_names_both_are_on_the_card():
    async def scenario(page: SimulatedPage) -> None:
        entry = make_imported_entry(first="A" * 300, second="B" * 300)
        assert any("AAA" in text and "BBB" in text for text in Card(entry).words)
        assert sgf_names(entry)["second"] == "B" * 120

    run_visit(scenario)


@pytest.mark.parametrize(
    ("first", "second", "opponent", "verdict"),
    [
        ("You", "Wren, level 3", "Wren, level 3", "Black won"),
        ("Bea", "You", "Bea", "Bea won"),
        ("You", "Your friend", "", "Black won"),
    ],
)
def test_player_named_you_in_own_file_is_anonymous(first, second, opponent, verdict):
    async def scenario(page: SimulatedPage) -> None:
        sgf = f"(;FF[4]GG[brink:3-x2]PB[{first}]PW[{second}];B[a1];W[b2];B[c3];W[resign])"
        await import_file(page, sgf)
        [entry] = page.database.entries
        assert entry.opponent == opponent and Card(entry).verdict == verdict
        names = sgf_names(entry)
        assert opponent == "" or (names["first"], names["second"]) == (first, second)

    run_visit(scenario)


@pytest.mark.parametrize("load", [import_file, drop_text])
@pytest.mark.parametrize(
    ("result", "verdict", "sgf_result"),
    [
        ("W+R", "Bo won", "W+R"),  # Black, who is to move, resigns
        ("B+R", "Ada won", "B+R"),  # no action can express this
        ("Black+Resign", "Ada won", "B+Resign"),
        ("W+", "Bo won", "W+"),
        ("0", "Draw", "0"),
        ("?", "", "?"),
    ],
)
def test_hex_file_exports_its_metadata_unchanged(load, result, verdict, sgf_result):
    async def scenario(page: SimulatedPage) -> None:
        head = "GM[11]SZ[5]PB[Ada]PW[Bo]DT[2009-04-13]EV[City cup]"
        await load(page, f"(;{head}RE[{result}];B[b2];W[c3])")
        [entry] = page.database.entries
        card = Card(entry)
        assert (card.verdict, card.stones) == (verdict, 2) and entry.in_progress == (not verdict)
        assert any("2009-04-13" in text for text in card.words)
        session = load_match(entry)
        text = write_sgf(session.tree, session.leaf, session.cursor, sgf_names(entry))
        for field in ("PB[Ada]", "PW[Bo]", "DT[2009-04-13]", "EV[City cup]", f"RE[{sgf_result}]"):
            assert field in text

    run_visit(scenario)


def test_renamed_player_is_written_to_file():
    entry = replace(make_imported_entry(**META), opponent="Eve – Bo", name="Mine")
    names = sgf_names(entry)
    assert (names["name"], names["first"], names["second"]) == ("Mine", "Eve", "Bo")
    assert names["event"] == "City cup"


def test_sgf_metadata_survives_round_trip(monkeypatch: pytest.MonkeyPatch):
    [value] = parse_game_values(SGF)
    names = sgf_names(parse_entry(value))
    assert names == {**META, "name": ""}  # only the page calls the game by its event
    session = load_match(parse_entry(value))
    reread = formats.read(write_sgf(session.tree, session.leaf, session.cursor, names))
    assert reread.meta.items() >= META.items() and "name" not in reread.meta

    def with_result(text: str) -> ImportResult:
        result = read(text)
        return result._replace(meta={**result.meta, "result": "B+R"})

    read = formats.read
    monkeypatch.setattr(formats, "read", with_result)
    entry = collection.parse_entry(collection.parse_game_values(SGF)[0])
    assert entry.result == "Ada wins. Bo resigned." and entry.mover == -1
    assert sgf_names(entry)["result"] == "B+R"


def test_previous_version_reads_row_and_file_with_metadata(tmp_path: Path):
    package = unpack("0.1.0", "package", tmp_path)
    entries = [
        make_imported_entry(**META),
        make_imported_entry(**META, result="W+R"),
        make_imported_entry(result="Void"),
    ]
    rows = [("row", write_entry(entry)) for entry in entries]
    files = [("text", write_one(entry)) for entry in entries]
    links = [entry.link for entry in entries]
    assert read_by_earlier(package, [*rows, *files]) == [*links, None, None, None]
