"""The rules of Byg, sentence by sentence."""

import pytest

from greylox_web.rules import new_game
from greylox_web.rules.games.byg import Byg
from greylox_web.rules.state import MAIN, OPENING
from tests.diagrams import cells, named, position_from_diagram
from tests.rules.play_by_name import legal, mover, play_names, refusal_of

FIVE, THREE, TWO = Byg(5), Byg(3), Byg(2)


def test_opening_is_white_then_black_then_black_again():
    state, movers = FIVE.start(), []
    for name in ["e5", "a1", "i9", "g4", "b2"]:
        movers.append(mover(FIVE, state))
        state = play_names(FIVE, name, state)
    assert movers[:4] == ["white", "black", "black", "white"]


def test_opening_stones_are_legal_on_any_vacant_cell():
    start = FIVE.start()
    assert (start.phase, FIVE.legal(start)) == (OPENING, FIVE.board.cells)
    second = play_names(FIVE, "e5")
    assert (mover(FIVE, second), second.phase) == ("black", OPENING)
    assert FIVE.legal(second) == FIVE.board.cells & ~cells(FIVE.board, "e5")
    third = play_names(FIVE, "e5 e6")
    assert (mover(FIVE, third), third.phase, third.placed) == ("black", MAIN, 0)


def test_black_second_stone_may_touch_first():
    assert "a2" in legal(FIVE, play_names(FIVE, "e5 a1"))


def test_turn_with_one_group_is_one_stone_and_ends():
    state = play_names(FIVE, "e5 a1")
    assert state.quota == 1
    assert mover(FIVE, play_names(FIVE, "i9", state)) == "white"


LONELY = """
      {0} . {1}
     . . . .
    {2} . . . {3}
     . . . .
      {4} . {5}
    """


@pytest.mark.parametrize(("groups", "quota"), [(1, 1), (2, 2), (3, 3), (4, 3), (6, 3)])
def test_stone_allowance_is_group_count_up_to_3(groups, quota):
    state = position_from_diagram(THREE, LONELY.format(*("x" * groups + "." * (6 - groups))), 0)
    assert state.quota == quota


def test_groups_count_not_stones_and_ones_own_not_the_opponents():
    text = """
      x x o
     . . . .
    x . o . o
     . . . .
      . o .
    """
    assert position_from_diagram(THREE, text, 0).quota == 2
    assert position_from_diagram(THREE, text, 1).quota == 3


def test_groups_count_at_the_start_of_the_turn():
    state = position_from_diagram(THREE, LONELY.format(*"x....x"), 0)  # two groups
    founded = play_names(THREE, "a3", state)  # a third group does not allow a third stone
    assert (mover(THREE, founded), founded.quota) == ("white", 1)
    assert mover(THREE, play_names(THREE, "e3", founded)) == "black"
    state = position_from_diagram(THREE, LONELY.format(*"xx...x"), 0)  # three groups
    merged = play_names(THREE, "d5", state)  # now two groups, but two stones may still follow
    assert (mover(THREE, merged), merged.quota) == ("white", 2)


THREE_GROUPS = """
      . . .
     . . . .
    . . . . x
     . . . .
      x . x
    """  # a1, c1 and e3


def test_group_grows_by_one_stone_per_turn():
    state = play_names(THREE, "a2", position_from_diagram(THREE, THREE_GROUPS, 0))
    refusal = refusal_of(THREE, state, "b1")
    assert refusal.message == "b1 touches a group that already grew this turn"
    assert named(THREE.board, refusal.cause) == "a1 a2"
    for name in ("a3", "b3", "b2"):
        assert refusal_of(THREE, state, name).reason == "grown"
    assert "c4" in legal(THREE, state)


def test_joining_two_grown_groups_is_illegal():
    grown_state = play_names(
        THREE, "a2 c2", position_from_diagram(THREE, THREE_GROUPS, 0)
    )  # a1-a2, and c1-c2
    joining = refusal_of(THREE, grown_state, "b1")
    assert joining.reason == "grown"
    assert named(THREE.board, joining.cause) == "a1 c1 a2 c2"
    assert "c4" in legal(THREE, grown_state)


def test_two_new_stones_may_not_stand_next_to_each_other():
    state = play_names(THREE, "c4", position_from_diagram(THREE, THREE_GROUPS, 0))
    assert refusal_of(THREE, state, "c5").reason == "grown"
    assert named(THREE.board, refusal_of(THREE, state, "c5").cause) == "c4"


def test_joining_stone_grows_all_joined_groups():
    state = play_names(THREE, "b1", position_from_diagram(THREE, THREE_GROUPS, 0))  # a1-b1-c1
    assert refusal_of(THREE, state, "a2").reason == "grown"
    assert refusal_of(THREE, state, "d2").reason == "grown"
    assert "e4" in legal(THREE, state)  # e3 has not grown


def test_group_grown_in_earlier_turn_may_grow_again():
    state = play_names(THREE, "a2 end c5", position_from_diagram(THREE, THREE_GROUPS, 0))
    assert mover(THREE, state) == "white"
    assert "a3" in legal(THREE, state)


def test_end_before_first_stone_is_illegal():
    state = position_from_diagram(THREE, THREE_GROUPS, 0)
    refusal = refusal_of(THREE, state, "end")
    assert refusal.message == "place at least one stone before you end the turn"
    assert refusal_of(THREE, THREE.start(), "end").reason == "end-empty"


def test_end_after_one_stone_is_legal():
    state = play_names(THREE, "a2", position_from_diagram(THREE, THREE_GROUPS, 0))
    assert mover(THREE, state) == "white"
    assert legal(THREE, state).split()[-1] == "end"
    ended = play_names(THREE, "end", state)
    assert (mover(THREE, ended), ended.placed, ended.stones) == ("black", 0, state.stones)


def test_end_after_two_of_three_stones_is_legal():
    state = play_names(THREE, "a2 c5", position_from_diagram(THREE, THREE_GROUPS, 0))
    assert (mover(THREE, state), state.quota) == ("white", 1)
    assert mover(THREE, play_names(THREE, "end", state)) == "black"


def test_turn_ends_when_allowance_is_used():
    state = play_names(THREE, "a2 e4", position_from_diagram(THREE, THREE_GROUPS, 0))
    assert (mover(THREE, state), state.quota) == ("white", 1)
    assert mover(THREE, play_names(THREE, "c5", state)) == "black"


def test_turn_ends_when_no_placement_is_legal():
    state = position_from_diagram(TWO, " x .\no x o\n x .", 1)
    assert state.quota == 2
    ended = play_names(TWO, "c3", state)  # b1 is vacant, but touches the group of c3
    assert mover(TWO, ended) == "white"
    assert legal(TWO, ended) == "b1"


def test_the_turn_and_the_game_end_when_the_board_is_full():
    state = position_from_diagram(TWO, " x x\no x o\n x .", 1)
    assert state.quota == 2
    assert TWO.outcome(state) is None
    full = play_names(TWO, "b1", state)
    assert full.placed == 0
    assert TWO.outcome(full).winner == 0
    assert refusal_of(TWO, full, "end").message == "the game is over"


def test_occupied_cell_is_illegal():
    state = play_names(FIVE, "e5 a1")
    assert refusal_of(FIVE, state, "e5").message == "e5 is already taken"


def test_the_larger_largest_group_wins():
    outcome = TWO.outcome(position_from_diagram(TWO, " x x\no x o\n x o", 0))
    assert (outcome.winner, outcome.deciding_rank, outcome.compared_sizes) == (0, 0, ((4,), (2, 1)))


def test_equal_largest_groups_second_decides_missing_is_0():
    outcome = TWO.outcome(position_from_diagram(TWO, " x o\no o x\n x x", 0))
    assert (outcome.winner, outcome.deciding_rank, outcome.compared_sizes) == (0, 1, ((3, 1), (3,)))


def test_identical_lists_on_an_even_board_are_a_draw():
    game = Byg(2, "rhombus")
    outcome = game.outcome(position_from_diagram(game, "x x\n o o", 0))
    assert (outcome.winner, outcome.reason) == (None, "draw")


def test_board_sizes_are_hexhex_3_to_8_and_rhombus_5_to_15():
    assert [new_game("byg", size).size for size in range(3, 9)] == list(range(3, 9))
    for size in range(5, 16):
        assert new_game("byg", size, {"board": "rhombus"}).board.shape == "rhombus"


def test_controlled_returns_none():
    assert FIVE.controlled(play_names(FIVE, "e5 a1")) is None
