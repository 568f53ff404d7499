"""The chances in a game against the engine: of the position shown, whatever its level."""

import pytest

from greylox_web.app.view.panel.frame import frame
from greylox_web.engine import messages as wire
from greylox_web.match.match import PERSON, Seat
from greylox_web.session import events as table
from greylox_web.session.update import update
from tests.session.sittings import answer, begin, click

WEAK = Seat(2)


def purposes(commands):
    return [command.purpose for command in commands if isinstance(command, wire.Think)]


def replied(seats=(PERSON, WEAK)):
    """A weak opponent has played, and thinks that all is lost for the person."""
    session, _ = click(begin("brink", 3, seats=seats)[0], "a1")
    return answer(session, "b1", value_first=-0.96, line=["b1", "c1"])


def test_what_a_weak_opponent_thinks_is_not_shown():
    asked, _ = click(begin("brink", 3, seats=(PERSON, WEAK))[0], "a1")
    on_the_way = wire.Report(asked.engine.ticket, False, "b1", 9, -0.9, False, ["b1"], [], 9, None)
    assert frame(update(asked, wire.EngineProgress(on_the_way))[0]).evaluation is None
    session, _ = replied()
    assert frame(session).evaluation is None and not session.seen


def test_the_position_that_is_shown_is_weighed_once_and_the_words_agree():
    session, commands = replied()
    assert purposes(commands) == ["assess"] and session.engine.asked == session.cursor
    assert frame(session).report == "The engine is weighing the chances …"
    top = [wire.Top("c1", 70, 0.5)]
    session, commands = answer(session, "c1", value_first=0.5, line=["c1"], top=top)
    assert not commands and not session.engine.thinking
    shown = frame(session)
    assert shown.evaluation.percent == 75 and shown.report == "Chances: Black 75%"
    session, _ = update(session, table.ShowLine(True))
    assert (frame(session).line, frame(session).texts["rank"]) == ("", {}), "it is no hint"
    assert [value for _, value in session.seen] == [0.5]


def test_a_proven_win_is_told_as_proven():
    session, _ = answer(replied()[0], None, value_first=1.0, proven=True, playouts=0)
    assert frame(session).evaluation.text == "Black 100%, proven"
    assert frame(session).report == "Black wins for certain"


def test_the_chances_stay_until_the_next_are_known_and_no_longer():
    session, _ = answer(replied()[0], "c1", value_first=0.5)
    session, commands = click(session, "c1")
    assert purposes(commands) == ["play"] and frame(session).evaluation.percent == 75
    session, commands = answer(session, "a2", value_first=-0.9)
    assert purposes(commands) == ["assess"] and frame(session).evaluation.percent == 75
    at_once, commands = click(session, "b2")
    assert isinstance(commands[0], table.StopThinking) and purposes(commands) == ["play"]
    assert frame(at_once).evaluation is None, "they would be of the turn before last"
    session, _ = answer(session, "b2", value_first=-0.2)
    assert frame(session).evaluation.percent == 40


def test_a_turn_taken_back_is_weighed_again():
    session, _ = answer(replied()[0], "c1", value_first=0.5)
    session, _ = answer(click(session, "c1")[0], "a2")
    session, _ = answer(session, "b2", value_first=-0.2)
    back, commands = update(session, table.Undo())
    assert frame(back).evaluation is None and purposes(commands) == ["assess"]


def test_it_waits_for_the_page_to_be_seen_and_gives_way():
    session, _ = replied()
    hidden, commands = update(session, table.Visible(False))
    assert [type(command) for command in commands] == [table.StopThinking]
    assert purposes(update(hidden, table.Visible(True))[1]) == ["assess"]
    for event, purpose in ((table.AskHint(), "hint"), (table.Analyse(), "analyse")):
        assert purposes(update(session, event)[1]) == [purpose]
    hinted, _ = update(session, table.AskHint())
    assert purposes(answer(hinted, "c1")[1]) == ["assess"]
    paused, commands = update(session, table.Pause())
    assert not purposes(commands) and not paused.engine.thinking


@pytest.mark.parametrize("seats", [(PERSON, PERSON), (PERSON, Seat(None, away=True))])
def test_people_among_themselves_are_not_told(seats):
    _, commands = click(begin("brink", 3, seats=seats)[0], "a1")
    assert not commands


def test_engines_among_themselves_tell_what_they_think():
    session, _ = begin("brink", 3, seats=(WEAK, WEAK))
    session, commands = answer(session, "a1", value_first=0.5)
    assert purposes(commands) == ["play"] and frame(session).evaluation.percent == 75


def test_an_opponent_without_a_handicap_is_watched_while_it_thinks():
    session, _ = click(begin("brink", 3, seats=(PERSON, Seat(11)))[0], "a1")
    asked = session.engine.ticket
    so_far = wire.Report(asked, False, "b1", 9, 0.5, False, ["b1"], [], 9, None)
    session, _ = update(session, wire.EngineProgress(so_far))
    assert frame(session).evaluation.percent == 75
    assert purposes(answer(session, "b1")[1]) == ["assess"]


def test_a_question_without_an_answer_is_not_asked_again():
    session, _ = replied()
    failed, commands = update(session, wire.EngineFailed(session.engine.ticket, "It broke."))
    assert not commands and not failed.engine.thinking and not failed.engine.paused
    session, commands = answer(session, None, error="It broke.")
    assert not commands and frame(session).evaluation is None


def test_the_first_position_and_the_middle_of_a_turn_are_not_weighed():
    session, commands = begin("greylox", seats=(PERSON, WEAK))
    assert not commands
    session, _ = answer(click(session, "e5")[0], "e6")
    session, commands = answer(session, "b2")
    assert purposes(commands) == ["assess"]
    session, commands = click(session, "c3")
    assert "assess" not in purposes(commands)
