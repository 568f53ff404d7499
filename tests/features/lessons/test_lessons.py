"""Every step of every course: it can be done, is not done before, and answers mistakes.

The table says of each step which answers are accepted, and which get which reply.
"""

import re
from itertools import zip_longest
from math import prod

import pytest

from greylox_web.features.exercise.model import (
    PlayReply,
    RetryExercise,
    ShowSolution,
    StartExercise,
    practice_game_event,
)
from greylox_web.features.exercise.view import exercise_view
from greylox_web.features.layers.overlay import sight_lines_svg
from greylox_web.features.lessons.picture import picture
from greylox_web.features.lessons.questions import wins
from greylox_web.features.lessons.step import COURSES, MAP, course, exercise, sentences
from greylox_web.features.statistics.rated import why_unrated
from greylox_web.match.match import Match
from greylox_web.match.tree import new_tree
from greylox_web.rules import new_game
from greylox_web.rules.board import NO_CELL, bits
from greylox_web.rules.notation.actions import action_name, parse_action
from greylox_web.session.opening import Rematch
from greylox_web.session.playing import ClickCell, PlayAction
from greylox_web.session.session import Session
from greylox_web.session.update import update
from greylox_web.words import WORDS
from tests.features.lessons.lesson_answers import ANSWERS

STEPS = [(game, step) for game in COURSES for step in course(game)]
TO_DO = [(game, step) for game, step in STEPS if not step.is_practice_game]


def named(value):
    return value if isinstance(value, str) else value.name


def begun(game, step):
    session = Session(Match(new_tree(new_game("byg"))))
    return update(session, StartExercise(exercise(game, step, ())))


def answered(session, words):
    """The session after these actions, with all replies."""
    board = session.game.board
    for word in words.split():
        session = update(session, PlayAction(parse_action(board, word)))
        session = settled(session)
    return session


def settled(session):
    while session.exercise_attempt.pending:
        before = session
        session = update(session, PlayReply())
        assert session.cursor != before.cursor, "a reply cannot be played"
    return session


def outcomes(session):
    """What every legal answer to the first question is told: action -> kind and key."""
    step_name = session.exercise_attempt.exercise.route.rpartition("/")[2]
    keys = {
        text: key
        for key, text in sentences(session.exercise_attempt.exercise.game.name).items()
        if key.startswith(f"{step_name}-")
    }
    game, found = session.game, {}
    points = session.exercise_attempt.exercise.selects_cells
    for action in bits(game.board.cells if points else game.legal(session.state)):
        after = settled(update(session, PlayAction(action)))
        key = keys.get(after.exercise_attempt.verdict.text, "")
        found[action_name(game.board, action)] = key.removeprefix(f"{step_name}-")
    return found


@pytest.mark.parametrize(("game", "step"), STEPS, ids=named)
def test_a_step_has_its_sentences(game, step):
    made = exercise(game, step, ())
    assert made.title and made.text and made.prompt
    assert bool(made.dial_text) == bool(step.dial)
    assert made.route == f"learn/{game}/{step.name}" and step.name.isalpha()


@pytest.mark.parametrize(("game", "step"), TO_DO, ids=named)
def test_the_solution_does_it_and_nothing_less(game, step):
    session = begun(game, step)
    if step.selects_cells:
        after = answered(session, step.solution)
    else:
        after = session
        for action in session.exercise_attempt.exercise.solution:
            assert not after.exercise_attempt.is_finished
            if after.exercise_attempt.pending:
                assert after.exercise_attempt.pending[0] == action
                after = update(after, PlayReply())
            else:
                after = update(after, PlayAction(action))
        after = settled(after)
    assert after.exercise_attempt.kind == "done" and not after.exercise_attempt.wrong_count
    shown = settled(update(session, ShowSolution()))
    assert shown.exercise_attempt.kind == "shown"
    assert shown.state == after.state or step.selects_cells or step.reply_moves


@pytest.mark.parametrize(("game", "step"), TO_DO, ids=named)
def test_every_first_answer_gets_the_reply_that_is_written_here(game, step):
    told = outcomes(begun(game, step))
    grouped = {}
    for name, key in told.items():
        grouped.setdefault(key, []).append(name)
    found = {key: " ".join(names) for key, names in grouped.items()}
    assert found == ANSWERS[game][step.name]
    leads_on = {"done", *(reply.key for reply in step.replies if reply.kind == "on")}
    assert leads_on & set(found)


@pytest.mark.parametrize(("game", "step"), TO_DO, ids=named)
def test_who_shall_go_on_can_go_on(game, step):
    """After each answer that leads on there is something to do, also after a second one."""
    reached = [begun(game, step)]
    while reached and not step.selects_cells:
        session = reached.pop()
        for action in bits(session.game.legal(session.state)):
            after = settled(update(session, PlayAction(action)))
            if after.exercise_attempt.kind == "on":
                assert after.exercise_attempt.awaits_person(after.state.mover), action_name(
                    after.game.board, action
                )
                reached.append(after)


@pytest.mark.parametrize("name", ["two", "more"])
def test_who_ends_a_turn_too_early_may_take_that_back(name):
    step = next(step for step in course("byg") if step.name == name)
    first, second = step.solution.split()
    session = answered(begun("byg", step), f"{first} end")
    assert session.exercise_attempt.verdict.text == sentences("byg")[f"{name}-ended"]
    again = update(session, RetryExercise())
    assert again.exercise_attempt.kind is None and len(again.tree.actions(again.cursor)) == 1
    for way in (session, again):  # the other stone also takes it back
        assert answered(way, second).exercise_attempt.kind == "done"


@pytest.mark.parametrize(
    ("game", "name", "shown"),
    [
        ("greylox", "control", ""),
        ("greylox", "flip", "c3"),
        ("lox", "join", ""),
        ("lox", "control", "e1"),  # beneath a stone in a corner
    ],
)
def test_the_board_shows_no_control_that_has_not_been_told_of(game, name, shown):
    step = next(step for step in course(game) if step.name == name)
    rules, state = step.start_position
    assert rules.controlled(state) == (step.cells(shown), 0)


def test_what_a_stone_sees_is_drawn_once_it_is_known():
    see, largest = course("greylox")[0], course("brink")[0]
    session = begun("greylox", see)
    assert sight_lines_svg(session, NO_CELL, 0) == ""
    drawn = sight_lines_svg(answered(session, see.solution), NO_CELL, 0)
    assert drawn.count("seer-case") == 3 and drawn.count("ray free") == 3
    assert sight_lines_svg(answered(begun("brink", largest), largest.solution), NO_CELL, 0) == ""


def test_the_picture_of_a_step_shows_what_its_board_shows():
    see, _, _, flip, *_ = map(picture, course("greylox"))
    assert "hint" in see and "ground" not in see and "under" not in see
    assert "hint" in flip and "ground" in flip and "under" in flip


def test_who_has_done_a_step_sees_where_it_is_and_may_pass_it():
    _, second, *_ = course("byg")
    for done, row, usable in (
        ((), ("open", "here"), False),
        (("second", "two"), ("done", "here done"), True),
    ):
        session = Session(Match(new_tree(new_game("byg"))))
        session = update(session, StartExercise(exercise("byg", second, done)))
        view = exercise_view(session)
        assert view.row[:2] == row
        assert [b.usable for b in view.buttons if b.name == "next"] == [usable]
        view = exercise_view(answered(session, second.solution))
        assert view.row[1] == "here done"
        assert [b.is_primary for b in view.buttons if b.name == "next"] == [True]


@pytest.mark.parametrize(("name", "main"), [("two", False), ("end", True)])
def test_the_end_of_a_turn_stands_out_where_it_is_right(name, main):
    step = next(step for step in course("byg") if step.name == name)
    session = answered(begun("byg", step), step.solution.split()[0])
    (end,) = [b for b in exercise_view(session).buttons if b.name == "end"]
    assert end.is_primary is main


@pytest.mark.parametrize("game", COURSES)
def test_a_course_has_six_to_nine_steps_and_ends_with_a_game(game):
    steps = course(game)
    assert 6 <= len(steps) <= 9
    assert len({step.name for step in steps}) == len(steps)
    assert [step.is_practice_game for step in steps] == [False] * (len(steps) - 1) + [True]
    assert set(ANSWERS[game]) == {step.name for step in steps[:-1]}


@pytest.mark.parametrize("game", COURSES)
def test_every_sentence_of_a_course_is_used(game):
    steps, known = course(game), set()
    for step in steps:
        keys = {"title", "text", "ask", *(reply.key for reply in step.replies)}
        keys |= set() if step.is_practice_game else {"done"}
        keys |= {"dial"} if step.dial else set()
        known |= {f"{step.name}-{key}" for key in keys}
    words = set(sentences(game))
    assert words - known <= {f"{step.name}-wrong" for step in steps}
    assert known <= words


@pytest.mark.parametrize("game", COURSES)
def test_the_small_game_is_against_the_lowest_level(game):
    step = course(game)[-1]
    session = begun(game, step)
    after = update(session, practice_game_event(session.exercise_attempt.exercise))
    cell = session.game.board.parse_cell("b2")
    clicked = update(session, ClickCell(cell))  # on its board, instead of on the button
    assert clicked.record == update(after, ClickCell(cell)).record
    assert (clicked.seats, clicked.unrated_reason) == (after.seats, after.unrated_reason)
    assert len(clicked.record.actions) == 1
    assert after.exercise_attempt is None and after.game == session.game
    assert [seat.level for seat in after.seats] == [None, 1]
    assert why_unrated(after) == "lesson"  # which no other game on this board is
    again = update(after, Rematch(after.seats))
    assert why_unrated(again) == "board"
    told = session.exercise_attempt.exercise
    assert all(WORDS["opponent-1"] in text for text in (told.text, told.prompt))


COUNTS = "none one two three four five six seven eight nine ten".split()
TO_THE_END = [(game, step) for game, step in TO_DO if step.done is wins]


@pytest.mark.parametrize(("game", "step"), TO_THE_END, ids=named)
def test_what_is_told_of_the_end_is_what_lies_on_the_board(game, step):
    """Each "seven against nine" is a pair of groups, or of products, at the end that is shown."""
    session = begun(game, step)
    for action in bits(session.game.legal(session.state)):
        after = settled(update(session, PlayAction(action)))
        told = after.exercise_attempt.verdict.text.lower()
        sides = after.game.outcome(after.state).compared_sizes
        ends = {frozenset(pair) for pair in zip_longest(*sides, fillvalue=0)}
        ends.add(frozenset(prod(side) for side in sides))
        for pair in re.findall(r"(\w+) against (\w+)", told):
            numbers = [int(n) if n.isdigit() else COUNTS.index(n) for n in pair]
            assert frozenset(numbers) in ends, told


@pytest.mark.parametrize("game", COURSES)
def test_no_lesson_has_the_name_of_the_opening_map(game):
    assert all(step.name != MAP for step in course(game))
