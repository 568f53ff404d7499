"""Boards: cells, names, neighbours, symmetries; and the diagrams of the tests."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from greylox_web.rules.board import NO_CELL, NotationError, bits, hexhex, rhombus, transform_mask
from tests.diagrams import cells, draw, named, read

BOARDS = [hexhex(base) for base in range(2, 9)] + [rhombus(side) for side in range(2, 16)]
boards = st.sampled_from(BOARDS)


@pytest.mark.parametrize("base", range(2, 9))
def test_a_hexhex_has_3_base_times_base_minus_1_plus_1_cells(base):
    assert hexhex(base).cells.bit_count() == 3 * base * (base - 1) + 1


@pytest.mark.parametrize("side", range(2, 16))
def test_a_rhombus_has_side_times_side_cells(side):
    assert rhombus(side).cells.bit_count() == side * side


@pytest.mark.parametrize("base", range(2, 9))
def test_hexhex_corners_have_3_neighbours_and_edges_4(base):
    degrees = list(hexhex(base).degrees.values())
    assert degrees.count(3) == 6
    assert degrees.count(4) == 6 * (base - 2)
    assert degrees.count(6) == len(degrees) - 6 * (base - 1)


@pytest.mark.parametrize("side", range(3, 16))
def test_rhombus_corners_have_2_or_3_neighbours_and_edges_4(side):
    board = rhombus(side)
    degrees = list(board.degrees.values())
    assert degrees.count(4) == 4 * (side - 2)
    assert degrees.count(6) == (side - 2) ** 2
    corner = {(column, row): board.degrees[board.cell_at(column, row)]
              for column in (0, side - 1) for row in (0, side - 1)}  # fmt: skip
    last = side - 1
    assert corner == {(0, 0): 2, (last, last): 2, (last, 0): 3, (0, last): 3}


def test_hexhex_base_5_columns_have_expected_rows():
    board = hexhex(5)
    for column, rows in {"a": (1, 5), "b": (1, 6), "e": (1, 9), "f": (2, 9), "i": (5, 9)}.items():
        row_numbers = [board.column_row(cell)[1] + 1 for cell in bits(board.cells)
                 if board.cell_name(cell)[0] == column]  # fmt: skip
        assert (row_numbers[0], row_numbers[-1], len(row_numbers)) == (*rows, rows[1] - rows[0] + 1)


def test_the_neighbours_of_a_hexhex_cell():
    board = hexhex(5)
    assert named(board, board.neighbours(cells(board, "e5"))) == "d4 e4 d5 f5 e6 f6"


def test_the_neighbours_of_a_rhombus_cell():
    board = rhombus(5)
    assert named(board, board.neighbours(cells(board, "c3"))) == "c2 d2 b3 d3 b4 c4"


def test_rhombus_a1_is_top_left_and_letters_run_right():
    drawing = read("""
        a . b
         . . .
          c . .
        """)
    assert named(drawing.board, drawing["a"]) == "a1"
    assert named(drawing.board, drawing["b"]) == "c1"
    assert named(drawing.board, drawing["c"]) == "a3"


def test_rows_count_upwards_on_a_hexhex():
    drawing = read("""
         c d
        b . .
         a .
        """)
    assert [named(drawing.board, drawing[sign]) for sign in "abcd"] == ["a1", "a2", "b3", "c3"]


@given(boards)
def test_every_name_is_read_back_in_either_case(board):
    for cell in bits(board.cells):
        assert (
            board.parse_cell(board.cell_name(cell))
            == board.parse_cell(board.cell_name(cell).upper())
            == cell
        )


@pytest.mark.parametrize(
    "word", ["", "a", "5", "a0", "a01", "aa1", "ä1", "a1x", "a-1", "e5 ", "a²"]
)
def test_other_words_are_no_names(word):
    with pytest.raises(NotationError, match="is not the name of a cell"):
        hexhex(5).parse_cell(word)


@pytest.mark.parametrize("word", ["ｃ４", "Ｃ4", "c４", "c٤", "c۴", "C४", "c𝟒", "ｃ٤"])
def test_a_name_in_full_width_or_with_other_digits_is_read(word):
    assert hexhex(5).parse_cell(word) == hexhex(5).parse_cell("c4")


@pytest.mark.parametrize("word", ["с4", "е５", "В2", "α1", "あ1", "א٣", "한7"])
def test_cell_name_with_foreign_letter_reports_it(word):
    with pytest.raises(NotationError, match=f"“{word[0].lower()}” is a letter of another alphabet"):
        hexhex(5).parse_cell(word)


@pytest.mark.parametrize("word", ["a6", "i4", "j5", "e10", "z99", "e999"])
def test_names_of_cells_elsewhere_are_refused(word):
    with pytest.raises(NotationError, match=f"{word} is not a cell of this board"):
        hexhex(5).parse_cell(word)


@given(boards)
def test_neighbours_are_mutual_and_a_step_never_leaves_the_board(board):
    for cell in bits(board.cells):
        for neighbour in bits(board.neighbours(1 << cell)):
            assert board.cells >> neighbour & 1
            assert board.neighbours(1 << neighbour) >> cell & 1
            (c, r), (d, s) = board.column_row(cell), board.column_row(neighbour)
            assert max(abs(c - d), abs(r - s)) == 1


@given(boards)
def test_cell_at_outside_grid_returns_no_cell(board):
    for column in (-1, board.width):
        assert board.cell_at(column, 0) == board.cell_at(0, column) == NO_CELL


@pytest.mark.parametrize("board", BOARDS, ids=lambda board: f"{board.shape}{board.size}")
def test_symmetries_keep_neighbours_and_are_distinct(board):
    images = set()
    for symmetry in board.symmetries:
        assert sorted(symmetry.values()) == sorted(symmetry) == list(bits(board.cells))
        for cell in bits(board.cells):
            around = board.neighbours(1 << cell)
            assert board.neighbours(1 << symmetry[cell]) == transform_mask(around, symmetry)
        images.add(tuple(symmetry[cell] for cell in bits(board.cells)))
    assert len(images) == (12 if board.shape == "hexhex" else 4)
    assert all(cell == image for cell, image in board.symmetries[0].items())


@given(boards, st.data())
def test_a_diagram_drawn_is_the_diagram_read(board, data):
    x = data.draw(st.integers(0, board.cells)) & board.cells
    o = data.draw(st.integers(0, board.cells)) & board.cells & ~x
    drawing = read(draw(board, {"x": x, "o": o}))
    assert (drawing.board, drawing["x"], drawing["o"]) == (board, x, o)


def test_long_invalid_cell_name_is_truncated_in_error():
    with pytest.raises(NotationError, match=r"^a1234567 is not a cell"):
        hexhex(5).parse_cell("a123456789")
