"""The chances in a game against the engine: of the position shown, whatever its level."""

import pytest

from greylox_web.engine import messages as wire
from greylox_web.features.analysis.hint import PressHint
from greylox_web.match.match import PERSON, Seat
from greylox_web.session.asking import (
    EngineFailed,
    EngineReport,
    PauseEngine,
    PreviewLine,
    ToggleAnalysis,
)
from greylox_web.session.event import SetPageVisible
from greylox_web.session.opening import OpenLink
from greylox_web.session.playing import Undo
from greylox_web.session.update import update
from tests.screen import Screen
from tests.session.sittings import answer, begin, click, purpose_of

WEAK = Seat(2)


def replied(seats=(PERSON, WEAK)):
    """A weak opponent has played, and thinks that all is lost for the person."""
    session = click(begin("brink", 3, seats=seats), "a1")
    return answer(session, "b1", value_first=-0.96, line=["b1", "c1"])


def test_what_a_weak_opponent_thinks_is_not_shown():
    waiting = click(begin("brink", 3, seats=(PERSON, WEAK)), "a1")
    ticket = waiting.engine.ticket
    on_the_way = wire.SearchReport(ticket, False, "b1", 9, -0.9, False, ["b1"], [], 9, None)
    assert Screen(update(waiting, EngineReport(on_the_way))).evaluation is None
    session = replied()
    assert Screen(session).evaluation is None and not session.evaluations


def test_the_position_that_is_shown_is_weighed_once_and_the_words_agree():
    session = replied()
    assert purpose_of(session) == "assess" and session.engine.question.node == session.cursor
    assert Screen(session).report == "The engine is weighing the chances …"
    top = [wire.CandidateMove("c1", 70, 0.5)]
    session = answer(session, "c1", value_first=0.5, line=["c1"], top=top)
    assert purpose_of(session) is None and not session.engine.thinking
    shown = Screen(session)
    assert shown.evaluation.percent == 75 and shown.report == "Chances: Black 75%"
    session = update(session, PreviewLine(True))
    assert (Screen(session).line, Screen(session).texts["rank"]) == ("", {}), "it is no hint"
    assert [value for _, value in session.evaluations] == [0.5]


def test_a_proven_win_is_told_as_proven():
    session = answer(replied(), None, value_first=1.0, proven=True, playouts=0)
    assert Screen(session).evaluation.text == "Black 100%, proven"
    assert Screen(session).report == "Black wins for certain"


def test_the_chances_stay_until_the_next_are_known_and_no_longer():
    session = answer(replied(), "c1", value_first=0.5)
    session = click(session, "c1")
    assert purpose_of(session) == "play" and Screen(session).evaluation.percent == 75
    session = answer(session, "a2", value_first=-0.9)
    assert purpose_of(session) == "assess" and Screen(session).evaluation.percent == 75
    at_once = click(session, "b2")
    assert purpose_of(at_once) == "play"
    assert Screen(at_once).evaluation is None, "they would be of the turn before last"
    session = answer(session, "b2", value_first=-0.2)
    assert Screen(session).evaluation.percent == 40


def test_a_turn_taken_back_is_weighed_again():
    session = answer(replied(), "c1", value_first=0.5)
    session = answer(click(session, "c1"), "a2")
    session = answer(session, "b2", value_first=-0.2)
    back = update(session, Undo())
    assert Screen(back).evaluation is None and purpose_of(back) == "assess"


def test_it_waits_for_the_page_to_be_seen_and_gives_way():
    session = replied()
    hidden = update(session, SetPageVisible(False))
    assert purpose_of(hidden) is None
    assert purpose_of(update(hidden, SetPageVisible(True))) == "assess"
    for event, purpose in ((PressHint(), "hint"), (ToggleAnalysis(), "analyse")):
        assert purpose_of(update(session, event)) == purpose
    hinted = update(session, PressHint())
    assert purpose_of(answer(hinted, "c1")) == "assess"
    paused = update(session, PauseEngine())
    assert purpose_of(paused) is None and not paused.engine.thinking


@pytest.mark.parametrize("seats", [(PERSON, PERSON), (PERSON, Seat(None, remote=True))])
def test_people_among_themselves_are_not_told(seats):
    asking = click(begin("brink", 3, seats=seats), "a1")
    assert purpose_of(asking) is None


def test_engines_among_themselves_tell_what_they_think():
    session = begin("brink", 3, seats=(WEAK, WEAK))
    session = answer(session, "a1", value_first=0.5)
    assert purpose_of(session) == "play" and Screen(session).evaluation.percent == 75


def test_an_opponent_without_a_handicap_is_watched_while_it_thinks():
    session = click(begin("brink", 3, seats=(PERSON, Seat(11))), "a1")
    ticket = session.engine.ticket
    so_far = wire.SearchReport(ticket, False, "b1", 9, 0.5, False, ["b1"], [], 9, None)
    session = update(session, EngineReport(so_far))
    assert Screen(session).evaluation.percent == 75
    assert purpose_of(answer(session, "b1")) == "assess"


def test_a_question_without_an_answer_is_not_asked_again():
    session = replied()
    failed = update(session, EngineFailed(session.engine.ticket, "It broke."))
    assert purpose_of(failed) is None and not failed.engine.thinking and not failed.engine.paused
    session = answer(session, None, error="It broke.")
    assert purpose_of(session) is None and Screen(session).evaluation is None


def test_the_first_position_and_the_middle_of_a_turn_are_not_weighed():
    session = begin("greylox", seats=(PERSON, WEAK))
    assert purpose_of(session) is None
    session = answer(click(session, "e5"), "e6")
    session = answer(session, "b2")
    assert purpose_of(session) == "assess"
    session = click(session, "c3")
    assert purpose_of(session) != "assess"


def test_a_link_to_the_game_that_the_engine_thinks_about_leaves_its_question_as_it_is():
    session = click(begin("brink", 3, seats=(PERSON, Seat(11))), "a1")
    opened = update(session, OpenLink(session.link))
    assert opened.engine.question == session.engine.question
    report = wire.SearchReport(
        opened.engine.ticket, False, "b1", 9, 0.5, False, ["b1"], [], 9, None
    )
    assert Screen(update(opened, EngineReport(report))).evaluation.percent == 75
    assessed = answer(answer(opened, "b1"), "c1", value_first=0.5)
    assert purpose_of(assessed) is None
