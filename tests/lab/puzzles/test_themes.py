"""The themes of a puzzle, from its turn and from its end."""

import pytest

from greylox_web.rules.turns import WholeTurn
from lab.puzzles.proof import DRAW, WIN, Proof
from lab.puzzles.store import state_after_turn
from lab.puzzles.themes import THEMES, end_themes, turn_themes
from tests.lab.puzzles.samples import position

FLIPS = {"flip", "choice", "place", "protect", "sight", "control"}  # not compared in Lox


@pytest.mark.parametrize(
    ("link", "turn", "themes"),
    [
        ("1/greylox3/sox1.x3.5.4.3-x-2/m", "a1", {"flip", "join"}),
        ("1/greylox3/sox1.x3.5.4.3-x-2/m", "e5", {"place", "apart"}),
        ("1/greylox3/sx1o.4.o4.4.3-x-2/m", "b1", {"sight", "protect"}),
        ("1/greylox3/soxo.x2x.5.4.3-x-2/m", "a1", {"flip", "choice", "join"}),
        ("1/greylox3/s1x1.4.5.4.3-x-2/m", "a2", {"control", "apart"}),
        ("1/greylox3/sx2.4.5.4.3-o-1-la1/m", "b1+e5", {"opening", "several"}),
        ("1/brink3-x3/so1o.4.5.4.2x-x-2/m", "b1", {"block", "apart"}),
        ("1/brink3-x3/so1o.4.5.4.3-x-2/m", "b1", {"block"}),
        ("1/brink3-x3/sx1x.4.5.4.2o-x-2/m", "b1", {"join"}),
        ("1/brink3-x3/sxxo.oxox.xooxo.xoox.1ox-x-2/m", "c5", {"finish"}),
        ("1/byg3/sx2.4.2o2.4.2x-x-2/m", "b1+d5", {"several"}),
        ("1/byg3/sx2.4.2o2.4.2x-x-2/m", "b1+end", {"few"}),
        ("1/byg3/sx2.4.2o2.4.2x-x-2/m", "c1+end", {"few", "apart"}),
        ("1/lox3/s1x1.3.1x1-x-2/m", "b2", {"connect", "hold", "control", "join"}),
        ("1/lox5/s1ox1o.2xo1.o1x2.1x3.5-x-2/m", "b5", {"connect"}),
        ("1/lox3/s1o1.3.3-x-2/m", "c3", set()),
        ("1/lox3/s1x1.1x1.1x1-o-2/m", "a1", {"survive", "finish"}),
        ("1/lox3/s3.o1o.3-x-2/m", "b2", {"block"}),
        ("1/lox3/s3.oo1.3-x-2/m", "c2", {"block"}),
        ("1/lox3/sxo1.xo1.oox-x-2/mc2", "a2", {"forced-pass"}),
    ],
)
def test_turn_has_expected_themes(link, turn, themes):
    game, state = position(link)
    actions, reached = [], state
    for word in turn.split("+"):
        action = game.board.end_action if word == "end" else game.board.parse_cell(word)
        assert game.legal(reached) >> action & 1
        actions.append(action)
        reached = game.play(reached, action)
    assert reached == state_after_turn(game, state, turn)
    found_themes = turn_themes(game, state, tuple(actions))
    assert found_themes <= set(THEMES)
    assert found_themes - FLIPS == themes - FLIPS
    if game.name != "lox":
        assert found_themes == themes


@pytest.mark.parametrize(
    ("link", "mover_value", "themes"),
    [
        ("1/greylox3/soox.ooxx.ooxoo.o1xo.xxx-x-2/md3", WIN, {"largest", "claim"}),
        ("1/greylox3/sxoo.xxox.xxooo.xx1o.xxo-o-2/md4", WIN, {"cascade"}),
        ("1/greylox3/sxxx.oxxx.1ooxx.ooox.ooo-o-2/ma3", WIN, {"largest"}),
        ("1/brink3-x3/sxxo.oxox.xooxo.xoox.1ox-x-2/mc5", WIN, {"gap"}),
        ("1/brink3-x3/sxxx.ooox.oxoxx.o1xx.ooo-x-2/mc4", WIN, {"smaller"}),
        ("1/brink3-x3/sxxo.xo1x.xxoox.ooxo.oox-x-2/mc2", WIN, {"cascade"}),
        ("1/multiplicity3-f/sxxo.oxox.xooxo.x1ox.1ox-o-2/mc4", WIN, {"product"}),
        ("1/multiplicity3-f/sox1.oxox.xxo1x.xooo.xxo-o-2/md3", DRAW, {"draw"}),
        ("1/lox3/s1x1.1x1.1x1-o-2/ma1", WIN, set()),
    ],
)
def test_end_has_expected_themes(link, mover_value, themes):
    game, last = position(link)
    outcome = game.outcome(last)
    winner = 0 if outcome.winner is None else outcome.winner
    proof = Proof(mover_value, WholeTurn((), last), (), 1, last, outcome)
    assert end_themes(game, winner, proof) == themes


def test_every_theme_has_a_test_position():
    """The tests above have a position for each theme."""
    tested_themes = set[str]()
    for test in (test_turn_has_expected_themes, test_end_has_expected_themes):
        for case in test.pytestmark[0].args[1]:
            tested_themes |= case[2]
    assert tested_themes == set(THEMES)
