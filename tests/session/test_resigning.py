"""Resigning: in one's own turn, and while the engine thinks."""

from greylox_web.match.match import PERSON
from greylox_web.session.event import SetPreference
from greylox_web.session.load_match import OpenLink
from greylox_web.session.playing import Resign, StepBy, Undo
from greylox_web.session.requests import EngineFailed, PauseEngine, ResumeEngine
from greylox_web.session.update import update
from tests.screen import Screen
from tests.session.session_helpers import (
    ENGINE,
    click_cells,
    engine_answers,
    new_session,
    purpose_of,
)


def test_resigning_ends_the_game_and_undo_takes_it_back():
    session = new_session("brink", 3)
    session = click_cells(session, "a1")
    over = update(session, Resign())
    assert Screen(over).result == "Black wins. White resigned."
    assert "-q/" in over.link
    reopened = update(over, OpenLink(over.link))
    assert reopened.outcome.winner == 0
    undone = update(over, Undo())
    assert undone.outcome is None and undone.cursor == session.cursor


def test_resign_while_engine_thinks_waits_for_its_move():
    session = new_session("brink", 3, seats=(PERSON, ENGINE))
    session = click_cells(session, "a1")
    assert Screen(session).buttons["resign"]
    waiting = update(session, Resign())
    assert waiting.engine.active_search.hurry and waiting.outcome is None
    other = update(waiting, SetPreference("factors", False))
    assert other.engine.active_search == waiting.engine.active_search, "it is hurried once"
    over = engine_answers(waiting, "b1")
    assert over.outcome.winner == 1 and over.outcome.reason == "resigned"
    assert over.ending.is_card_open and not over.resign_pending and purpose_of(over) is None
    undone = update(over, Undo())
    assert undone.outcome is None and undone.state.mover == 0


def test_resign_pending_hurries_engine_turn_of_several_stones():
    session = new_session("greylox", 3, seats=(PERSON, ENGINE))
    session = click_cells(session, "c3")
    session = update(session, Resign())
    session = engine_answers(session, "c4")
    assert session.engine.active_search.hurry and session.outcome is None
    over = engine_answers(session, "a1")
    assert over.outcome.winner == 1 and over.outcome.reason == "resigned"


def test_other_event_cancels_pending_resignation():
    session = new_session("brink", 3, seats=(PERSON, ENGINE))
    session = click_cells(session, "a1")
    resigning = update(session, Resign())
    on = engine_answers(update(resigning, PauseEngine()), "b1")
    assert on.outcome is None and not on.resign_pending
    failed = update(resigning, EngineFailed(None, "It died."))
    assert not update(failed, ResumeEngine()).resign_pending


def test_final_engine_move_cancels_pending_resignation():
    session = new_session("brink", 3, seats=(ENGINE, PERSON))
    cells = session.game.board.cell_names(session.game.board.cells)
    for cell in cells[:-2]:
        turn = engine_answers if session.state.mover == 0 else click_cells
        session = turn(session, cell)
    session = click_cells(session, cells[-2])
    session = engine_answers(update(session, Resign()), cells[-1])
    assert session.outcome.reason != "resigned" and not session.resign_pending


def test_resign_for_engine_is_ignored():
    session = new_session("brink", 3, seats=(ENGINE, ENGINE))
    session = engine_answers(session, "a1")
    assert session.engine.thinking and not Screen(session).buttons["resign"]
    assert update(session, Resign()) == session


def test_resign_while_browsing_is_ignored():
    session = click_cells(new_session("brink", 3), "a1", "b1", "c1", "a2")
    looking = update(session, StepBy(-2))
    assert not Screen(looking).buttons["resign"]
    assert update(looking, Resign()).link == looking.link
    undone = update(session, Undo())
    assert Screen(undone).buttons["resign"], "there the game goes on"
    assert update(undone, Resign()).outcome is not None
