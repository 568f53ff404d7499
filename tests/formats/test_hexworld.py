"""Hex read as Lox: HexWorld links, Hex SGF, and both forms of the swap."""

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from greylox_web.formats import read
from greylox_web.formats.hexworld import mirrored
from greylox_web.match.tree import record_from_tree
from greylox_web.rules.board import bits
from greylox_web.rules.notation.links import read_spec, write_link
from greylox_web.rules.play import IllegalAction, random_game, replay


def line(result):
    """The link of the game's line, without check digits."""
    return write_link(record_from_tree(result.tree, result.leaf, result.cursor)).rpartition("/c")[0]


@pytest.mark.parametrize(
    ("text", "link"),
    [
        ("https://hexworld.org/board/#11r9c1,b4:sh4g8,i8h3", "1/lox11/mb4-sh4g8i8h3/n4"),
        ("11r9c1,b4:sh4g8i8h3", "1/lox11/mb4-sh4g8i8h3"),
        ("<https://hexworld.org/board/#11c1,b4>", "1/lox11/mb4"),
        ("#5,a1:rw", "1/lox5/ma1-q"),
        ("#5x5r3,a1b3:fb", "1/lox5/ma1b3-q"),
        ("https://hexworld.org/board/#11NC1,B4:SH4", "1/lox11/mb4-sh4"),
        ("https://hexworld.org/board/#7,", "1/lox7/m"),
        ("İ" * 30 + " https://HexWorld.org/board/#11c1,b4", "1/lox11/mb4"),
    ],
)
def test_hexworld_links(text, link):
    result = read(text)
    assert (result.kind, result.error) == ("hexworld", None)
    assert line(result) == link


def test_a_record_with_commas_is_no_hexworld_link():
    result = read("5, c3, d4", read_spec("brink3-x2"))
    assert result.kind == "record"


@pytest.mark.parametrize(
    ("text", "link", "sentence", "unparsed"),
    [
        ("11,b4zz", "1/lox11/mb4", "is not a move", "zz"),
        ("11,b4:p", "1/lox11/mb4", "you may only pass", ":p"),
        ("11,b4a1:s", "1/lox11/mb4a1", "a swap is only allowed", ":s"),
        ("11,b4:rb", "1/lox11/mb4", "Red resigned on the turn of Blue", ":rb"),
        ("11,b4:rwc3", "1/lox11/mb4-q", "nothing can follow", "c3"),
        ("5,c2b2c2", "1/lox5/mc2b2", "already holds", "c2"),
        ("19,a1", None, "is played on", "19,a1"),
        ("11x14,a1", None, "no board of 11 x 14", ""),
        ("https://hexworld.org/board/#", None, "does not begin with a size", ""),
    ],
)
def test_hexworld_links_with_faults(text, link, sentence, unparsed):
    result = read(text)
    assert sentence in result.error
    assert result.unparsed.startswith(unparsed)
    assert (line(result) if result.tree else None) == link


@pytest.mark.parametrize(
    ("moves", "link", "sentence"),
    [
        (";B[a3];W[swap-pieces];B[e5];W[d2]", "ma3-se5d2", ""),
        (";B[a3];W[swap-sides];W[e4];B[d2]", "ma3-sd5b4", ""),
        (";B[a3];W[swap-sides];B[e4];W[d2]", "ma3-sd5b4", ""),
        (";B[a3];W[swap-sides];W[e4];W[d2]", "ma3-sd5", "out of turn"),
        (";B[A3];W[SWAP-PIECES];B[resign]", "ma3-s-q", ""),
        (";B[a3];W[swap-sides];W[resign]", "ma3-s-q", ""),
        (";B[a3];W[swap-sides];W[e4];W[resign]", "ma3-sd5", "Red resigned on the turn of Blue"),
        (";B[a3];W[forfeit]", "ma3-q", ""),
        (";B[a3];B[a4]", "ma3", "out of turn"),
        (";B[a3];C[nothing];W[b1]", "ma3b1", ""),
        ("AB[a3]PL[W];W[swap-sides];W[e4]", "s5.5.x4.5.5-o-2/m-sd5", ""),
    ],
)
def test_hex_sgf_with_both_swaps(moves, link, sentence):
    result = read(f"(;FF[4]GM[11]SZ[5]{moves})")
    assert result.kind == "hex-sgf"
    assert line(result) == f"1/lox5/{link}"
    assert sentence in (result.error or "")
    assert bool(result.error) == bool(sentence)


@pytest.mark.parametrize("letters", ["WB", "BW"])
@given(seed=st.integers(0, 1 << 32))
def test_swap_sides_is_swap_pieces_in_the_mirror(letters, seed):
    game, random = read_spec("lox7"), Random(seed)
    board = game.board
    first = random.choice(list(bits(board.cells)))
    start = replay(game, [first, board.swap_action])[-1]
    after = [
        action for action in random_game(game, random, start)[:30] if action < board.end_action
    ]
    while len(after) > 1 and play_or_none(game, start, after) is None:
        after.pop()  # illegal, because a pass was filtered out
    names = [board.cell_name(mirrored(board, cell)) for cell in after]
    nodes = "".join(f";{letters[n % 2]}[{name}]" for n, name in enumerate(names))
    result = read(f"(;GM[11]SZ[7];B[{board.cell_name(first)}];W[swap-sides]{nodes})")
    assert result.error is None
    assert result.tree.actions(result.leaf) == (first, board.swap_action, *after)
    assert result.tree.nodes[result.leaf].state == play_or_none(game, start, after)


def play_or_none(game, state, actions):
    """The last position, or None if an action is illegal."""
    try:
        return replay(game, actions, state)[-1]
    except IllegalAction:
        return None


def test_marks_follow_the_stones_into_the_mirror():
    result = read("(;GM[11]SZ[5];B[a3]CR[a3];W[swap-sides]CR[a3]LB[e1:x](;W[e4]TR[e4])(;W[c1]))")
    board = result.tree.game.board
    marks = [[(m.kind, board.cell_name(m.cell)) for m in node.marks] for node in result.tree.nodes]
    assert marks[1:4] == [
        [("circle", "a3")],
        [("circle", "c1"), ("label", "a5")],
        [("triangle", "d5")],
    ]
    swapped = result.tree.nodes[2].state
    assert board.cell_names(swapped.stones[1]) == ["c1"]
    assert result.tree.nodes[4].action == board.parse_cell("a3")


def test_mirrored_cells_exchange_goal_edges():
    game = read_spec("lox5")
    mirror = {cell: mirrored(game.board, cell) for cell in bits(game.board.cells)}
    assert mirror in game.board.symmetries
    red, blue = game.edges
    assert [{mirror[c] for c in bits(edge)} for edge in red] == [set(bits(edge)) for edge in blue]


@pytest.mark.parametrize("size", ["0", "4", "16", "5:6", "x", "99999", ""])
def test_hex_sgf_with_unsupported_size_is_refused(size):
    result = read(f"(;GM[11]SZ[{size}];B[a1])")
    assert result.tree is None
    assert result.error
