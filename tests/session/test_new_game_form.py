"""The New game form: its fields, the game it starts, and the choices it offers next time."""

from __future__ import annotations

from itertools import product

import pytest

from greylox_web.match.match import PERSON
from greylox_web.rules import GAMES, default_game
from greylox_web.rules.notation.links import read_spec
from greylox_web.rules.options import OptionValue
from greylox_web.rules.shapes import HEXHEX, RHOMBUS
from greylox_web.session.event import SetPreference
from greylox_web.session.last_choices import (
    MINUTES,
    SECONDS,
    LastChoices,
    newcomer_game,
    write_choices,
)
from greylox_web.session.new_game_form import (
    CLOCKS,
    OPPONENTS,
    SIDE_CHOICES,
    NewGameForm,
    initial_form,
    is_available,
    new_game_event,
    saved_choices,
    with_game,
    with_name,
    with_option,
    with_size,
)
from greylox_web.session.update import update
from tests.session.session_helpers import ENGINE, new_session

EMPTY = NewGameForm("", 0, {})


@pytest.mark.parametrize(("side", "opponent"), list(product(SIDE_CHOICES, OPPONENTS)))
def test_chosen_settings_start_game_and_are_remembered(side, opponent):
    session = new_session()
    expected = with_name(EMPTY, "brink", "")._replace(
        side=side, opponent=opponent, level=7, clock=(10, 5), takebacks=False
    )
    for second in (False, True):
        session = update(session, new_game_event(expected, second=second))
        assert session.game == newcomer_game("brink")
        mine = ("first", "second")[second] if side == "either" else side
        other = session.seats[0 if mine == "second" else 1]
        assert other.remote == (opponent == "link")
        assert other.level == (7 if opponent == "engine" else None)
        assert session.terms.time_millis == (0 if opponent == "link" else 600_000)
        text = write_choices(saved_choices(expected, "", session))
        session = update(session, SetPreference("new_game", text))
        reopened = initial_form(session)
        assert (reopened.name, reopened.opponent, reopened.takebacks) == ("brink", opponent, False)
        if opponent != "here":
            assert reopened.side == side
        if opponent == "engine":
            assert reopened.level == 7 and reopened.clock == (10, 5)


@pytest.mark.parametrize("opponent", OPPONENTS)
def test_game_against_engine_that_teaches_has_takebacks_and_no_clock(opponent):
    form = with_name(EMPTY, "brink", "")._replace(
        opponent=opponent, clock=(10, 5), takebacks=False, teach=True
    )
    session = update(new_session(), new_game_event(form, second=True))
    assert session.is_taught == form.teaches == (opponent == "engine")
    assert session.terms.takebacks == (opponent == "engine")
    assert session.terms.time_millis == (600_000 if opponent == "here" else 0)
    text = write_choices(saved_choices(form, "", session))
    session = update(session, SetPreference("new_game", text))
    reopened = initial_form(session)
    assert reopened.teach == (opponent == "engine"), "offered again"
    if opponent != "link":
        assert (reopened.clock, reopened.takebacks) == ((10, 5), False), "for other games"


def test_newcomer_with_link_is_offered_engine():
    session = new_session("lox", 7)
    plan = initial_form(session)
    assert (plan.name, plan.size) == ("lox", 7)
    assert (plan.opponent, plan.side, plan.level) == ("engine", "first", 1)


def test_the_side_of_the_game_on_the_table_is_offered():
    session = new_session("lox", 7, seats=(ENGINE, PERSON))
    assert initial_form(session).side == "second"


@pytest.mark.parametrize("name", GAMES)
def test_each_game_is_offered_as_it_was_chosen_last(name):
    max_size = max(GAMES[name].shapes[-1].sizes)
    options = {"board": GAMES[name].shapes[-1].name} if len(GAMES[name].shapes) > 1 else {}
    session = new_session(name, max_size, options=options)
    text = write_choices(saved_choices(initial_form(session), "", session))
    assert with_name(EMPTY, name, "") == with_game(EMPTY, newcomer_game(name))
    assert with_name(EMPTY, name, text) == with_game(EMPTY, session.game)


def test_another_shape_of_board_has_its_usual_size():
    plan = with_size(with_name(EMPTY, "byg", ""), 8)
    turned = with_option(plan, "board", "rhombus")
    assert turned.size == turned.shape.default_size == 11
    assert with_option(turned, "board", "rhombus") == turned
    assert with_option(turned, "board", "hexhex").size == 5


def default_x(size: int, board: str) -> OptionValue:
    return default_game("brink", size, {"board": board}).options["x"]


@pytest.mark.parametrize("remembered", ["", write_choices(LastChoices({"brink": "brink8-x9"}))])
def test_board_change_resets_x_unless_chosen(remembered):
    plan = with_name(EMPTY, "brink", remembered)
    plan = with_option(plan, "board", "hexhex")
    for size in HEXHEX.offered_sizes:
        plan = with_size(plan, size)
        assert (plan.size, plan.options["x"]) == (size, default_x(size, "hexhex"))
    turned = with_option(plan, "board", "rhombus")
    assert turned.shape == RHOMBUS
    assert turned.options["x"] == default_x(turned.size, "rhombus")
    own = with_option(plan, "x", 2)
    for changed in (with_size(own, 4), with_option(own, "board", "rhombus")):
        assert changed.options["x"] == 2
        assert with_size(changed, 5).options["x"] == 2
    assert with_name(own, "brink", remembered) == with_name(EMPTY, "brink", remembered)


def test_swap_follows_the_board_until_it_is_set():
    plan = with_option(with_name(EMPTY, "brink", ""), "board", "rhombus")
    for size in (5, 6, 7, 8, 7):
        plan = with_size(plan, size)
        assert plan.options["swap"] == (size in (6, 7)), size
    assert plan.options["x"] == 8
    assert not with_option(plan, "board", "hexhex").options["swap"]
    for value in (True, False):
        own = with_option(plan, "swap", value)
        for size in (5, 6, 7):
            assert with_size(own, size).options["swap"] == value
        assert with_option(own, "board", "hexhex").options["swap"] == value


@pytest.mark.parametrize("spec", ["brink7-d-x8", "brink5-x11-p"])
def test_stored_swap_counts_as_set_if_the_board_has_another(spec: str):
    plan = with_name(EMPTY, "brink", write_choices(LastChoices({"brink": spec})))
    assert plan == with_game(EMPTY, read_spec(spec))
    for size in (5, 6, 7):
        assert with_size(plan, size).options["swap"] == spec.endswith("-p")
    usual = with_game(EMPTY, read_spec("brink7-d-x8-p"))
    assert not with_option(usual, "board", "hexhex").options["swap"]


def test_option_is_off_while_another_excludes_it():
    opening, swap = GAMES["multiplicity"].option_schema
    plan = with_game(EMPTY, read_spec("multiplicity5"))
    assert not is_available(plan, swap)
    free = with_option(plan, "opening", False)
    assert is_available(free, swap) and not free.options["swap"]
    swapping = with_option(free, "swap", True)
    started = update(new_session(), new_game_event(swapping, second=False))
    assert started.game == read_spec("multiplicity5-f-p")
    assert with_size(swapping, 6).options == {"opening": False, "swap": True}
    again = with_option(swapping, "opening", True)
    assert again.options == {"opening": True, "swap": False} and not is_available(again, swap)
    started = update(new_session(), new_game_event(again, second=False))
    assert started.game == read_spec("multiplicity5")
    assert with_option(plan, "swap", True).options == plan.options
    assert all(
        is_available(form, option)
        for form in (plan, free, swapping)
        for option in (opening, *GAMES["brink"].option_schema[1:2])
    )


def test_bool_option_is_kept_on_board_change():
    plan = with_option(with_name(EMPTY, "lox", ""), "swap", False)
    assert with_size(plan, 7).options == {"swap": False}
    table_ = new_session("lox", 9, options={"swap": False})
    assert with_size(initial_form(table_), 7).options == {"swap": False}


def test_stored_board_and_x_are_offered_again():
    for spec in ("brink5-x3", "brink7-d-x12", "brink8-x1"):
        text = write_choices(LastChoices({"brink": spec}))
        plan = with_name(EMPTY, "brink", text)
        assert plan == with_game(EMPTY, read_spec(spec))
        session = update(new_session(), new_game_event(plan, second=False))
        assert session.game == read_spec(spec)


def test_offered_clocks_can_be_stored():
    assert all(minutes in MINUTES and seconds in SECONDS for minutes, seconds in CLOCKS)
