"""The rules of Lox, sentence by sentence."""

from greylox_web.rules.games.lox import Lox
from tests.diagrams import cells, named, position_from_diagram
from tests.rules.play_by_name import legal, mover, play_names, refusal_of

ELEVEN, FIVE, FOUR, THREE = Lox(11), Lox(5), Lox(4), Lox(3)


def test_red_moves_first_on_any_cell():
    start = ELEVEN.start()
    assert mover(ELEVEN, start) == "red"
    assert ELEVEN.legal(start) == ELEVEN.board.cells
    assert refusal_of(ELEVEN, start, "swap").reason == "swap"


def test_turn_is_one_stone_and_turns_alternate():
    assert mover(FIVE, play_names(FIVE, "c3")) == "blue"
    assert mover(FIVE, play_names(FIVE, "c3 b2")) == "red"


# ------------------------------------------------------------------ the swap


def test_on_his_first_move_blue_may_swap():
    state = play_names(FIVE, "b4")
    assert legal(FIVE, state).split()[-1] == "swap"


def test_swap_mirrors_stone_in_blue_and_red_moves_next():
    state = play_names(FIVE, "b4 swap")
    assert named(FIVE.board, state.stones[0]) == ""
    assert named(FIVE.board, state.stones[1]) == "d2"
    assert mover(FIVE, state) == "red"
    assert legal(FIVE, state) == named(FIVE.board, FIVE.board.cells & ~cells(FIVE.board, "d2"))


def test_a_stone_on_the_long_diagonal_changes_its_colour_only():
    state = play_names(FIVE, "c3 swap")
    assert named(FIVE.board, state.stones[1]) == "c3"


def test_swap_after_swap_is_illegal():
    for names in ("b4 swap", "b4 swap c3", "b4 swap c3 a1", "b4 c3", "b4 c3 d2"):
        refusal = refusal_of(FIVE, play_names(FIVE, names), "swap")
        assert refusal.message == "a swap is only allowed as the second player's first move"


def test_swap_without_option_is_illegal():
    game = Lox(5, swap=False)
    state = play_names(game, "b4")
    assert "swap" not in legal(game, state)
    assert refusal_of(game, state, "swap").message == "this game is played without a swap"


# ------------------------------------------------------------------ placing, flipping, passing


def test_placing_on_opponent_controlled_cell_is_illegal():
    text = """
    . . . x
     . . . .
      . . . .
       x . . .
    """
    assert "a1" in legal(FOUR, position_from_diagram(FOUR, text, 0))
    refusal = refusal_of(FOUR, position_from_diagram(FOUR, text, 1), "a1")
    assert refusal.message == "a1 is controlled by Red: 2 of its stones see it, 2 are enough"
    assert named(FOUR.board, refusal.cause) == "d1 a4"


def test_a_flip_needs_control_of_the_cell_of_the_enemy_stone():
    state = play_names(FOUR, "d1 a1 a4 c3")
    assert mover(FOUR, state) == "red"
    assert "a1" in legal(FOUR, state)
    assert refusal_of(FOUR, state, "c3").reason == "uncontrolled"
    flipped = play_names(FOUR, "a1", state)
    assert named(FOUR.board, flipped.stones[0]) == "a1 d1 a4"
    assert named(FOUR.board, flipped.stones[1]) == "c3"


def test_cell_with_own_stone_is_illegal():
    assert (
        refusal_of(FIVE, play_names(FIVE, "c3 b2"), "c3").message
        == "c3 already holds a stone of yours"
    )


STUCK = """
    x x .
     x o o
      . . o
    """


def test_mover_without_placement_or_flip_must_pass():
    state = position_from_diagram(THREE, STUCK, 0)
    assert legal(THREE, state) == "end"
    assert THREE.prompt_key(state) == "pass"
    refusal = refusal_of(THREE, state, "a3")
    assert refusal.message == "you can neither place nor flip here: you must pass"
    passed = play_names(THREE, "pass", state)
    assert (passed.stones, mover(THREE, passed)) == (state.stones, "blue")


def test_pass_with_other_legal_action_is_illegal():
    for names in ("", "b2", "b2 swap", "b2 a1"):
        refusal = refusal_of(THREE, play_names(THREE, names), "pass")
        assert refusal.message == "you may only pass when you can neither place nor flip"


def test_two_passes_in_a_row_cannot_happen():
    passed = play_names(THREE, "pass", position_from_diagram(THREE, STUCK, 0))
    assert legal(THREE, passed).replace("end", "") == legal(THREE, passed) != ""


# ------------------------------------------------------------------ the end


def test_red_joins_top_and_bottom():
    text = """
    . . x .
     . . x .
      . x . .
       x . . .
    """
    outcome = FOUR.outcome(position_from_diagram(FOUR, text, 0))
    assert (outcome.winner, outcome.reason) == (0, "connection")
    blue = FOUR.outcome(position_from_diagram(FOUR, text, 1, first="o", second="x"))
    assert blue is None


def test_blue_connects_left_and_right():
    text = """
    . . . .
     . . o o
      o o . .
       . . . .
    """
    assert FOUR.outcome(position_from_diagram(FOUR, text, 1)).winner == 1
    assert FOUR.outcome(position_from_diagram(FOUR, text, 0, first="o", second="x")) is None


def test_corner_cell_belongs_to_both_edges():
    red, blue = FOUR.edges
    for name, edges in {"a1": (0, 0), "d1": (0, 1), "a4": (1, 0), "d4": (1, 1)}.items():
        cell = cells(FOUR.board, name)
        assert red[edges[0]] & cell
        assert blue[edges[1]] & cell
    column, row = (
        "x . . .\n x . . .\n  x . . .\n   x . . .",
        "o o o o\n . . . .\n  . . . .\n   . . . .",
    )
    assert FOUR.outcome(position_from_diagram(FOUR, column, 0)).winner == 0
    assert FOUR.outcome(position_from_diagram(FOUR, row, 1)).winner == 1


def test_cells_touching_on_long_diagonal_are_not_connected():
    text = """
    x . . .
     . x . .
      . . x .
       . . . x
    """
    assert FOUR.outcome(position_from_diagram(FOUR, text, 0)) is None


def test_two_edges_reached_by_different_groups_are_no_connection():
    text = """
    x . . .
     x . . .
      . . . x
       . . x .
    """
    assert FOUR.outcome(position_from_diagram(FOUR, text, 0)) is None


CONNECTED = """
    . o x
     . x o
      . x .
    """


def test_connection_wins_only_at_own_next_turn():
    state = position_from_diagram(THREE, CONNECTED, 1)
    assert THREE.outcome(state) is None
    assert THREE.legal(state)
    assert named(THREE.board, THREE.connecting_group(state, 0)) == "c1 b2 b3"


def test_the_opponent_can_still_break_the_connection_in_his_turn():
    broken = play_names(THREE, "c1", position_from_diagram(THREE, CONNECTED, 1))
    assert mover(THREE, broken) == "red"
    assert THREE.outcome(broken) is None
    assert THREE.connecting_group(broken, 0) == 0


def test_connection_at_start_of_own_turn_wins():
    survived = play_names(THREE, "a2", position_from_diagram(THREE, CONNECTED, 1))
    assert THREE.outcome(survived).winner == 0
    assert THREE.legal(survived) == 0
    assert refusal_of(THREE, survived, "a1").message == "the game is over"


def test_connecting_group_is_group_joining_edges():
    text = """
    x . . x
     . . x .
      . . x .
       x . x .
    """
    state = position_from_diagram(FOUR, text, 0)
    assert named(FOUR.board, FOUR.connecting_group(state, 0)) == "d1 c2 c3 c4"
    assert FOUR.connecting_group(state, 1) == 0
