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
from greylox_web.session.friends import NameFriend
from greylox_web.session.opening import NewGame
from tests.page.several_tabs import Together
from tests.page.whole_page import Page, whole_page


class Desk:
    """The page that texts are pasted into, one after the other."""

    def __init__(self, rooms: SimpleNamespace, runner: asyncio.Runner) -> None:
        from greylox_web.features.library.bring_in import import_text

        self.bring_in, self.runner = import_text, runner
        self.page = runner.run(Page(rooms).start(Together(rooms, Random(1))))

    def paste(self, text: str) -> str:
        """Paste a text; return what the player is told, of a text that opens or does not."""

        async def pasting() -> str:
            self.page.database.stores["games"].clear()  # or the game would join its like
            problem = self.bring_in(self.page.table, text)
            notice = self.page.session.notice
            await self.page.settle()
            return problem or (notice.text if notice else "")

        return self.runner.run(pasting())

    @property
    def link(self) -> str:
        """The game on the table as the start of its link."""
        return self.page.session.link.partition("/c")[0].partition("/n")[0]


@pytest.fixture(scope="module")
def desk() -> Iterator[Desk]:
    with whole_page() as rooms, asyncio.Runner() as runner:
        yield Desk(rooms, runner)


HEX = "(;FF[4]GM[11]SZ[5]{})"


@pytest.mark.parametrize(
    ("rest", "link"),
    [
        (";AB[b2]AW[c3]", "s5.1x3.2o2.5.5-x-2/m"),
        (";C[a problem];AB[b2][d4];AW[c3]PL[W];W[a1]", "s5.1x3.2o2.3x1.5-o-2/ma1"),
        ("AB[b2][d4];AE[d4];AW[b2];AB[c3]PL[B]", "s5.1o3.2x2.5.5-x-2/m"),
        (";AB[b2](;W[c3])(;W[c4])", "s5.1x3.5.5.5-o-2/mc3/v0c4"),
        (";AB[b2]AW[c3]W[a1];B[a2]", "s5.1x3.2o2.5.5-o-2/ma1a2"),
    ],
)
def test_set_up_nodes_before_the_first_move_are_the_start(desk: Desk, rest: str, link: str):
    for text, game in (HEX.format(rest), "lox5"), (f"(;GG[brink:5-d-x3]{rest})", "brink5-d-x3"):
        assert desk.paste(text) == ""
        assert desk.link == f"1/{game}/{link}"


@pytest.mark.parametrize(
    ("rest", "line"),
    [
        (";B[a1];AB[b2];W[c3]", "ma1"),
        (";B[a1];PL[B];B[c3]", "ma1"),
        (";AB[d4];W[a1];AE[d4];B[c3]", "ma1"),
        ("(;AB[d4];W[a1])(;W[c3])", "ma1"),
    ],
)
def test_a_later_set_up_is_refused_and_the_game_before_it_kept(desk: Desk, rest: str, line: str):
    for head in "GM[11]SZ[5]", "GG[brink:5-d-x3]":
        assert "sets stones up in the middle of a game" in desk.paste(f"(;{head}{rest})")
        assert desk.link.endswith(line)


@pytest.mark.parametrize(
    ("rest", "mover"),
    [
        ("AB[b2];W[c3]", 1),
        ("AB[b2];B[c3]", 0),
        ("AB[b2]", 0),
        ("AB[b2];C[what now?];W[c3]", 1),
        *((f"AB[b2]PL[{value}]", 1) for value in ("W", "w", "white", "White", "2", " W ")),
        *((f"AB[b2]PL[{value}]", 0) for value in ("B", "b", "black", "BLACK", "1")),
    ],
)
def test_who_begins_a_set_up(desk: Desk, rest: str, mover: int):
    for head in "GM[11]SZ[5]", "GG[brink:5-d-x3]":
        assert desk.paste(f"(;{head}{rest})") == ""
        session = desk.page.session
        assert session.tree.setup.mover == mover
        assert [*bits(session.tree.setup.occupied)] == [session.game.board.parse_cell("b2")]


@pytest.mark.parametrize("value", ["", "3", "red", "0", "both", "x" * 9999, "B W", "<b>"])
def test_a_side_to_move_that_means_nothing_gets_a_sentence(desk: Desk, value: str):
    for head in "GM[11]SZ[5]AB[b2]", "GG[greylox:5]":
        assert f"PL[{value[:12]}]" in desk.paste(f"(;{head}PL[{value}])")


@pytest.mark.parametrize("more", ["PL[B]", "AE[b2]", "AE[b2]PL[1]", ";PL[B]", ";AB[b2];AE[b2]"])
def test_without_a_stone_nothing_is_set_up(desk: Desk, more: str):
    for head, moves, link in (
        ("GG[greylox:5]", ";B[e5];W[e6];W[b2]", "greylox5/me5e6b2"),
        ("GM[11]SZ[5]", ";B[a1];W[b3]", "lox5/ma1b3"),
    ):
        assert desk.paste(f"(;{head}{more}{moves})") == ""
        assert desk.link == f"1/{link}"


PIECES, SIDES = "e4", "d5"  # the cell of Lox that is named e4 after each form of the swap


@pytest.mark.parametrize(
    ("word", "letter", "cell"),
    [
        ("swap", "B", PIECES),
        ("swap", "W", SIDES),
        ("swap-pieces", "B", PIECES),
        ("swap-pieces", "W", SIDES),
        ("swap-sides", "B", SIDES),
        ("swap-sides", "W", SIDES),
        ("SWAP", "W", SIDES),
    ],
)
@pytest.mark.parametrize(
    ("before", "link"), [(";B[a3]", "ma3-s"), ("AB[a3]PL[W]", "s5.5.x4.5.5-o-2/m-s")]
)
def test_the_next_move_says_which_swap_it_was(
    desk: Desk, word: str, letter: str, cell: str, before: str, link: str
):
    other = "BW"[letter == "B"]
    swapped = f"{before};W[{word}]"
    for between in "", ";C[a pause]", ";;":
        assert desk.paste(HEX.format(f"{swapped}{between};{letter}[e4];{other}[resign]")) == ""
        assert desk.link == f"1/lox5/{link}{cell}-q"
    assert desk.paste(HEX.format(f"{swapped};{letter}[resign]")) == ""
    assert desk.link == f"1/lox5/{link}-q"
    assert "out of turn" in desk.paste(HEX.format(f"{swapped};{letter}[e4];{letter}[a1]"))


def test_each_line_after_a_swap_says_which_it_was(desk: Desk):
    assert desk.paste(HEX.format(";B[a3];W[swap](;B[e4];W[c2])(;W[e4];B[c2])")) == ""
    assert desk.link == "1/lox5/ma3-se4c2/v2d5b3"


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
def test_marks_at_a_swap_go_with_its_stones(desk: Desk, moves: str, cell: str):
    assert desk.paste(HEX.format(f";B[a3]{moves}")) == ""
    tree = desk.page.session.tree
    assert [tree.game.board.cell_name(mark.cell) for mark in tree.nodes[2].marks] == [cell]


@pytest.mark.parametrize(
    "head", ["", "FF[4]EV[hex.ld.DEFAULT]SZ[13]SO[http://www.littlegolem.com]"]
)
@pytest.mark.parametrize("moves", [";W[ll];B[ab]", ";C[hello];W[AB];B[swap]", ";W[ll]"])
def test_a_file_of_little_golem_is_refused_for_what_it_lacks(desk: Desk, head: str, moves: str):
    problem = desk.paste(f"(;{head}PB[Ann]{moves})")
    assert "no GM" in problem and "White moves first" in problem and "[ll]" in problem


@pytest.mark.parametrize("moves", ["", ";B[aa]", ";B[a1];W[b2]", ";W[resign]", ";W[c4]"])
def test_a_file_that_names_no_game_is_refused_for_that(desk: Desk, moves: str):
    assert desk.paste(f"(;FF[4]SZ[13]PB[Ann]{moves})").endswith("it has no GM.")


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
    desk: Desk, game: str, seats: tuple[Seat, Seat], friend: str, names: str
):
    saved = []
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(sys.modules, "pyscript", MagicMock())
        patch.setitem(sys.modules, "pyodide.http", MagicMock())
        from greylox_web.features.share import panel as share

        patch.setattr(
            share, "offer_download", lambda _, name, text, kind: saved.append((name, text, kind))
        )
        desk.page.do(NewGame(game, 5, (), seats))
        if friend:
            desk.page.do(NameFriend(friend))
        sharing = share.ShareDialog(desk.page.table)
        desk.runner.run(sharing.save_game("sgf"))
    [(name, text, _)] = saved
    assert name.endswith(".sgf") and names in text
    assert ("PB[" in text) == ("PW[" in text) == any(seat != PERSON for seat in seats)
