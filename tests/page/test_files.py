"""Files in any encoding, dropped on the page or imported under My games."""

from __future__ import annotations

import asyncio
import codecs
import json
from collections.abc import Iterator
from random import Random
from types import SimpleNamespace
from unittest.mock import AsyncMock

import pytest

from greylox_web.features.library.entry import load_match
from greylox_web.match.tree import ROOT
from greylox_web.session.load_match import NewGame
from tests.page.fake_browser import JsException
from tests.page.page_simulation import SimulatedPage, whole_page
from tests.page.tab_simulation import BrowserSimulation

UNKNOWN = "does not name an encoding that is known here and is not UTF-8"
BROKEN = "were replaced"
NASTY = {  # label -> letters whose second byte is "\\" or "]"
    "Shift_JIS": "ソ予十表 ゾ云",
    "Big5": "ツ么功許 ヅ也",
    "GBK": "乗俓僜 乚俔",
    "gb18030": "乗俓僜 乚俔",
    "cp932": "ソ予十表 ゾ云",
}


class TextDecoder:
    """A fake of the browser's ``TextDecoder``, with Python's codecs for its labels."""

    def __init__(self, label: str, fatal: bool) -> None:
        labels = {"windows-1252": "latin-1", "utf-8": "utf-8-sig", "utf-16le": "utf-16"}
        labels |= {"utf-16be": "utf-16"}
        self.label, self.errors = labels.get(label, label), "strict" if fatal else "replace"

    @classmethod
    def new(cls, label: str, *, fatal: bool = False) -> TextDecoder:
        try:
            codecs.lookup(label)
        except LookupError:
            raise JsException("RangeError") from None
        if label in ("cp932", "rot13"):
            raise JsException("RangeError")
        return cls(label, fatal)

    def decode(self, data: bytes) -> str:
        try:
            return data.decode(self.label, self.errors)
        except UnicodeDecodeError:
            raise JsException("TypeError") from None


class ImportHarness:
    """The page that imports files."""

    def __init__(self, modules: SimpleNamespace, runner: asyncio.Runner) -> None:
        from greylox_web.features.library import import_text
        from greylox_web.features.library import panel as my_games

        self.open, self.my_games, self.runner = import_text.import_file, my_games, runner
        self.page = runner.run(SimulatedPage(modules).start(BrowserSimulation(modules, Random(1))))

    def drop(self, data: bytes) -> str:
        """Drop a file; return the error or notice that the player sees."""

        async def dropping() -> str:
            self.page.do(NewGame("byg", 3))
            await self.page.run_until_idle()
            self.page.database.stores["games"].clear()  # or the file's game might be merged
            problem = await self.open(self.page.store, make_file(data))
            notice = self.page.session.notice
            await self.page.run_until_idle()
            return str(problem or (notice.text if notice else ""))

        return self.runner.run(dropping())

    def import_in_my_games(self, data: bytes) -> str:
        """Import a file under My games; return the messages that the player sees."""
        messages = list[str]()

        async def bringing() -> None:
            dialog = self.my_games.MyGames(self.page.store)
            dialog.progress = AsyncMock()
            dialog.progress.import_facts.return_value = 0
            dialog.refresh, dialog.show_message = nothing, messages.append
            chosen = self.my_games.by_id("library-file")
            chosen.files.length, chosen.files.item = 1, lambda _: make_file(data)
            dialog.run_storage_task(dialog.read_file())
            await self.page.run_until_idle()

        self.runner.run(bringing())
        return " ".join(messages)

    @property
    def moves_and_comment(self) -> tuple[list[str], str]:
        """The actions of the current game, and the comment at its start."""
        session = self.page.session
        return self.page.line, session.tree.nodes[ROOT].comment


async def nothing(*_: object) -> None:
    """Do nothing."""


def make_file(data: bytes) -> SimpleNamespace:
    """A fake of the browser's ``File``."""

    async def content() -> SimpleNamespace:
        return SimpleNamespace(to_bytes=lambda: data)

    return SimpleNamespace(size=len(data), arrayBuffer=content)


@pytest.fixture(scope="module")
def harness() -> Iterator[ImportHarness]:
    with whole_page() as modules, asyncio.Runner() as runner, pytest.MonkeyPatch.context() as patch:
        from greylox_web.features.library import file_text

        patch.setattr(file_text, "TextDecoder", TextDecoder)
        yield ImportHarness(modules, runner)


HEADS = "(;GM[11]SZ[5]{}", "(;GG[brink:5-d-x3]{}"
MOVES = ";B[a1]C[{0}];W[b2]TR[c3]N[{0}];B[c3])"


@pytest.mark.parametrize("label", NASTY)
@pytest.mark.parametrize("head", HEADS)
def test_the_label_in_the_root_decides_and_no_move_is_lost(
    harness: ImportHarness, head: str, label: str
):
    letters = NASTY[label]
    for letter in letters:  # the last letter before a bracket
        comment = letters + letter
        for root in f"CA[{label}]C[{comment}]", f"C[{comment}]PB[{comment}]CA[ {label.lower()} ]":
            text = head.format(root) + MOVES.format(comment)
            assert harness.drop(text.encode(label)) == ""
            assert harness.moves_and_comment == (["a1", "b2", "c3"], comment)


@pytest.mark.parametrize("head", HEADS)
@pytest.mark.parametrize(
    ("encoding", "root"),
    [
        ("utf-8", ""),
        ("utf-8", "CA[UTF-8]"),
        ("utf-8", "CA[no-such-encoding]"),
        ("utf-8", "CA[]"),
        ("utf-8-sig", "CA[Big5]"),
        ("utf-16", "CA[UTF-16]"),
        ("utf-16", ""),
        ("utf-8", "GN[CA[Big5\\]]"),
        ("utf-8", "GN[see CA[Big5]CA[UTF-8]"),
    ],
)
def test_utf_8_and_byte_order_marks(harness: ImportHarness, encoding: str, root: str, head: str):
    text = head.format(f"{root}C[Zoë, 棋 – ソ]") + MOVES.format("ソ")
    assert harness.drop(text.encode(encoding)) == ""
    assert harness.moves_and_comment == (["a1", "b2", "c3"], "Zoë, 棋 – ソ")


@pytest.mark.parametrize("root", ["", "CA[]", "CA[no-such-encoding]", "GN[CA[UTF-8\\]]"])
def test_non_utf_8_file_is_read_as_windows_1252_with_notice(harness: ImportHarness, root: str):
    for head in HEADS:
        text = head.format(f"{root}C[Zoë]") + MOVES.format("ü")
        assert UNKNOWN in harness.drop(text.encode("latin-1"))
        assert harness.moves_and_comment == (["a1", "b2", "c3"], "Zoë")
    assert UNKNOWN in harness.drop("(;GM[11]SZ[5];B[zz]C[ü])".encode("latin-1"))
    game = {"format": "greylox-web game", "version": 1, "game": "brink5-d-x3"}
    nodes = [{"comment": "Zoë"}, {"play": "a1"}]
    text = json.dumps({**game, "nodes": nodes}, ensure_ascii=False)
    assert UNKNOWN in harness.drop(text.encode("latin-1"))
    assert harness.moves_and_comment == (["a1"], "Zoë")
    for encoding in "utf-8", "utf-8-sig", "utf-16":
        assert harness.drop(text.replace("Zoë", "ソ (;CA[Big5])").encode(encoding)) == ""
        assert harness.moves_and_comment == (["a1"], "ソ (;CA[Big5])")


@pytest.mark.parametrize(("label", "wrong"), [("UTF-8", b"\xff"), ("Shift_JIS", b"\xfd\xfd")])
def test_bytes_invalid_in_labelled_encoding_show_notice(
    harness: ImportHarness, label: str, wrong: bytes
):
    text = HEADS[0].format(f"CA[{label}]C[x]") + MOVES.format("")
    assert BROKEN in harness.drop(text.encode().replace(b"C[x]", b"C[" + wrong + b" x]"))
    assert harness.moves_and_comment[0] == ["a1", "b2", "c3"] and harness.moves_and_comment[
        1
    ].endswith(" x")


@pytest.mark.parametrize("data", [b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR", b"\xff\xfe\0\xd8(", b"\xff"])
def test_binary_file_is_refused(harness: ImportHarness, data: bytes):
    assert harness.drop(data)
    assert harness.moves_and_comment == ([], "")


def test_my_games_import_reads_any_encoding(harness: ImportHarness):
    one = HEADS[0].format("CA[{}]C[{}]") + MOVES
    comment = NASTY["Big5"] + "ツ"
    many = "".join(one.replace("{0}", comment).format("Big5", comment + str(n)) for n in range(3))
    assert harness.import_in_my_games(many.encode("big5")).startswith("3 new")
    comments = {
        load_match(entry).tree.nodes[ROOT].comment for entry in harness.page.database.entries
    }
    assert {f"{comment}{n}" for n in range(3)} <= comments
    text = "".join(f"{HEADS[0].format('')};B[a2]C[Zoë {n}])" for n in range(2))
    assert UNKNOWN in harness.import_in_my_games(text.encode("latin-1"))
    assert UNKNOWN in harness.import_in_my_games("(;GM[11]SZ[5]C[ü];B[zz])".encode("latin-1"))


def test_my_games_opened_during_saves_lists_all_games(harness: ImportHarness):
    listed = list[set[str]]()

    async def opening() -> None:
        page, dialog = harness.page, harness.my_games.MyGames(harness.page.store)
        dialog.draw = lambda _: listed.append({entry.id for entry in dialog.loaded.entries})
        dialog.render_broken = lambda: None
        page.do(NewGame("byg", 3))
        page.play("a1")
        first = page.session.match.id
        page.store.autosave.flush()
        await asyncio.sleep(0)  # the first save has begun
        page.do(NewGame("brink", 3))
        page.play("a1")
        dialog.show()
        await page.run_until_idle()
        assert {first, page.session.match.id} <= listed[0]

    harness.runner.run(opening())
