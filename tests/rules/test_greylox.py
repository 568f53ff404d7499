"""Greylox, sentence by sentence."""

from greylox_web.rules.games.greylox import Greylox
from greylox_web.rules.state import MAIN, OPENING
from tests.boards import cells, named, read, stand
from tests.rules.acting import after, legal, mover, refused

FIVE, THREE, TWO = Greylox(5), Greylox(3), Greylox(2)

# ------------------------------------------------------------------ the opening


def test_white_begins_with_one_stone_anywhere():
    start = FIVE.start()
    assert mover(FIVE, start) == "white"
    assert start.phase == OPENING
    assert FIVE.legal(start) == FIVE.board.cells
    assert mover(FIVE, after(FIVE, "e5")) == "black"


def test_a_bound_stone_touches_the_opponents_last_stone():
    assert legal(FIVE, after(FIVE, "e5")) == "d4 e4 d5 f5 e6 f6"


def test_from_the_second_turn_on_the_last_stone_is_the_opponents_free_stone():
    state = after(FIVE, "e5 e6 b2")
    assert mover(FIVE, state) == "white"
    assert legal(FIVE, state) == "a1 b1 a2 c2 b3 c3"


def test_a_bound_cell_must_be_vacant():
    state = stand(
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
    assert refused(THREE, state, "a2").message == "a2 is already taken"
    assert refused(THREE, state, "e5").reason == "bound"


def test_the_same_player_then_places_a_free_stone():
    state = after(FIVE, "e5 e6")
    assert mover(FIVE, state) == "black"
    assert state.phase == OPENING
    taken = cells(FIVE.board, "e5 e6")
    assert FIVE.legal(state) == FIVE.board.cells & ~taken & ~FIVE.board.neighbours(taken)


def test_a_free_cell_has_only_vacant_neighbours_of_either_colour():
    state = after(FIVE, "e5 e6")
    for name in ("e7", "d5", "f6", "e4"):
        refusal = refused(FIVE, state, name)
        assert refusal.message == (
            f"the second stone needs a cell with only vacant neighbours, and {name} touches a stone"
        )
    assert named(FIVE.board, refused(FIVE, state, "f6").cause) == "e5 e6"
    assert mover(FIVE, after(FIVE, "e5 e6 b2")) == "white"


def test_the_turn_cannot_be_ended_before_the_free_stone():
    state = after(FIVE, "e5 e6")
    assert (
        refused(FIVE, state, "end").message == "the turn is not over: its second stone is still due"
    )


def test_without_a_free_cell_after_the_bound_stone_the_turn_and_the_opening_end():
    state = after(TWO, "b2 a1")
    assert state.phase == MAIN
    assert mover(TWO, state) == "white"
    assert state.placed == 0


def test_free_cells_are_counted_after_the_bound_stone_is_on_the_board():
    assert legal(TWO, after(TWO, "c2")) == "b1 b2 c3"
    assert legal(TWO, after(TWO, "c2 b1")) == "a2 b3"  # free before c2 b2, and then no more
    assert after(TWO, "c2 b2").phase == MAIN


def test_a_player_may_end_the_opening_with_a_bound_cell_although_another_would_not():
    goes_on, ends = after(TWO, "a1 a2"), after(TWO, "a1 b2")
    assert (goes_on.phase, mover(TWO, goes_on)) == (OPENING, "black")
    assert (ends.phase, mover(TWO, ends)) == (MAIN, "white")


def test_either_player_may_be_the_one_to_start_the_single_placements():
    state = after(TWO, "a1 a2 c2 b2")
    assert (state.phase, mover(TWO, state)) == (MAIN, "black")


def test_both_sides_have_the_same_number_of_stones_when_the_opening_ends():
    for names in ("b2 a1", "a1 b2", "a1 a2 c2 b2"):
        state = after(TWO, names)
        assert state.stones[0].bit_count() == state.stones[1].bit_count()


SURROUNDED = """
      . . .
     . x x .
    . . o . .
     . x x .
      . . .
    """


def test_nothing_is_controlled_in_the_opening_and_nothing_flips():
    opening = stand(THREE, SURROUNDED.replace("o", "a"), 0, OPENING, second="a", anchor="a")
    assert THREE.controlled(opening) is None
    assert legal(THREE, opening) == "b3 d3"
    assert refused(THREE, opening, "c3").reason == "occupied"
    assert "c3" in legal(THREE, stand(THREE, SURROUNDED, 0))


# ------------------------------------------------------------------ single placements


def test_a_turn_is_one_stone():
    state = after(TWO, "b2 a1")
    assert mover(TWO, after(TWO, "c3", state)) == "black"
    assert refused(TWO, state, "end").message == "a turn of this game ends by itself"


def test_one_may_not_place_where_the_opponent_has_control():
    text = """
      . . x
     . . . .
    x . c . x
     . . . .
      x . .
    """
    black, white = stand(THREE, text, 1), stand(THREE, text, 0)
    c3 = refused(THREE, black, "c3")
    assert c3.message == "c3 is controlled by White: 4 of its stones see it, 4 are enough"
    assert named(THREE.board, c3.cause) == "a1 a3 e3 e5"
    assert named(THREE.board, THREE.legal(white) & read(text)["c"]) == "c3"


def test_placing_on_a_cell_of_ones_own_control_is_fine():
    state = stand(TWO, " x .\n. . x\n x .", 0)
    assert named(TWO.board, TWO.controlled(state)[0] & cells(TWO.board, "c3 b1 a2")) == "b1 a2 c3"
    assert legal(TWO, state) == "b1 a2 b2 c3"


def test_one_may_flip_an_enemy_stone_on_a_cell_of_ones_own_control():
    state = stand(THREE, SURROUNDED, 0)
    flipped = after(THREE, "c3", state)
    assert named(THREE.board, flipped.stones[0]) == "b2 c2 c3 c4 d4"
    assert flipped.stones[1] == 0
    assert mover(THREE, flipped) == "black"


def test_black_places_and_flips_by_the_same_law():
    state = stand(THREE, SURROUNDED, 1, first="o", second="x")
    flipped = after(THREE, "c3", state)
    assert (named(THREE.board, flipped.stones[1]), flipped.stones[0]) == ("b2 c2 c3 c4 d4", 0)
    white = stand(THREE, SURROUNDED.replace("o", "."), 0, first="o", second="x")
    assert refused(THREE, white, "c3").message.startswith("c3 is controlled by Black")


def test_one_may_not_flip_a_stone_without_control():
    state = stand(
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
    refusal = refused(THREE, state, "c3")
    assert refusal.message == (
        "you do not control c3: your stones see it along 3 of its lines, a flip needs 4"
    )
    assert named(THREE.board, refusal.cause) == "a1 e3 c5"


def test_one_may_not_take_a_cell_with_a_stone_of_ones_own():
    state = stand(THREE, SURROUNDED, 1)
    assert refused(THREE, state, "c3").message == "c3 already holds a stone of yours"


def test_control_is_shown_for_vacant_and_occupied_cells():
    assert THREE.controlled(stand(THREE, SURROUNDED, 0)) == (cells(THREE.board, "c3"), 0)
    white, black = TWO.controlled(stand(TWO, " x .\n. o x\n x .", 0))
    assert (named(TWO.board, white), black) == ("b1 a2 c3", 0)


# ------------------------------------------------------------------ the end


def test_the_game_ends_when_the_mover_can_neither_place_nor_flip():
    state = after(TWO, "b1 b2 a1 c3 a2 c2")
    assert mover(TWO, state) == "white"
    assert TWO.legal(state) == 0
    assert refused(TWO, state, "b3").message == "the game is over"
    outcome = TWO.outcome(state)
    assert (outcome.winner, outcome.how) == (1, "cascade")


def test_vacant_cells_at_the_end_count_as_stones_of_the_player_who_controls_them():
    state = after(TWO, "b1 b2 a1 c3 a2 c2")  # three stones each, b3 is vacant
    assert [side.bit_count() for side in state.stones] == [3, 3]
    assert TWO.outcome(state).compared_sizes == ((3,), (4,))
    assert TWO.score(state, 1) == 4


def test_vacant_cells_at_the_end_join_groups():
    text = """
     o x
    o . o
     x o
    """
    state = stand(TWO, text, 0)
    assert TWO.outcome(state).compared_sizes == ((1, 1), (5,))


def test_while_the_game_goes_on_vacant_cells_count_for_nobody():
    state = stand(TWO, " x .\n. . x\n x .", 0)
    assert [TWO.score(state, 0), TWO.score(state, 1)] == [1, 0]


FULL = """
     o o
    o x o
     x x
    """


def test_on_a_full_board_the_game_goes_on_while_the_mover_can_flip():
    state = stand(TWO, FULL, 0)
    assert TWO.outcome(state) is None
    assert legal(TWO, state) == "a2 c2"
    assert mover(TWO, after(TWO, "a2", state)) == "black"


def test_on_a_full_board_the_game_ends_when_the_mover_can_flip_nothing():
    state = stand(TWO, " o o\no o o\n x x", 0)
    assert named(TWO.board, TWO.controlled(state)[0] & state.stones[1]) == ""
    assert TWO.outcome(state).winner == 1


def test_the_game_can_be_over_right_after_the_opening():
    before = stand(TWO, " o a\no . .\n x o", 1, OPENING, first="xa", anchor="a")
    ended = after(TWO, "c2", before)
    assert (ended.phase, mover(TWO, ended)) == (MAIN, "white")
    assert TWO.outcome(ended).winner == 1


def test_the_larger_largest_group_wins():
    outcome = TWO.outcome(stand(TWO, " x x\nx o o\n o o", 0))
    assert (outcome.winner, outcome.deciding_rank, outcome.compared_sizes) == (1, 0, ((3,), (4,)))


def test_after_equal_largest_groups_the_second_largest_decide_and_a_missing_one_is_0():
    text = """
      x o o
     x x . o
    . o x . o
     o o x o
      o x x
    """
    outcome = THREE.outcome(stand(THREE, text, 0))
    assert (outcome.winner, outcome.deciding_rank, outcome.compared_sizes) == (1, 1, ((7,), (7, 5)))
