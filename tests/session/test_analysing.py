"""Analysis, and what the engine says of which position."""

from greylox_web.engine import messages as wire
from greylox_web.features.analysis.hint import PressHint
from greylox_web.features.review.model import StartReview
from greylox_web.match.match import PERSON
from greylox_web.session.asking import (
    EngineFailed,
    EngineReport,
    PauseEngine,
    PreviewLine,
    ToggleAnalysis,
)
from greylox_web.session.event import SetPageVisible, SetPreference
from greylox_web.session.opening import ChangeSeats, NewGame, OpenLink, Rematch
from greylox_web.session.playing import ClickCell, Resign, StepBy, Undo
from greylox_web.session.study import PlayFromHere, Restore, ToggleEditor
from greylox_web.session.update import update
from tests.screen import Screen
from tests.session.sittings import ENGINE, answer, begin, click, purpose_of


def test_analysis_follows_the_position_and_never_plays():
    session = begin("brink", 3)
    session = update(session, ToggleAnalysis())
    assert purpose_of(session) == "analyse"
    first = session.engine.ticket
    moved = click(session, "a1")
    assert purpose_of(moved) == "analyse" and moved.engine.ticket > first
    ended = answer(moved, "b1")
    assert (
        ended.cursor == moved.cursor
        and purpose_of(ended) is None
        and ended.engine.report is not None
    )
    off = update(ended, ToggleAnalysis())
    assert purpose_of(off) is None and not off.engine.analysis


def test_what_an_analysis_found_stays_with_its_position_when_it_is_stopped():
    session = click(begin("brink", 3), "a1")
    session = told(update(session, ToggleAnalysis()), -0.5, "b1", "c1")
    stopped = update(session, ToggleAnalysis())
    assert purpose_of(stopped) is None
    shown = Screen(stopped)
    assert (shown.report, shown.evaluation.percent) == ("Chances: White 75%", 25)
    assert [one.name for one in shown.candidates] == ["b1"] and shown.layers["best"]
    moved = click(stopped, "b1")
    shown = Screen(moved)
    assert (shown.report, shown.evaluation) == ("The analysis is off.", None)
    assert (shown.line, shown.candidates) == ("", ()) and not shown.texts["rank"]
    assert Screen(update(moved, Undo())).candidates


def looked(session, playouts, value, **more):
    """A report of the analysis on its way, after so many playouts."""
    report = wire.SearchReport(
        session.engine.ticket, False, "b1", playouts, value, False, ["b1"], [], 9, None
    )
    return update(session, EngineReport(report._replace(**more)))


def test_who_comes_back_to_a_position_finds_what_its_analysis_has_found():
    session = click(begin("brink", 3), "a1")
    session = looked(update(session, ToggleAnalysis()), 900, -0.5)
    moved = click(session, "b1")
    assert Screen(moved).evaluation is None or Screen(moved).evaluation.percent == 25
    back = update(looked(moved, 50, 0.5), Undo())
    assert purpose_of(back) == "analyse"
    assert Screen(back).evaluation.percent == 25
    assert Screen(looked(back, 100, 0.0)).evaluation.percent == 25, "it has seen less"
    assert Screen(looked(back, 901, 0.0)).evaluation.percent == 50
    assert Screen(looked(back, 1, 1.0, proven=True)).evaluation.percent == 100
    again = update(update(back, ToggleAnalysis()), ToggleAnalysis())
    assert Screen(again).evaluation.percent == 25
    other = update(back, NewGame("brink", 3))
    assert other.engine.analysis_cache == ()


def test_a_position_whose_analysis_has_ended_is_analysed_again_when_one_comes_back():
    session = click(begin("brink", 3), "a1", "b1")
    session = answer(update(session, ToggleAnalysis()), "c1")
    assert not session.engine.thinking
    session = update(session, StepBy(-1))
    assert purpose_of(session) == "analyse"
    session = update(session, StepBy(1))
    assert purpose_of(session) == "analyse"


def test_what_was_found_without_the_network_is_not_kept():
    session = update(begin("brink", 3), ToggleAnalysis())
    session = looked(session, 900, -0.5, note="plain search")
    assert Screen(session).evaluation.percent == 25
    assert Screen(looked(session, 10, 0.5)).evaluation.percent == 75


def test_a_game_against_the_engine_shows_on_what_a_stopped_analysis_found():
    session = answer(begin("brink", 3, seats=(ENGINE, PERSON)), "a1")
    session = told(update(session, ToggleAnalysis()), -0.5, "b1", "c1")
    stopped = update(session, ToggleAnalysis())
    assert purpose_of(stopped) is None, "the chances are known"
    assert Screen(stopped).candidates
    untold = update(stopped, SetPreference("chances", False))
    assert not Screen(untold).candidates and Screen(untold).evaluation is None


def test_analysis_rests_while_the_page_is_hidden():
    session = begin("brink", 3)
    session = update(session, ToggleAnalysis())
    hidden = update(session, SetPageVisible(False))
    assert purpose_of(hidden) is None
    asking = update(hidden, SetPageVisible(True))
    assert purpose_of(asking)


def test_an_engine_that_has_to_play_comes_before_the_analysis():
    session = begin("brink", 3, seats=(PERSON, ENGINE))
    session = update(session, ToggleAnalysis())
    session = click(session, "a1")
    assert purpose_of(session) == "play"


def test_the_best_actions_are_seen_by_the_side_to_move():
    session = begin("brink", 3)
    session = click(session, "a1")
    session = update(session, ToggleAnalysis())
    top = [wire.CandidateMove("b1", 70, -0.5), wire.CandidateMove("c1", 30, 0.25)]
    report = wire.SearchReport(
        session.engine.ticket, False, "b1", 100, -0.2, False, ["b1"], top, 9, None
    )
    session = update(session, EngineReport(report))
    shown = Screen(session)
    assert [(c.name, c.percent, c.visits) for c in shown.candidates] == [
        ("b1", 75, 70),
        ("c1", 38, 30),
    ]
    assert shown.layers["best"] == 1 << session.game.board.parse_cell("b1")
    assert shown.evaluation.first == 40 and shown.evaluation.text == "Black 40%"


def test_only_what_is_proven_is_nought_or_a_hundred():
    session = update(begin("brink", 3), ToggleAnalysis())
    top = [
        wire.CandidateMove("b1", 70, 1.0, proven=True),
        wire.CandidateMove("c1", 30, 1.0),
        wire.CandidateMove("a2", 9, -1.0),
        wire.CandidateMove("b2", 3, -1.0, proven=True),
    ]
    report = wire.SearchReport(
        session.engine.ticket, False, "b1", 100, 1.0, True, ["b1"], top, 9, None
    )
    session = update(session, EngineReport(report))
    assert [c.percent for c in Screen(session).candidates] == [100, 99, 1, 0]
    assert Screen(session).evaluation.text == "Black 100%, proven"


def test_the_panel_says_how_the_engine_is():
    session = begin()
    assert Screen(session).report == "The analysis is off."
    failed = update(session, EngineFailed(None, "It broke."))
    assert Screen(failed).report == "The engine is not running."


def told(session, value=0.5, *line):
    """The engine's report on its way to the answer."""
    top = [wire.CandidateMove(line[0], 70, value)]
    report = wire.SearchReport(
        session.engine.ticket, False, line[0], 100, value, False, list(line), top, 9, None
    )
    return update(session, EngineReport(report))


def test_a_report_is_not_shown_with_positions_that_it_is_not_about():
    session = answer(begin("brink", 3, seats=(ENGINE, ENGINE)), "a1")
    session = told(session, -0.5, "b1", "c1", "c3")
    session = answer(session, "b1", playouts=100, value_first=-0.5, line=["b1", "c1", "c3"])
    shown = Screen(session)
    assert shown.report == "Chances: White 75%" and shown.evaluation.first == 25
    assert shown.line == "c1 c3", "the engine's own action has been played"
    back = update(session, StepBy(-2))
    shown = Screen(back)
    assert shown.report == "The analysis is off." and shown.evaluation is None
    assert (shown.line, shown.candidates) == ("", ())
    lined = update(back, PreviewLine(True))
    assert not Screen(lined).texts["rank"]
    other = click(update(session, ChangeSeats((PERSON,) * 2)), "d3")
    assert Screen(other).line == "", "the line was not followed"


def test_a_game_that_is_over_has_no_chances_and_no_analysis():
    session = click(begin("brink", 3, seats=(PERSON, ENGINE)), "a1")
    session = told(session, -0.5, "b1")
    session = answer(session, "b1", playouts=100, value_first=-0.5, line=["b1"])
    over = update(session, Resign())
    shown = Screen(over)
    assert shown.evaluation is None and shown.report == "The analysis is off."
    assert not shown.buttons["analyse"]
    on = update(over, ToggleAnalysis())
    assert not on.engine.analysis and purpose_of(on) is None
    back = update(over, StepBy(-1))
    on = update(back, ToggleAnalysis())
    assert on.engine.analysis
    again = update(on, StepBy(1))
    assert Screen(again).buttons["analyse"], "it can be switched off everywhere"


def test_the_panel_says_what_the_engine_works_at():
    session = begin("brink", 3, seats=(PERSON, ENGINE))
    assert Screen(update(session, ToggleAnalysis())).report == "The engine is analysing …"
    hint = update(session, PressHint())
    assert Screen(hint).report == "The engine is looking for a hint …"
    playing = click(session, "a1")
    assert Screen(playing).report == "The engine is thinking …"
    stopped = update(playing, PauseEngine())
    assert Screen(stopped).report == "The analysis is off."
    reviewed = update(update(stopped, PressHint()), StartReview())
    assert Screen(reviewed).report == "The engine is reviewing the game …"


def test_another_game_is_analysed_only_when_it_is_asked_for():
    session = update(begin("brink", 3), ToggleAnalysis())
    session = answer(session, "a1", line=["a1"])
    assert not session.engine.thinking, "it came to its end"
    for other in (NewGame("brink", 3), Rematch(session.seats)):
        again = update(session, other)
        assert purpose_of(again) is None and not again.engine.analysis
        again = update(again, ToggleAnalysis())
        assert purpose_of(again) and again.engine.thinking, "though it looks the same"


def test_a_game_that_is_restored_is_analysed_anew():
    session = begin("brink", 3)
    a1 = ClickCell(session.game.board.parse_cell("a1"))
    for event in (ToggleEditor(True), a1, PlayFromHere(), ToggleAnalysis()):
        session = update(session, event)
    session = answer(session, "b2")
    assert purpose_of(session) is None
    restored = update(session, Restore())
    assert restored.tree.setup is None and purpose_of(restored) == "analyse"


def test_an_answer_by_link_does_not_end_the_analysis():
    session = update(click(begin("brink", 3), "a1"), ToggleAnalysis())
    joined = update(session, OpenLink("1/brink3-x3/ma1b1"))
    assert joined.engine.analysis and purpose_of(joined) == "analyse"
    other = update(session, OpenLink("1/brink3-x3/mc1"))
    assert not other.engine.analysis


def test_what_is_not_proven_is_never_certain():
    session = update(begin("brink", 3), ToggleAnalysis())
    shown = Screen(told(session, 0.999, "a1"))
    assert shown.report == "Chances: Black 99%"
    assert [c.percent for c in shown.candidates] == [99]
