"""Byg, sentence by sentence."""

import pytest

from greylox_web.rules import new_game
from greylox_web.rules.games.byg import Byg
from greylox_web.rules.state import MAIN, OPENING
from tests.boards import cells, named, stand
from tests.rules.acting import after, legal, mover, refused

FIVE, THREE, TWO = Byg(5), Byg(3), Byg(2)


def test_white_puts_a_stone_anywhere_then_black_does_then_black_begins_the_normal_turns():
    state, movers = FIVE.start(), []
    for name in ["e5", "a1", "i9", "g4", "b2"]:
        movers.append(mover(FIVE, state))
        state = after(FIVE, name, state)
    assert movers[:4] == ["white", "black", "black", "white"]


def test_the_two_first_stones_are_single_and_go_on_any_vacant_cell():
    start = FIVE.start()
    assert (start.phase, FIVE.legal(start)) == (OPENING, FIVE.board.cells)
    second = after(FIVE, "e5")
    assert (mover(FIVE, second), second.phase) == ("black", OPENING)
    assert FIVE.legal(second) == FIVE.board.cells & ~cells(FIVE.board, "e5")
    third = after(FIVE, "e5 e6")
    assert (mover(FIVE, third), third.phase, third.placed) == ("black", MAIN, 0)


def test_black_may_place_his_second_stone_next_to_his_first():
    assert "a2" in legal(FIVE, after(FIVE, "e5 a1"))


def test_with_one_group_a_turn_is_one_stone_and_ends_by_itself():
    state = after(FIVE, "e5 a1")
    assert state.quota == 1
    assert mover(FIVE, after(FIVE, "i9", state)) == "white"


LONELY = """
      {0} . {1}
     . . . .
    {2} . . . {3}
     . . . .
      {4} . {5}
    """


@pytest.mark.parametrize(("groups", "quota"), [(1, 1), (2, 2), (3, 3), (4, 3), (6, 3)])
def test_a_turn_is_as_many_stones_as_one_has_groups_at_most_three(groups, quota):
    state = stand(THREE, LONELY.format(*("x" * groups + "." * (6 - groups))), 0)
    assert state.quota == quota


def test_groups_count_not_stones_and_ones_own_not_the_opponents():
    text = """
      x x o
     . . . .
    x . o . o
     . . . .
      . o .
    """
    assert stand(THREE, text, 0).quota == 2
    assert stand(THREE, text, 1).quota == 3


def test_groups_count_at_the_start_of_the_turn():
    state = stand(THREE, LONELY.format(*"x....x"), 0)  # two groups
    founded = after(THREE, "a3", state)  # a third group allows no third stone
    assert (mover(THREE, founded), founded.quota) == ("white", 1)
    assert mover(THREE, after(THREE, "e3", founded)) == "black"
    state = stand(THREE, LONELY.format(*"xx...x"), 0)  # three groups
    joined = after(THREE, "d5", state)  # two left, but two stones may still follow
    assert (mover(THREE, joined), joined.quota) == ("white", 2)


THREE_GROUPS = """
      . . .
     . . . .
    . . . . x
     . . . .
      x . x
    """  # a1, c1 and e3


def test_a_group_may_grow_by_one_stone_only():
    state = after(THREE, "a2", stand(THREE, THREE_GROUPS, 0))
    refusal = refused(THREE, state, "b1")
    assert refusal.message == "b1 touches a group that already grew this turn"
    assert named(THREE.board, refusal.cause) == "a1 a2"
    for name in ("a3", "b3", "b2"):
        assert refused(THREE, state, name).reason == "grown"
    assert "c4" in legal(THREE, state)


def test_two_groups_that_both_grew_may_not_be_joined():
    grown = after(THREE, "a2 c2", stand(THREE, THREE_GROUPS, 0))  # a1-a2, and c1-c2
    joining = refused(THREE, grown, "b1")
    assert joining.reason == "grown"
    assert named(THREE.board, joining.cause) == "a1 c1 a2 c2"
    assert "c4" in legal(THREE, grown)


def test_two_new_stones_may_not_stand_next_to_each_other():
    state = after(THREE, "c4", stand(THREE, THREE_GROUPS, 0))
    assert refused(THREE, state, "c5").reason == "grown"
    assert named(THREE.board, refused(THREE, state, "c5").cause) == "c4"


def test_a_stone_that_joins_groups_has_grown_them_all():
    state = after(THREE, "b1", stand(THREE, THREE_GROUPS, 0))  # a1-b1-c1
    assert refused(THREE, state, "a2").reason == "grown"
    assert refused(THREE, state, "d2").reason == "grown"
    assert "e4" in legal(THREE, state)  # e3 has not grown


def test_a_group_that_grew_in_an_earlier_turn_may_grow_again():
    state = after(THREE, "a2 end c5", stand(THREE, THREE_GROUPS, 0))
    assert mover(THREE, state) == "white"
    assert "a3" in legal(THREE, state)


def test_at_least_one_stone_must_be_placed():
    state = stand(THREE, THREE_GROUPS, 0)
    refusal = refused(THREE, state, "end")
    assert refusal.message == "place at least one stone before you end the turn"
    assert refused(THREE, THREE.start(), "end").reason == "end-empty"


def test_after_one_stone_the_mover_may_end_the_turn():
    state = after(THREE, "a2", stand(THREE, THREE_GROUPS, 0))
    assert mover(THREE, state) == "white"
    assert legal(THREE, state).split()[-1] == "end"
    ended = after(THREE, "end", state)
    assert (mover(THREE, ended), ended.placed, ended.stones) == ("black", 0, state.stones)


def test_after_two_of_three_stones_the_mover_may_end_the_turn_as_well():
    state = after(THREE, "a2 c5", stand(THREE, THREE_GROUPS, 0))
    assert (mover(THREE, state), state.quota) == ("white", 1)
    assert mover(THREE, after(THREE, "end", state)) == "black"


def test_the_turn_ends_by_itself_when_the_allowance_is_used_up():
    state = after(THREE, "a2 e4", stand(THREE, THREE_GROUPS, 0))
    assert (mover(THREE, state), state.quota) == ("white", 1)
    assert mover(THREE, after(THREE, "c5", state)) == "black"


def test_the_turn_ends_by_itself_when_no_legal_placement_remains():
    state = stand(TWO, " x .\no x o\n x .", 1)
    assert state.quota == 2
    ended = after(TWO, "c3", state)  # b1 is vacant, but touches the group of c3
    assert mover(TWO, ended) == "white"
    assert legal(TWO, ended) == "b1"


def test_the_turn_and_the_game_end_when_the_board_is_full():
    state = stand(TWO, " x x\no x o\n x .", 1)
    assert state.quota == 2
    assert TWO.outcome(state) is None
    full = after(TWO, "b1", state)
    assert full.placed == 0
    assert TWO.outcome(full).winner == 0
    assert refused(TWO, full, "end").message == "the game is over"


def test_a_stone_goes_on_a_vacant_cell():
    state = after(FIVE, "e5 a1")
    assert refused(FIVE, state, "e5").message == "e5 is already taken"


def test_the_larger_largest_group_wins():
    outcome = TWO.outcome(stand(TWO, " x x\no x o\n x o", 0))
    assert (outcome.winner, outcome.deciding_rank, outcome.compared_sizes) == (0, 0, ((4,), (2, 1)))


def test_then_the_larger_second_group_and_a_missing_one_is_0():
    outcome = TWO.outcome(stand(TWO, " x o\no o x\n x x", 0))
    assert (outcome.winner, outcome.deciding_rank, outcome.compared_sizes) == (0, 1, ((3, 1), (3,)))


def test_identical_lists_on_an_even_board_are_a_draw():
    game = Byg(2, "rhombus")
    outcome = game.outcome(stand(game, "x x\n o o", 0))
    assert (outcome.winner, outcome.how) == (None, "draw")


def test_it_is_played_on_a_hexhex_of_3_to_8_or_a_rhombus_of_5_to_15():
    assert [new_game("byg", size).size for size in range(3, 9)] == list(range(3, 9))
    for size in range(5, 16):
        assert new_game("byg", size, {"board": "rhombus"}).board.shape == "rhombus"


def test_nothing_is_controlled():
    assert FIVE.controlled(after(FIVE, "e5 a1")) is None
