"""The rules of Greylox, sentence by sentence."""

from greylox_web.rules.games.greylox import Greylox
from greylox_web.rules.state import MAIN, OPENING
from tests.diagrams import cells, named, position_from_diagram, read
from tests.rules.play_by_name import legal, mover, play_names, refusal_of

FIVE, THREE, TWO = Greylox(5), Greylox(3), Greylox(2)

# ------------------------------------------------------------------ the opening


def test_first_stone_is_white_and_legal_on_any_cell():
    start = FIVE.start()
    assert mover(FIVE, start) == "white"
    assert start.phase == OPENING
    assert FIVE.legal(start) == FIVE.board.cells
    assert mover(FIVE, play_names(FIVE, "e5")) == "black"


def test_a_bound_stone_touches_the_opponents_last_stone():
    assert legal(FIVE, play_names(FIVE, "e5")) == "d4 e4 d5 f5 e6 f6"


def test_anchor_from_second_turn_is_opponents_free_stone():
    state = play_names(FIVE, "e5 e6 b2")
    assert mover(FIVE, state) == "white"
    assert legal(FIVE, state) == "a1 b1 a2 c2 b3 c3"


def test_a_bound_cell_must_be_vacant():
    state = position_from_diagram(
        THREE,
        """
          . . .
         x . . .
        o a . . .
         o . . .
          . . .
        """,
        0,
        OPENING,
        second="oa",
        anchor="a",
    )
    assert legal(THREE, state) == "b2 c3 c4"
    assert refusal_of(THREE, state, "a2").message == "a2 is already taken"
    assert refusal_of(THREE, state, "e5").reason == "bound"


def test_the_same_player_then_places_a_free_stone():
    state = play_names(FIVE, "e5 e6")
    assert mover(FIVE, state) == "black"
    assert state.phase == OPENING
    occupied = cells(FIVE.board, "e5 e6")
    assert FIVE.legal(state) == FIVE.board.cells & ~occupied & ~FIVE.board.neighbours(occupied)


def test_a_free_cell_has_only_vacant_neighbours_of_either_colour():
    state = play_names(FIVE, "e5 e6")
    for name in ("e7", "d5", "f6", "e4"):
        refusal = refusal_of(FIVE, state, name)
        assert refusal.message == (
            f"the second stone needs a cell with only vacant neighbours, and {name} touches a stone"
        )
    assert named(FIVE.board, refusal_of(FIVE, state, "f6").cause) == "e5 e6"
    assert mover(FIVE, play_names(FIVE, "e5 e6 b2")) == "white"


def test_the_turn_cannot_be_ended_before_the_free_stone():
    state = play_names(FIVE, "e5 e6")
    assert (
        refusal_of(FIVE, state, "end").message
        == "the turn is not over: its second stone is still due"
    )


def test_opening_ends_without_free_cell_after_bound_stone():
    state = play_names(TWO, "b2 a1")
    assert state.phase == MAIN
    assert mover(TWO, state) == "white"
    assert state.placed == 0


def test_free_cells_are_computed_after_bound_stone():
    assert legal(TWO, play_names(TWO, "c2")) == "b1 b2 c3"
    assert legal(TWO, play_names(TWO, "c2 b1")) == "a2 b3"  # free before c2 b2, but not after
    assert play_names(TWO, "c2 b2").phase == MAIN


def test_bound_stone_may_end_opening_when_another_would_not():
    continuing, ends = play_names(TWO, "a1 a2"), play_names(TWO, "a1 b2")
    assert (continuing.phase, mover(TWO, continuing)) == (OPENING, "black")
    assert (ends.phase, mover(TWO, ends)) == (MAIN, "white")


def test_main_phase_may_start_with_either_player():
    state = play_names(TWO, "a1 a2 c2 b2")
    assert (state.phase, mover(TWO, state)) == (MAIN, "black")


def test_opening_ends_with_equal_stone_counts():
    for names in ("b2 a1", "a1 b2", "a1 a2 c2 b2"):
        state = play_names(TWO, names)
        assert state.stones[0].bit_count() == state.stones[1].bit_count()


SURROUNDED = """
      . . .
     . x x .
    . . o . .
     . x x .
      . . .
    """


def test_opening_has_no_control_and_no_flips():
    opening = position_from_diagram(
        THREE, SURROUNDED.replace("o", "a"), 0, OPENING, second="a", anchor="a"
    )
    assert THREE.controlled(opening) is None
    assert legal(THREE, opening) == "b3 d3"
    assert refusal_of(THREE, opening, "c3").reason == "occupied"
    assert "c3" in legal(THREE, position_from_diagram(THREE, SURROUNDED, 0))


# ------------------------------------------------------------------ single placements


def test_turn_is_one_stone():
    state = play_names(TWO, "b2 a1")
    assert mover(TWO, play_names(TWO, "c3", state)) == "black"
    assert refusal_of(TWO, state, "end").message == "a turn of this game ends by itself"


def test_placing_on_opponent_controlled_cell_is_illegal():
    text = """
      . . x
     . . . .
    x . c . x
     . . . .
      x . .
    """
    black, white = position_from_diagram(THREE, text, 1), position_from_diagram(THREE, text, 0)
    c3 = refusal_of(THREE, black, "c3")
    assert c3.message == "c3 is controlled by White: 4 of its stones see it, 4 are enough"
    assert named(THREE.board, c3.cause) == "a1 a3 e3 e5"
    assert named(THREE.board, THREE.legal(white) & read(text)["c"]) == "c3"


def test_placing_on_a_cell_of_ones_own_control_is_fine():
    state = position_from_diagram(TWO, " x .\n. . x\n x .", 0)
    assert named(TWO.board, TWO.controlled(state)[0] & cells(TWO.board, "c3 b1 a2")) == "b1 a2 c3"
    assert legal(TWO, state) == "b1 a2 b2 c3"


def test_flip_on_own_controlled_cell_is_legal():
    state = position_from_diagram(THREE, SURROUNDED, 0)
    flipped = play_names(THREE, "c3", state)
    assert named(THREE.board, flipped.stones[0]) == "b2 c2 c3 c4 d4"
    assert flipped.stones[1] == 0
    assert mover(THREE, flipped) == "black"


def test_black_places_and_flips_by_the_same_law():
    state = position_from_diagram(THREE, SURROUNDED, 1, first="o", second="x")
    flipped = play_names(THREE, "c3", state)
    assert (named(THREE.board, flipped.stones[1]), flipped.stones[0]) == ("b2 c2 c3 c4 d4", 0)
    white = position_from_diagram(THREE, SURROUNDED.replace("o", "."), 0, first="o", second="x")
    assert refusal_of(THREE, white, "c3").message.startswith("c3 is controlled by Black")


def test_flip_without_control_is_illegal():
    state = position_from_diagram(
        THREE,
        """
          x . .
         . . . .
        . . o . x
         . . . .
          x . .
        """,
        0,
    )
    refusal = refusal_of(THREE, state, "c3")
    assert refusal.message == (
        "you do not control c3: your stones see it along 3 of its lines, a flip needs 4"
    )
    assert named(THREE.board, refusal.cause) == "a1 e3 c5"


def test_cell_with_own_stone_is_illegal():
    state = position_from_diagram(THREE, SURROUNDED, 1)
    assert refusal_of(THREE, state, "c3").message == "c3 already holds a stone of yours"


def test_control_is_shown_for_vacant_and_occupied_cells():
    assert THREE.controlled(position_from_diagram(THREE, SURROUNDED, 0)) == (
        cells(THREE.board, "c3"),
        0,
    )
    white, black = TWO.controlled(position_from_diagram(TWO, " x .\n. o x\n x .", 0))
    assert (named(TWO.board, white), black) == ("b1 a2 c3", 0)


# ------------------------------------------------------------------ the end


def test_game_ends_when_mover_can_neither_place_nor_flip():
    state = play_names(TWO, "b1 b2 a1 c3 a2 c2")
    assert mover(TWO, state) == "white"
    assert TWO.legal(state) == 0
    assert refusal_of(TWO, state, "b3").message == "the game is over"
    outcome = TWO.outcome(state)
    assert (outcome.winner, outcome.reason) == (1, "cascade")


def test_final_vacant_cells_count_for_controlling_colour():
    state = play_names(TWO, "b1 b2 a1 c3 a2 c2")  # three stones each, b3 is vacant
    assert [side.bit_count() for side in state.stones] == [3, 3]
    assert TWO.outcome(state).compared_sizes == ((3,), (4,))
    assert TWO.score(state, 1) == 4


def test_vacant_cells_at_the_end_join_groups():
    text = """
     o x
    o . o
     x o
    """
    state = position_from_diagram(TWO, text, 0)
    assert TWO.outcome(state).compared_sizes == ((1, 1), (5,))


def test_unfinished_game_vacant_cells_count_for_neither():
    state = position_from_diagram(TWO, " x .\n. . x\n x .", 0)
    assert [TWO.score(state, 0), TWO.score(state, 1)] == [1, 0]


FULL = """
     o o
    o x o
     x x
    """


def test_full_board_with_legal_flip_has_no_outcome():
    state = position_from_diagram(TWO, FULL, 0)
    assert TWO.outcome(state) is None
    assert legal(TWO, state) == "a2 c2"
    assert mover(TWO, play_names(TWO, "a2", state)) == "black"


def test_full_board_without_legal_flip_ends_game():
    state = position_from_diagram(TWO, " o o\no o o\n x x", 0)
    assert named(TWO.board, TWO.controlled(state)[0] & state.stones[1]) == ""
    assert TWO.outcome(state).winner == 1


def test_the_game_can_be_over_right_after_the_opening():
    before = position_from_diagram(TWO, " o a\no . .\n x o", 1, OPENING, first="xa", anchor="a")
    ended = play_names(TWO, "c2", before)
    assert (ended.phase, mover(TWO, ended)) == (MAIN, "white")
    assert TWO.outcome(ended).winner == 1


def test_the_larger_largest_group_wins():
    outcome = TWO.outcome(position_from_diagram(TWO, " x x\nx o o\n o o", 0))
    assert (outcome.winner, outcome.deciding_rank, outcome.compared_sizes) == (1, 0, ((3,), (4,)))


def test_equal_largest_groups_second_decides_missing_is_0():
    text = """
      x o o
     x x . o
    . o x . o
     o o x o
      o x x
    """
    outcome = THREE.outcome(position_from_diagram(THREE, text, 0))
    assert (outcome.winner, outcome.deciding_rank, outcome.compared_sizes) == (1, 1, ((7,), (7, 5)))
