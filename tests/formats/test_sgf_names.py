"""Colour letters, names, dates and results in SGF, of this version and of others."""

from __future__ import annotations

import re

import pytest

from greylox_web.formats import read, sgf
from greylox_web.match.tree import ROOT, tree_from_record
from greylox_web.rules.notation.actions import GameRecord
from greylox_web.rules.notation.links import read_link, write_link
from tests.earlier import load

NAMES = {"first": "Ann", "second": "Ben", "date": "2026-01-02", "event": "Cup", "place": "Bonn"}
FILES = {  # link -> (players, end of the file)
    "1/greylox3/mc3c2b4-q": ("PB[Ben]PW[Ann]", "RE[B+R];W[c3];B[c2];B[b4];W[resign])"),
    "1/greylox3/sx2.4.4o.4.3-o-2/mc3": ("PB[Ben]PW[Ann]", "AB[e3]AW[a1]PL[B]GP[main];B[c3])"),
    "1/byg5-d/mb2d4": ("PB[Ben]PW[Ann]", ";W[b2];B[d4])"),
    "1/multiplicity3/ma1b1a3": ("PB[Ben]PW[Ann]", ";W[a1];B[b1];B[a3])"),
    "1/brink3-x2/ma1-q": ("PB[Ann]PW[Ben]", "RE[B+R];B[a1];W[resign])"),
    "1/lox5/mb2-s": ("PB[Ann]PW[Ben]", ";B[b2];W[swap-pieces])"),
    "1/brink3-x2-p/mb2-sc3": ("PB[Ann]PW[Ben]", ";B[b2];W[swap-pieces];B[c3])"),
    "1/multiplicity3-f-p/mb2-s": ("PB[Ben]PW[Ann]", ";W[b2];B[swap-pieces])"),
}
FIRST_VERSION_GAMES = load("0.1.0", "sgf")


def line(text: str) -> str:
    """The link of a file's main line; the file has no error."""
    result = read(text)
    assert result.tree is not None and result.error is None
    tree, leaf = result.tree, result.tree.line_end(ROOT)
    record = GameRecord(
        tree.game, tree.actions(leaf), tree.setup, resigned=tree.nodes[leaf].resigned
    )
    return write_link(record).rpartition("/c")[0]


@pytest.mark.parametrize("link", FILES)
def test_sgf_letters_match_colour_names_and_round_trip(link: str):
    record = read_link(link).record
    assert record is not None
    text = sgf.write_sgf(*tree_from_record(record), NAMES)
    players, end = FILES[link]
    assert f"{players}DT[2026-01-02]EV[Cup]PC[Bonn]{end}\n" in text
    assert line(text) == link
    assert NAMES.items() <= read(text).meta.items()
    for program in "", "AP[Other:0.1]", "AP[Greylox Web]", "AP[Greylox Web:0.3]":
        assert line(re.sub(r"AP\[.*?]", program, text)) == link


def test_swap_has_two_names_and_no_exchange_of_sides():
    head = "(;FF[4]GG[brink:3-x2-p]"
    for word in "swap", "swap-pieces", "Swap-Pieces":
        assert line(f"{head};B[b2];W[{word}];B[c3])") == "1/brink3-x2-p/mb2-sc3"
    result = read(f"{head};B[b2];W[swap-sides];W[c3])")
    assert result.error and "swap-sides" in result.error
    assert "without a swap" in (read("(;FF[4]GG[brink:3-x2];B[b2];W[swap-pieces])").error or "")


@pytest.mark.parametrize(("link", "text"), FIRST_VERSION_GAMES.items())
def test_sgf_of_earlier_versions_reads_without_version_too(link: str, text: str):
    for version in "0.1.0", "0.0.9", "0.1":
        assert line(text.replace(":0.1.0]", f":{version}]")) == link.rpartition("/c")[0]
    if "AB[" not in text:
        for program in "", "AP[Other:2]", "AP[Greylox Web:?]":
            assert line(re.sub(r"AP\[.*?]", program, text)) == link.rpartition("/c")[0]
    meta = read(text).meta
    if "PB[" in text:
        assert (meta["first"], meta["second"], meta["date"]) == ("Ann", "Ben", "2026-11-20")
    result = read(text)
    reloaded = read(sgf.write_sgf(*result[:3], result.meta))
    assert (reloaded.tree, reloaded.meta) == (result.tree, result.meta)


@pytest.mark.parametrize(
    ("text", "meta"),
    [
        ("(;AP[Greylox Web:0.1.0]GG[byg:3]PB[Ann]RE[B+])", {"first": "Ann", "result": "W+"}),
        ("(;AP[Greylox Web:0.2.0]GG[byg:3]PB[Ben]RE[B+])", {"second": "Ben", "result": "B+"}),
        ("(;GG[byg:3]PW[Ann]RE[W+T])", {"first": "Ann", "result": "W+T"}),
        ("(;GG[byg:3]PB[Ann]RE[white + 3.5];B[a1])", {"first": "Ann", "result": "B+3.5"}),
        (
            "(;GG[lox:5]PB[Ann]PW[Ben]RE[Black+Time])",
            {"second": "Ben", "result": "B+Time"},
        ),
        ("(;GM[11]SZ[5]PB[Ann]PW[Ben]DT[in May]RE[?]GN[x])", {"date": "in May", "name": "x"}),
        ("(;GM[11]SZ[5]RE[Draw]EV[Cup]PC[Bonn])", {"result": "Draw", "event": "Cup"}),
        ("(;GM[11]SZ[5]RE[B+];B[a3];W[swap-sides];W[e4];B[e5])", {"result": "W+"}),
        ("(;GM[11]SZ[5]RE[B+];B[a3];W[swap-sides];B[e4];W[e5])", {"result": "B+"}),
        ("(;GM[11]SZ[5]RE[B+];B[a3];W[swap];B[e4];W[e5])", {"result": "B+"}),
    ],
)
def test_names_and_results_are_of_the_colours_in_the_file(text: str, meta: dict[str, str]):
    result = read(text)
    assert meta.items() <= result.meta.items()
    assert result.tree is not None
    reloaded = read(sgf.write_sgf(*result[:3], result.meta))
    assert reloaded.meta == result.meta


@pytest.mark.parametrize(
    ("text", "resigned"),
    [
        ("(;GM[11]SZ[5]RE[B+R];B[a3];W[b2];B[c3])", True),
        ("(;GM[11]SZ[5]RE[B+Resign];B[a3];W[b2];B[c3])", True),
        ("(;GM[11]SZ[5]RE[w+resigned];B[a3](;W[b2])(;W[b1];B[c3]))", True),
        ("(;GM[11]SZ[5]RE[W+R];B[a3];W[swap-sides];W[e4])", True),
        ("(;GM[11]SZ[5]RE[W+R];B[a3];W[b2];B[c3])", False),  # it is not Red's turn
        ("(;GM[11]SZ[5]RE[B+];B[a3];W[b2];B[c3])", False),
        ("(;GM[11]SZ[5]RE[B+T];B[a3];W[b2];B[c3])", False),
        ("(;GM[11]SZ[5]RE[W+R])", False),  # no action
        ("(;GG[byg:5]RE[W+R];W[a1])", True),
        ("(;GG[byg:5]AP[Greylox Web:0.1.0]RE[B+R];B[a1])", True),
        ("(;GG[brink:3-x2]RE[B+R];B[a1];W[resign])", True),
    ],
)
def test_a_resignation_counts_where_no_move_says_it(text: str, resigned: bool):
    assert line(text).endswith("-q") == resigned
