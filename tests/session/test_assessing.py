"""The evaluation in a game against the engine: of the current position, whatever its level."""

import pytest

from greylox_web.engine import messages
from greylox_web.features.analysis.hint import PressHint
from greylox_web.match.match import PERSON, Seat
from greylox_web.session.event import SetPageVisible
from greylox_web.session.load_match import OpenLink
from greylox_web.session.playing import Undo
from greylox_web.session.requests import (
    EngineFailed,
    EngineReport,
    PauseEngine,
    PreviewLine,
    ToggleAnalysis,
)
from greylox_web.session.update import update
from tests.screen import Screen
from tests.session.session_helpers import click_cells, engine_answers, new_session, purpose_of

WEAK = Seat(2)


def replied(seats=(PERSON, WEAK)):
    """The session after a weak opponent's move, with a report that the person is losing."""
    session = click_cells(new_session("brink", 3, seats=seats, chances=True), "a1")
    return engine_answers(session, "b1", value_first=-0.96, pv=["b1", "c1"])


def test_weak_opponent_evaluation_is_hidden():
    waiting = click_cells(new_session("brink", 3, seats=(PERSON, WEAK), chances=True), "a1")
    ticket = waiting.engine.ticket
    progress_report = messages.SearchReport(
        ticket, False, "b1", 9, -0.9, False, ["b1"], [], 9, None
    )
    assert Screen(update(waiting, EngineReport(progress_report))).evaluation is None
    session = replied()
    assert Screen(session).evaluation is None and not session.state_values


def test_current_position_is_assessed_once():
    session = replied()
    assert purpose_of(session) == "assess" and session.engine.active_search.node == session.cursor
    assert Screen(session).report == "The engine is weighing the chances …"
    top = [messages.CandidateMove("c1", 70, 0.5)]
    session = engine_answers(session, "c1", value_first=0.5, pv=["c1"], candidates=top)
    assert purpose_of(session) is None and not session.engine.thinking
    screen = Screen(session)
    assert screen.evaluation.percent == 75 and screen.report == "Chances: Black 75%"
    session = update(session, PreviewLine(True))
    assert (Screen(session).line, Screen(session).texts["rank"]) == ("", {}), "it is no hint"
    assert [value for _, value in session.state_values] == [0.5]


def test_assessment_of_proven_win_is_shown_as_proven():
    session = engine_answers(replied(), None, value_first=1.0, proven=True, visits=0)
    assert Screen(session).evaluation.text == "Black 100%, proven"
    assert Screen(session).report == "Black wins for certain"


def test_assessment_stays_until_next_one_arrives():
    session = engine_answers(replied(), "c1", value_first=0.5)
    session = click_cells(session, "c1")
    assert purpose_of(session) == "play" and Screen(session).evaluation.percent == 75
    session = engine_answers(session, "a2", value_first=-0.9)
    assert purpose_of(session) == "assess" and Screen(session).evaluation.percent == 75
    at_once = click_cells(session, "b2")
    assert purpose_of(at_once) == "play"
    assert Screen(at_once).evaluation is None, "they would be of the turn before last"
    session = engine_answers(session, "b2", value_first=-0.2)
    assert Screen(session).evaluation.percent == 40


def test_a_turn_taken_back_is_weighed_again():
    session = engine_answers(replied(), "c1", value_first=0.5)
    session = engine_answers(click_cells(session, "c1"), "a2")
    session = engine_answers(session, "b2", value_first=-0.2)
    undone = update(session, Undo())
    assert Screen(undone).evaluation is None and purpose_of(undone) == "assess"


def test_assessment_waits_for_page_and_yields_to_requests():
    session = replied()
    hidden = update(session, SetPageVisible(False))
    assert purpose_of(hidden) is None
    assert purpose_of(update(hidden, SetPageVisible(True))) == "assess"
    for event, purpose in ((PressHint(), "hint"), (ToggleAnalysis(), "analyse")):
        assert purpose_of(update(session, event)) == purpose
    hinted = update(session, PressHint())
    assert purpose_of(engine_answers(hinted, "c1")) == "assess"
    paused = update(session, PauseEngine())
    assert purpose_of(paused) is None and not paused.engine.thinking


@pytest.mark.parametrize("seats", [(PERSON, PERSON), (PERSON, Seat(None, remote=True))])
def test_game_between_people_is_not_assessed(seats):
    asking = click_cells(new_session("brink", 3, seats=seats), "a1")
    assert purpose_of(asking) is None


def test_game_between_engines_shows_evaluation():
    session = new_session("brink", 3, seats=(WEAK, WEAK))
    session = engine_answers(session, "a1", value_first=0.5)
    assert purpose_of(session) == "play" and Screen(session).evaluation.percent == 75


def test_timed_opponent_evaluation_is_shown_while_thinking():
    session = click_cells(new_session("brink", 3, seats=(PERSON, Seat(11)), chances=True), "a1")
    ticket = session.engine.ticket
    progress_report = messages.SearchReport(ticket, False, "b1", 9, 0.5, False, ["b1"], [], 9, None)
    session = update(session, EngineReport(progress_report))
    assert Screen(session).evaluation.percent == 75
    assert purpose_of(engine_answers(session, "b1")) == "assess"


def test_failed_assessment_is_not_repeated():
    session = replied()
    failed = update(session, EngineFailed(session.engine.ticket, "It broke."))
    assert purpose_of(failed) is None and not failed.engine.thinking and not failed.engine.paused
    session = engine_answers(session, None, error="It broke.")
    assert purpose_of(session) is None and Screen(session).evaluation is None


def test_assessment_skips_start_and_unfinished_turns():
    session = new_session("greylox", seats=(PERSON, WEAK))
    assert purpose_of(session) is None
    session = engine_answers(click_cells(session, "e5"), "e6")
    session = engine_answers(session, "b2")
    assert purpose_of(session) == "assess"
    session = click_cells(session, "c3")
    assert purpose_of(session) != "assess"


def test_link_to_current_game_keeps_engine_request():
    session = click_cells(new_session("brink", 3, seats=(PERSON, Seat(11)), chances=True), "a1")
    opened = update(session, OpenLink(session.link))
    assert opened.engine.active_search == session.engine.active_search
    report = messages.SearchReport(
        opened.engine.ticket, False, "b1", 9, 0.5, False, ["b1"], [], 9, None
    )
    assert Screen(update(opened, EngineReport(report))).evaluation.percent == 75
    assessed = engine_answers(engine_answers(opened, "b1"), "c1", value_first=0.5)
    assert purpose_of(assessed) is None


@pytest.mark.parametrize(("level", "limit", "percent"), [(2, 40, 25), (11, 0, 50), (11, 1000, 50)])
def test_engine_turn_shows_its_progress(level, limit, percent):
    session = click_cells(new_session("brink", 3, seats=(PERSON, Seat(level))), "a1")
    assert [side.progress for side in Screen(session).sides] == [0, 0]
    report = messages.SearchReport(
        session.engine.ticket, False, "b1", 10, 0.5, False, ["b1"], [], 500, None, limit
    )
    session = update(session, EngineReport(report))
    assert [side.progress for side in Screen(session).sides] == [0, percent]
    assert Screen(session).evaluation is None
    fewer = update(session, EngineReport(report._replace(visits=1, millis=1)))
    assert Screen(fewer).sides[1].progress == percent
    assert [side.progress for side in Screen(engine_answers(session, "b1")).sides] == [0, 0]
