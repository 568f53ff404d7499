"""Resigning: in one's own turn, and while the engine thinks."""

from greylox_web.app.view.panel.frame import frame
from greylox_web.engine import messages as wire
from greylox_web.match.match import PERSON
from greylox_web.session import events as table
from greylox_web.session.update import update
from tests.session.sittings import ENGINE, answer, begin, click, kinds


def test_resigning_ends_the_game_and_undo_takes_it_back():
    session, _ = begin("brink", 3)
    session, _ = click(session, "a1")
    over, _ = update(session, table.Resign())
    assert frame(over).result == "Black wins. White resigned."
    assert "-q/" in over.link
    reopened, _ = update(over, table.OpenLink(over.link))
    assert reopened.outcome.winner == 0
    back, _ = update(over, table.Undo())
    assert back.outcome is None and back.cursor == session.cursor


def test_while_the_engine_thinks_one_resigns_with_its_answer():
    session, _ = begin("brink", 3, seats=(PERSON, ENGINE))
    session, _ = click(session, "a1")
    assert frame(session).buttons["resign"]
    waiting, commands = update(session, table.Resign())
    assert kinds(commands) == [table.HurryUp] and waiting.outcome is None
    assert update(waiting, table.Prefer("factors", False))[1] == [], "it is hurried once"
    over, commands = answer(waiting, "b1")
    assert over.outcome.winner == 1 and over.outcome.how == "resigned"
    assert over.card and not over.resigning and not commands
    back, _ = update(over, table.Undo())
    assert back.outcome is None and back.state.mover == 0


def test_a_turn_of_several_stones_is_ended_in_a_hurry_before_one_resigns():
    session, _ = begin("greylox", 3, seats=(PERSON, ENGINE))
    session, _ = click(session, "c3")
    session, _ = update(session, table.Resign())
    session, commands = answer(session, "c4")
    assert kinds(commands) == [wire.Think, table.HurryUp] and session.outcome is None
    over, _ = answer(session, "a1")
    assert over.outcome.winner == 1 and over.outcome.how == "resigned"


def test_what_else_is_done_meanwhile_calls_the_resignation_off():
    session, _ = begin("brink", 3, seats=(PERSON, ENGINE))
    session, _ = click(session, "a1")
    resigning, _ = update(session, table.Resign())
    on, _ = answer(update(resigning, table.Pause())[0], "b1")
    assert on.outcome is None and not on.resigning
    failed, _ = update(resigning, wire.EngineFailed(None, "It died."))
    assert not update(failed, table.Ask())[0].resigning


def test_an_answer_that_ends_the_game_leaves_nothing_to_resign():
    session, _ = begin("brink", 3, seats=(ENGINE, PERSON))
    cells = session.game.board.names(session.game.board.cells)
    for cell in cells[:-2]:
        turn = answer if session.state.mover == 0 else click
        session, _ = turn(session, cell)
    session, _ = click(session, cells[-2])
    session, _ = answer(update(session, table.Resign())[0], cells[-1])
    assert session.outcome.how != "resigned" and not session.resigning


def test_nobody_resigns_for_an_engine():
    session, _ = begin("brink", 3, seats=(ENGINE, ENGINE))
    session, _ = answer(session, "a1")
    assert session.engine.thinking and not frame(session).buttons["resign"]
    assert update(session, table.Resign())[0] == session


def test_nobody_resigns_in_the_past_and_the_game_stays_whole():
    session, _ = click(begin("brink", 3)[0], "a1", "b1", "c1", "a2")
    looking, _ = update(session, table.Step(-2))
    assert not frame(looking).buttons["resign"]
    assert update(looking, table.Resign())[0].link == looking.link
    taken, _ = update(session, table.Undo())
    assert frame(taken).buttons["resign"], "there the game goes on"
    assert update(taken, table.Resign())[0].outcome is not None
