"""Pondering in a person's turn: only if it is enabled, and without visible reports."""

import pytest

from greylox_web.engine import messages
from greylox_web.features.analysis.hint import PressHint
from greylox_web.match.match import PERSON, Seat
from greylox_web.session.event import SetPreference
from greylox_web.session.requests import EngineReport, ToggleAnalysis
from greylox_web.session.update import update
from tests.screen import Screen
from tests.session.session_helpers import click_cells, engine_answers, new_session, purpose_of

AGAINST = (PERSON, Seat(11))


def pondering(seats=AGAINST):
    session = new_session("brink", seats=seats)
    return update(session, SetPreference("ponder", True))


def test_it_thinks_on_in_the_persons_turn_and_stops_for_its_own():
    session = pondering()
    assert purpose_of(session) == "ponder" and session.engine.active_search.level == 11
    session = click_cells(session, "e5")
    assert purpose_of(session) == "play"
    session = engine_answers(session, "e6")
    assert purpose_of(session) == "assess", "what the person sees comes first, and is short"
    session = engine_answers(session, None)
    assert purpose_of(session) == "ponder"
    session = update(session, SetPreference("ponder", False))
    assert purpose_of(session) is None


@pytest.mark.parametrize("seats", [(PERSON, Seat(10)), (PERSON, PERSON), (Seat(11),) * 2])
def test_pondering_needs_a_person_and_a_timed_level(seats):
    asking = pondering(seats)
    assert purpose_of(asking) != "ponder"


def test_pondering_result_is_hidden_and_ends():
    session = pondering()
    before = Screen(session).everything()
    top = [messages.CandidateMove("e5", 9, 0.5)]
    report = messages.SearchReport(
        session.engine.ticket, False, "e5", 9, 0.5, False, ["e5"], top, 9, None
    )
    session = update(session, EngineReport(report))
    assert Screen(session).everything() == before
    session = update(session, EngineReport(report._replace(final=True)))
    assert not session.engine.thinking and purpose_of(session) is None and session.cursor == 0
    assert session.current_report is None


def test_a_hint_and_the_analysis_come_first():
    session = pondering()
    asking = update(session, PressHint())
    assert purpose_of(asking) == "hint"
    asking = update(session, ToggleAnalysis())
    assert purpose_of(asking) == "analyse"
