"""Analysis: its requests, and the positions for which reports are shown."""

from greylox_web.engine import messages
from greylox_web.features.analysis.hint import PressHint
from greylox_web.features.review.model import StartReview
from greylox_web.match.match import PERSON
from greylox_web.session.event import SetPageVisible, SetPreference
from greylox_web.session.load_match import ChangeSeats, NewGame, OpenLink, Rematch
from greylox_web.session.playing import ClickCell, Resign, StepBy, Undo
from greylox_web.session.requests import (
    EngineFailed,
    EngineReport,
    PauseEngine,
    PreviewLine,
    ToggleAnalysis,
)
from greylox_web.session.study import PlayFromHere, Restore, ToggleEditor
from greylox_web.session.update import update
from tests.screen import Screen
from tests.session.session_helpers import (
    ENGINE,
    click_cells,
    engine_answers,
    new_session,
    purpose_of,
)


def test_analysis_follows_the_position_and_never_plays():
    session = new_session("brink", 3)
    session = update(session, ToggleAnalysis())
    assert purpose_of(session) == "analyse"
    first = session.engine.ticket
    moved = click_cells(session, "a1")
    assert purpose_of(moved) == "analyse" and moved.engine.ticket > first
    ended = engine_answers(moved, "b1")
    assert (
        ended.cursor == moved.cursor
        and purpose_of(ended) is None
        and ended.engine.report is not None
    )
    off = update(ended, ToggleAnalysis())
    assert purpose_of(off) is None and not off.engine.analysis


def test_analysis_stopped_keeps_report_at_its_position():
    session = click_cells(new_session("brink", 3), "a1")
    session = analysis_report(update(session, ToggleAnalysis()), -0.5, "b1", "c1")
    stopped = update(session, ToggleAnalysis())
    assert purpose_of(stopped) is None
    screen = Screen(stopped)
    assert (screen.report, screen.evaluation.percent) == ("Chances: White 75%", 25)
    assert [one.name for one in screen.candidates] == ["b1"] and screen.layers["best"]
    moved = click_cells(stopped, "b1")
    screen = Screen(moved)
    assert (screen.report, screen.evaluation) == ("The analysis is off.", None)
    assert (screen.line, screen.candidates) == ("", ()) and not screen.texts["rank"]
    assert Screen(update(moved, Undo())).candidates


def analysis_progress(session, playouts, value, **more):
    """The session after an interim report of the analysis with so many playouts."""
    report = messages.SearchReport(
        session.engine.ticket, False, "b1", playouts, value, False, ["b1"], [], 9, None
    )
    return update(session, EngineReport(report._replace(**more)))


def test_analysis_return_to_position_shows_cached_report():
    session = click_cells(new_session("brink", 3), "a1")
    session = analysis_progress(update(session, ToggleAnalysis()), 900, -0.5)
    moved = click_cells(session, "b1")
    assert Screen(moved).evaluation is None or Screen(moved).evaluation.percent == 25
    undone = update(analysis_progress(moved, 50, 0.5), Undo())
    assert purpose_of(undone) == "analyse"
    assert Screen(undone).evaluation.percent == 25
    assert Screen(analysis_progress(undone, 100, 0.0)).evaluation.percent == 25, "it has seen less"
    assert Screen(analysis_progress(undone, 901, 0.0)).evaluation.percent == 50
    assert Screen(analysis_progress(undone, 1, 1.0, proven=True)).evaluation.percent == 100
    resumed = update(update(undone, ToggleAnalysis()), ToggleAnalysis())
    assert Screen(resumed).evaluation.percent == 25
    other = update(undone, NewGame("brink", 3))
    assert other.engine.analysis_cache == ()


def test_finished_analysis_restarts_on_return_to_position():
    session = click_cells(new_session("brink", 3), "a1", "b1")
    session = engine_answers(update(session, ToggleAnalysis()), "c1")
    assert not session.engine.thinking
    session = update(session, StepBy(-1))
    assert purpose_of(session) == "analyse"
    session = update(session, StepBy(1))
    assert purpose_of(session) == "analyse"


def test_analysis_without_network_is_not_cached():
    session = update(new_session("brink", 3), ToggleAnalysis())
    session = analysis_progress(session, 900, -0.5, warning="plain search")
    assert Screen(session).evaluation.percent == 25
    assert Screen(analysis_progress(session, 10, 0.5)).evaluation.percent == 75


def test_stopped_analysis_stays_visible_in_engine_game():
    session = engine_answers(new_session("brink", 3, seats=(ENGINE, PERSON), chances=True), "a1")
    session = analysis_report(update(session, ToggleAnalysis()), -0.5, "b1", "c1")
    stopped = update(session, ToggleAnalysis())
    assert purpose_of(stopped) is None, "the chances are known"
    assert Screen(stopped).candidates
    untold = update(stopped, SetPreference("chances", False))
    assert not Screen(untold).candidates and Screen(untold).evaluation is None


def test_analysis_rests_while_the_page_is_hidden():
    session = new_session("brink", 3)
    session = update(session, ToggleAnalysis())
    hidden = update(session, SetPageVisible(False))
    assert purpose_of(hidden) is None
    asking = update(hidden, SetPageVisible(True))
    assert purpose_of(asking)


def test_engine_move_has_priority_over_analysis():
    session = new_session("brink", 3, seats=(PERSON, ENGINE))
    session = update(session, ToggleAnalysis())
    session = click_cells(session, "a1")
    assert purpose_of(session) == "play"


def test_candidates_are_from_movers_side():
    session = new_session("brink", 3)
    session = click_cells(session, "a1")
    session = update(session, ToggleAnalysis())
    top = [messages.CandidateMove("b1", 70, -0.5), messages.CandidateMove("c1", 30, 0.25)]
    report = messages.SearchReport(
        session.engine.ticket, False, "b1", 100, -0.2, False, ["b1"], top, 9, None
    )
    session = update(session, EngineReport(report))
    screen = Screen(session)
    assert [(c.name, c.percent, c.visits) for c in screen.candidates] == [
        ("b1", 75, 70),
        ("c1", 38, 30),
    ]
    assert screen.layers["best"] == 1 << session.game.board.parse_cell("b1")
    assert screen.evaluation.exact_percent == 40 and screen.evaluation.text == "Black 40%"


def test_percent_is_0_or_100_only_if_proven():
    session = update(new_session("brink", 3), ToggleAnalysis())
    top = [
        messages.CandidateMove("b1", 70, 1.0, proven=True),
        messages.CandidateMove("c1", 30, 1.0),
        messages.CandidateMove("a2", 9, -1.0),
        messages.CandidateMove("b2", 3, -1.0, proven=True),
    ]
    report = messages.SearchReport(
        session.engine.ticket, False, "b1", 100, 1.0, True, ["b1"], top, 9, None
    )
    session = update(session, EngineReport(report))
    assert [c.percent for c in Screen(session).candidates] == [100, 99, 1, 0]
    assert Screen(session).evaluation.text == "Black 100%, proven"


def test_the_panel_says_how_the_engine_is():
    session = new_session()
    assert Screen(session).report == "The analysis is off."
    failed = update(session, EngineFailed(None, "It broke."))
    assert Screen(failed).report == "The engine is not running."


def analysis_report(session, value=0.5, *line):
    """The session after an interim report of the engine."""
    top = [messages.CandidateMove(line[0], 70, value)]
    report = messages.SearchReport(
        session.engine.ticket, False, line[0], 100, value, False, list(line), top, 9, None
    )
    return update(session, EngineReport(report))


def test_report_is_hidden_at_other_positions():
    session = engine_answers(new_session("brink", 3, seats=(ENGINE, ENGINE)), "a1")
    session = analysis_report(session, -0.5, "b1", "c1", "c3")
    session = engine_answers(session, "b1", visits=100, value_first=-0.5, pv=["b1", "c1", "c3"])
    screen = Screen(session)
    assert screen.report == "Chances: White 75%" and screen.evaluation.exact_percent == 25
    assert screen.line == "3. c1 4. c3", "the engine's own action has been played"
    stepped_back = update(session, StepBy(-2))
    screen = Screen(stepped_back)
    assert screen.report == "The analysis is off." and screen.evaluation is None
    assert (screen.line, screen.candidates) == ("", ())
    lined = update(stepped_back, PreviewLine(True))
    assert not Screen(lined).texts["rank"]
    other = click_cells(update(session, ChangeSeats((PERSON,) * 2)), "d3")
    assert Screen(other).line == "", "the line was not followed"


def test_finished_game_has_no_evaluation_or_analysis():
    session = click_cells(new_session("brink", 3, seats=(PERSON, ENGINE)), "a1")
    session = analysis_report(session, -0.5, "b1")
    session = engine_answers(session, "b1", visits=100, value_first=-0.5, pv=["b1"])
    over = update(session, Resign())
    screen = Screen(over)
    assert screen.evaluation is None and not screen.buttons["analyse"]
    assert screen.report == "The game is over: step back to analyse a position."
    on = update(over, ToggleAnalysis())
    assert not on.engine.analysis and purpose_of(on) is None
    stepped_back = update(over, StepBy(-1))
    on = update(stepped_back, ToggleAnalysis())
    assert on.engine.analysis
    returned = update(on, StepBy(1))
    assert Screen(returned).buttons["analyse"], "it can be switched off everywhere"


def test_panel_shows_engine_purpose():
    session = new_session("brink", 3, seats=(PERSON, ENGINE))
    assert Screen(update(session, ToggleAnalysis())).report == "The engine is analysing …"
    hint = update(session, PressHint())
    assert Screen(hint).report == "The engine is looking for a hint …"
    playing = click_cells(session, "a1")
    assert Screen(playing).report == "The engine is thinking …"
    stopped = update(playing, PauseEngine())
    assert Screen(stopped).report == "The analysis is off."
    reviewed = update(update(stopped, PressHint()), StartReview())
    assert Screen(reviewed).report == "The engine is reviewing the game …"


def test_new_game_is_analysed_only_on_request():
    session = update(new_session("brink", 3), ToggleAnalysis())
    session = engine_answers(session, "a1", pv=["a1"])
    assert not session.engine.thinking, "it came to its end"
    for other in (NewGame("brink", 3), Rematch(session.seats)):
        changed = update(session, other)
        assert purpose_of(changed) is None and not changed.engine.analysis
        changed = update(changed, ToggleAnalysis())
        assert purpose_of(changed) and changed.engine.thinking, "though it looks the same"


def test_restored_game_is_analysed_again():
    session = new_session("brink", 3)
    a1 = ClickCell(session.game.board.parse_cell("a1"))
    for event in (ToggleEditor(True), a1, PlayFromHere(), ToggleAnalysis()):
        session = update(session, event)
    session = engine_answers(session, "b2")
    assert purpose_of(session) is None
    restored = update(session, Restore())
    assert restored.tree.setup is None and purpose_of(restored) == "analyse"


def test_an_answer_by_link_does_not_end_the_analysis():
    session = update(click_cells(new_session("brink", 3), "a1"), ToggleAnalysis())
    opened = update(session, OpenLink("1/brink3-x3/ma1b1"))
    assert opened.engine.analysis and purpose_of(opened) == "analyse"
    other = update(session, OpenLink("1/brink3-x3/mc1"))
    assert not other.engine.analysis
