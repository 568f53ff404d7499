"""What the engine's card and the board show of its opinion."""

from dataclasses import replace

import pytest

from greylox_web.engine import messages as wire
from greylox_web.features.analysis.report import search_details
from greylox_web.match.match import PERSON
from greylox_web.rules.board import NO_CELL
from greylox_web.session.asking import (
    EngineFailed,
    EngineReport,
    PauseEngine,
    PreviewLine,
    ToggleAnalysis,
)
from greylox_web.session.opening import OpenLink
from greylox_web.session.opinion import continuations
from greylox_web.session.playing import StepBy
from greylox_web.session.session import LESSON_REASON
from greylox_web.session.study import ToggleEditor
from greylox_web.session.update import update
from greylox_web.words import WORDS
from tests.screen import Screen
from tests.session.sittings import ENGINE, begin, click


def analysed(session, value=0.0, proven=False, top=(), line=(), playouts=100, note="", lines=()):
    """The session with a report of its analysis."""
    session = update(session, ToggleAnalysis())
    rows = [wire.CandidateMove(*row) for row in top]
    ticket = session.engine.ticket
    report = wire.SearchReport(
        ticket, False, None, playouts, value, proven, list(line), rows, 1, None
    )
    report = report._replace(note=note, lines=lines)
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
def test_the_chances_are_those_of_the_side_that_is_ahead(value, proven, text):
    shown = Screen(analysed(begin("brink", 3), value, proven, playouts=1000, note="A note."))
    assert shown.report == f"{text}. A note."


@pytest.mark.parametrize(
    ("x", "proven", "is_told"), [(15, False, False), (16, False, True), (16, True, False)]
)
def test_an_x_that_the_network_was_not_trained_with_is_told_until_all_is_proven(x, proven, is_told):
    session = begin("brink", 3, {"x": x})
    shown = Screen(analysed(session, 0.0, proven, playouts=1000))
    assert ("not trained with X above 15" in shown.report) == is_told


def test_without_its_network_the_engine_is_not_said_to_be_trained_too_little():
    session = begin("brink", 3, {"x": 16})
    shown = Screen(analysed(session, playouts=1000, note="No network."))
    assert shown.report.endswith("%. No network.")


def test_the_first_candidate_would_be_played_and_the_others_follow_by_their_chances():
    top = [("b2", 60, 0.1), ("a1", 30, -0.5), ("a2", 20, 0.3), ("b1", 10, -0.5)]
    found = Screen(analysed(begin("brink", 3), top=top)).candidates
    assert [one.name for one in found] == ["b2", "a2", "a1", "b1"]


def test_what_is_proven_is_told_even_without_playouts():
    shown = Screen(analysed(begin("brink", 3), -1.0, True, playouts=0)).evaluation
    assert (shown.first, shown.text) == (0, "Black 0%, proven")
    assert Screen(analysed(begin("brink", 3), playouts=0)).evaluation is None


def test_what_is_due_is_said_while_the_engine_works_at_something_else():
    session = analysed(begin("brink", 3, seats=(PERSON, ENGINE)))
    assert session.engine.thinking and Screen(session).prompt_line.startswith("One stone")
    assert not Screen(session).buttons["now"] and not Screen(session).buttons["pause"]
    playing = click(session, "a1")
    assert Screen(playing).status == "Pip is thinking"
    assert Screen(playing).buttons["now"] and Screen(playing).buttons["pause"]


def test_an_engine_is_asked_to_go_on_where_it_has_to_move():
    session = click(begin("brink", 3, seats=(PERSON, ENGINE)), "a1")
    assert not Screen(session).buttons["ask"]
    paused = update(session, PauseEngine())
    assert Screen(paused).buttons["ask"]
    back = update(paused, StepBy(-1))
    assert not Screen(back).buttons["ask"], "a person is to move there"
    failed = update(session, EngineFailed(None, "It stopped."))
    assert Screen(failed).buttons["ask"]
    over = update(failed, OpenLink("1/brink3-x3/ma1-q"))
    assert over.outcome is not None and not Screen(over).buttons["ask"]


def test_an_action_without_a_cell_is_listed_and_not_drawn():
    session = click(begin("lox", 5), "c3")
    session = analysed(session, top=[("swap", 60, -0.5), ("b2", 40, 0.5), ("zz", 1, 0.0)])
    shown, cell = Screen(session), session.game.board.parse_cell("b2")
    assert [(c.name, c.cell) for c in shown.candidates] == [("swap", NO_CELL), ("b2", cell)]
    assert shown.texts["rank"] == {cell: "2"}, "the number that it has in the list"
    assert shown.layers["candidate"] == 1 << cell and shown.layers["best"] == 0


def test_an_action_without_a_cell_is_named_in_the_players_language(monkeypatch):
    monkeypatch.setitem(WORDS, "action-swap", "Tausch")
    session = click(begin("lox", 5), "b2")
    assert "Tausch 60" in search_details(
        analysed(session, top=[("swap", 60, 0.1), ("a1", 30, 0.0)])
    )


def test_the_best_line_is_numbered_as_far_as_it_is_legal():
    session = click(begin("lox", 5), "c3")
    session = analysed(session, line=["swap", "a1", "b5", "a1", "e5"])
    assert not Screen(session).layers.get("line-first")
    shown, cell = Screen(update(session, PreviewLine(True))), session.game.board.parse_cell
    assert shown.texts["rank"] == {cell("a1"): "2", cell("b5"): "3"}
    assert shown.layers["line-first"] == 1 << cell("a1")
    assert shown.layers["line-second"] == 1 << cell("b5")


def test_the_best_line_is_told_by_turns_as_far_as_it_is_legal():
    session = click(begin(), "e5")
    line = ["e6", "b2", "b3", "g8", "g8"]
    assert Screen(analysed(session, line=line)).line == "e6+b2 b3+g8"
    session = click(session, "e6")
    assert Screen(analysed(session, line=line[1:4])).line == "b2 b3+g8"


def test_each_of_the_best_actions_is_told_with_how_it_would_go_on():
    session = click(begin(), "e5")
    top = [("d4", 60, 0.1), ("e6", 30, 0.2), ("f5", 9, 0.5)]
    lines = ["e6", "b2", "b3", "g8"], ["d4", "b2", "e4"]
    session = analysed(session, top=top, line=["d4", "b3"], lines=lines)
    found, cell = continuations(session), session.game.board.parse_cell
    assert list(found) == ["d4", "e6", "f5"]
    assert found["d4"].turns == (("d4+b3", 2),), "the best line is the newest"
    assert found["e6"].turns == (("e6+b2", 2), ("b3+g8", 4))
    assert found["e6"].actions == tuple(map(cell, ("e6", "b2", "b3", "g8")))
    assert found["f5"].actions == (cell("f5"),)
    shown = Screen(update(session, PreviewLine(True, "e6")))
    assert shown.texts["rank"] == {
        cell(name): str(number) for number, name in enumerate(lines[0], 1)
    }
    assert continuations(click(session, "e6")) == {}


def test_the_same_line_on_another_board_has_the_cells_of_that_board():
    for size in (3, 4):
        session = analysed(begin("brink", size), top=[("b2", 60, 0.1)], line=["b2", "c3"])
        cells = tuple(map(session.game.board.parse_cell, ("b2", "c3")))
        assert continuations(session)["b2"].actions == cells


def test_of_a_position_in_the_making_nothing_is_thought():
    session = analysed(begin("brink", 3), 0.5, top=[("b2", 60, 0.1)], line=["b2"])
    session = update(session, PreviewLine(True))
    assert Screen(session).evaluation and Screen(session).candidates and Screen(session).line
    shown = Screen(update(session, ToggleEditor(True)))
    assert shown.evaluation is None and not shown.candidates and not shown.line
    assert not shown.texts["rank"] and "line-first" not in shown.layers


def test_the_five_best_actions_are_listed_and_three_of_them_are_drawn():
    visits = (15_000, 9_949, 1_249, 999, 1, 1)
    cells = ("a1", "b1", "c1", "a2", "b2", "c2")
    top = [(cell, count, 0.0) for cell, count in zip(cells, visits, strict=True)]
    session = begin("brink", 3)
    shown = Screen(analysed(session, top=top))
    assert len(shown.candidates) == 5
    best = {session.game.board.parse_cell(name): str(n) for n, name in enumerate(cells[:3], 1)}
    assert shown.texts["rank"] == best


def test_what_the_chances_rest_on_is_told_where_something_was_played():
    session = begin("brink", 3)
    assert (
        search_details(session) == "" == search_details(analysed(session, -1.0, True, playouts=0))
    )
    assert search_details(analysed(session, -1.0, True, playouts=100)).endswith("looked at: 100.")
    told = search_details(
        analysed(session, -0.5, playouts=100)
    )  # no bounds: a deeper search leaves them
    assert told.endswith("looked at: 100. The longer the search, the surer the chances.")


def test_a_search_that_ended_for_want_of_memory_says_so():
    session, full = begin("brink", 3), {"memory": 128 << 20, "room": 128 << 20}
    report = analysed(session).current_report._replace(**full)
    for changes, said in (
        ({"final": True}, True),
        ({}, False),
        ({"final": True, "proven": True}, False),
        ({"final": True, "memory": 64 << 20}, False),
        ({"final": True, "memory": 0, "room": 0}, False),
    ):
        there = analysed(session)
        told = report._replace(ticket=there.engine.ticket, action="b2", **changes)
        there = update(there, EngineReport(told))
        assert ("memory for this analysis is full" in Screen(there).report) == said, changes


def test_the_memory_of_a_search_and_its_bound_are_told_where_they_are_known():
    session = analysed(begin("brink", 3))
    assert "MB" not in search_details(session)
    report = session.current_report._replace(memory=24 << 20, room=128 << 20)
    ticket = session.engine.ticket
    session = update(session, EngineReport(report._replace(ticket=ticket)))
    assert "24 MB of memory; at 128 MB it ends" in search_details(session)


def test_chances_are_withheld_from_who_plays_and_does_not_want_them():
    told = analysed(begin("brink", 3, seats=(PERSON, ENGINE)), 0.5, line=("b2",))
    playing = replace(told, engine=told.engine._replace(analysis=False))
    assert Screen(playing).evaluation
    unwanted = playing.preferences._replace(chances=False)
    withheld = Screen(replace(playing, preferences=unwanted))
    assert withheld.evaluation is None
    assert (Screen(playing).line, withheld.line) == ("b2", "") and "%" not in withheld.report
    assert Screen(replace(told, preferences=unwanted)).evaluation, "who analyses wants to know"
    assert Screen(playing.with_match(unrated_reason=LESSON_REASON)).evaluation is None, (
        "who learns is not measured"
    )
    assert Screen(playing.with_match(unrated_reason="hint")).evaluation
