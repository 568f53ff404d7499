"""Files and texts of other programs, opened on the page."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Iterator
from random import Random
from types import SimpleNamespace
from unittest.mock import MagicMock

import pytest

from greylox_web.match.match import PERSON, Seat
from greylox_web.rules.board import bits
from greylox_web.session.correspondence import NameRemotePlayer
from greylox_web.session.load_match import NewGame
from tests.page.page_simulation import SimulatedPage, whole_page
from tests.page.tab_simulation import BrowserSimulation


class ImportHarness:
    """The page into which texts are pasted, one after the other."""

    def __init__(self, modules: SimpleNamespace, runner: asyncio.Runner) -> None:
        from greylox_web.features.library.import_text import import_text

        self.bring_in, self.runner = import_text, runner
        self.page = runner.run(SimulatedPage(modules).start(BrowserSimulation(modules, Random(1))))

    def paste(self, text: str) -> str:
        """Paste a text; return the error or notice that the player sees."""

        async def pasting() -> str:
            self.page.database.stores["games"].clear()  # or the game might be merged
            problem = self.bring_in(self.page.store, text)
            notice = self.page.session.notice
            await self.page.run_until_idle()
            return problem or (notice.text if notice else "")

        return self.runner.run(pasting())

    @property
    def link(self) -> str:
        """The start of the current game's link, without cursor and check digits."""
        return self.page.session.link.partition("/c")[0].partition("/n")[0]


@pytest.fixture(scope="module")
def harness() -> Iterator[ImportHarness]:
    with whole_page() as modules, asyncio.Runner() as runner:
        yield ImportHarness(modules, runner)


HEX = "(;FF[4]GM[11]SZ[5]{})"


@pytest.mark.parametrize(
    ("sgf_nodes", "link"),
    [
        (";AB[b2]AW[c3]", "s5.1x3.2o2.5.5-x-2/m"),
        (";C[a problem];AB[b2][d4];AW[c3]PL[W];W[a1]", "s5.1x3.2o2.3x1.5-o-2/ma1"),
        ("AB[b2][d4];AE[d4];AW[b2];AB[c3]PL[B]", "s5.1o3.2x2.5.5-x-2/m"),
        (";AB[b2](;W[c3])(;W[c4])", "s5.1x3.5.5.5-o-2/mc3/v0c4"),
        (";AB[b2]AW[c3]W[a1];B[a2]", "s5.1x3.2o2.5.5-o-2/ma1a2"),
    ],
)
def test_set_up_nodes_before_the_first_move_are_the_start(
    harness: ImportHarness, sgf_nodes: str, link: str
):
    for text, game in (
        (HEX.format(sgf_nodes), "lox5"),
        (f"(;GG[brink:5-d-x3]{sgf_nodes})", "brink5-d-x3"),
    ):
        assert harness.paste(text) == ""
        assert harness.link == f"1/{game}/{link}"


@pytest.mark.parametrize(
    ("sgf_nodes", "line"),
    [
        (";B[a1];AB[b2];W[c3]", "ma1"),
        (";B[a1];PL[B];B[c3]", "ma1"),
        (";AB[d4];W[a1];AE[d4];B[c3]", "ma1"),
        ("(;AB[d4];W[a1])(;W[c3])", "ma1"),
    ],
)
def test_setup_in_mid_game_is_refused_and_moves_kept(
    harness: ImportHarness, sgf_nodes: str, line: str
):
    for head in "GM[11]SZ[5]", "GG[brink:5-d-x3]":
        assert "sets stones up in the middle of a game" in harness.paste(f"(;{head}{sgf_nodes})")
        assert harness.link.endswith(line)


@pytest.mark.parametrize(
    ("sgf_nodes", "mover"),
    [
        ("AB[b2];W[c3]", 1),
        ("AB[b2];B[c3]", 0),
        ("AB[b2]", 0),
        ("AB[b2];C[what now?];W[c3]", 1),
        *((f"AB[b2]PL[{value}]", 1) for value in ("W", "w", "white", "White", "2", " W ")),
        *((f"AB[b2]PL[{value}]", 0) for value in ("B", "b", "black", "BLACK", "1")),
    ],
)
def test_setup_has_side_to_move(harness: ImportHarness, sgf_nodes: str, mover: int):
    for head in "GM[11]SZ[5]", "GG[brink:5-d-x3]":
        assert harness.paste(f"(;{head}{sgf_nodes})") == ""
        session = harness.page.session
        assert session.tree.setup.mover == mover
        assert [*bits(session.tree.setup.occupied)] == [session.game.board.parse_cell("b2")]


@pytest.mark.parametrize("value", ["", "3", "red", "0", "both", "x" * 9999, "B W", "<b>"])
def test_invalid_side_to_move_shows_error(harness: ImportHarness, value: str):
    for head in "GM[11]SZ[5]AB[b2]", "GG[greylox:5]":
        assert f"PL[{value[:12]}]" in harness.paste(f"(;{head}PL[{value}])")


@pytest.mark.parametrize("more", ["PL[B]", "AE[b2]", "AE[b2]PL[1]", ";PL[B]", ";AB[b2];AE[b2]"])
def test_setup_without_stones_is_ignored(harness: ImportHarness, more: str):
    for head, moves, link in (
        ("GG[greylox:5]", ";B[e5];W[e6];W[b2]", "greylox5/me5e6b2"),
        ("GM[11]SZ[5]", ";B[a1];W[b3]", "lox5/ma1b3"),
    ):
        assert harness.paste(f"(;{head}{more}{moves})") == ""
        assert harness.link == f"1/{link}"


SWAP_PIECES_CELL, SWAP_SIDES_CELL = (
    "e4",
    "d5",
)  # the cell of Lox that is named e4 after each form of the swap


@pytest.mark.parametrize(
    ("word", "letter", "cell"),
    [
        ("swap", "B", SWAP_PIECES_CELL),
        ("swap", "W", SWAP_SIDES_CELL),
        ("swap-pieces", "B", SWAP_PIECES_CELL),
        ("swap-pieces", "W", SWAP_SIDES_CELL),
        ("swap-sides", "B", SWAP_SIDES_CELL),
        ("swap-sides", "W", SWAP_SIDES_CELL),
        ("SWAP", "W", SWAP_SIDES_CELL),
    ],
)
@pytest.mark.parametrize(
    ("before", "link"), [(";B[a3]", "ma3-s"), ("AB[a3]PL[W]", "s5.5.x4.5.5-o-2/m-s")]
)
def test_the_next_move_says_which_swap_it_was(
    harness: ImportHarness, word: str, letter: str, cell: str, before: str, link: str
):
    other = "BW"[letter == "B"]
    swapped = f"{before};W[{word}]"
    for between in "", ";C[a pause]", ";;":
        assert harness.paste(HEX.format(f"{swapped}{between};{letter}[e4];{other}[resign]")) == ""
        assert harness.link == f"1/lox5/{link}{cell}-q"
    assert harness.paste(HEX.format(f"{swapped};{letter}[resign]")) == ""
    assert harness.link == f"1/lox5/{link}-q"
    assert "out of turn" in harness.paste(HEX.format(f"{swapped};{letter}[e4];{letter}[a1]"))


def test_each_line_after_a_swap_says_which_it_was(harness: ImportHarness):
    assert harness.paste(HEX.format(";B[a3];W[swap](;B[e4];W[c2])(;W[e4];B[c2])")) == ""
    assert harness.link == "1/lox5/ma3-se4c2/v2d5b3"


@pytest.mark.parametrize(
    ("moves", "cell"),
    [
        (";W[swap]CR[e4]", "e4"),
        (";W[swap-pieces]CR[e4]", "e4"),
        (";W[swap-sides]CR[e4]", "d5"),
        (";W[swap]CR[e4];B[a1]", "e4"),
        (";W[swap-pieces]CR[e4];W[a1]", "d5"),
        (";W[swap];CR[e4];W[a1]", "d5"),
    ],
)
def test_marks_at_a_swap_go_with_its_stones(harness: ImportHarness, moves: str, cell: str):
    assert harness.paste(HEX.format(f";B[a3]{moves}")) == ""
    tree = harness.page.session.tree
    assert [tree.game.board.cell_name(mark.cell) for mark in tree.nodes[2].marks] == [cell]


@pytest.mark.parametrize(
    "head", ["", "FF[4]EV[hex.ld.DEFAULT]SZ[13]SO[http://www.littlegolem.com]"]
)
@pytest.mark.parametrize("moves", [";W[ll];B[ab]", ";C[hello];W[AB];B[swap]", ";W[ll]"])
def test_little_golem_file_is_refused_with_reasons(harness: ImportHarness, head: str, moves: str):
    problem = harness.paste(f"(;{head}PB[Ann]{moves})")
    assert "no GM" in problem and "White moves first" in problem and "[ll]" in problem


@pytest.mark.parametrize("moves", ["", ";B[aa]", ";B[a1];W[b2]", ";W[resign]", ";W[c4]"])
def test_file_without_game_is_refused(harness: ImportHarness, moves: str):
    assert harness.paste(f"(;FF[4]SZ[13]PB[Ann]{moves})").endswith("it has no GM.")


@pytest.mark.parametrize(
    ("game", "seats", "friend", "names"),
    [
        ("lox", (PERSON, Seat(1)), "", "PB[You]PW[Pip, level 1]"),
        ("greylox", (PERSON, Seat(2)), "", "PB[Fern, level 2]PW[You]"),
        ("byg", (Seat(2), PERSON), "", "PB[You]PW[Fern, level 2]"),
        ("multiplicity", (PERSON, Seat(remote=True)), "Bea", "PB[Bea]PW[You]"),
        ("brink", (Seat(remote=True), PERSON), "", "PB[Your friend]PW[You]"),
        ("brink", (Seat(2), Seat(3)), "", "PB[Fern, level 2]PW[Wren, level 3]"),
        ("brink", (PERSON, PERSON), "", "SZ[5]"),
    ],
)
def test_an_exported_sgf_names_both_sides(
    harness: ImportHarness, game: str, seats: tuple[Seat, Seat], friend: str, names: str
):
    saved = []
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(sys.modules, "pyscript", MagicMock())
        patch.setitem(sys.modules, "pyodide.http", MagicMock())
        from greylox_web.features.share import panel as share

        patch.setattr(
            share, "offer_download", lambda _, name, text, kind: saved.append((name, text, kind))
        )
        harness.page.do(NewGame(game, 5, (), seats))
        if friend:
            harness.page.do(NameRemotePlayer(friend))
        sharing = share.SharePage(harness.page.store)
        harness.runner.run(sharing.save_game("sgf"))
    [(name, text, _)] = saved
    assert name.endswith(".sgf") and names in text
    assert ("PB[" in text) == ("PW[" in text) == any(seat != PERSON for seat in seats)
