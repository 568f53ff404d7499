"""The rules of Brink, sentence by sentence."""

import pytest

from greylox_web.rules import NotationError, new_game
from greylox_web.rules.games.brink import Brink
from greylox_web.rules.notation.setup import read_setup
from tests.diagrams import named, position_from_diagram
from tests.rules.play_by_name import legal, mover, play_names, refusal_of

FOUR_TO_THREE = " x x\nx x o\n o o"
NINE_TO_SIX = """
      o x x
     o x x x
    o o x x o
     x o x o
      o x o
    """


def result(text, x, game=None):
    game = game or Brink(2, "hexhex", x)
    outcome = game.outcome(position_from_diagram(game, text))
    return outcome.winner, outcome.reason


def test_black_begins_on_an_empty_board_and_turns_alternate():
    game = Brink(5)
    assert game.start().occupied == 0
    assert mover(game, game.start()) == "black"
    assert mover(game, play_names(game, "e5")) == "white"
    assert mover(game, play_names(game, "e5 e6")) == "black"


def test_legal_moves_are_all_vacant_cells():
    game = Brink(2, "hexhex", 1)
    state = play_names(game, "b2 c2")
    assert legal(game, state) == "a1 b1 a2 b3 c3"
    assert refusal_of(game, state, "b2").message == "b2 is already taken"
    assert refusal_of(game, state, "end").message == "a turn of this game ends by itself"


def test_the_game_ends_when_the_board_is_full():
    game = Brink(2, "hexhex", 1)
    state = play_names(game, "a1 b1 a2 b2 c2 b3")
    assert game.outcome(state) is None
    full = play_names(game, "c3", state)
    assert game.outcome(full)
    assert refusal_of(game, full, "a1").message == "the game is over"


def test_the_larger_largest_group_loses():
    assert result(FOUR_TO_THREE, x=2) == (1, "smaller")


def test_unless_it_is_x_larger_then_it_wins():
    assert result(FOUR_TO_THREE, x=1) == (0, "gap")


@pytest.mark.parametrize(("x", "winner"), [(1, 0), (2, 0), (3, 0), (4, 1), (19, 1)])
def test_lead_of_x_wins_and_lead_of_x_minus_1_loses(x, winner):
    game = Brink(3, "hexhex", x)
    outcome = game.outcome(position_from_diagram(game, NINE_TO_SIX))
    largest_sizes = [side[0] for side in outcome.compared_sizes]
    assert largest_sizes == [9, 6]
    assert outcome.winner == winner
    other = game.outcome(position_from_diagram(game, NINE_TO_SIX, first="o", second="x"))
    assert other.winner == 1 - winner


@pytest.mark.parametrize("x", [1, 2, 3])
def test_equal_largest_groups_larger_second_group_wins(x):
    assert result(" x o\no o x\n x x", x) == (0, "cascade")  # 3 + 1 against 3
    assert result(" o x\nx x o\n o o", x) == (1, "cascade")


@pytest.mark.parametrize("x", [1, 2, 9])
def test_two_equal_group_pairs_third_pair_decides(x):
    text = """
      x o x
     x x o o
    x x o x x
     o x o o
      o x o
    """
    outcome = Brink(3, "hexhex", x).outcome(position_from_diagram(Brink(3, "hexhex", x), text))
    assert outcome.compared_sizes == ((7, 2, 1), (7, 2))
    assert (outcome.winner, outcome.reason, outcome.deciding_rank) == (0, "cascade", 2)


@pytest.mark.parametrize("x", [1, 2, 4])
def test_identical_sizes_draw_only_on_even_boards(x):
    game = Brink(2, "rhombus", x)
    assert result("x x\n o o", x, game) == (None, "draw")
    assert result("x o\n o x", x, game)[1] != "draw"  # b1 and a2 touch, a1 and b2 do not


# ------------------------------------------------------------------ the swap

SWAP = Brink(3, x=2, swap=True)


def test_on_his_first_move_white_may_swap_if_the_option_is_on():
    assert legal(SWAP, play_names(SWAP, "a1")).split()[-1] == "swap"
    without = Brink(3, x=2)
    refusal = refusal_of(without, play_names(without, "a1"), "swap")
    assert refusal.message == "this game is played without a swap"


def test_swap_turns_the_stone_white_where_it_lies_and_black_moves_next():
    state = play_names(SWAP, "a2 swap")
    assert [named(SWAP.board, side) for side in state.stones] == ["", "a2"]
    assert mover(SWAP, state) == "black"
    assert legal(SWAP, state).split() == legal(SWAP, play_names(SWAP, "a2")).split()[:-1]


@pytest.mark.parametrize("names", ["", "a1 swap", "a1 swap b2", "a1 b2", "a1 b2 c3"])
def test_swap_is_legal_only_as_whites_first_move(names):
    state = play_names(SWAP, names)
    assert "swap" not in legal(SWAP, state)
    refusal = refusal_of(SWAP, state, "swap")
    assert refusal.message == "a swap is only allowed as the second player's first move"


@pytest.mark.parametrize(
    ("setup", "may_swap"),
    [
        ("3.4.2x2.4.3-o-2", True),  # as if Black had just placed the first stone
        ("3.4.2x2.4.3-x-2", False),
        ("3.4.2o2.4.3-o-2", False),
        ("3.4.1xx2.4.3-o-2", False),
        ("3.4.2x2.4.o2-o-2", False),
        ("3.4.5.4.3-o-2", False),
    ],
)
def test_set_up_position_allows_a_swap_if_it_looks_like_the_first_reply(setup, may_swap):
    state = read_setup(SWAP, setup)
    assert ("swap" in legal(SWAP, state)) == may_swap


def test_after_a_swap_white_has_the_odd_stone():
    game = Brink(2, x=1, swap=True)
    full = play_names(game, "b2 swap a1 b1 a2 c2 b3 c3")
    assert [side.bit_count() for side in full.stones] == [3, 4]
    assert game.outcome(full)


# ------------------------------------------------------------------ the options


def test_x_is_a_setting_of_at_least_1():
    assert new_game("brink", 5, {"x": 1}).x == 1
    assert new_game("brink", 5, {"x": 7}).options == {"board": "hexhex", "x": 7, "swap": False}
    with pytest.raises(NotationError, match="the X of Brink is from 1"):
        new_game("brink", 5, {"x": 0})


def test_board_sizes_are_hexhex_3_to_8_and_rhombus_5_to_15():
    for size in range(3, 9):
        assert new_game("brink", size).board.shape == "hexhex"
    for size in range(5, 16):
        assert new_game("brink", size, {"board": "rhombus"}).board.shape == "rhombus"


def test_controlled_returns_none():
    game = Brink(3)
    assert game.controlled(play_names(game, "a1 b1")) is None
    assert [game.score(play_names(game, "a1 b1 a2"), colour) for colour in (0, 1)] == [2, 1]
