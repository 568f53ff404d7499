"""The review of a game, with evaluations that the tests supply."""

from dataclasses import replace

import pytest

from greylox_web.drawing.eval_graph import graph_markup, split_at_gaps
from greylox_web.engine import messages
from greylox_web.features.ending.card import result_card
from greylox_web.features.review import model
from greylox_web.features.review.eval_curve import eval_graph
from greylox_web.features.review.model import CloseReview, GoToReviewedNode, StopReview
from greylox_web.features.review.view import EvalPoint, better_text, review_view, turn_with_chances
from greylox_web.match.match import PERSON, Match
from greylox_web.rules import new_game
from greylox_web.session.load_match import LoadMatch, NewGame, OpenLink
from greylox_web.session.playing import GoToNode, Resign, StepBy
from greylox_web.session.requests import (
    EngineFailed,
    EngineReady,
    EngineReport,
    ToggleAnalysis,
    make_search_request,
)
from greylox_web.session.session import Ending
from greylox_web.session.study import Delete, PlayFromHere, Restore, ToggleEditor
from greylox_web.session.update import update
from tests.screen import Screen
from tests.session.reviews import (
    LINE,
    VALUES,
    complete_review,
    evaluate_position,
    play_names,
    review,
    sentences,
)
from tests.session.session_helpers import (
    ENGINE,
    click_cells,
    engine_answers,
    new_session,
    purpose_of,
)


def test_each_position_is_requested_once_with_progress():
    session = review(play_names())
    positions = []
    for done in range(6):
        view = review_view(session)
        assert (view.done, view.total, view.running) == (done, 6, True)
        assert view.status == f"{done} of 6 positions"
        think = make_search_request(session, session.engine.active_search)
        assert purpose_of(session) == "review"
        positions.append(think.position)
        session = evaluate_position(session, 0.0, "c3")
    assert purpose_of(session) is None and not session.engine.thinking
    assert len(set(positions)) == 6
    assert session.notice.text == "Reviewed. Turns marked: 0."
    assert not review_view(session).running


def test_worst_turn_is_named_with_its_chances_and_a_better_one():
    session = complete_review(play_names(), VALUES)
    assert sentences(session) == ["3. c1 (Black): 50% → 19%"]
    [mistake] = session.review.mistakes
    spoken = "3. c1 (Black): chance from 50% to 19%."
    assert turn_with_chances(session, mistake, spoken=True) == spoken
    assert better_text(session, mistake) == "Best: c3"
    assert not any(better_text(session, turn) for turn in session.review.turns if turn != mistake)
    assert (mistake.colour, mistake.number) == (0, 3)
    view = review_view(session)
    assert view.mistake_plies == (3,)
    assert [point.percent for point in view.curve.points] == pytest.approx([50, 51, 50, 19, 20, 20])


def test_average_loss_is_shown_after_a_complete_review():
    session = review(play_names())
    for value in VALUES:
        assert review_view(session).average == ""
        session = evaluate_position(session, value, "c3")
    # Black's turns lost nothing, 31% and nothing; White's nothing and 1%
    assert review_view(session).average == "Average loss per turn: Black 10.3%, White 0.5%."
    seated = session.with_match(seats=(PERSON, ENGINE))
    assert review_view(seated).average.startswith("Average loss per turn: You 10.3%, ")


def test_side_without_moves_has_no_average():
    session = complete_review(play_names(names=LINE[:1]), VALUES[:2])
    assert review_view(session).done == 2 and review_view(session).average == ""


def test_engine_choice_has_no_loss():
    session = review(play_names())
    for value, best in zip(VALUES, ("a1", "b1", "c1", "d3", "e3", "c3"), strict=True):
        session = evaluate_position(session, value, best)
    assert review_view(session).average == "Average loss per turn: Black 0.0%, White 0.0%."


def test_resignation_shows_the_remaining_chance():
    session = update(play_names(), Resign())
    session = complete_review(session, VALUES)  # White to move, with a chance of 80 per cent
    expected = "Reviewed. Turns marked: 1. White resigned; the chance was 80%."
    assert review_view(session).status == expected
    assert review_view(session.with_match(lost_on_time=True)).status == "Reviewed. Turns marked: 1."


def test_the_second_colours_loss_is_counted_from_its_side():
    session = complete_review(play_names(), (-0.5, -0.5, 0.3, 0.3, 0.3, 0.3))
    assert sentences(session) == ["2. b1 (White): 75% → 35%"]


def test_retry_against_the_engine_is_offered_for_own_turns():
    over = update(play_names(), Resign())
    session = complete_review(over, (0.9, 0.9, 0.9, 0.3, 0.8, 0.8))
    offered = {}
    for seats in ((PERSON, ENGINE), (ENGINE, PERSON), (PERSON,) * 2):
        seated = replace(session.with_match(seats=seats), ending=Ending(is_card_open=True))
        listed = review_view(seated).mistakes
        assert [mistake.colour for mistake, *_ in listed] == [0, 1], "both are told"
        offered[seats] = [is_offered for *_, is_offered in listed]
        assert [turn.can_retry for turn in result_card(seated).worst_turns] == offered[seats]
    assert list(offered.values()) == [[True, False], [False, True], [True, True]]


def test_five_worst_turns_are_marked_in_game_order():
    names = ("a1", "b1", "c1", "d3", "e3", "a2", "b2", "c2")
    values = (0.9, 0.7, 0.9, 0.6, 0.9, 0.3, 0.9, 0.2, 0.95)
    session = complete_review(play_names(names=names), values)
    assert [mistake.number for mistake in session.review.mistakes] == [4, 5, 6, 7, 8]
    turns = review_view(session).turns
    assert [turn.number for turn in turns] == [*range(1, 9)], "the other turns can be shown"
    assert turn_with_chances(session, turns[1]) == "2. b1 (White): 15% → 5%"


def test_turn_equal_to_the_engine_choice_is_no_mistake():
    session = review(play_names())
    for value, best in zip(VALUES, ("c3", "c3", "c1", "c3", "c3", "c3"), strict=True):
        session = evaluate_position(session, value, best)
    assert sentences(session) == []


def test_turn_with_several_stones_is_judged_once():
    session = play_names("greylox", ("e5", "e6", "b2"), size=5)
    session = review(session)
    for value, line in (
        (0.0, ("e5",)),
        (0.0, ("e6", "h8", "a1")),  # the first stone is the engine's choice
        (-0.1, ("h8", "a1")),
        (0.4, ("i9",)),
    ):
        session = evaluate_position(session, value, *line)
    assert sentences(session) == ["2. e6+b2 (Black): 55% → 30%"]
    [mistake] = session.review.mistakes
    path = session.tree.path(session.leaf)
    assert (mistake.start, mistake.end) == (path[1], path[3])


def test_stopped_review_resumes_without_repeated_requests():
    session = review(play_names())
    session = evaluate_position(session, 0.0, "c3")
    session = evaluate_position(session, 0.0, "c3")
    stale_ticket = session.engine.ticket
    session = update(session, StopReview())
    assert purpose_of(session) is None
    view = review_view(session)
    assert (view.done, view.running) == (2, False)
    report = messages.SearchReport(stale_ticket, True, "c3", 9, 0.5, False, ["c3"], [], 1, None)
    session = update(session, EngineReport(report))
    assert review_view(session).done == 2, "what comes too late is dropped"
    session = review(session)
    position = make_search_request(session, session.engine.active_search).position
    assert position.startswith("1/brink3-x3/ma1b1/") and review_view(session).done == 2


def test_moving_around_leaves_it_alone_and_does_not_ask_again():
    session = review(play_names())
    session = evaluate_position(session, 0.0, "c3")
    before = session.engine.ticket
    for event in (StepBy(-2), StepBy(1), GoToNode(1), GoToReviewedNode(2)):
        session = update(session, event)
        assert purpose_of(session) == "review" and session.engine.ticket == before
    assert session.cursor == 2 and review_view(session).current_ply == 2


def test_finished_game_needs_no_evaluation_of_its_end():
    board = new_game("brink", 3).board
    session = play_names(names=board.cell_names(board.cells))
    assert session.outcome is not None
    session = review(session)
    while purpose_of(session):
        session = evaluate_position(session, 0.0, "c3")
    last = review_view(session).curve.points[-1]
    assert last.proven and last.percent in (0, 50, 100)
    assert "for certain" in review_view(session).chance_text


def test_proven_result_is_shown_as_proven():
    session = review(play_names())
    session = evaluate_position(session, 1.0, "c3", proven=True)
    session = update(session, GoToReviewedNode(0))
    view = review_view(session)
    assert view.chance_text == "Black wins for certain" and view.curve.points[0].proven
    assert view.legend == "Squares mark positions whose result is proven."
    assert 'class="proven"' in graph_markup(view.curve)


def test_full_percentage_requires_proof():
    session = complete_review(play_names(), (0.0, 0.0, 0.999, -0.999, -0.999, -0.999))
    assert sentences(session)[1:] == ["3. c1 (Black): 99% → 1%"]
    chances = []
    for ply in (2, 3):
        moved = update(session, GoToReviewedNode(session.review.line[ply]))
        chances.append(review_view(moved).chance_text)
    assert chances == ["Black 99%", "White 99%"]


def test_evaluation_of_the_shown_position_uses_the_review():
    session = review(play_names())
    session = evaluate_position(session, 0.5, "c3")
    session = evaluate_position(session, -1.0, "c3", proven=True)
    evaluations = []
    for ply in (0, 1, 2):
        moved = update(session, GoToReviewedNode(session.review.line[ply]))
        evaluations.append(Screen(moved).evaluation)
    assert [
        evaluation and (evaluation.exact_percent, evaluation.percent, evaluation.text)
        for evaluation in evaluations
    ] == [
        (75, 75, "Black 75%"),
        (0, 0, "Black 0%, proven"),
        None,
    ]
    closed = update(update(session, GoToReviewedNode(0)), CloseReview())
    assert Screen(closed).evaluation is None
    over = update(play_names("brink", ("a1", "b1")), Resign())
    assert Screen(complete_review(over, (0.0, 0.0, 0.0))).evaluation is None, "its result is known"


def test_analysis_and_review_show_one_chance_of_a_position():
    session = update(complete_review(play_names(), VALUES), GoToReviewedNode(3))
    session = update(session, ToggleAnalysis())
    chances = []
    for visits in (100, 2000, 1500):  # fewer than the review's, more, and again from the start
        report = messages.SearchReport(
            session.engine.ticket, False, "d3", visits, visits / 2500, False, ["d3"], [], 9, None
        )
        session = update(session, EngineReport(report))
        screen = Screen(session)
        chances.append(review_view(session).chance_text)
        assert screen.report == f"Chances: {chances[-1]}"
        assert screen.evaluation.percent == {"White 81%": 19}.get(chances[-1], 90)
        assert eval_graph(session).text.endswith(chances[-1])
    assert chances == ["White 81%", "Black 90%", "Black 90%"]
    assert sentences(session) == [], "the turn is judged by the deeper search too"


OVER = "1/brink3-x3/ma3e5b2c4d5e3c3e4d4b1a1c5c2d3a2d2b4b3c1"


def test_at_the_end_of_a_reviewed_game_the_bar_tells_the_result():
    session = update(new_session("brink", 3), OpenLink(OVER))
    session = review(session)
    assert session.outcome is not None and session.cursor == session.leaf
    evaluation = Screen(session).evaluation
    assert evaluation.percent == 100 * (session.outcome.winner == 0) and evaluation.text.endswith(
        "proven"
    )
    assert Screen(replace(session, ending=Ending(is_card_open=True))).evaluation is None, (
        "there the result is told"
    )


def test_review_pauses_for_the_engine_move():
    session = play_names("brink", ("a1",), seats=(PERSON, ENGINE))
    assert session.engine.purpose == "play" and session.engine.thinking
    session = review(session)
    assert purpose_of(session) == "play"
    report = messages.SearchReport(
        session.engine.ticket, True, "b1", 9, 0.0, False, ["b1"], [], 1, None
    )
    session = update(session, EngineReport(report))
    assert purpose_of(session) == "review"
    assert review_view(session).note, "the game went on: the review is of a shorter line"
    session = evaluate_position(session, 0.0, "c3")
    session = review(session)
    assert review_view(session).total == 3 and review_view(session).done == 1


def test_another_line_shares_common_evaluations():
    session = complete_review(play_names(), VALUES)
    session = update(session, StepBy(-2))
    session = click_cells(session, "a2")
    assert review_view(session).note
    session = review(session)
    view = review_view(session)
    assert not view.note and (view.done, view.total) == (4, 5)
    assert purpose_of(session) == "review"


def test_deleting_the_reviewed_line_closes_the_review():
    session = complete_review(play_names(), VALUES)
    session = update(session, Delete(4))
    assert session.review is None


@pytest.mark.parametrize("event", [NewGame("brink", 3), CloseReview()])
def test_another_game_or_closing_puts_it_away(event):
    session = review(play_names())
    session = update(session, event)
    assert session.review is None and purpose_of(session) is None


def test_engine_failure_stops_the_review_and_keeps_results():
    session = review(play_names())
    session = evaluate_position(session, 0.0, "c3")
    session = update(session, EngineFailed(session.engine.ticket, "Given up."))
    assert session.notice.text == "Given up." and not session.review.running
    assert review_view(session).done == 1


def test_error_answer_stops_the_review_with_a_notice():
    session = review(play_names())
    session = engine_answers(session, None, error="A network is damaged.")
    assert session.notice.text == "A network is damaged." and not session.review.running


def test_engine_restart_resumes_the_review():
    session = review(play_names())
    session = update(session, EngineFailed(None, "The engine stopped."))
    session = update(session, EngineReady())
    assert purpose_of(session) == "review"


def test_restored_shorter_game_closes_the_review():
    session = click_cells(new_session("brink", 3), "a1")
    for event in (ToggleEditor(True), PlayFromHere()):
        session = update(session, event)
    reviewed = review(click_cells(session, "b1", "c1", "a2"))
    restored = update(reviewed, Restore())
    assert len(restored.tree.nodes) == 2 and restored.review is None
    Screen(restored)


def test_a_gap_in_the_review_is_a_gap_in_the_curve():
    points = [EvalPoint(ply, 50.0, False) for ply in (0, 1, 4, 5, 7)]
    assert [[p.ply for p in run] for run in split_at_gaps(tuple(points))] == [[0, 1], [4, 5], [7]]
    session = review(play_names())
    session = evaluate_position(session, 0.0, "c3")
    assert graph_markup(review_view(session).curve).count("<polyline") == 1


def test_review_results_are_reused_after_closing_or_leaving():
    session = complete_review(play_names(), VALUES)
    first_review, line = session.review, (session.tree, session.leaf, session.cursor)
    closed = update(session, CloseReview())
    assert closed.review is None
    resumed = review(closed)
    assert purpose_of(resumed) is None and resumed.review.evaluations == first_review.evaluations
    other_game = update(session, NewGame("lox", 5))
    assert other_game.review is None
    reopened = update(other_game, LoadMatch(Match(*line), imported=True))
    resumed = review(reopened)
    assert purpose_of(resumed) is None and sentences(resumed) == sentences(session)
    assert resumed.notice.text == "Reviewed. Turns marked: 1."


def test_another_game_reuses_common_positions():
    session = complete_review(play_names(), VALUES)
    other = update(session, NewGame("brink", 3))
    other = click_cells(other, *LINE[:3], "a2", "b2")
    other = review(other)
    assert review_view(other).done == 4 and purpose_of(other) == "review"


def test_answer_without_a_network_is_not_cached():
    session = review(play_names())
    report = messages.SearchReport(
        session.engine.ticket, True, "c3", 9, 0.5, False, ["c3"], [], 1, None, warning="No network."
    )
    session = update(session, EngineReport(report))
    assert review_view(session).done == 1
    session = review(update(session, CloseReview()))
    assert review_view(session).done == 0


def test_review_cache_is_limited(monkeypatch):
    monkeypatch.setattr(model, "MAX_POSITIONS", 3)
    monkeypatch.setattr(model, "MAX_GAMES", 2)
    session = complete_review(play_names(), VALUES)
    assert len(model.cached_evaluations(session)) == 3
    assert session.tree.nodes[session.leaf].state in model.cached_evaluations(session)
    for size in (4, 5):
        session = update(session, NewGame("brink", size))
        session = click_cells(session, *LINE)
        session = complete_review(session, VALUES)
    assert [game.size for game, _ in session.review_cache] == [4, 5]
