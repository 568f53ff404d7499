"""The form of a study and its plan say the same."""

import pytest

from greylox_web.features.measure.form import (
    STRENGTHS,
    comparisons,
    first_form,
    form_of,
    plan_of,
    shapes,
    size_range,
    with_board,
    with_typed_size,
)
from greylox_web.measure.plan import make_plan, read_plan, write_plan
from greylox_web.rules import GAMES, NotationError, new_game
from greylox_web.session.new_game_form import with_option, with_size

NETWORKS = dict.fromkeys(GAMES, "12345678")


@pytest.mark.parametrize("name", GAMES)
def test_each_comparison_is_a_plan_and_a_plan_is_a_form(name):
    form = first_form(new_game(name))
    assert any(key.startswith("size-") for key in comparisons(form))
    for key, comparison in [("", None), *comparisons(form).items()]:
        plan = plan_of(form._replace(compared=key, has_ladder=not key), NETWORKS)
        assert plan.studies[0].network == NETWORKS[name]
        assert len(plan.studies) * len(plan.strengths) == 1 + (
            0 if comparison is None else len(comparison.games) or 1
        )
        again = plan_of(form_of(plan), NETWORKS)
        assert again == plan
        assert read_plan(write_plan(plan), NETWORKS) == plan


def test_every_x_around_the_chosen_one():
    form = first_form(new_game("brink", 5, {"x": 5}))
    for x, first in ((5, 1), (1, 1), (20, 16), (61, 54)):
        board = with_option(form.board, "x", x)
        games = comparisons(form._replace(board=board))["x"].games
        assert [game.x for game in games] == [it for it in range(first, first + 8) if it != x]


def test_a_plan_of_an_address_that_no_choice_makes():
    for plan in (
        make_plan(
            [new_game("brink", 5, {"x": x}) for x in (4, 9)],
            strengths=[50],
            count=77,
            ladder=[(90, 7)],
            drawn=2,
            seed=9,
            networks=NETWORKS,
        ),
        make_plan([new_game("lox", 4, allow_small=True)], networks=NETWORKS),
        make_plan(
            [new_game("brink", 3)],
            ["1/brink3-x3/ma1/c", "1/brink3-x3/ma2b3/c"],
            strengths=[8, 500],
            networks=NETWORKS,
        ),
    ):
        assert plan_of(form_of(plan), NETWORKS) == plan


def test_another_board_keeps_what_it_can():
    form = first_form(new_game("brink", 5, {"x": 5}))._replace(compared="x", start="board")
    other = with_board(form, with_size(form.board, 4))
    assert (other.compared, other.start) == ("x", "empty")
    lox = with_board(form, first_form(new_game("lox")).board)
    assert lox.compared == ""
    assert size_range(form) == (3, 8)
    assert shapes(form) == ["hexhex", "rhombus"]
    assert shapes(lox) == []


def test_a_form_out_of_range_has_a_sentence():
    form = first_form(new_game("brink", 3))
    wrong = form._replace(board=form.board._replace(options=form.board.options | {"x": 99}))
    assert comparisons(wrong) == {}
    with pytest.raises(NotationError):
        plan_of(wrong, NETWORKS)
    with pytest.raises(NotationError):
        plan_of(form._replace(start="link", links="nonsense"), NETWORKS)
    with pytest.raises(NotationError):
        plan_of(form._replace(start="link", links="1/byg3/m"), NETWORKS)


@pytest.mark.parametrize("size", [0, 2, 9, 10**9])
def test_a_size_that_the_game_does_not_have_gets_a_sentence(size):
    form = first_form(new_game("brink", 5))
    typed = with_typed_size(form, size)
    assert typed.board == form.board and comparisons(typed) == {}
    with pytest.raises(NotationError, match="of size 3 to 8"):
        plan_of(typed, NETWORKS)
    corrected = with_typed_size(typed, 4)
    assert plan_of(corrected, NETWORKS).studies[0].game.startswith("brink4")


def test_the_ladder_is_around_the_strength():
    form = first_form(new_game("byg", 3))._replace(has_ladder=True)
    for visits in STRENGTHS:
        ladder = plan_of(form._replace(visits=visits), NETWORKS).ladder
        assert all(further == 4 * nearer for further, nearer in ladder)
        assert {visits} == set(ladder[0]) & set(ladder[1])
