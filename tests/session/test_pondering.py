"""Thinking on in a person's turn: only where it is wanted, and nothing of it is seen."""

import pytest

from greylox_web.app.view.panel.frame import frame
from greylox_web.engine import messages as wire
from greylox_web.match.match import PERSON, Seat
from greylox_web.session import events as table
from greylox_web.session.update import update
from tests.session.sittings import answer, begin, click

AGAINST = (PERSON, Seat(11))


def purposes(commands):
    return [command.purpose for command in commands if isinstance(command, wire.Think)]


def pondering(seats=AGAINST):
    session, _ = begin("brink", seats=seats)
    return update(session, table.Prefer("ponder", True))


def test_it_thinks_on_in_the_persons_turn_and_stops_for_its_own():
    session, commands = pondering()
    assert purposes(commands) == ["ponder"] and commands[-1].level == 11
    session, commands = click(session, "e5")
    assert isinstance(commands[0], table.StopThinking) and purposes(commands) == ["play"]
    session, commands = answer(session, "e6")
    assert purposes(commands) == ["assess"], "what the person sees comes first, and is short"
    session, commands = answer(session, None)
    assert purposes(commands) == ["ponder"]
    session, commands = update(session, table.Prefer("ponder", False))
    assert isinstance(commands[0], table.StopThinking) and not session.engine.thinking


@pytest.mark.parametrize("seats", [(PERSON, Seat(10)), (PERSON, PERSON), (Seat(11),) * 2])
def test_it_has_no_time_to_think_on_without_a_person_and_a_level_with_a_time(seats):
    _, commands = pondering(seats)
    assert "ponder" not in purposes(commands)


def test_what_it_thinks_is_not_shown_and_it_ends():
    session, commands = pondering()
    before = frame(session)
    top = [wire.Top("e5", 9, 0.5)]
    report = wire.Report(commands[-1].ticket, False, "e5", 9, 0.5, False, ["e5"], top, 9, None)
    session, _ = update(session, wire.EngineProgress(report))
    assert frame(session) == before
    session, commands = update(session, wire.EngineAnswer(report._replace(final=True)))
    assert not session.engine.thinking and not commands and session.cursor == 0
    assert session.opinion is None


def test_a_hint_and_the_analysis_come_first():
    session, _ = pondering()
    _, commands = update(session, table.AskHint())
    assert purposes(commands) == ["hint"]
    _, commands = update(session, table.Analyse())
    assert purposes(commands) == ["analyse"]
