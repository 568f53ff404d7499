"""Exercises: the judge's verdicts, taking back, help, and the suspended game."""

from dataclasses import replace

import pytest

from greylox_web.features.analysis.hint import PressHint
from greylox_web.features.board.marks import layers
from greylox_web.features.exercise.model import (
    Exercise,
    LeaveExercise,
    NavButton,
    PlayReply,
    RetryExercise,
    ShowSolution,
    StartExercise,
    Verdict,
)
from greylox_web.features.exercise.view import exercise_view
from greylox_web.features.prompt.announcements import announcement
from greylox_web.features.review.model import StartReview
from greylox_web.match.match import PERSON, Match, Seat
from greylox_web.match.tree import ROOT, tree_from_record
from greylox_web.rules import new_game
from greylox_web.rules.notation.links import read_link
from greylox_web.session.event import SetPreference
from greylox_web.session.last_choices import newcomer_game
from greylox_web.session.layers import clicks_play
from greylox_web.session.load_match import ChangeSeats, LoadMatch, MatchMerged, NewGame, OpenLink
from greylox_web.session.new_game_form import initial_form, with_game
from greylox_web.session.playing import Resign, StepBy, Undo, can_resign
from greylox_web.session.requests import ToggleAnalysis
from greylox_web.session.study import Comment, PickMark, ToggleEditor
from greylox_web.session.update import update
from tests.screen import Screen
from tests.session.session_helpers import click_cells, new_session, purpose_of

GAME = new_game("brink", 3)
CELL = GAME.board.parse_cell


def judge(answer):
    """Return the verdict: c3, then d4, is right; a1 is refuted by b1; all else is wrong."""
    last = GAME.board.cell_name(answer.actions[-1])
    if last == "c3":
        return Verdict("on", "Well begun.", (CELL("c2"),))
    if last == "d4" and len(answer.actions) == 3:
        return Verdict("done", "That is it.")
    if last == "a1":
        return Verdict("wrong", "Not in the corner.", (CELL("b1"), CELL("b2"), CELL("b2")))
    return Verdict("wrong", "No.", from_start=last == "e5")


EXERCISE = Exercise(
    route="learn/brink/test",
    game=GAME,
    state=GAME.start(),
    judge=judge,
    eyebrow="Brink · a test",
    title="Two stones",
    text="Know this.",
    prompt="Do that.",
    solution=(CELL("c3"), CELL("c2"), CELL("d4")),
    target=1 << CELL("d4"),
    help_options=("hint", "solution"),
    nav_buttons=(
        NavButton("next", "Next", "learn/brink/other", "done"),
        NavButton("back", "Back", ""),
    ),
)


def at_exercise(exercise=EXERCISE, **fields):
    session = new_session("greylox", 3, **fields)
    session = click_cells(session, "c3")
    return update(session, StartExercise(exercise))


def replies(session):
    """The session after all pending replies."""
    while session.exercise_attempt.pending:
        session = update(session, PlayReply())
    return session


def stones(session):
    board = session.game.board
    return [" ".join(board.cell_names(side)) for side in session.state.stones]


def test_right_answers_continue_until_done():
    session = click_cells(at_exercise(), "c3")
    assert (session.exercise_attempt.kind, session.exercise_attempt.verdict.text) == (
        "on",
        "Well begun.",
    )
    assert click_cells(session, "d4") == session  # the reply is still pending
    session = replies(session)
    assert stones(session) == ["c3", "c2"]
    session = click_cells(session, "d4")
    assert (
        session.exercise_attempt.kind == "done"
        and session.exercise_attempt.is_finished
        and not session.exercise_attempt.wrong_count
    )
    assert click_cells(session, "a1").tree is session.tree


def test_answered_exercise_has_no_side_to_move():
    def to_move(session):
        return [side.to_move for side in Screen(session).sides]

    session = at_exercise()
    assert to_move(session) == [True, False]
    session = replies(click_cells(session, "c3"))
    assert to_move(session) == [True, False]
    wrong = click_cells(session, "e4")
    assert to_move(replies(wrong)) == [False, False]
    assert to_move(update(replies(wrong), RetryExercise())) == [True, False]
    done = click_cells(session, "d4")
    assert to_move(done) == [False, False]


@pytest.mark.parametrize("event", [RetryExercise(), Undo()])
def test_a_wrong_answer_is_refuted_and_taken_back(event):
    session = click_cells(at_exercise(), "a1")
    session = replies(session)
    assert stones(session) == ["a1 b2", "b1"]  # the third reply is illegal
    session = update(session, event)
    assert (
        session.cursor,
        session.exercise_attempt.kind,
        session.exercise_attempt.wrong_count,
    ) == (ROOT, None, 1)


def test_repeated_wrong_answer_is_announced_each_time():
    session, announcements = at_exercise(), []
    for _ in range(3):
        before = session
        session = click_cells(session, "a1")
        announcements.append(announcement(before, session) or "")
        before, session = session, replies(session)
        assert "corner" not in (announcement(before, session) or "")
    assert all("Not in the corner." in text for text in announcements), announcements


def test_new_action_replaces_a_wrong_answer():
    session = click_cells(at_exercise(), "a1", "c3")
    assert (session.exercise_attempt.kind, session.exercise_attempt.wrong_count) == (
        "wrong",
        1,
    )  # c3 is ignored during the refutation
    session = click_cells(replies(session), "c3")
    assert stones(session) == ["c3", ""] and session.exercise_attempt.kind == "on"


def test_a_wrong_answer_may_take_all_back():
    session = click_cells(at_exercise(), "c3")
    session = click_cells(replies(session), "e5")
    assert update(session, Undo()).cursor == ROOT
    session = click_cells(at_exercise(), "c3")
    session = click_cells(replies(session), "e4")
    session = update(session, Undo())
    assert stones(session) == ["c3", "c2"]
    assert update(session, Undo()).cursor == ROOT


def test_a_refusal_by_the_rules_is_no_answer():
    session = click_cells(at_exercise(), "c3")
    session = click_cells(replies(session), "c2")
    assert session.notice and not session.exercise_attempt.wrong_count
    assert exercise_view(session).kind == "refused"


def test_the_hint_is_the_next_action_of_the_solution():
    session = update(at_exercise(), PressHint())
    region = layers(session)["hint-region"]
    assert region >> CELL("c3") & 1 and region.bit_count() > 2 and session.exercise_attempt.helped
    assert exercise_view(session).feedback.endswith(" is good.")
    session = update(session, PressHint())
    assert layers(session)["hint"] == 1 << CELL("c3") and "hint-region" not in layers(session)
    session = update(session, PressHint())
    assert not layers(session).keys() & {"hint", "hint-region"}
    session = click_cells(session, "c3")
    session = update(replies(session), PressHint())
    before = session
    session = update(session, PressHint())
    assert layers(session)["hint"] == 1 << CELL("d4")
    assert "Hint: d4." in announcement(before, session)


def test_the_first_cell_of_the_board_can_be_the_hint():
    last = replace(EXERCISE, solution=(CELL("c3"), CELL("c2"), CELL("a1")))
    session = click_cells(at_exercise(last), "c3")
    session = before = replies(session)
    for _ in range(2):
        session = update(session, PressHint())
    assert layers(session)["hint"] == 1 << CELL("a1") == 1
    assert session.cursor == before.cursor


def test_the_solution_is_shown_and_then_tried():
    session = click_cells(at_exercise(), "c3")
    session = replies(update(session, ShowSolution()))
    assert stones(session) == ["c3 d4", "c2"]
    assert session.exercise_attempt.kind == "shown" and session.exercise_attempt.helped
    session = update(session, RetryExercise())
    assert session.cursor == ROOT and session.exercise_attempt.kind is None


def test_selecting_cells_plays_no_stone():
    targets = 1 << CELL("c3") | 1 << CELL("d4")

    def points(answer):
        cell = answer.actions[-1]
        if not targets >> cell & 1:
            return Verdict("wrong")
        remaining = targets & ~(answer.selected | 1 << cell)
        return Verdict("on" if remaining else "done")

    selection = replace(
        EXERCISE, selects_cells=True, judge=points, solution=(CELL("c3"), CELL("d4"))
    )
    session = at_exercise(selection)
    assert not clicks_play(session)
    session = click_cells(session, "c3", "a1")
    assert session.exercise_attempt.kind == "wrong" and layers(session)["chosen"] == 1 << CELL("c3")
    session = click_cells(session, "d4")
    assert session.exercise_attempt.kind == "done" and session.cursor == ROOT
    session = update(session, Undo())
    assert not session.exercise_attempt.selected
    session = update(session, ShowSolution())
    assert layers(session)["chosen"] == targets


def test_exercise_ignores_engine_and_game_events():
    session = new_session("greylox", 3, seats=(Seat(1), PERSON))
    assert session.engine.thinking
    session = update(session, StartExercise(EXERCISE))
    assert purpose_of(session) is None
    for event in (
        *(ToggleAnalysis(), StartReview(), Resign(), ToggleEditor(True), StepBy(1)),
        *(ChangeSeats((Seat(1), Seat(1))), Comment("a"), PickMark("circle")),
    ):
        after = update(session, event)
        assert after == session
    session = update(session, LeaveExercise())
    assert purpose_of(session) == "play"


def test_exercise_cannot_be_resigned():
    session = click_cells(at_exercise(), "c3")
    assert session.cursor != ROOT and not can_resign(session)


def test_suspended_game_is_restored_after_an_exercise():
    session = at_exercise(seats=(PERSON, Seat(1)))
    game = session.game_session
    assert session.link == EXERCISE.route and game.link.startswith("1/greylox3")
    session = click_cells(session, "c3")
    session = update(session, SetPreference("theme", "dark"))
    session = update(session, StartExercise(replace(EXERCISE, route="learn/brink/b")))
    assert session.game_session is game
    returned = update(session, LeaveExercise())
    assert (returned.tree, returned.cursor, returned.seats) == (game.tree, game.cursor, game.seats)
    assert returned.exercise_attempt is None and returned.preferences.theme == "dark"
    assert update(returned, LeaveExercise()).tree is returned.tree


def test_new_game_form_uses_the_exercise_game_and_own_side():
    plan = initial_form(at_exercise(seats=(Seat(4), PERSON)))
    assert plan == with_game(plan, newcomer_game("brink"))
    assert (plan.level, plan.side) == (1, "second")


def test_new_game_form_has_the_game_beneath_a_puzzle():
    session = at_exercise(seats=(Seat(4), PERSON))
    game = session.game_session
    puzzle = update(session, StartExercise(replace(EXERCISE, route="puzzle/brink-1")))
    assert initial_form(puzzle) == initial_form(game)
    assert initial_form(puzzle).name == "greylox"


def test_opening_another_game_ends_the_exercise():
    session = at_exercise()
    for event in (NewGame("byg", 4), OpenLink("1/byg4/mc3/c5s")):
        after = update(session, event)
        assert after.game.name == "byg" and after.exercise_attempt is None
    tree, leaf, cursor = tree_from_record(read_link("1/byg4/mc3").record)
    after = update(session, LoadMatch(Match(tree, leaf, cursor), imported=True))
    assert after.tree is tree and after.exercise_attempt is None


def test_more_of_the_game_beneath_stays_beneath():
    session = at_exercise()
    game = session.game_session
    extended, leaf = game.tree.add(game.cursor, game.game.board.parse_cell("c4"))
    after = update(session, MatchMerged(Match(extended, leaf, leaf), "Two tabs."))
    assert replace(after.exercise_attempt, suspended_game=game) == session.exercise_attempt
    assert after.notice.text == "Two tabs."
    assert after.game_session.cursor == leaf


def test_stored_merge_updates_only_the_suspended_game():
    session = at_exercise()
    tree, leaf, cursor = tree_from_record(read_link("1/greylox3/mc3c4").record)  # another root
    came = update(session, MatchMerged(Match(tree, leaf, cursor)))
    assert (
        replace(came.exercise_attempt, suspended_game=session.game_session)
        == session.exercise_attempt
    )
    assert came.game_session.tree is tree
    opened = update(session, LoadMatch(Match(tree, leaf, cursor), imported=True))
    assert opened.exercise_attempt is None and opened.tree is tree


def test_exercise_view_and_announcements():
    before = at_exercise()
    view = exercise_view(before)
    assert (view.feedback, view.kind, view.colour) == ("", "", "black")
    assert [b.name for b in view.buttons] == ["hint", "solution", "next", "back", "leave"]
    assert not view.buttons[2].usable and not view.buttons[3].usable
    assert Screen(before).title == "Two stones · Brink · a test"
    assert announcement(before.game_session, before) == (
        "Brink · a test. Two stones. Know this. Do that."
    )
    session = click_cells(before, "a1")
    assert announcement(before, session) == "You play a1. Not in the corner."
    answered = update(session, PlayReply())
    assert announcement(session, answered) == "White plays b1."
    retried = update(answered, RetryExercise())
    assert announcement(answered, retried) == "Do that."
    session = click_cells(retried, "c3")
    session = click_cells(replies(session), "d4")
    view = exercise_view(session)
    assert view.feedback == "That is it." and view.buttons[0].name == "next"
    assert view.buttons[0].usable and view.buttons[0].is_primary
    assert layers(session)["target"] == 1 << CELL("d4")
