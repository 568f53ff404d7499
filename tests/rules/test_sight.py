"""Sight and control, sentence by sentence; Greylox and Lox share them."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from greylox_web.rules.board import bits, hexhex, rhombus
from greylox_web.rules.sight import control, seeing_stones
from tests.diagrams import named, read
from tests.reference_rules import ReferenceGame, parse_cell

BOARDS = [hexhex(base) for base in range(2, 9)] + [rhombus(side) for side in range(2, 16)]


def seeing_names(text):
    """Return the names of the stones that see the cell marked c (vacant) or s (a stone)."""
    drawing = read(text)
    stones = drawing["xos"]
    (cell,) = bits(drawing["cs"])
    return named(drawing.board, seeing_stones(drawing.board, cell, stones, stones))


def controllers(text):
    """The colours that control the cell marked c (vacant), X or O (a stone): "x", "o" or ""."""
    drawing = read(text)
    (cell,) = bits(drawing["cXO"])
    both = control(drawing.board, drawing["xX"], drawing["oO"])
    return "x" * (both[0] >> cell & 1) + "o" * (both[1] >> cell & 1)


def test_nearest_stone_on_each_ray_sees_cell():
    assert (
        seeing_names("""
            . . . . .
           . . . . o .
          . . x . . . .
         . . . . . . . .
        x . . o c . . x .
         . . . . . . . .
          . . . . . . .
           . . . . o .
            x . . . .
        """)
        == "a1 e2 d5 h5 e7 h8"
    )


def test_rhombus_rays_are_rows_columns_and_short_diagonal():
    assert (
        seeing_names("""
        . . x . x
         x . . . x
          x . c . x
           . x . . .
            x . x . .
        """)
        == "c1 e1 a3 e3 b4 c5"
    )


def test_occupied_cell_is_seen_but_never_by_its_own_stone():
    assert (
        seeing_names("""
          . . .
         . . . .
        x . s . x
         . . . .
          x . .
        """)
        == "a1 a3 e3"
    )


def test_empty_board_has_no_seeing_stones():
    assert (
        seeing_names("""
         . .
        . c .
         . .
        """)
        == ""
    )


def test_a_cell_with_six_neighbours_takes_four():
    assert (
        controllers("""
          . . x
         . . . .
        x . c . x
         . . . .
          . . .
        """)
        == ""
    )
    assert (
        controllers("""
          . . x
         . . . .
        x . c . x
         . . . .
          x . .
        """)
        == "x"
    )


def test_a_cell_with_four_neighbours_takes_three():
    assert (
        controllers("""
          . . .
         . . . o
        . . . . .
         . . . .
          o c .
        """)
        == ""
    )
    assert (
        controllers("""
          . . .
         o . . o
        . . . . .
         . . . .
          o c .
        """)
        == "o"
    )


def test_a_corner_with_three_neighbours_takes_two():
    assert (
        controllers("""
          . . .
         . . . .
        . . . . .
         . . . .
          c . x
        """)
        == ""
    )
    assert (
        controllers("""
          . . x
         . . . .
        . . . . .
         . . . .
          c . x
        """)
        == "x"
    )


def test_a_corner_with_two_neighbours_takes_both():
    assert (
        controllers("""
        c . . o
         . . . .
          . . . .
           . . . .
        """)
        == ""
    )
    assert (
        controllers("""
        c . . o
         . . . .
          . . . .
           o . . .
        """)
        == "o"
    )


def test_obtuse_rhombus_corner_needs_two_of_three_neighbours():
    assert (
        controllers("""
        . . . c
         . . . .
          . . . .
           x . . x
        """)
        == "x"
    )


def test_control_counts_each_colour_separately():
    assert (
        controllers("""
          . . x
         . . . .
        x . c . o
         . . . .
          x . .
        """)
        == ""
    )


def test_five_and_six_stones_control_as_well_as_four():
    assert (
        controllers("""
          x . x
         . . . .
        x . c . x
         . . . .
          x . .
        """)
        == "x"
    )
    assert (
        controllers("""
          x . x
         . . . .
        x . c . x
         . . . .
          x . x
        """)
        == "x"
    )


def test_enemy_stone_blocks_ray():
    assert (
        controllers("""
          . . x
         . . . .
        x . c o x
         . . . .
          x . .
        """)
        == ""
    )


def test_occupied_cell_is_controlled_by_owner_or_enemy():
    assert (
        controllers("""
         x .
        x O .
         x x
        """)
        == "x"
    )
    assert (
        controllers("""
         x .
        x X .
         x x
        """)
        == "x"
    )


def test_a_full_board_is_judged_like_any_other():
    drawing = read("""
         x x
        o o o
         x x
        """)
    first, second = control(drawing.board, drawing["x"], drawing["o"])
    assert named(drawing.board, first) == "a2 b2 c2"  # four of six, and two of three
    assert named(drawing.board, second) == "a1 b1 b3 c3"


def positions(board):
    """A strategy for two disjoint masks, dense or sparse."""
    masks = st.integers(0, 2**board.end_action - 1)

    def parts(a, b, thin):
        a, b = a & board.cells, b & board.cells
        return (a & ~b & thin, b & ~a & thin) if thin else (a & ~b, b)

    return st.builds(parts, masks, masks, st.one_of(st.just(0), masks))


@pytest.mark.parametrize("board", BOARDS, ids=lambda board: f"{board.shape}{board.size}")
@given(st.data())
def test_control_matches_ray_walk(board, data):
    first, second = data.draw(positions(board))
    twin = ReferenceGame("lox" if board.shape == "rhombus" else "greylox", board.size)
    a, b = twin.colours
    twin.stones = {parse_cell(board.cell_name(cell)): a for cell in bits(first)}
    twin.stones |= {parse_cell(board.cell_name(cell)): b for cell in bits(second)}
    controls = control(board, first, second)
    assert controls[0] & controls[1] == 0, "two players never control one cell"
    for mask, colour in zip(controls, (a, b), strict=True):
        assert {parse_cell(name) for name in board.cell_names(mask)} == twin.control(colour)
    for cell in bits(board.cells):
        watching = seeing_stones(board, cell, first | second, first | second)
        assert {parse_cell(name) for name in board.cell_names(watching)} == set(
            twin.seeing_stones(parse_cell(board.cell_name(cell)))
        )


def test_stone_sees_across_longest_ray():
    for board in BOARDS:
        last = board.width - 1
        left, right = board.cell_at(0, last // 2), board.cell_at(last, last // 2)
        if board.shape == "hexhex":
            left, right = board.cell_at(0, board.size - 1), board.cell_at(last, board.size - 1)
        assert seeing_stones(board, left, 1 << right, 1 << right) == 1 << right
