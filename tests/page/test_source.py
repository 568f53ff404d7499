"""Names, date and result of a game from elsewhere: kept, shown and written again."""

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
from greylox_web.formats.reading import ImportResult
from greylox_web.formats.sgf import write_sgf
from greylox_web.match.tree import tree_from_record
from greylox_web.rules.notation.links import read_link
from greylox_web.session.opening import NewGame
from greylox_web.session.playing import GoToNode, Resign, StepBy
from greylox_web.session.study import Comment
from tests.earlier import read_by_earlier, unpack
from tests.page.test_my_games import Card, visit
from tests.page.whole_page import Page

SGF = "(;FF[4]GG[brink:3-x2]PB[Ada]PW[Bo]EV[City cup]PC[Ghent]DT[2019-05-04,05];B[a1];W[b2];B[c3])"
META = {
    "first": "Ada",
    "second": "Bo",
    "event": "City cup",
    "place": "Ghent",
    "date": "2019-05-04,05",
}
LINK = "1/brink3-x2/ma1b2c3"  # Black, then White; White is to move


def meta_of(entry: Entry) -> dict[str, Any]:
    """What the stored row keeps of the file."""
    found: dict[str, Any] = json.loads(entry.tree)["meta"]
    return found


def told(link: str = LINK, **meta: object) -> dict[str, object]:
    """A game as a file of ours that tells this of it."""
    record = read_link(link).record
    assert record is not None
    return to_json(*tree_from_record(record), meta)


def brought_in(**meta: object) -> Entry:
    """The entry of an imported game."""
    return read_entry(write_entry(parse_entry(told(**meta))))


async def imported(page: Page, text: str) -> None:
    """Import a file in *My games*."""
    await page.table.autosave.store.import_games(text)


async def dropped(page: Page, text: str) -> None:
    """Drop a file on the page."""
    from greylox_web.features.library.bring_in import import_text

    assert import_text(page.table, text) == ""
    await page.settle()


@pytest.mark.parametrize("way", [imported, dropped])
def test_names_date_and_event_stay_whatever_is_done_with_the_game(way):
    async def walk(page: Page) -> None:
        await way(page, SGF)
        [entry] = page.database.entries
        store, autosave = page.table.autosave.store, page.table.autosave

        def kept(entries: list[Entry]) -> bool:
            return all(META.items() <= meta_of(entry).items() for entry in entries)

        card = " / ".join(Card(entry).words)
        for text in ("City cup", "Ada – Bo", "Ghent", "2019-05-04,05"):
            assert text in card
            assert search([entry], text) == [entry]
        assert await autosave.open(entry.id)
        page.do(GoToNode(1), Comment("Why?"))
        await page.settle()
        page.do(NewGame("lox", 5))
        page.play("a1")
        await page.settle()
        assert await autosave.open(entry.id)
        page.do(StepBy(99))
        page.play("d3")
        await page.settle()
        entries = {one.id: one for one in page.database.entries}
        assert len(entries) == 2 and len(entries[entry.id].line) == 4
        assert kept([entries[entry.id]])
        await store.rename(entry.id, "The cup", "Ada – Bo")
        copy = await store.duplicate(await store.read(entry.id))
        names = sgf_names(copy)
        assert names.items() >= META.items() and names["name"] == "The cup (copy)"
        text, _ = await store.export(())
        for one in (entry.id, copy.id):
            await store.delete(one)
        await store.import_games(text)
        brought = [one for one in page.database.entries if one.spec == "brink3-x2"]
        assert len(brought) == 2 and kept(brought)

    visit(walk)


def test_an_older_tab_that_drops_the_names_does_not_take_them_from_this_one():
    async def walk(page: Page) -> None:
        await imported(page, SGF)
        [entry] = page.database.entries
        assert await page.table.autosave.open(entry.id)
        value = json.loads(entry.tree)
        value["meta"] = {}
        nodes = [*value["nodes"], {"after": 2, "play": "d4"}]
        bare = json.dumps({**value, "nodes": nodes}, separators=(",", ":"))
        older = replace(entry, tree=bare, revision=entry.revision + 1)
        page.database.stores["games"][entry.id] = write_entry(older)
        page.play("d3")
        await page.settle()
        [both] = page.database.entries
        assert META.items() <= meta_of(both).items()
        assert len(load_match(both).tree.nodes) == 6

    visit(walk)


@pytest.mark.parametrize("opponent", ["", "Eve"])
def test_names_come_to_a_stored_game_that_has_none_and_what_the_player_wrote_stays(opponent):
    async def walk(page: Page) -> None:
        page.do(NewGame("brink", 3, (("x", 2),)))
        page.play("a1", "b2", "c3")
        await page.settle()
        [entry] = page.database.entries
        await page.table.autosave.store.rename(entry.id, "", opponent)
        page.do(NewGame("lox", 5))
        await dropped(page, SGF)
        entry = next(one for one in page.database.entries if one.id == entry.id)
        assert META.items() <= meta_of(entry).items()
        assert entry.opponent == (opponent or "Ada – Bo")
        await page.table.autosave.store.rename(entry.id, "", "")
        page.play("d3")
        await page.settle()
        [entry] = page.database.entries
        assert (entry.name, entry.opponent, len(entry.line)) == ("", "", 4), "taken away here"

    visit(walk)


def test_names_come_to_an_imported_game_without_any():
    async def walk(page: Page) -> None:
        await imported(page, "brink3-x2 1. a1 2. b2 3. c3")
        await imported(page, SGF)
        [entry] = page.database.entries
        assert META.items() <= meta_of(entry).items() and entry.opponent == "Ada – Bo"

    visit(walk)


@pytest.mark.parametrize(
    ("result", "verdict", "status"),
    [
        ("B+R", "Ada won", "Black wins. White resigned."),
        ("W+R", "Bo won", "White wins. Black resigned."),
        ("w+resign", "Bo won", "White wins. Black resigned."),
        ("B+Time", "Ada won", "Black wins. White has no time left."),
        ("W+", "Bo won", "White wins."),
        ("W+3.5", "Bo won", "White wins."),
        ("0", "Draw", "Draw."),
        ("Draw", "Draw", "Draw."),
    ],
)
def test_a_result_that_no_move_tells_counts_until_somebody_plays_on(result, verdict, status):
    async def walk(page: Page) -> None:
        text = json.dumps(told(first="Ada", second="Bo", result=result))
        await imported(page, text)
        [entry] = page.database.entries
        card = Card(entry)
        assert (card.verdict, card.stones) == (verdict, 3) and status in card.words
        assert not entry.in_progress and search([entry], verdict) == [entry]
        assert sgf_names(entry)["result"] == result
        assert json.loads(write_one(entry))["meta"]["result"] == result
        assert parse_entry(parse_game_values(write_one(entry))[0]).result == entry.result

        assert await page.table.autosave.open(entry.id)
        page.do(GoToNode(1))
        page.play("d4")  # a variation
        await page.settle()
        [entry] = page.database.entries
        card = Card(entry)
        assert (card.verdict, card.stones) == (verdict, 3)
        assert sgf_names(entry)["result"] == result

        page.do(GoToNode(3))
        page.play("d3")
        await page.settle()
        [entry] = page.database.entries
        assert entry.in_progress and Card(entry).verdict == "" == entry.result
        assert "result" not in sgf_names(entry)
        assert "result" not in json.loads(write_one(entry))["meta"]
        page.do(Resign())
        await page.settle()
        [entry] = page.database.entries
        assert Card(entry).verdict == "Bo won" and "result" not in sgf_names(entry)

    visit(walk)


@pytest.mark.parametrize(
    ("link", "result", "verdict"),
    [
        ("1/greylox3/mc3c4", "W+R", "Ada won"),  # White begins
        ("1/greylox3/mc3c4", "B+R", "Bo won"),
        ("1/lox5/mb2d4", "B+R", "Ada won"),  # Red is SGF's Black
        ("1/lox5/mb2d4", "W+R", "Bo won"),
        ("1/multiplicity3-f/mc3a1", "W+R", "Ada won"),
        ("1/byg5-d/mb2d4c3", "B+R", "Bo won"),
    ],
)
def test_the_letters_of_a_result_are_colours(link, result, verdict):
    def outcome(page: Page) -> None:
        entry = parse_entry(told(link, first="Ada", second="Bo", result=result))
        assert Card(entry).verdict == verdict

    async def walk(page: Page) -> None:
        outcome(page)

    visit(walk)


def test_the_outcome_of_the_game_itself_wins():
    entry = parse_entry(told(f"{LINK}-q", first="Ada", second="Bo", result="W+R"))
    assert entry.result == "Black wins. White resigned." and "result" not in sgf_names(entry)


@pytest.mark.parametrize("result", ["?", "Void", "nobody", "B", "+R", "B-R", "İ+R", ""])
def test_a_result_that_tells_of_no_winner_leaves_the_game_open(result):
    async def walk(page: Page) -> None:
        entry = brought_in(first="Ada", second="Bo", result=result)
        card = Card(entry)
        assert entry.in_progress and card.verdict == ""
        assert (result in card.words) == (result not in ("", "?"))
        assert sgf_names(entry).get("result", "") == result

    visit(walk)


HOSTILE = [
    *("", " ", "<b>x</b>", "a\n\r\u2028b", "\x00\x1b[31m", "\ud800", "x" * 19_000, "\u202e"),
    *(7, True, None, ["B+R"], 1.5),
]


@pytest.mark.parametrize("odd", HOSTILE)
@pytest.mark.parametrize("key", ["first", "second", "date", "event", "place", "result", "end"])
def test_whatever_a_file_tells_it_is_short_plain_text_or_left_out(key, odd):
    async def walk(page: Page) -> None:
        value: Any = told(first="Ada", second="Bo", result="B+R")
        value["meta"][key] = odd
        await imported(page, json.dumps(value))
        [entry] = page.database.entries
        assert read_entry(write_entry(entry)) == entry
        for text in Card(entry).words:
            assert len(text) < 400 and "\x00" not in text and "\n" not in text
        assert search([entry], "brink") == [entry]
        names = sgf_names(entry)
        assert all(isinstance(text, str) and len(text) <= 120 for text in names.values())
        session = load_match(entry)
        assert write_sgf(session.tree, session.leaf, session.cursor, names).startswith("(;")

        row = json.loads(write_entry(entry))  # a stored row can be anything, too
        file = json.loads(row["tree"])
        row["tree"] = json.dumps({**file, "meta": {**file["meta"], key: odd}})
        changed = read_entry(json.dumps(row))
        assert Card(changed).words and search([changed], "brink") == [changed]
        row["tree"] = json.dumps({**file, "meta": odd}, separators=(",", ":"))
        assert Card(read_entry(json.dumps(row))).words

    visit(walk)


def test_two_long_names_both_are_on_the_card():
    async def walk(page: Page) -> None:
        entry = brought_in(first="A" * 300, second="B" * 300)
        assert any("AAA" in text and "BBB" in text for text in Card(entry).words)
        assert sgf_names(entry)["second"] == "B" * 120

    visit(walk)


@pytest.mark.parametrize(
    ("first", "second", "opponent", "verdict"),
    [
        ("You", "Wren, level 3", "Wren, level 3", "Black won"),
        ("Bea", "You", "Bea", "Bea won"),
        ("You", "Your friend", "", "Black won"),
    ],
)
def test_who_is_called_you_in_a_file_of_ours_is_not_named_so_here(first, second, opponent, verdict):
    async def walk(page: Page) -> None:
        sgf = f"(;FF[4]GG[brink:3-x2]PB[{first}]PW[{second}];B[a1];W[b2];B[c3];W[resign])"
        await imported(page, sgf)
        [entry] = page.database.entries
        assert entry.opponent == opponent and Card(entry).verdict == verdict
        names = sgf_names(entry)
        assert opponent == "" or (names["first"], names["second"]) == (first, second)

    visit(walk)


@pytest.mark.parametrize("way", [imported, dropped])
@pytest.mark.parametrize(
    ("result", "verdict", "written"),
    [
        ("W+R", "Bo won", "W+R"),  # Black, who is to move, resigns
        ("B+R", "Ada won", "B+R"),  # no move can say so
        ("Black+Resign", "Ada won", "B+Resign"),
        ("W+", "Bo won", "W+"),
        ("0", "Draw", "0"),
        ("?", "", "?"),
    ],
)
def test_a_hex_file_comes_out_with_what_it_told(way, result, verdict, written):
    async def walk(page: Page) -> None:
        head = "GM[11]SZ[5]PB[Ada]PW[Bo]DT[2009-04-13]EV[City cup]"
        await way(page, f"(;{head}RE[{result}];B[b2];W[c3])")
        [entry] = page.database.entries
        card = Card(entry)
        assert (card.verdict, card.stones) == (verdict, 2) and entry.in_progress == (not verdict)
        assert any("2009-04-13" in text for text in card.words)
        session = load_match(entry)
        text = write_sgf(session.tree, session.leaf, session.cursor, sgf_names(entry))
        for kept in ("PB[Ada]", "PW[Bo]", "DT[2009-04-13]", "EV[City cup]", f"RE[{written}]"):
            assert kept in text

    visit(walk)


def test_a_name_that_was_changed_here_is_the_one_that_is_written():
    entry = replace(brought_in(**META), opponent="Eve – Bo", name="Mine")
    names = sgf_names(entry)
    assert (names["name"], names["first"], names["second"]) == ("Mine", "Eve", "Bo")
    assert names["event"] == "City cup"


def test_what_an_sgf_tells_is_written_to_the_next_one(monkeypatch: pytest.MonkeyPatch):
    [value] = parse_game_values(SGF)
    names = sgf_names(parse_entry(value))
    assert names == {**META, "name": ""}  # the event names the game here only
    session = load_match(parse_entry(value))
    again = formats.read(write_sgf(session.tree, session.leaf, session.cursor, names))
    assert again.meta.items() >= META.items() and "name" not in again.meta

    def with_result(text: str) -> ImportResult:
        found = read(text)
        return found._replace(meta={**found.meta, "result": "B+R"})

    read = formats.read
    monkeypatch.setattr(formats, "read", with_result)
    entry = collection.parse_entry(collection.parse_game_values(SGF)[0])
    assert entry.result == "Black wins. White resigned." and entry.mover == -1
    assert sgf_names(entry)["result"] == "B+R"


def test_the_version_before_reads_a_row_and_a_file_with_names_and_result(tmp_path: Path):
    package = unpack("0.1.0", "package", tmp_path)
    entries = [brought_in(**META), brought_in(**META, result="W+R"), brought_in(result="Void")]
    rows = [("row", write_entry(entry)) for entry in entries]
    files = [("text", write_one(entry)) for entry in entries]
    links = [entry.link for entry in entries]
    assert read_by_earlier(package, [*rows, *files]) == [*links, None, None, None]
