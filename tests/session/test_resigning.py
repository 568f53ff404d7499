"""Resigning: in one's own turn, and while the engine thinks."""

from greylox_web.match.match import PERSON
from greylox_web.session.asking import EngineFailed, PauseEngine, ResumeEngine
from greylox_web.session.event import SetPreference
from greylox_web.session.opening import OpenLink
from greylox_web.session.playing import Resign, StepBy, Undo
from greylox_web.session.update import update
from tests.screen import Screen
from tests.session.sittings import ENGINE, answer, begin, click, purpose_of


def test_resigning_ends_the_game_and_undo_takes_it_back():
    session = begin("brink", 3)
    session = click(session, "a1")
    over = update(session, Resign())
    assert Screen(over).result == "Black wins. White resigned."
    assert "-q/" in over.link
    reopened = update(over, OpenLink(over.link))
    assert reopened.outcome.winner == 0
    back = update(over, Undo())
    assert back.outcome is None and back.cursor == session.cursor


def test_while_the_engine_thinks_one_resigns_with_its_answer():
    session = begin("brink", 3, seats=(PERSON, ENGINE))
    session = click(session, "a1")
    assert Screen(session).buttons["resign"]
    waiting = update(session, Resign())
    assert waiting.engine.question.hurry and waiting.outcome is None
    other = update(waiting, SetPreference("factors", False))
    assert other.engine.question == waiting.engine.question, "it is hurried once"
    over = answer(waiting, "b1")
    assert over.outcome.winner == 1 and over.outcome.how == "resigned"
    assert over.ending.is_card_open and not over.resign_pending and purpose_of(over) is None
    back = update(over, Undo())
    assert back.outcome is None and back.state.mover == 0


def test_a_turn_of_several_stones_is_ended_in_a_hurry_before_one_resigns():
    session = begin("greylox", 3, seats=(PERSON, ENGINE))
    session = click(session, "c3")
    session = update(session, Resign())
    session = answer(session, "c4")
    assert session.engine.question.hurry and session.outcome is None
    over = answer(session, "a1")
    assert over.outcome.winner == 1 and over.outcome.how == "resigned"


def test_what_else_is_done_meanwhile_calls_the_resignation_off():
    session = begin("brink", 3, seats=(PERSON, ENGINE))
    session = click(session, "a1")
    resigning = update(session, Resign())
    on = answer(update(resigning, PauseEngine()), "b1")
    assert on.outcome is None and not on.resign_pending
    failed = update(resigning, EngineFailed(None, "It died."))
    assert not update(failed, ResumeEngine()).resign_pending


def test_an_answer_that_ends_the_game_leaves_nothing_to_resign():
    session = begin("brink", 3, seats=(ENGINE, PERSON))
    cells = session.game.board.cell_names(session.game.board.cells)
    for cell in cells[:-2]:
        turn = answer if session.state.mover == 0 else click
        session = turn(session, cell)
    session = click(session, cells[-2])
    session = answer(update(session, Resign()), cells[-1])
    assert session.outcome.how != "resigned" and not session.resign_pending


def test_nobody_resigns_for_an_engine():
    session = begin("brink", 3, seats=(ENGINE, ENGINE))
    session = answer(session, "a1")
    assert session.engine.thinking and not Screen(session).buttons["resign"]
    assert update(session, Resign()) == session


def test_nobody_resigns_in_the_past_and_the_game_stays_whole():
    session = click(begin("brink", 3), "a1", "b1", "c1", "a2")
    looking = update(session, StepBy(-2))
    assert not Screen(looking).buttons["resign"]
    assert update(looking, Resign()).link == looking.link
    taken = update(session, Undo())
    assert Screen(taken).buttons["resign"], "there the game goes on"
    assert update(taken, Resign()).outcome is not None
