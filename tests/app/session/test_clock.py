"""The time of both players, and games without takebacks."""

from __future__ import annotations

import json
from dataclasses import replace
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from greylox_web.app.preferences import LONGEST_TEXT
from greylox_web.app.session import events as table
from greylox_web.app.session.choices import Choices, read_choices, terms_of, write_choices
from greylox_web.app.session.clock import (
    NOBODY,
    Clock,
    face,
    left,
    read_clock,
    run,
    turns,
    whose,
    wound,
    write_clock,
)
from greylox_web.app.session.events import Terms
from greylox_web.app.session.update import update
from greylox_web.app.view.frame import frame
from greylox_web.rules import GAMES, new_game
from greylox_web.rules.board import bits
from greylox_web.rules.notation.links import read_link, write_spec
from greylox_web.rules.play import random_game
from tests.app.sittings import ENGINE, answer, begin, click

FIVE = Terms(300_000, 2_000)
STRICT = Terms(takebacks=False)


def game(name="brink", size=3, seats=(table.PERSON, table.PERSON), terms=FIVE):
    session, _ = begin()
    session, _ = update(session, table.NewGame(name, size, (), seats, terms))
    return session


# ------------------------------------------------------------ clocks


def test_nobodys_time_runs_before_the_first_stone():
    session = game()
    assert whose(session) == NOBODY
    session, _ = click(session, "a1")
    assert whose(session) == 1


def test_time_is_taken_from_the_side_to_move_and_a_turn_brings_the_increment():
    session = game()
    clock = run(wound(FIVE), session, 0)
    session, _ = click(session, "a1")
    clock = run(clock, session, 5_000)
    assert clock.left == (302_000, 300_000), "the first stone costs no time"
    session, _ = click(session, "b1")
    clock = run(clock, session, 15_000)
    assert clock.left == (302_000, 292_000) and clock.running == 0
    assert left(clock, 0, 16_500) == 300_500 and left(clock, 1, 16_500) == 292_000


def test_a_turn_of_several_stones_brings_one_increment():
    session = game("greylox", 3)
    clock = wound(FIVE)
    for name in ("c3", "c4", "a1"):
        session, _ = click(session, name)
        clock = run(clock, session, 0)
    assert turns(session) == 2 and clock.left == (302_000, 302_000) and clock.running == 0


def test_taking_back_and_playing_again_brings_no_second_increment():
    session = game()
    clock = wound(FIVE)
    for _ in range(3):
        session, _ = click(session, "a1")
        clock = run(clock, session, 0)
        session, _ = update(session, table.Undo())
        clock = run(clock, session, 0)
    assert clock.left == (302_000, 300_000)


def test_looking_back_does_not_stop_the_time():
    session, _ = click(game(), "a1", "b1", "c1")
    looking, _ = update(session, table.Step(-2))
    assert whose(looking) == whose(session) == 1


def test_hiding_the_page_or_a_dialog_stops_the_time():
    session, _ = click(game(), "a1")
    hidden, _ = update(session, table.Visible(False))
    assert whose(hidden) == NOBODY
    assert run(wound(FIVE), session, 0, paused=True).running == NOBODY


def test_an_engine_that_is_not_there_loses_no_time():
    session, _ = click(game(seats=(table.PERSON, ENGINE)), "a1")
    assert whose(session) == 1
    paused, _ = update(session, table.Pause())
    assert whose(paused) == NOBODY
    played, _ = answer(session, "b1")
    assert whose(played) == 0


def test_an_engine_that_is_not_asked_loses_no_time():
    session, _ = click(game(seats=(table.PERSON, ENGINE)), "a1")
    looking, [command] = update(session, table.Step(-1))
    assert isinstance(command, table.StopThinking) and whose(looking) == NOBODY
    again, _ = update(looking, table.Step(1))
    assert again.engine.thinking and whose(again) == 1


def test_a_set_up_is_no_way_around_the_terms():
    for terms, restores in ((FIVE, False), (STRICT, False), (table.FREE, True)):
        session, _ = click(game(terms=terms), "a1", "b1")
        for event in (table.Edit(True), table.PlayFromHere()):
            session, _ = update(session, event)
        assert frame(session).buttons["restore"] == restores


def test_the_flag_ends_the_game_and_the_record_says_resigned():
    session, _ = click(game(), "a1", "b1")
    same, _ = update(session, table.FlagFall(1))
    assert same.outcome is None, "it is not White's turn"
    over, _ = update(session, table.FlagFall(0))
    assert frame(over).result == "White wins: Black has no time left."
    assert whose(over) == NOBODY
    assert read_link(over.link).record.resigned
    elsewhere, _ = update(begin()[0], table.OpenLink(over.link))
    assert frame(elsewhere).result == "White wins: Black resigned."
    assert not frame(over).buttons["undo"], "the time is not given back"
    assert update(over, table.Undo())[0].resigned
    assert frame(update(over, table.Step(-1))[0]).result == ""


def test_the_flag_falls_where_the_game_is_and_stops_the_engine():
    session, _ = click(game(seats=(table.PERSON, ENGINE)), "a1")
    looking, _ = update(session, table.Step(-1))
    over, _ = update(looking, table.FlagFall(1))
    assert over.cursor == over.leaf == 1 and over.outcome.winner == 0
    assert not over.engine.thinking


def test_another_game_has_no_clock_and_more_of_the_same_game_keeps_it():
    session, _ = click(game(), "a1")
    more, _ = update(session, table.OpenLink("1/brink3-x3/ma1b1"))
    assert more.terms is session.terms
    other, _ = update(session, table.OpenLink("1/brink3-x3/mc3"))
    assert other.terms == table.FREE


@pytest.mark.parametrize(
    ("millis", "text"),
    [(300_000, "5:00"), (299_001, "5:00"), (20_000, "0:20"), (9_399, "0:09.3"), (0, "0:00.0")],
)
def test_the_face(millis: int, text: str):
    assert face(millis) == text


@given(st.integers(0, 10**8), st.integers(0, 10**8), st.integers(0, 500))
def test_a_stored_clock_is_read(first: int, second: int, played: int):
    sound = max(first, second) <= 24 * 60 * 60 * 1000
    clock = Clock((first, second), played)
    assert read_clock(write_clock(clock, 0), FIVE) == (clock if sound else wound(FIVE))


DAY = 24 * 60 * 60 * 1000


@pytest.mark.parametrize("wrong", [-1, DAY + 1, 1.0, True, "1", None, 10**4000])
def test_a_stored_time_that_cannot_be_gives_a_new_clock(wrong: object):
    sound = {"left": [1, DAY], "turns": 3}
    assert read_clock(json.dumps(sound), FIVE) == Clock((1, DAY), 3)
    for times in ([wrong, 1], [1, wrong], [1], [1, 1, 1]):
        assert read_clock(json.dumps({**sound, "left": times}), FIVE) == wound(FIVE)
    if wrong != DAY + 1:
        assert read_clock(json.dumps({**sound, "turns": wrong}), FIVE) == wound(FIVE)


@given(
    st.none()
    | st.text()
    | st.recursive(
        st.none() | st.integers() | st.floats() | st.text(max_size=3),
        lambda inner: st.lists(inner, max_size=3) | st.fixed_dictionaries({"left": inner}),
    ).map(json.dumps)
)
def test_any_stored_text_gives_a_clock(text: str | None):
    assert read_clock(text, FIVE) == wound(FIVE)


# ------------------------------------------------------------ takebacks off


def test_without_takebacks_what_was_played_stays():
    session, _ = click(game(terms=STRICT), "a1", "b1")
    for event in (table.Undo(), table.Delete(2), table.Promote(1), table.Restore()):
        same, _ = update(session, event)
        assert same.tree is session.tree and same.cursor == session.cursor
        assert same.notice.text.startswith("Takebacks are off")


def test_without_takebacks_looking_back_is_free_but_playing_there_is_not():
    session, _ = click(game(terms=STRICT), "a1", "b1")
    looking, _ = update(session, table.Step(-1))
    assert looking.cursor == 1
    refused, _ = click(looking, "c3")
    assert refused.tree is session.tree and "Takebacks are off" in refused.notice.text
    forward, _ = update(looking, table.Step(1))
    played, _ = click(forward, "c3")
    assert len(played.tree.nodes) == 4


def test_without_takebacks_a_stone_of_an_open_turn_is_not_yet_played():
    session, _ = click(game("greylox", 3, terms=STRICT), "c3", "c4")
    back, _ = update(session, table.Undo())
    assert back.cursor == 1
    again, _ = click(back, "b2", "e5")
    assert again.state.mover == 0
    stuck, _ = update(again, table.Undo())
    assert stuck.cursor == again.cursor and stuck.notice


def test_without_takebacks_the_end_stays_the_end_and_analysis_is_free():
    session, _ = click(game(terms=STRICT), "a1", "b1")
    over, _ = update(session, table.Resign())
    back, _ = update(over, table.Undo())
    assert back.cursor == 1 and not back.notice and over.tree is back.tree
    tried, _ = click(back, "c3")
    assert tried.cursor == 3 and tried.tree.nodes[1].children == (2, 3), "a variation"
    assert tried.tree.nodes[2].resigned


def test_without_takebacks_what_is_tried_after_the_result_is_a_variation():
    session = game(terms=STRICT)
    actions = random_game(session.game, Random(1))
    for action in actions:
        session, _ = update(session, table.Click(action))
    assert session.outcome is not None
    while session.game.legal(session.state).bit_count() < 2:
        session, _ = update(session, table.Undo())
    legal = bits(session.game.legal(session.state))
    other = next(action for action in legal if action != actions[session.cursor])
    tried, _ = update(session, table.Click(other))
    assert tried.cursor != session.cursor and not tried.notice
    assert tried.tree.actions(tried.tree.end_of_game()) == tuple(actions), "the game stays"


def test_without_takebacks_a_turn_that_a_set_up_begins_ends_there():
    session, _ = begin()
    session, _ = update(session, table.OpenLink("1/greylox3/so2.1x2.5.4.3-o-1-lb2-ha1/m"))
    assert session.state.placed, session.notice
    strict, _ = update(replace(session, terms=STRICT), table.Undo())
    assert strict.cursor == 0 and not strict.notice


# ------------------------------------------------------------ what was chosen last


def test_choices_are_read_as_they_were_written():
    games = {name: write_spec(new_game(name, max(GAMES[name].shapes[0].sizes))) for name in GAMES}
    choices = Choices(games, ("", "2"), terms_of(15, 10, False))
    text = write_choices(choices)
    assert read_choices(text) == choices and len(text) < LONGEST_TEXT


@pytest.mark.parametrize(
    "text", ["", "[]", "{}", "7", "[1,2]", "[{},[],[1]]", "[null,null,[null,null,null]]"]
)
def test_choices_that_are_not_sound_are_left_out(text: str):
    assert read_choices(text) == Choices({})


def test_one_choice_that_is_not_sound_costs_no_other():
    text = json.dumps([{"brink": "brink5-x3", "lox": "lox99", "chess": 8}, ["", 2], [60000, 0, 1]])
    assert read_choices(text) == Choices({"brink": "brink5-x3"}, ("", ""), Terms(60_000, 0))


def test_no_clock_no_increment():
    assert terms_of(0, 30, True) == table.FREE
