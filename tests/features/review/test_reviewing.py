"""The review of a game, by an engine that answers what the test says."""

from dataclasses import replace

import pytest

from greylox_web.drawing.graph import graph_markup, split_at_gaps
from greylox_web.engine import messages as wire
from greylox_web.features.ending.card import result_card
from greylox_web.features.review import model as reviewing
from greylox_web.features.review.model import CloseReview, GoToReviewedNode, StopReview
from greylox_web.features.review.view import EvalPoint, review_view
from greylox_web.match.match import PERSON, Match
from greylox_web.rules import new_game
from greylox_web.session.asking import EngineFailed, EngineReady, EngineReport, make_search_request
from greylox_web.session.opening import LoadMatch, NewGame, OpenLink
from greylox_web.session.playing import GoToNode, Resign, StepBy
from greylox_web.session.session import Ending
from greylox_web.session.study import Delete, PlayFromHere, Restore, ToggleEditor
from greylox_web.session.update import update
from tests.screen import Screen
from tests.session.reviews import LINE, VALUES, complete, judged, played, review, sentences
from tests.session.sittings import ENGINE, answer, begin, click, purpose_of


def test_every_position_of_the_line_is_asked_about_once_and_progress_is_told():
    session = review(played())
    positions = []
    for done in range(6):
        view = review_view(session)
        assert (view.done, view.total, view.running) == (done, 6, True)
        assert view.status == f"{done} of 6 positions"
        think = make_search_request(session, session.engine.question)
        assert purpose_of(session) == "review"
        positions.append(think.position)
        session = judged(session, 0.0, "c3")
    assert purpose_of(session) is None and not session.engine.thinking
    assert len(set(positions)) == 6
    assert session.notice.text == "Reviewed. Turns marked: 0."
    assert not review_view(session).running


def test_the_turn_that_lost_most_is_named_and_what_was_better_is_not():
    session = complete(played(), VALUES)
    assert sentences(session) == ["3. c1 (Black) lost 31%"]
    [mistake] = session.review.mistakes
    assert (mistake.colour, mistake.number) == (0, 3)
    view = review_view(session)
    assert view.mistake_plies == (3,)
    assert [point.percent for point in view.curve.points] == pytest.approx([50, 51, 50, 19, 20, 20])


def test_what_the_turns_of_both_sides_lost_on_average_is_told_once_all_is_known():
    session = review(played())
    for value in VALUES:
        assert review_view(session).average == ""
        session = judged(session, value, "c3")
    # Black's turns lost nothing, 31% and nothing; White's nothing and 1%
    assert review_view(session).average == "Average loss per turn: Black 10.3%, White 0.5%."
    there = session.with_match(seats=(PERSON, ENGINE))
    assert review_view(there).average.startswith("Average loss per turn: You 10.3%, ")


def test_a_side_that_has_not_played_has_no_average():
    session = complete(played(names=LINE[:1]), VALUES[:2])
    assert review_view(session).done == 2 and review_view(session).average == ""


def test_what_the_engine_would_have_played_loses_nothing_whatever_it_says_afterwards():
    session = review(played())
    for value, best in zip(VALUES, ("a1", "b1", "c1", "d3", "e3", "c3"), strict=True):
        session = judged(session, value, best)
    assert review_view(session).average == "Average loss per turn: Black 0.0%, White 0.0%."


def test_a_resignation_is_named_with_the_chance_that_was_left():
    session = update(played(), Resign())
    session = complete(session, VALUES)  # White to move, whose chance is 80 per cent
    told = "Reviewed. Turns marked: 1. White resigned; the chance was 80%."
    assert review_view(session).status == told
    assert review_view(session.with_match(lost_on_time=True)).status == "Reviewed. Turns marked: 1."


def test_the_second_colours_loss_is_counted_from_its_side():
    session = complete(played(), (-0.5, -0.5, 0.3, 0.3, 0.3, 0.3))
    assert sentences(session) == ["2. b1 (White) lost 40%"]


def test_against_the_engine_only_ones_own_turns_are_offered_to_be_tried_again():
    over = update(played(), Resign())
    session = complete(over, (0.9, 0.9, 0.9, 0.3, 0.8, 0.8))
    offered = {}
    for seats in ((PERSON, ENGINE), (ENGINE, PERSON), (PERSON,) * 2):
        there = replace(session.with_match(seats=seats), ending=Ending(is_card_open=True))
        listed = review_view(there).mistakes
        assert [mistake.colour for mistake, *_ in listed] == [0, 1], "both are told"
        offered[seats] = [to_try for *_, to_try in listed]
        assert [turn.can_retry for turn in result_card(there).worst_turns] == offered[seats]
    assert list(offered.values()) == [[True, False], [False, True], [True, True]]


def test_at_most_five_turns_are_marked_those_that_lost_most_in_the_order_of_the_game():
    names = ("a1", "b1", "c1", "d3", "e3", "a2", "b2", "c2")
    values = (0.9, 0.7, 0.9, 0.6, 0.9, 0.3, 0.9, 0.2, 0.95)
    session = complete(played(names=names), values)
    assert [mistake.number for mistake in session.review.mistakes] == [4, 5, 6, 7, 8]


def test_a_turn_that_the_engine_would_have_played_too_is_no_mistake():
    session = review(played())
    for value, best in zip(VALUES, ("c3", "c3", "c1", "c3", "c3", "c3"), strict=True):
        session = judged(session, value, best)
    assert sentences(session) == []


def test_a_turn_of_several_stones_is_judged_as_one():
    session = played("greylox", ("e5", "e6", "b2"), size=5)
    session = review(session)
    for value, line in (
        (0.0, ("e5",)),
        (0.0, ("e6", "h8", "a1")),  # the first stone is the engine's own
        (-0.1, ("h8", "a1")),
        (0.4, ("i9",)),
    ):
        session = judged(session, value, *line)
    assert sentences(session) == ["2. e6+b2 (Black) lost 25%"]
    [mistake] = session.review.mistakes
    path = session.tree.path(session.leaf)
    assert (mistake.start, mistake.end) == (path[1], path[3])


def test_it_is_stopped_and_gone_on_with_and_nothing_is_asked_twice():
    session = review(played())
    session = judged(session, 0.0, "c3")
    session = judged(session, 0.0, "c3")
    late = session.engine.ticket
    session = update(session, StopReview())
    assert purpose_of(session) is None
    view = review_view(session)
    assert (view.done, view.running) == (2, False)
    report = wire.SearchReport(late, True, "c3", 9, 0.5, False, ["c3"], [], 1, None)
    session = update(session, EngineReport(report))
    assert review_view(session).done == 2, "what comes too late is dropped"
    session = review(session)
    position = make_search_request(session, session.engine.question).position
    assert position.startswith("1/brink3-x3/ma1b1/") and review_view(session).done == 2


def test_moving_around_leaves_it_alone_and_does_not_ask_again():
    session = review(played())
    session = judged(session, 0.0, "c3")
    before = session.engine.ticket
    for event in (StepBy(-2), StepBy(1), GoToNode(1), GoToReviewedNode(2)):
        session = update(session, event)
        assert purpose_of(session) == "review" and session.engine.ticket == before
    assert session.cursor == 2 and review_view(session).current_ply == 2


def test_a_finished_game_is_not_asked_about_its_end():
    board = new_game("brink", 3).board
    session = played(names=board.cell_names(board.cells))
    assert session.outcome is not None
    session = review(session)
    while purpose_of(session):
        session = judged(session, 0.0, "c3")
    last = review_view(session).curve.points[-1]
    assert last.proven and last.percent in (0, 50, 100)
    assert "for certain" in review_view(session).chance_text


def test_proven_results_are_told_as_proven():
    session = review(played())
    session = judged(session, 1.0, "c3", proven=True)
    session = update(session, GoToReviewedNode(0))
    view = review_view(session)
    assert view.chance_text == "Black wins for certain" and view.curve.points[0].proven
    assert view.legend == "Squares mark positions whose result is proven."
    assert 'class="certain"' in graph_markup(view.curve)


def test_a_whole_is_for_what_is_proven():
    session = complete(played(), (0.0, 0.0, 0.999, -0.999, -0.999, -0.999))
    assert sentences(session)[1:] == ["3. c1 (Black) lost 99%"]
    chances = []
    for place in (2, 3):
        there = update(session, GoToReviewedNode(session.review.line[place]))
        chances.append(review_view(there).chance_text)
    assert chances == ["Black 99%", "White 99%"]


def test_the_chances_of_the_position_shown_are_those_of_the_review():
    session = review(played())
    session = judged(session, 0.5, "c3")
    session = judged(session, -1.0, "c3", proven=True)
    told = []
    for place in (0, 1, 2):
        there = update(session, GoToReviewedNode(session.review.line[place]))
        told.append(Screen(there).evaluation)
    assert [known and (known.first, known.percent, known.text) for known in told] == [
        (75, 75, "Black 75%"),
        (0, 0, "Black 0%, proven"),
        None,
    ]
    closed = update(update(session, GoToReviewedNode(0)), CloseReview())
    assert Screen(closed).evaluation is None
    over = update(played("brink", ("a1", "b1")), Resign())
    assert Screen(complete(over, (0.0, 0.0, 0.0))).evaluation is None, "its result is known"


OVER = "1/brink3-x3/ma3e5b2c4d5e3c3e4d4b1a1c5c2d3a2d2b4b3c1"


def test_at_the_end_of_a_reviewed_game_the_bar_tells_the_result():
    session = update(begin("brink", 3), OpenLink(OVER))
    session = review(session)
    assert session.outcome is not None and session.cursor == session.leaf
    told = Screen(session).evaluation
    assert told.percent == 100 * (session.outcome.winner == 0) and told.text.endswith("proven")
    assert Screen(replace(session, ending=Ending(is_card_open=True))).evaluation is None, (
        "there the result is told"
    )


def test_it_waits_for_the_engines_own_move_and_goes_on_after_it():
    session = played("brink", ("a1",), seats=(PERSON, ENGINE))
    assert session.engine.purpose == "play" and session.engine.thinking
    session = review(session)
    assert purpose_of(session) == "play"
    report = wire.SearchReport(
        session.engine.ticket, True, "b1", 9, 0.0, False, ["b1"], [], 1, None
    )
    session = update(session, EngineReport(report))
    assert purpose_of(session) == "review"
    assert review_view(session).note, "the game went on: the review is of a shorter line"
    session = judged(session, 0.0, "c3")
    session = review(session)
    assert review_view(session).total == 3 and review_view(session).done == 1


def test_another_line_is_told_apart_and_both_share_what_they_have_in_common():
    session = complete(played(), VALUES)
    session = update(session, StepBy(-2))
    session = click(session, "a2")
    assert review_view(session).note
    session = review(session)
    view = review_view(session)
    assert not view.note and (view.done, view.total) == (4, 5)
    assert purpose_of(session) == "review"


def test_a_line_that_is_deleted_takes_the_review_with_it():
    session = complete(played(), VALUES)
    session = update(session, Delete(4))
    assert session.review is None


@pytest.mark.parametrize("event", [NewGame("brink", 3), CloseReview()])
def test_another_game_or_closing_puts_it_away(event):
    session = review(played())
    session = update(session, event)
    assert session.review is None and purpose_of(session) is None


def test_a_fault_of_the_engine_stops_it_with_a_sentence_and_keeps_the_rest():
    session = review(played())
    session = judged(session, 0.0, "c3")
    session = update(session, EngineFailed(session.engine.ticket, "Given up."))
    assert session.notice.text == "Given up." and not session.review.running
    assert review_view(session).done == 1


def test_an_answer_that_is_a_fault_stops_it_with_its_sentence():
    session = review(played())
    session = answer(session, None, error="A network is damaged.")
    assert session.notice.text == "A network is damaged." and not session.review.running


def test_a_worker_that_died_is_asked_again():
    session = review(played())
    session = update(session, EngineFailed(None, "The engine stopped."))
    session = update(session, EngineReady())
    assert purpose_of(session) == "review"


def test_a_review_goes_when_an_older_and_shorter_game_comes_back():
    session = click(begin("brink", 3), "a1")
    for event in (ToggleEditor(True), PlayFromHere()):
        session = update(session, event)
    reviewed = review(click(session, "b1", "c1", "a2"))
    back = update(reviewed, Restore())
    assert len(back.tree.nodes) == 2 and back.review is None
    Screen(back)


def test_a_gap_in_the_review_is_a_gap_in_the_curve():
    points = [EvalPoint(place, 50.0, False) for place in (0, 1, 4, 5, 7)]
    assert [[p.ply for p in run] for run in split_at_gaps(tuple(points))] == [[0, 1], [4, 5], [7]]
    session = review(played())
    session = judged(session, 0.0, "c3")
    assert graph_markup(review_view(session).curve).count("<polyline") == 1


def test_what_a_review_has_found_is_not_asked_again_after_it_is_closed_or_its_game_left():
    session = complete(played(), VALUES)
    found, line = session.review, (session.tree, session.leaf, session.cursor)
    closed = update(session, CloseReview())
    assert closed.review is None
    again = review(closed)
    assert purpose_of(again) is None and again.review.evaluations == found.evaluations
    away = update(session, NewGame("lox", 5))
    assert away.review is None
    back = update(away, LoadMatch(Match(*line), imported=True))
    again = review(back)
    assert purpose_of(again) is None and sentences(again) == sentences(session)
    assert again.notice.text == "Reviewed. Turns marked: 1."


def test_another_game_with_the_same_positions_is_asked_only_about_the_others():
    session = complete(played(), VALUES)
    other = update(session, NewGame("brink", 3))
    other = click(other, *LINE[:3], "a2", "b2")
    other = review(other)
    assert review_view(other).done == 4 and purpose_of(other) == "review"


def test_what_an_engine_without_its_network_said_is_asked_again():
    session = review(played())
    report = wire.SearchReport(
        session.engine.ticket, True, "c3", 9, 0.5, False, ["c3"], [], 1, None, note="No network."
    )
    session = update(session, EngineReport(report))
    assert review_view(session).done == 1
    session = review(update(session, CloseReview()))
    assert review_view(session).done == 0


def test_only_so_many_positions_of_so_many_games_are_kept(monkeypatch):
    monkeypatch.setattr(reviewing, "MAX_POSITIONS", 3)
    monkeypatch.setattr(reviewing, "MAX_GAMES", 2)
    session = complete(played(), VALUES)
    assert len(reviewing.cached_evaluations(session)) == 3
    assert session.tree.nodes[session.leaf].state in reviewing.cached_evaluations(session)
    for size in (4, 5):
        session = update(session, NewGame("brink", size))
        session = click(session, *LINE)
        session = complete(session, VALUES)
    assert [game.size for game, _ in session.review_cache] == [4, 5]
