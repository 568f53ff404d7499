"""Announcements to screen readers."""

import pytest

from greylox_web.drawing.hex_geometry import neighbour_in_direction
from greylox_web.engine import messages
from greylox_web.features.board.labels import cell_labels
from greylox_web.features.exercise.model import StartExercise
from greylox_web.features.lessons.step import course, exercise
from greylox_web.features.prompt.announcements import announcement
from greylox_web.match.match import PERSON, GameTerms
from greylox_web.rules import new_game
from greylox_web.rules.board import bits
from greylox_web.session.event import SetPageVisible, SetPreference, ShowNotice
from greylox_web.session.load_match import ChangeSeats, OpenLink
from greylox_web.session.playing import ClickCell, Resign, StepBy, Undo
from greylox_web.session.prompt import goal
from greylox_web.session.requests import EngineReport, PauseEngine
from greylox_web.session.study import (
    ClearEditor,
    PlayFromHere,
    SetEditorTool,
    SetEditorTurn,
    ToggleEditor,
    UndoEdit,
)
from greylox_web.session.update import update
from tests.screen import Screen
from tests.session.session_helpers import ENGINE, click_cells, engine_answers, new_session

STEP = course("brink")[0], frozenset()


def test_a_cell_says_its_name_content_and_law():
    session = new_session()
    session = click_cells(session, "e5", "e6")
    layers = Screen(session).layers
    cell = session.game.board.parse_cell
    assert cell_labels(session, layers)(cell("e5")) == "e5, White, last turn"
    assert cell_labels(session, layers)(cell("e6")) == "e6, Black, placed in this turn"
    assert cell_labels(session, layers)(cell("b2")) == "b2, vacant, you may place here"
    assert cell_labels(session, layers)(cell("d5")) == "d5, vacant"


def test_each_decision_is_announced_once_and_reports_are_not():
    session = new_session()
    after = click_cells(session, "e5")
    assert (
        announcement(session, after)
        == "White plays e5. Black to move: two stones. Bound: touching White's last stone, e5."
    )
    refused = click_cells(after, "a1")
    assert (
        announcement(after, refused)
        == "The first stone of this turn must touch e5, and a1 does not."
    )
    report = messages.SearchReport(1, False, None, 5, 0.0, False, [], [], 1, None)
    reported = update(after, EngineReport(report))
    assert announcement(after, reported) is None


def refused(name: str):
    """A session, and an event that is refused or announced each time it happens."""
    session = new_session("brink", 3)
    session = click_cells(session, "a1")
    occupied_click = ClickCell(session.game.board.parse_cell("a1"))
    if name == "an ended game":
        return update(session, Resign()), ClickCell(session.game.board.parse_cell("b2"))
    if name == "no takebacks":
        session = session.with_match(terms=GameTerms(takebacks=False))
        return session.with_match(seats=(PERSON, ENGINE)), Undo()
    if name == "the engine's turn":
        return update(session, ChangeSeats((PERSON, ENGINE))), occupied_click
    if name == "a lesson":
        lesson = update(session, StartExercise(exercise("brink", *STEP)))
        return lesson, ShowNotice("The same.")
    others = {"goal": ShowNotice(goal(session.game)), "a file": ShowNotice("That is no game.")}
    others["a link"] = OpenLink("#1/nonsense")
    return session, others.get(name, occupied_click)


@pytest.mark.parametrize(
    "name",
    [
        *("a taken cell", "an ended game", "no takebacks", "the engine's turn"),
        *("goal", "a file", "a link", "a lesson"),
    ],
)
def test_repeated_refusal_is_announced_and_repaint_is_not(name: str):
    session, event = refused(name)
    announcements = []
    for _ in range(3):
        before = session
        session = update(session, event)
        announcements.append(announcement(before, session))
        assert announcement(session, session) is None, "painted once more"
        painted = update(session, SetPreference("sound", True))
        assert announcement(session, painted) is None, "something else has changed"
    assert announcements[0] and announcements == announcements[:1] * 3


def test_result_is_announced():
    session = new_session("brink", 3)
    session = click_cells(session, "a1")
    over = update(session, Resign())
    assert announcement(session, over) == "Black wins. White resigned.", "nothing was played"
    undone = update(over, Undo())
    assert announcement(over, undone).startswith("Taken back. White to move.")


def test_play_from_a_set_up_position_is_announced():
    session = new_session("brink", 3)
    session = update(session, ToggleEditor(True))
    session = click_cells(session, "a1", "b2")
    session = update(session, SetEditorTurn(1, session.state.phase))
    played = update(session, PlayFromHere())
    assert (announcement(session, played) or "").startswith("White to move.")


def test_editor_announces_each_change_and_new_remarks():
    session = new_session("brink", 3)
    announcements = []
    for event in (
        ToggleEditor(True),
        ClickCell(session.game.board.parse_cell("a1")),
        SetEditorTool("second"),
        ClickCell(session.game.board.parse_cell("b2")),
        ClickCell(session.game.board.parse_cell("c3")),
        SetEditorTurn(1, session.state.phase),
        ClearEditor(),
        UndoEdit(),
        ToggleEditor(False),
    ):
        before = session
        session = update(session, event)
        announcements.append(announcement(before, session))
    fine = "A game can go on from this position."
    first, second = "Black", "White"
    assert announcements == [
        f"Setting up a position. {fine}",
        f"a1, {first}.",
        None,
        f"b2, {second}.",
        f"c3, {second}.",
        f"{second} to move.",
        "No stones.",
        f"{first}: a1. {second}: b2, c3.",
        f"{first} to move. {Screen(session).aria_text} {Screen(session).goal}",
    ]


def test_editor_problem_is_announced_once():
    session = new_session("brink", 3)
    session = update(session, ToggleEditor(True))
    board, before = session.game.board, session
    announcements = []
    for cell in bits(board.cells):
        before = session
        session = update(session, ClickCell(cell))
        announcements.append(announcement(before, session))
    assert announcements[-1].endswith(
        "In this position the game is over; it can be shown, but not played."
    )
    before = session
    session = update(session, UndoEdit())
    assert announcement(before, session).endswith("A game can go on from this position.")


def test_undo_and_browsing_are_announced_differently():
    session = click_cells(new_session("brink", 3), "a1", "b2", "c3")
    undone = update(session, Undo())
    assert announcement(session, undone).startswith("Taken back: c3. Black to move.")
    looking = " You are looking back. Play from here, or return to the end."
    stepped_back = update(session, StepBy(-1))
    assert announcement(session, stepped_back) == "White plays b2." + looking
    further = update(stepped_back, StepBy(-1))
    assert announcement(stepped_back, further) == "Black plays a1."
    start = update(further, StepBy(-1))
    assert announcement(further, start) == "Start."
    end = update(start, StepBy(9))
    assert announcement(start, end).startswith("Black plays c3. White to move.")


def test_threatened_stone_label_names_the_opponent():
    session = new_session()
    cell = session.game.board.parse_cell("e5")
    for side, rival in (("first", "Black"), ("second", "White")):
        label = cell_labels(session, {side: 1 << cell, "threatened": 1 << cell})(cell)
        assert label.endswith(f"{rival} may flip it")


def test_engine_turn_is_announced_once():
    """Not stone by stone: screen readers drop all but the last message."""
    placed = click_cells(new_session(seats=(PERSON, ENGINE)), "e5")
    bound = engine_answers(placed, "e6")
    assert announcement(placed, bound) is None
    free = engine_answers(bound, "b2")
    assert announcement(bound, free).startswith("Pip plays e6, b2. Your turn: two stones.")
    assert announcement(free, click_cells(free, "c3")).startswith("You play c3.")


def test_engine_turn_with_several_stones_is_one_message():
    session = click_cells(new_session("byg", 3, seats=(PERSON, ENGINE)), "a1")
    for stone in ("e5", "c1"):
        before = session
        session = engine_answers(session, stone)
    assert announcement(before, session).startswith("Pip plays e5, c1. Your turn.")
    session = click_cells(session, "e3")
    before = engine_answers(session, "a3")
    assert announcement(session, before) is None
    after = engine_answers(before, "end")
    assert announcement(before, after).startswith("Pip plays a3. Your turn.")


def test_paused_engine_announces_its_placed_stones():
    session = click_cells(new_session(seats=(PERSON, ENGINE)), "e5")
    bound = engine_answers(session, "e6")
    paused = update(bound, PauseEngine())
    assert announcement(bound, paused).startswith("Pip plays e6.")
    assert announcement(paused, update(paused, SetPageVisible(False))) is None


def test_arrow_keys_reach_every_neighbour():
    for board in (new_game("greylox").board, new_game("lox", 5).board):
        for turn in (0, 3):
            for cell in bits(board.cells):
                reached = {
                    neighbour_in_direction(board, cell, angle, second, turn)
                    for angle in (0, 90, 180, -90)
                    for second in (False, True)
                }
                assert reached - {None} == set(bits(board.neighbours(1 << cell)))
