"""The rules of Multiplicity, sentence by sentence."""

import pytest

from greylox_web.rules import NotationError, new_game
from greylox_web.rules.games.multiplicity import Multiplicity
from greylox_web.rules.groups import sizes
from greylox_web.rules.notation.links import read_spec
from greylox_web.rules.state import MAIN, OPENING, State
from tests.diagrams import cells, named, position_from_diagram
from tests.rules.play_by_name import legal, mover, play_names, refusal_of

WITH, WITHOUT = Multiplicity(5), Multiplicity(5, opening=False)
SWAP = Multiplicity(5, opening=False, swap=True)
TWO, TWO_FREE = Multiplicity(2), Multiplicity(2, opening=False)


def test_white_begins_and_the_opening_protocol_is_the_default():
    start = WITH.start()
    assert (mover(WITH, start), start.phase) == ("white", OPENING)
    assert WITH.options == {"opening": True, "swap": False}


def test_opening_is_one_bound_and_one_free_stone():
    state = play_names(WITH, "e5")
    assert legal(WITH, state) == "d4 e4 d5 f5 e6 f6"
    assert (
        refusal_of(WITH, state, "a1").message
        == "the first stone of this turn must touch e5, and a1 does not"
    )
    state = play_names(WITH, "e5 e6")
    assert mover(WITH, state) == "red"
    assert refusal_of(WITH, state, "e7").reason == "free"
    state = play_names(WITH, "e5 e6 b2")
    assert mover(WITH, state) == "white"
    assert legal(WITH, state) == "a1 b1 a2 c2 b3 c3"


def test_opening_without_free_cell_passes_turn_to_opponent():
    state = play_names(TWO, "b2 a1")
    assert (state.phase, mover(TWO, state)) == (MAIN, "white")
    assert legal(TWO, state) == "b1 a2 c2 b3 c3"


def test_without_the_opening_the_game_starts_with_free_placement():
    start = WITHOUT.start()
    assert start.phase == MAIN
    state = play_names(WITHOUT, "e5 a1")
    assert mover(WITHOUT, state) == "white"
    assert WITHOUT.legal(state) == WITHOUT.board.cells & ~cells(WITHOUT.board, "e5 a1")


def test_swap_is_an_option_without_the_opening_only():
    assert new_game("multiplicity", 5, {"opening": False, "swap": True}).swap
    for options in ({"swap": True}, {"opening": True, "swap": True}):
        with pytest.raises(NotationError, match="no option “swap” together with “opening”"):
            new_game("multiplicity", 5, options)
    with pytest.raises(NotationError, match="no option “swap” together with “opening”"):
        read_spec("multiplicity5-p")


def test_on_his_first_move_red_may_swap_if_the_option_is_on():
    state = play_names(SWAP, "e5")
    assert legal(SWAP, state).split()[-1] == "swap"
    for game in (WITH, WITHOUT):
        refusal = refusal_of(game, play_names(game, "e5"), "swap")
        assert refusal.message == "this game is played without a swap"


def test_swap_turns_the_stone_red_where_it_lies_and_white_moves_next():
    state = play_names(SWAP, "e6 swap")
    assert [named(SWAP.board, side) for side in state.stones] == ["", "e6"]
    assert (mover(SWAP, state), state.phase) == ("white", MAIN)
    assert SWAP.legal(state) == SWAP.board.cells & ~cells(SWAP.board, "e6")


@pytest.mark.parametrize("names", ["", "a1 swap", "a1 swap b2", "a1 b2", "a1 b2 c3"])
def test_swap_is_legal_only_as_reds_first_move(names):
    refusal = refusal_of(SWAP, play_names(SWAP, names), "swap")
    assert refusal.message == "a swap is only allowed as the second player's first move"


def test_after_a_swap_both_sides_end_with_equal_stones():
    game = Multiplicity(2, opening=False, swap=True)
    ended = play_names(game, "b2 swap a1 b1 a2 c2 b3")
    assert game.outcome(ended)
    assert [side.bit_count() for side in ended.stones] == [3, 3]


def test_turn_is_one_compulsory_stone_on_any_vacant_cell():
    state = play_names(WITHOUT, "e5")
    assert "e6" in legal(WITHOUT, state)
    assert refusal_of(WITHOUT, state, "e5").message == "e5 is already taken"
    assert refusal_of(WITHOUT, state, "end").message == "a turn of this game ends by itself"


def test_score_is_product_of_group_sizes():
    text = """
      x . o
     x . o o
    . . . . o
     x . x x
      . . x
    """
    game = Multiplicity(3)
    state = position_from_diagram(game, text)
    assert sizes(game.board, state.stones[0]) == [3, 2, 1]
    assert [game.score(state, 0), game.score(state, 1)] == [6, 4]


def test_a_side_without_stones_has_the_empty_product():
    assert [WITH.score(WITH.start(), colour) for colour in (0, 1)] == [1, 1]


def test_game_ends_with_one_vacant_cell_and_equal_stones():
    state = play_names(TWO_FREE, "a1 b1 a2 b2 b3")
    assert TWO_FREE.outcome(state) is None
    assert legal(TWO_FREE, state) == "c2 c3"
    ended = play_names(TWO_FREE, "c3", state)
    assert TWO_FREE.outcome(ended)
    assert refusal_of(TWO_FREE, ended, "c2").message == "the game is over"
    assert [side.bit_count() for side in ended.stones] == [3, 3]


@pytest.mark.parametrize(
    ("text", "winner", "scores"),
    [
        (" . o\no x o\n x x", 0, (3, 2)),
        (" x o\n. o o\n x x", 1, (2, 3)),
        (" x o\no . x\n x o", None, (1, 1)),
        (" x x\nx . o\n o o", None, (3, 3)),
        (" x o\no o x\n x .", 1, (1, 3)),
    ],
)
def test_higher_score_wins_and_equal_scores_draw(text, winner, scores):
    state = position_from_diagram(TWO, text)
    assert (TWO.score(state, 0), TWO.score(state, 1)) == scores
    outcome = TWO.outcome(state)
    assert (outcome.winner, outcome.reason) == (winner, "draw" if winner is None else "product")


def test_scores_are_exact_whole_numbers():
    game = Multiplicity(8)
    threes = 0
    for row in range(0, 15, 2):
        for column in game.board.row_columns[row][:-2:4]:
            threes |= sum(1 << game.board.cell_at(column + step, row) for step in range(3))
    count = threes.bit_count() // 3
    assert count == 20
    assert game.score(State((threes, 0), 0), 0) == 3**count
    assert isinstance(game.score(State((threes, 0), 0), 0), int)
    one_more = threes & -threes
    assert game.score(State((threes ^ one_more, 0), 0), 0) == 2 * 3 ** (count - 1)


def test_interim_score_is_available_throughout():
    state = play_names(WITHOUT, "e5 a1 e6 c3")
    assert [WITHOUT.score(state, 0), WITHOUT.score(state, 1)] == [2, 1]
    assert named(WITHOUT.board, state.stones[1]) == "a1 c3"


def test_controlled_returns_none():
    assert WITHOUT.controlled(play_names(WITHOUT, "e5")) is None
