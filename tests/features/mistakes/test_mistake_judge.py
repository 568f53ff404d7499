"""Trying a mistake again: what counts at once, what the engine judges, and what it cannot judge."""

from __future__ import annotations

import pytest

from greylox_web.explanations.model import Explanation
from greylox_web.features.exercise.model import RetryExercise, ShowSolution, StartExercise
from greylox_web.features.exercise.view import exercise_view
from greylox_web.features.line_player.view import line_chips
from greylox_web.features.mistakes.judge import make_exercise
from greylox_web.features.mistakes.model import parse_mistake
from greylox_web.features.prompt.announcements import announcement
from greylox_web.features.review.why import compared_lines
from greylox_web.rules import new_game
from greylox_web.session.playing import Undo
from greylox_web.session.requests import EngineFailed, make_search_request
from greylox_web.session.update import update
from tests.features.mistakes.mistake_helpers import one_mistake
from tests.session.session_helpers import click_cells, engine_answers, new_session, purpose_of


def at_mistake():
    """The session with the mistake on the board: c1 was played, and c3 was better."""
    session = click_cells(new_session("greylox", 3), "c3")
    return update(session, StartExercise(make_exercise(parse_mistake(one_mistake()))))


def kind(session):
    return session.exercise_attempt.kind


def feedback(session):
    return exercise_view(session).feedback


def test_task_names_the_turn_and_its_cost():
    view = exercise_view(at_mistake())
    assert view.title == "Find a better turn than c1"
    assert "you played c1, which cost 31%: your chance fell from 50% to 19%" in view.text


def test_stored_better_turn_counts_at_once():
    session = click_cells(at_mistake(), "c3")
    assert kind(session) == "done" and purpose_of(session) is None
    assert feedback(session) == "c3 is the engine's turn. Your chance stays at 50%."


def test_played_turn_is_missed_at_once():
    session = click_cells(at_mistake(), "c1")
    assert kind(session) == "wrong" and purpose_of(session) is None
    assert feedback(session) == "c1 is what you played. It cost 31%."


@pytest.mark.parametrize(
    ("value", "expected"),
    [(0.3, "done"), (-0.04, "done"), (-0.06, "wrong"), (-0.8, "wrong")],
)
def test_other_turn_is_judged_by_the_engine(value, expected):
    session = click_cells(at_mistake(), "d3")
    assert kind(session) == "waiting" and purpose_of(session) == "review"
    assert "checking" in feedback(session)
    request = make_search_request(session, session.engine.active_search)
    assert request.position.startswith("1/brink3-x3/s") and "/md3/" in request.position
    judged = engine_answers(session, "e3", value_first=value)
    assert kind(judged) == expected and purpose_of(judged) is None
    percent = round(50 + 50 * value)
    assert f"chance is {percent}%" in feedback(judged)
    assert judged.exercise_attempt.wrong_count == (expected == "wrong")
    spoken = announcement(session, judged)
    assert spoken.startswith("Found." if expected == "done" else "Not found.")


def test_certain_win_counts_although_the_chance_was_the_same():
    session = click_cells(at_mistake(), "d3")
    judged = engine_answers(session, "e3", value_first=1.0, proven=True)
    assert feedback(judged) == "d3 wins for certain."


def test_progress_report_changes_nothing():
    session = click_cells(at_mistake(), "d3")
    assert kind(engine_answers(session, "e3", value_first=0.9, final=False)) == "waiting"


def test_clicks_wait_for_the_verdict_and_undo_takes_the_turn_back():
    session = click_cells(at_mistake(), "d3")
    assert click_cells(session, "c3").cursor == session.cursor
    for event in (Undo(), RetryExercise()):
        back = update(session, event)
        assert kind(back) is None and purpose_of(back) is None and back.cursor == 0
        late = engine_answers(back, "e3", value_first=0.9)
        assert kind(late) is None, "the answer to a question that was dropped"


def failed(session, ticket):
    return update(session, EngineFailed(ticket, "It is gone."))


@pytest.mark.parametrize("how", ["search", "worker", "error", "no network", "before"])
def test_without_the_engine_a_turn_is_neither_found_nor_missed(how):
    session = at_mistake()
    if how == "before":
        session = failed(session, None)
    session = click_cells(session, "d3")
    match how:
        case "search":
            session = failed(session, session.engine.ticket)
        case "worker":
            session = failed(session, None)
        case "error":
            session = engine_answers(session, None, error="It broke.")
        case "no network":
            session = engine_answers(session, "e3", warning="Without its network.")
    attempt = session.exercise_attempt
    assert attempt.kind == "unknown" and not attempt.wrong_count and not attempt.is_finished
    if how != "worker":
        assert feedback(session) == "The engine is not available, so it cannot judge d3."
    assert next(button.name for button in exercise_view(session).buttons) == "again"
    assert kind(click_cells(session, "c3")) == "done", "the next turn replaces it"


def test_solution_is_shown_and_can_be_tried():
    session = update(at_mistake(), ShowSolution())
    assert session.exercise_attempt.is_finished and "The engine's turn is c3." in feedback(session)
    assert session.exercise_attempt.pending == session.exercise_attempt.exercise.solution


def test_turn_of_two_stones_is_judged_whole_and_in_any_order():
    fact = one_mistake()
    game = new_game("greylox", 3)
    position = "1/greylox3/sx2.4.5.4.3-o-1-la1/m"
    changes = {"position": position, "played": "b2 e5", "better": "b1 d4 c3"}
    mistake = parse_mistake(fact._replace(what={**fact.what, **changes}))
    assert mistake.game == game and len(mistake.better.actions) == 2
    start = update(new_session("lox", 5), StartExercise(make_exercise(mistake)))
    assert kind(click_cells(start, "b1")) == "on"
    assert kind(click_cells(start, "b1", "d4")) == "done"
    assert kind(click_cells(start, "b2", "e5")) == "wrong"
    other = click_cells(start, "b1", "e5")
    assert kind(other) == "waiting"
    lines = compared_lines(mistake.comparison, Explanation(), 60, 40)
    chips = [[chip.text for chip in line_chips(shown.line)] for shown in lines]
    assert chips == [["b1+d4", "c3"], ["b2+e5"]]
