"""What is said to those who do not see the board."""

import pytest

from greylox_web.drawing.scene import neighbour_in_direction
from greylox_web.engine import messages as wire
from greylox_web.features.board.labels import cell_labels
from greylox_web.features.exercise.model import StartExercise
from greylox_web.features.lessons.step import course, exercise
from greylox_web.features.prompt.speech import announcement
from greylox_web.match.match import PERSON, GameTerms
from greylox_web.rules import new_game
from greylox_web.rules.board import bits
from greylox_web.session.asking import EngineReport, PauseEngine
from greylox_web.session.event import SetPageVisible, SetPreference, ShowNotice
from greylox_web.session.opening import ChangeSeats, OpenLink
from greylox_web.session.playing import ClickCell, Resign, StepBy, Undo
from greylox_web.session.prompt import goal
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
from tests.session.sittings import ENGINE, answer, begin, click

STEP = course("brink")[0], frozenset()


def said(before, session):
    return announcement(before, session)


def test_a_cell_says_its_name_content_and_law():
    session = begin()
    session = click(session, "e5", "e6")
    layers = Screen(session).layers
    cell = session.game.board.parse_cell
    assert cell_labels(session, layers)(cell("e5")) == "e5, White, just played"
    assert cell_labels(session, layers)(cell("e6")) == "e6, Black, placed this turn"
    assert cell_labels(session, layers)(cell("b2")) == "b2, vacant, legal"
    assert cell_labels(session, layers)(cell("d5")) == "d5, vacant"


def test_one_message_for_each_decision_and_none_for_reports():
    session = begin()
    after = click(session, "e5")
    assert said(session, after) == "White plays e5. Black to move. Stone 1 of 2: next to e5."
    refused = click(after, "a1")
    assert said(after, refused) == "The first stone of this turn must touch e5, and a1 does not."
    report = wire.SearchReport(1, False, None, 5, 0.0, False, [], [], 1, None)
    told = update(after, EngineReport(report))
    assert said(after, told) is None


def refused(name: str):
    """A session, and an event that is refused or says something there each time it happens."""
    session = begin("brink", 3)
    session = click(session, "a1")
    taken = ClickCell(session.game.board.parse_cell("a1"))
    if name == "an ended game":
        return update(session, Resign()), ClickCell(session.game.board.parse_cell("b2"))
    if name == "no takebacks":
        session = session.with_match(terms=GameTerms(takebacks=False))
        return session.with_match(seats=(PERSON, ENGINE)), Undo()
    if name == "the engine's turn":
        return update(session, ChangeSeats((PERSON, ENGINE))), taken
    if name == "a lesson":
        lesson = update(session, StartExercise(exercise("brink", *STEP)))
        return lesson, ShowNotice("The same.")
    others = {"goal": ShowNotice(goal(session)), "a file": ShowNotice("That is no game.")}
    others["a link"] = OpenLink("#1/nonsense")
    return session, others.get(name, taken)


@pytest.mark.parametrize(
    "name",
    [
        *("a taken cell", "an ended game", "no takebacks", "the engine's turn"),
        *("goal", "a file", "a link", "a lesson"),
    ],
)
def test_what_happens_again_is_said_again_and_a_repaint_says_nothing(name: str):
    session, event = refused(name)
    heard = []
    for _ in range(3):
        before = session
        session = update(session, event)
        heard.append(said(before, session))
        assert said(session, session) is None, "painted once more"
        painted = update(session, SetPreference("sound", True))
        assert said(session, painted) is None, "something else has changed"
    assert heard[0] and heard == heard[:1] * 3


def test_the_result_is_said():
    session = begin("brink", 3)
    session = click(session, "a1")
    over = update(session, Resign())
    assert said(session, over) == "Black wins. White resigned.", "nothing was played"
    back = update(over, Undo())
    assert said(over, back).startswith("Taken back. White to move.")


def test_a_position_that_is_set_up_and_played_from_is_said():
    session = begin("brink", 3)
    session = update(session, ToggleEditor(True))
    session = click(session, "a1", "b2")
    session = update(session, SetEditorTurn(1, session.state.phase))
    played = update(session, PlayFromHere())
    assert (said(session, played) or "").startswith("White to move.")


def test_a_set_up_is_said_step_by_step_and_what_is_wrong_with_it_when_that_is_new():
    session = begin("brink", 3)
    heard = []
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
        heard.append(said(before, session))
    fine = "A game can go on from this position."
    first, second = "Black", "White"
    assert heard == [
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


def test_a_problem_of_a_set_up_is_said_once():
    session = begin("brink", 3)
    session = update(session, ToggleEditor(True))
    board, before = session.game.board, session
    heard = []
    for cell in bits(board.cells):
        before = session
        session = update(session, ClickCell(cell))
        heard.append(said(before, session))
    assert heard[-1].endswith("In this position the game is over; it can be shown, but not played.")
    before = session
    session = update(session, UndoEdit())
    assert said(before, session).endswith("A game can go on from this position.")


def test_what_was_taken_back_and_what_is_only_looked_at_is_said_to_be_so():
    session = click(begin("brink", 3), "a1", "b2", "c3")
    back = update(session, Undo())
    assert said(session, back).startswith("Taken back: c3. Black to move.")
    looking = " You are looking back. Play from here, or return to the end."
    seen = update(session, StepBy(-1))
    assert said(session, seen) == "White plays b2." + looking
    further = update(seen, StepBy(-1))
    assert said(seen, further) == "Black plays a1."
    start = update(further, StepBy(-1))
    assert said(further, start) == "Start."
    end = update(start, StepBy(9))
    assert said(start, end).startswith("Black plays c3. White to move.")


def test_who_may_flip_a_stone_is_said_of_it():
    session = begin()
    cell = session.game.board.parse_cell("e5")
    for side, rival in (("first", "Black"), ("second", "White")):
        label = cell_labels(session, {side: 1 << cell, "threatened": 1 << cell})(cell)
        assert label.endswith(f"{rival} may flip it")


def test_a_turn_of_the_engine_is_said_once():
    """It was said stone by stone, and screen readers drop all but the last message."""
    placed = click(begin(seats=(PERSON, ENGINE)), "e5")
    bound = answer(placed, "e6")
    assert said(placed, bound) is None
    free = answer(bound, "b2")
    assert said(bound, free).startswith("Pip plays e6, b2. Your move.")
    assert said(free, click(free, "c3")).startswith("You play c3.")


def test_the_end_of_a_turn_and_two_turns_on_end_are_one_message():
    session = click(begin("byg", 3, seats=(PERSON, ENGINE)), "a1")
    for stone in ("e5", "c1"):
        before = session
        session = answer(session, stone)
    assert said(before, session).startswith("Pip plays e5, c1. Your move.")
    session = click(session, "e3")
    before = answer(session, "a3")
    assert said(session, before) is None
    after = answer(before, "end")
    assert said(before, after).startswith("Pip plays a3. Your move.")


def test_an_engine_stopped_within_its_turn_has_said_what_it_placed():
    session = click(begin(seats=(PERSON, ENGINE)), "e5")
    bound = answer(session, "e6")
    paused = update(bound, PauseEngine())
    assert said(bound, paused).startswith("Pip plays e6.")
    assert said(paused, update(paused, SetPageVisible(False))) is None


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
