"""The clocks of both players."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from greylox_web.match.match import PERSON, UNTIMED, GameTerms
from greylox_web.rules.notation.links import read_link
from greylox_web.session.clock import (
    NO_COLOUR,
    Clock,
    advance,
    finished_turns,
    format_time,
    new_clock,
    read_clock,
    running_colour,
    time_left,
    write_clock,
)
from greylox_web.session.event import SetPageVisible
from greylox_web.session.load_match import NewGame, OpenLink
from greylox_web.session.playing import FlagFall, StepBy, Undo
from greylox_web.session.requests import PauseEngine
from greylox_web.session.update import update
from tests.screen import Screen
from tests.session.session_helpers import ENGINE, click_cells, engine_answers, new_session

FIVE = GameTerms(300_000, 2_000)


def game(name="brink", size=3, seats=(PERSON, PERSON), terms=FIVE):
    session = new_session()
    return update(session, NewGame(name, size, (), seats, terms))


def test_nobodys_time_runs_before_the_first_stone():
    session = game()
    assert running_colour(session) == NO_COLOUR
    session = click_cells(session, "a1")
    assert running_colour(session) == 1


def test_clock_runs_for_mover_and_adds_increment_per_turn():
    session = game()
    clock = advance(new_clock(FIVE), session, 0)
    session = click_cells(session, "a1")
    clock = advance(clock, session, 5_000)
    assert clock.millis_left == (302_000, 300_000), "the first stone costs no time"
    session = click_cells(session, "b1")
    clock = advance(clock, session, 15_000)
    assert clock.millis_left == (302_000, 292_000) and clock.running == 0
    assert time_left(clock, 0, 16_500) == 300_500 and time_left(clock, 1, 16_500) == 292_000


def test_turn_of_several_stones_adds_one_increment():
    session = game("greylox", 3)
    clock = new_clock(FIVE)
    for name in ("c3", "c4", "a1"):
        session = click_cells(session, name)
        clock = advance(clock, session, 0)
    assert (
        finished_turns(session) == 2
        and clock.millis_left == (302_000, 302_000)
        and clock.running == 0
    )


def test_takeback_and_replay_add_no_second_increment():
    session = game()
    clock = new_clock(FIVE)
    for _ in range(3):
        session = click_cells(session, "a1")
        clock = advance(clock, session, 0)
        session = update(session, Undo())
        clock = advance(clock, session, 0)
    assert clock.millis_left == (302_000, 300_000)


def test_looking_back_does_not_stop_the_time():
    session = click_cells(game(), "a1", "b1", "c1")
    looking = update(session, StepBy(-2))
    assert running_colour(looking) == running_colour(session) == 1


def test_browsing_after_takeback_runs_movers_clock():
    session = click_cells(game(), "a1", "b1", "c1")
    undone = update(session, Undo())
    assert running_colour(undone) == 0
    for steps in (-1, -1, 1, 1):
        undone = update(undone, StepBy(steps))
        assert running_colour(undone) == 0
    resumed = update(undone, StepBy(1))
    assert running_colour(resumed) == 1, "what was undone is on the board again"


def test_hiding_the_page_or_a_dialog_stops_the_time():
    session = click_cells(game(), "a1")
    hidden = update(session, SetPageVisible(False))
    assert running_colour(hidden) == NO_COLOUR
    assert advance(new_clock(FIVE), session, 0, paused=True).running == NO_COLOUR


def test_clock_stops_while_engine_is_paused():
    session = click_cells(game(seats=(PERSON, ENGINE)), "a1")
    assert running_colour(session) == 1
    paused = update(session, PauseEngine())
    assert running_colour(paused) == NO_COLOUR
    played = engine_answers(session, "b1")
    assert running_colour(played) == 0


def test_clock_stops_while_browsing_against_engine():
    session = click_cells(game(seats=(PERSON, ENGINE)), "a1")
    looking = update(session, StepBy(-1))
    assert not looking.engine.thinking and running_colour(looking) == NO_COLOUR
    returned = update(looking, StepBy(1))
    assert returned.engine.thinking and running_colour(returned) == 1


def test_the_flag_ends_the_game_and_the_record_says_resigned():
    session = click_cells(game(), "a1", "b1")
    same = update(session, FlagFall(1))
    assert same.outcome is None, "it is not White's turn"
    over = update(session, FlagFall(0))
    assert Screen(over).result == "White wins. Black has no time left."
    assert running_colour(over) == NO_COLOUR
    assert read_link(over.link).record.resigned
    elsewhere = update(new_session(), OpenLink(over.link))
    assert Screen(elsewhere).result == "White wins. Black resigned."
    assert not Screen(over).buttons["undo"], "the time is not given back"
    assert update(over, Undo()).resigned
    assert Screen(update(over, StepBy(-1))).result == ""


def test_the_flag_falls_where_the_game_is_and_stops_the_engine():
    session = click_cells(game(seats=(PERSON, ENGINE)), "a1")
    looking = update(session, StepBy(-1))
    over = update(looking, FlagFall(1))
    assert over.cursor == over.leaf == 1 and over.outcome.winner == 0
    assert not over.engine.thinking


def test_clock_is_kept_for_same_game_only():
    session = click_cells(game(), "a1")
    more = update(session, OpenLink("1/brink3-x3/ma1b1"))
    assert more.terms is session.terms
    other = update(session, OpenLink("1/brink3-x3/mc3"))
    assert other.terms == UNTIMED


@pytest.mark.parametrize(
    ("millis", "text"),
    [(300_000, "5:00"), (299_001, "5:00"), (20_000, "0:20"), (9_399, "0:09.3"), (0, "0:00.0")],
)
def test_the_face(millis: int, text: str):
    assert format_time(millis) == text


@given(st.integers(0, 10**8), st.integers(0, 10**8), st.integers(0, 500))
def test_a_stored_clock_is_read(first: int, second: int, played: int):
    sound = max(first, second) <= 24 * 60 * 60 * 1000
    clock = Clock((first, second), played)
    assert read_clock(write_clock(clock, 0), FIVE) == (clock if sound else new_clock(FIVE))


DAY = 24 * 60 * 60 * 1000


@pytest.mark.parametrize("wrong", [-1, DAY + 1, 1.0, True, "1", None, 10**4000])
def test_invalid_stored_clock_gives_new_clock(wrong: object):
    sound = {"left": [1, DAY], "turns": 3}
    assert read_clock(json.dumps(sound), FIVE) == Clock((1, DAY), 3)
    for times in ([wrong, 1], [1, wrong], [1], [1, 1, 1]):
        assert read_clock(json.dumps({**sound, "left": times}), FIVE) == new_clock(FIVE)
    if wrong != DAY + 1:
        assert read_clock(json.dumps({**sound, "turns": wrong}), FIVE) == new_clock(FIVE)


@given(
    st.none()
    | st.text()
    | st.recursive(
        st.none() | st.integers() | st.floats() | st.text(max_size=3),
        lambda inner: st.lists(inner, max_size=3) | st.fixed_dictionaries({"left": inner}),
    ).map(json.dumps)
)
def test_any_stored_text_gives_a_clock(text: str | None):
    assert read_clock(text, FIVE) == new_clock(FIVE)
