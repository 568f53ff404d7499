"""The engine's report, in the analysis panel and on the board."""

from dataclasses import replace

import pytest

from greylox_web.engine import messages
from greylox_web.features.analysis.report import search_details
from greylox_web.match.match import PERSON
from greylox_web.rules.board import NO_CELL
from greylox_web.session.load_match import OpenLink
from greylox_web.session.playing import StepBy
from greylox_web.session.preferences import DEFAULTS
from greylox_web.session.requests import (
    EngineFailed,
    EngineReport,
    PauseEngine,
    PreviewLine,
    ToggleAnalysis,
)
from greylox_web.session.session import LESSON_REASON
from greylox_web.session.study import ToggleEditor
from greylox_web.session.update import update
from greylox_web.session.visible_report import candidate_pvs
from greylox_web.words import WORDS
from tests.screen import Screen
from tests.session.session_helpers import ENGINE, click_cells, new_session


def analysed(
    session, value=0.0, proven=False, candidates=(), pv=(), visits=100, warning="", pvs=()
):
    """The session after a report of its analysis."""
    session = update(session, ToggleAnalysis())
    rows = [messages.CandidateMove(*row) for row in candidates]
    ticket = session.engine.ticket
    report = messages.SearchReport(
        ticket, False, None, visits, value, proven, list(pv), rows, 1, None
    )
    report = report._replace(warning=warning, pvs=pvs)
    return update(session, EngineReport(report))


@pytest.mark.parametrize(
    ("value", "proven", "text"),
    [
        (0.0, False, "Chances: Black 50%"),
        (0.3, False, "Chances: Black 65%"),
        (-0.3, False, "Chances: White 65%"),
        (1.0, True, "Black wins for certain"),
        (-1.0, True, "White wins for certain"),
        (0.0, True, "A proven draw"),
    ],
)
def test_report_shows_the_chances_of_the_leading_side(value, proven, text):
    screen = Screen(
        analysed(new_session("brink", 3), value, proven, visits=1000, warning="A note.")
    )
    assert screen.report == f"{text}. A note."


@pytest.mark.parametrize(
    ("x", "proven", "is_warned"), [(15, False, False), (16, False, True), (16, True, False)]
)
def test_untrained_x_shows_a_warning_until_proven(x, proven, is_warned):
    session = new_session("brink", 3, {"x": x})
    screen = Screen(analysed(session, 0.0, proven, visits=1000))
    assert ("not trained with X above 15" in screen.report) == is_warned


def test_missing_network_hides_the_training_warning():
    session = new_session("brink", 3, {"x": 16})
    screen = Screen(analysed(session, visits=1000, warning="No network."))
    assert screen.report.endswith("%. No network.")


def test_candidates_keep_the_best_first_then_sort_by_value():
    top = [("b2", 60, 0.1), ("a1", 30, -0.5), ("a2", 20, 0.3), ("b1", 10, -0.5)]
    candidates = Screen(analysed(new_session("brink", 3), candidates=top)).candidates
    assert [one.name for one in candidates] == ["b2", "a2", "a1", "b1"]


def test_proven_result_is_shown_without_playouts():
    evaluation = Screen(analysed(new_session("brink", 3), -1.0, True, visits=0)).evaluation
    assert (evaluation.exact_percent, evaluation.text) == (0, "Black 0%, proven")
    assert Screen(analysed(new_session("brink", 3), visits=0)).evaluation is None


def test_due_action_is_shown_while_the_engine_analyses():
    session = analysed(new_session("brink", 3, seats=(PERSON, ENGINE)))
    assert session.engine.thinking and Screen(session).prompt_line.startswith("One stone")
    assert not Screen(session).buttons["move-now"] and not Screen(session).buttons["pause"]
    playing = click_cells(session, "a1")
    assert Screen(playing).status == "Pip is thinking"
    assert Screen(playing).buttons["move-now"] and Screen(playing).buttons["pause"]


def test_resume_button_is_shown_only_on_the_engines_turn():
    session = click_cells(new_session("brink", 3, seats=(PERSON, ENGINE)), "a1")
    assert not Screen(session).buttons["resume-engine"]
    paused = update(session, PauseEngine())
    assert Screen(paused).buttons["resume-engine"]
    stepped_back = update(paused, StepBy(-1))
    assert not Screen(stepped_back).buttons["resume-engine"], "a person is to move there"
    failed = update(session, EngineFailed(None, "It stopped."))
    assert Screen(failed).buttons["resume-engine"]
    over = update(failed, OpenLink("1/brink3-x3/ma1-q"))
    assert over.outcome is not None and not Screen(over).buttons["resume-engine"]


def test_an_action_without_a_cell_is_listed_and_not_drawn():
    session = click_cells(new_session("lox", 5), "c3")
    session = analysed(session, candidates=[("swap", 60, -0.5), ("b2", 40, 0.5), ("zz", 1, 0.0)])
    screen, cell = Screen(session), session.game.board.parse_cell("b2")
    assert [(c.name, c.cell) for c in screen.candidates] == [("swap", NO_CELL), ("b2", cell)]
    assert screen.texts["rank"] == {cell: "B"}, "the letter that it has in the list"
    assert screen.layers["candidate"] == 1 << cell and screen.layers["best"] == 0


def test_action_without_a_cell_uses_the_page_language(monkeypatch):
    monkeypatch.setitem(WORDS, "action-swap", "Tausch")
    session = click_cells(new_session("lox", 5), "b2")
    assert "Tausch 60" in search_details(
        analysed(session, candidates=[("swap", 60, 0.1), ("a1", 30, 0.0)])
    )


def test_the_best_line_is_numbered_as_far_as_it_is_legal():
    session = click_cells(new_session("lox", 5), "c3")
    session = analysed(session, pv=["swap", "a1", "b5", "a1", "e5"])
    assert not Screen(session).layers.get("line-first")
    screen, cell = Screen(update(session, PreviewLine(True))), session.game.board.parse_cell
    assert screen.texts["rank"] == {cell("a1"): "2", cell("b5"): "3"}
    assert screen.layers["line-first"] == 1 << cell("a1")
    assert screen.layers["line-second"] == 1 << cell("b5")


def test_best_line_is_grouped_by_turns_and_stays_legal():
    session = click_cells(new_session(), "e5")
    line = ["e6", "b2", "b3", "g8", "g8"]
    assert Screen(analysed(session, pv=line)).line == "2. e6+b2 3. b3+g8"
    session = click_cells(session, "e6")
    assert Screen(analysed(session, pv=line[1:4])).line == "2. b2 3. b3+g8", "the rest of the turn"


def test_each_candidate_has_its_continuation():
    session = click_cells(new_session(), "e5")
    top = [("d4", 60, 0.1), ("e6", 30, 0.2), ("f5", 9, 0.5)]
    lines = ["e6", "b2", "b3", "g8"], ["d4", "b2", "e4"]
    session = analysed(session, candidates=top, pv=["d4", "b3"], pvs=lines)
    entries, cell = candidate_pvs(session), session.game.board.parse_cell
    assert list(entries) == ["d4", "e6", "f5"]
    assert entries["d4"].turns == (("2. d4+b3", 2),), "the best line is the newest"
    assert entries["e6"].turns == (("2. e6+b2", 2), ("3. b3+g8", 4))
    assert entries["e6"].actions == tuple(map(cell, ("e6", "b2", "b3", "g8")))
    assert entries["f5"].actions == (cell("f5"),)
    screen = Screen(update(session, PreviewLine(True, "e6")))
    assert screen.texts["rank"] == {
        cell(name): str(number) for number, name in enumerate(lines[0], 1)
    }
    assert candidate_pvs(click_cells(session, "e6")) == {}


def test_same_line_on_another_board_uses_its_cells():
    for size in (3, 4):
        session = analysed(
            new_session("brink", size), candidates=[("b2", 60, 0.1)], pv=["b2", "c3"]
        )
        cells = tuple(map(session.game.board.parse_cell, ("b2", "c3")))
        assert candidate_pvs(session)["b2"].actions == cells


def test_editor_hides_evaluation_and_candidates():
    session = analysed(new_session("brink", 3), 0.5, candidates=[("b2", 60, 0.1)], pv=["b2"])
    session = update(session, PreviewLine(True))
    assert Screen(session).evaluation and Screen(session).candidates and Screen(session).line
    screen = Screen(update(session, ToggleEditor(True)))
    assert screen.evaluation is None and not screen.candidates and not screen.line
    assert not screen.texts["rank"] and "line-first" not in screen.layers


def test_five_candidates_are_listed_and_drawn():
    visits = (15_000, 9_949, 1_249, 999, 150, 150)
    cells = ("a1", "b1", "c1", "a2", "b2", "c2")
    top = [(cell, count, 0.0) for cell, count in zip(cells, visits, strict=True)]
    session = new_session("brink", 3)
    screen = Screen(analysed(session, candidates=top))
    assert len(screen.candidates) == 5
    best = {session.game.board.parse_cell(name): x for x, name in zip("ABCDE", cells, strict=False)}
    assert screen.texts["rank"] == best


def test_candidates_that_were_hardly_tried_are_left_out():
    top = [("a1", 37_673, 0.0), ("b1", 28, 0.0), ("c1", 28, 0.0, True), ("a2", 500, 0.0)]
    screen = Screen(analysed(new_session("brink", 3), candidates=top))
    assert [one.name for one in screen.candidates] == ["a1", "c1", "a2"], "c1 is proven"


def test_a_choice_of_two_stones_marks_both():
    session = click_cells(new_session(), "e5")
    top = [("e4", 100, -0.2), ("d4", 90, -0.1), ("f6", 80, 0.0)]
    pvs = (["e4", "b2", "b3"], ["d4", "b2"], ["f6", "h8"])
    screen = Screen(analysed(session, candidates=top, pv=pvs[0], pvs=pvs))
    cells = {"e4": "A", "b2": "AB2", "d4": "B", "f6": "C", "h8": "C2"}
    parse = session.game.board.parse_cell
    assert screen.texts["rank"] == {parse(name): text for name, text in cells.items()}
    session = click_cells(session, "e4")
    screen = Screen(analysed(session, candidates=[("b2", 9, 0.2)], pv=["b2", "b3"]))
    assert screen.texts["rank"] == {parse("b2"): "A"}, "the second stone alone is the choice"


def test_search_details_are_empty_without_playouts():
    session = new_session("brink", 3)
    assert search_details(session) == "" == search_details(analysed(session, -1.0, True, visits=0))
    assert search_details(analysed(session, -1.0, True, visits=100)).endswith("looked at: 100.")
    details = search_details(
        analysed(session, -0.5, visits=100)
    )  # unproven values are no bounds: a deeper search may leave them
    assert details.endswith("looked at: 100. The longer the search, the surer the chances.")


def test_full_search_memory_is_reported():
    session, full = new_session("brink", 3), {"memory_bytes": 128 << 20, "memory_limit": 128 << 20}
    report = analysed(session).current_report._replace(**full)
    for changes, is_full in (
        ({"final": True}, True),
        ({}, False),
        ({"final": True, "proven": True}, False),
        ({"final": True, "memory_bytes": 64 << 20}, False),
        ({"final": True, "memory_bytes": 0, "memory_limit": 0}, False),
    ):
        current = analysed(session)
        full_report = report._replace(ticket=current.engine.ticket, action="b2", **changes)
        current = update(current, EngineReport(full_report))
        assert ("memory for this analysis is full" in Screen(current).report) == is_full, changes


def test_search_memory_and_limit_are_shown_when_present():
    session = analysed(new_session("brink", 3))
    assert "MB" not in search_details(session)
    report = session.current_report._replace(memory_bytes=24 << 20, memory_limit=128 << 20)
    ticket = session.engine.ticket
    session = update(session, EngineReport(report._replace(ticket=ticket)))
    assert "24 MB of memory; at 128 MB it ends" in search_details(session)


def test_chances_are_hidden_from_the_player_by_default():
    session = new_session("brink", 3, seats=(PERSON, ENGINE), chances=True)
    analysed_session = analysed(session, 0.5, pv=("b2",))
    playing = replace(analysed_session, engine=analysed_session.engine._replace(analysis=False))
    assert Screen(playing).evaluation
    unwanted = DEFAULTS
    withheld = Screen(replace(playing, preferences=unwanted))
    assert withheld.evaluation is None
    assert (Screen(playing).line, withheld.line) == ("1. b2", "") and "%" not in withheld.report
    assert Screen(replace(analysed_session, preferences=unwanted)).evaluation, (
        "who analyses wants to know"
    )
    assert Screen(playing.with_match(unrated_reason=LESSON_REASON)).evaluation is None, (
        "who learns is not measured"
    )
    assert Screen(playing.with_match(unrated_reason="hint")).evaluation
