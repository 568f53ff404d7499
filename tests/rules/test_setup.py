"""Set-ups: every position of a game can be set up, others are refused with a message."""

import pytest
from hypothesis import given

from greylox_web.rules import NotationError
from greylox_web.rules.notation.links import read_spec
from greylox_web.rules.notation.setup import make_position, read_setup, write_setup
from greylox_web.rules.play import random_game, replay
from greylox_web.rules.state import MAIN, OPENING
from tests.formats.strategies import games, many, random_setup, randoms


@many
@given(games, randoms)
def test_every_position_of_a_game_can_be_set_up(game, random):
    for state in replay(game, random_game(game, random)):
        assert read_setup(game, write_setup(game, state)) == state


@many
@given(games, randoms)
def test_a_set_up_position_reads_back_and_can_be_played_from(game, random):
    state = random_setup(game, random)
    assert read_setup(game, write_setup(game, state)) == state
    if state.phase == OPENING or state.placed:
        assert game.legal(state)
    for later_state in replay(game, random_game(game, random, state)[:12], state):
        assert read_setup(game, write_setup(game, later_state)) == later_state


EMPTY = "5.6.7.8.9.8.7.6.5"
ONE = "5.6.7.8.4x4.8.7.6.5"


@pytest.mark.parametrize(
    ("spec", "text", "sentence"),
    [
        ("lox5", "5.5", "5 rows, not 2"),
        ("lox5", "5.5.5.5.6-x", "row 5 has 5 cells, not 6"),
        ("lox5", "5.5.5.5.xxxxxx", "row 5 has 5 cells, not 6"),
        ("lox5", "5.5.5.q5.5", "row 4 holds “q”"),
        ("lox5", "5.5.5.qqqqqqqqqqqq5.5", "row 4 holds “q{10}”"),
        ("lox5", "5.5.5.5.5-y", "ends in “-y”"),
        ("lox5", "5.5.5.5.5-x-1", "no opening phase"),
        ("lox5", "x4.5.5.5.5-o-la1", "in an opening only"),
        ("lox5", "x4.5.5.5.5-x-ha1", "none is placed already"),
        ("lox5", "x4.5.5.5.5-x-hz9", "not a cell"),
        ("greylox5", f"{EMPTY}-o-1", "the first colour begins"),
        ("greylox5", f"{ONE}-o-1", "the opponent's last stone"),
        ("greylox5", f"{ONE}-o-1-la1", "a1 is not a stone of the opponent"),
        ("greylox5", f"{ONE}-o-1-le5-he5", "belong to the side to move"),
        ("greylox5", "5.6.7.3o4.4x4.8.7.6.o4-o-1-le5-ha9", "not a cell"),
        ("greylox5", "5.6.7.3o4.4x4.8.7.6.o4-o-1-le5-he9", "one bound stone can be placed"),
        ("greylox3", "3.1oo1.1oxo1.1oo1.3-o-1-lc3", "no bound stone is possible"),
        ("greylox3", "xx1.2o1.xo2o.oo1o.x2-o-1-lb1-hc2", "opening ended"),
        ("multiplicity5-f", f"{EMPTY}-x-1", "no opening phase"),
        ("byg5", f"{ONE}-x-1", "the opening of Byg"),
        ("byg5", f"{ONE}-o-1-he5", "belong to the side to move"),
        ("byg3", "3.1xx1.5.4.3-x-2-hb2c2", "holds two stones placed"),
        ("byg3", "x2.4.5.4.3-x-2-ha1", "over already"),
    ],
)
def test_unplayable_setup_is_refused(spec, text, sentence):
    game = read_spec(spec)
    with pytest.raises(NotationError, match=sentence):
        read_setup(game, text)


def test_stones_are_checked_before_all_else():
    game = read_spec("lox5")
    for stones in ((1, 1), (1 << game.board.end_action, 0), (1 << 5, 0)):
        with pytest.raises(NotationError, match="one stone at most"):
            make_position(game, stones, 0)


def test_a_set_up_may_be_an_empty_board_in_the_main_phase():
    game = read_spec("greylox5")
    state = make_position(game, (0, 0), 1, MAIN)
    assert write_setup(game, state) == f"{EMPTY}-o-2"
    assert read_setup(game, f"{EMPTY}-o") == state
    assert state != game.start()


@pytest.mark.parametrize("spec", ["lox5", "brink3-x2", "multiplicity3-f"])
def test_setup_with_phase_not_in_game_is_refused(spec):
    game = read_spec(spec)
    assert game.start().phase == MAIN
    with pytest.raises(NotationError, match="has no opening phase"):
        make_position(game, (0, 0), 0, OPENING)


@pytest.mark.parametrize("spec", ["greylox3", "lox5", "byg3"])
def test_setup_with_unknown_phase_is_refused(spec):
    for phase in (0, 3):
        with pytest.raises(NotationError, match="is not a phase of a game"):
            make_position(read_spec(spec), (0, 0), 0, phase)
