"""Course steps: the solution completes each, no shorter line does, and mistakes get replies.

``ANSWERS`` lists which answers are accepted in each step, and which get which reply.
"""

import re
from itertools import zip_longest
from math import prod

import pytest

from greylox_web.features.board.marks import layers
from greylox_web.features.exercise.model import (
    PlayReply,
    RetryExercise,
    ShowSolution,
    StartExercise,
    practice_game_event,
)
from greylox_web.features.exercise.view import exercise_view
from greylox_web.features.layers.overlay import sight_lines_svg
from greylox_web.features.lessons.conditions import wins
from greylox_web.features.lessons.step import COURSES, MAP, course, exercise, sentences
from greylox_web.match.match import Match
from greylox_web.match.tree import new_tree
from greylox_web.rules import new_game
from greylox_web.rules.board import NO_CELL, bits
from greylox_web.rules.notation.actions import action_name, parse_action
from greylox_web.session.event import SetPreference
from greylox_web.session.load_match import Rematch
from greylox_web.session.playing import ClickCell, PlayAction
from greylox_web.session.rating import why_unrated
from greylox_web.session.session import Session
from greylox_web.session.update import update
from greylox_web.words import WORDS
from tests.features.lessons.lesson_answers import ANSWERS

STEPS = [(game, step) for game in COURSES for step in course(game)]
TO_DO = [(game, step) for game, step in STEPS if not step.is_practice_game]


def step_id(value):
    return value if isinstance(value, str) else value.name


def find_step(game, name):
    return next(step for step in course(game) if step.name == name)


def start_step(game, step):
    session = Session(Match(new_tree(new_game("byg"))))
    return update(session, StartExercise(exercise(game, step, ())))


def answered(session, words):
    """The session after these actions and all replies."""
    board = session.game.board
    for word in words.split():
        session = update(session, PlayAction(parse_action(board, word)))
        session = play_replies(session)
    return session


def play_replies(session):
    while session.exercise_attempt.pending:
        before = session
        session = update(session, PlayReply())
        assert session.cursor != before.cursor, "a reply cannot be played"
    return session


def outcomes(session):
    """The reply to each legal first answer: action -> kind and key."""
    step_name = session.exercise_attempt.exercise.route.rpartition("/")[2]
    keys = {
        key: re.sub(r"\\{\w+\\}", r"\\w+(, \\w+)*", re.escape(text))
        for key, text in sentences(session.exercise_attempt.exercise.game.name).items()
        if key.startswith(f"{step_name}-")
    }
    game, key_by_action = session.game, {}
    points = session.exercise_attempt.exercise.selects_cells
    for action in bits(game.board.cells if points else game.legal(session.state)):
        after = play_replies(update(session, PlayAction(action)))
        text = after.exercise_attempt.verdict.text
        key = next((key for key, pattern in keys.items() if re.fullmatch(pattern, text)), "")
        key_by_action[action_name(game.board, action)] = key.removeprefix(f"{step_name}-")
    return key_by_action


@pytest.mark.parametrize(("game", "step"), STEPS, ids=step_id)
def test_a_step_has_its_sentences(game, step):
    lesson = exercise(game, step, ())
    assert lesson.title and lesson.text and lesson.prompt
    assert bool(lesson.dial_text) == bool(step.dial)
    assert lesson.route == f"learn/{game}/{step.name}" and step.name.isalpha()


@pytest.mark.parametrize(("game", "step"), TO_DO, ids=step_id)
def test_solution_completes_the_step_and_no_shorter_line(game, step):
    session = start_step(game, step)
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
        after = play_replies(after)
    assert after.exercise_attempt.kind == "done" and not after.exercise_attempt.wrong_count
    solved = play_replies(update(session, ShowSolution()))
    assert solved.exercise_attempt.kind == "shown"
    feedback = exercise_view(solved).feedback  # the reason first
    assert feedback == f"Like this. {exercise_view(after).feedback} Now try it yourself."
    assert solved.state == after.state or step.selects_cells or step.reply_moves


@pytest.mark.parametrize(("game", "step"), TO_DO, ids=step_id)
def test_first_answers_get_the_listed_replies(game, step):
    keys = outcomes(start_step(game, step))
    grouped = {}
    for name, key in keys.items():
        grouped.setdefault(key, []).append(name)
    actions_by_key = {key: " ".join(names) for key, names in grouped.items()}
    assert actions_by_key == ANSWERS[game][step.name]
    leads_on = {"done", *(reply.key for reply in step.replies if reply.kind == "on")}
    assert leads_on & set(actions_by_key)


@pytest.mark.parametrize(("game", "step"), TO_DO, ids=step_id)
def test_continued_answers_allow_another_action(game, step):
    """After each answer that continues the step the person can act, also after a second one."""
    reached = [start_step(game, step)]
    while reached and not step.selects_cells:
        session = reached.pop()
        for action in bits(session.game.legal(session.state)):
            after = play_replies(update(session, PlayAction(action)))
            if after.exercise_attempt.kind == "on":
                assert after.exercise_attempt.awaits_person(after.state.mover), action_name(
                    after.game.board, action
                )
                reached.append(after)


@pytest.mark.parametrize("name", ["two", "more"])
def test_early_end_of_turn_can_be_taken_back(name):
    step = find_step("byg", name)
    first, second = step.solution.split()
    session = answered(start_step("byg", step), f"{first} end")
    assert session.exercise_attempt.verdict.text == sentences("byg")[f"{name}-ended"].format(
        cells="e5"  # the group that has not grown
    )
    retried = update(session, RetryExercise())
    assert retried.exercise_attempt.kind is None and len(retried.tree.actions(retried.cursor)) == 1
    for start in (session, retried):  # the other stone also undoes the end
        assert answered(start, second).exercise_attempt.kind == "done"


@pytest.mark.parametrize(
    ("game", "name", "controlled"),
    [
        ("greylox", "control", ""),
        ("greylox", "flip", "c3"),
        ("lox", "join", ""),
        ("lox", "control", "e1"),  # the cell of a stone in a corner
    ],
)
def test_early_steps_show_no_unexplained_control(game, name, controlled):
    step = find_step(game, name)
    rules, state = step.start_position
    assert rules.controlled(state) == (step.cells(controlled), 0)


def test_control_of_edges_is_not_shown_before_they_are_explained():
    _, control, edge, *_ = course("greylox")
    solved = play_replies(update(start_step("greylox", control), ShowSolution()))
    assert solved.game.controlled(solved.state)[0] != control.cells("c3")
    shown = layers(solved)
    assert shown["control-first"] == control.cells("c3") and not shown["control-second"]
    assert not shown["threatened"] and not shown["tilted"]
    off = layers(update(solved, SetPreference("control", False)))
    assert not off.get("control-first"), "the layer is off"
    solved = play_replies(update(start_step("greylox", edge), ShowSolution()))
    assert layers(solved)["control-first"] == solved.game.controlled(solved.state)[0]


def test_sight_lines_are_drawn_after_the_solution():
    see, largest = course("greylox")[0], course("brink")[0]
    session = start_step("greylox", see)
    assert sight_lines_svg(session, NO_CELL, 0) == ""
    svg = sight_lines_svg(answered(session, see.solution), NO_CELL, 0)
    assert svg.count("ray own") + svg.count("ray other") == 3 and svg.count("ray free") == 3
    assert (
        sight_lines_svg(answered(start_step("brink", largest), largest.solution), NO_CELL, 0) == ""
    )


@pytest.mark.parametrize(
    ("game", "name", "answer", "outlined", "lines"),
    [
        # a stone sees up to the blocker; the kinds of lines are those of the right answer
        ("greylox", "see", "a3", "b3", {"a3 b3 other"}),
        ("greylox", "control", "a3", "b3", {"a3 b3 other"}),
        # two stones on one line: the nearer one sees the cell
        ("greylox", "control", "b2", "a1", {"c3 b2 own"}),
        ("greylox", "control", "e3", "d3", {"c3 d3 own"}),
        # no line at all: what the stone sees instead
        ("greylox", "edge", "e4", "e4", {"e4 e5 free", "e4 e3 other", "e4 b4 free", "e4 b1 free"}),
        # the lines that give control
        (
            *("greylox", "block", "b3", "a1 c1 e3 c5"),
            {"c3 a1 other", "c3 c1 other", "c3 e3 other", "c3 c5 other"},
        ),
        ("lox", "survive", "e2", "d1 b4", {"e1 d1 other", "e1 b4 other"}),
        ("lox", "join", "a1", "c3", set()),  # the missing link
        ("lox", "survive", "b2", "d2 e2", set()),
        ("brink", "largest", "c2", "c2 d3 e3 d4 e5", set()),  # a group
        ("multiplicity", "apart", "c3", "a1 a2 b2 c3 d4 e4 e5", set()),
        ("byg", "two", "c1", "a1 e5", set()),
        ("byg", "join", "c2", "c4 c5", set()),
    ],
)
def test_wrong_answer_is_explained_on_the_board(game, name, answer, outlined, lines):
    step = find_step(game, name)
    session = answered(start_step(game, step), answer)
    board, attempt = session.game.board, session.exercise_attempt
    assert set(board.cell_names(attempt.board_masks(session)["cause"])) == set(outlined.split())
    drawn = attempt.sight_lines(session)
    assert {
        f"{board.cell_name(start)} {board.cell_name(end)} {kind}" for start, end, kind in drawn
    } == lines
    svg = sight_lines_svg(session, NO_CELL, 0)
    assert all(svg.count(f"ray {kind}") == sum(k == kind for *_, k in drawn) for *_, kind in drawn)
    retried = update(session, RetryExercise())
    assert not retried.exercise_attempt.sight_lines(retried)
    assert "cause" not in retried.exercise_attempt.board_masks(retried)


@pytest.mark.parametrize(("game", "step"), TO_DO, ids=step_id)
def test_every_wrong_answer_is_shown_and_its_sentence_names_cells(game, step):
    session = start_step(game, step)
    selects = session.exercise_attempt.exercise.selects_cells
    for action in bits(session.game.board.cells if selects else session.game.legal(session.state)):
        after = update(session, PlayAction(action))
        attempt = after.exercise_attempt
        if attempt.kind == "wrong" and step.done is not wins:  # there the end of the game is shown
            assert attempt.verdict.cause or attempt.verdict.lines
            assert re.search(r"\b[a-e][1-5]\b|its own cell", attempt.verdict.text)
        assert "{" not in attempt.verdict.text


def test_lines_of_control_show_why_a_stone_is_refused():
    step = find_step("greylox", "block")
    session = start_step("greylox", step)
    board = session.game.board
    refused = update(session, PlayAction(board.parse_cell("c3")))
    lines = refused.exercise_attempt.sight_lines(refused)
    assert {(board.cell_name(line.end), line.kind) for line in lines} == {
        (stone, "other") for stone in ("a1", "c1", "e3", "c5")
    }


def test_done_step_shows_progress_and_can_be_skipped():
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
    step = find_step("byg", name)
    session = answered(start_step("byg", step), step.solution.split()[0])
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
    steps, used = course(game), set()
    for step in steps:
        keys = {"title", "text", "ask", *(reply.key for reply in step.replies)}
        keys |= set() if step.is_practice_game else {"done"}
        keys |= {"dial"} if step.dial else set()
        used |= {f"{step.name}-{key}" for key in keys}
    words = set(sentences(game))
    assert words - used <= {f"{step.name}-wrong" for step in steps}
    assert used <= words


@pytest.mark.parametrize("game", COURSES)
def test_the_small_game_is_against_the_lowest_level(game):
    step = course(game)[-1]
    session = start_step(game, step)
    after = update(session, practice_game_event(session.exercise_attempt.exercise))
    cell = session.game.board.parse_cell("b2")
    clicked = update(session, ClickCell(cell))  # a click on the board instead of the button
    assert clicked.record == update(after, ClickCell(cell)).record
    assert (clicked.seats, clicked.unrated_reason) == (after.seats, after.unrated_reason)
    assert len(clicked.record.actions) == 1
    assert after.exercise_attempt is None and after.game == session.game
    assert [seat.level for seat in after.seats] == [None, 1]
    assert why_unrated(after) == "lesson"  # unlike any other game on this board
    rematch = update(after, Rematch(after.seats))
    assert why_unrated(rematch) == "board"
    lesson = session.exercise_attempt.exercise
    assert all(WORDS["opponent-1"] in text for text in (lesson.text, lesson.prompt))


COUNTS = "none one two three four five six seven eight nine ten".split()
TO_THE_END = [(game, step) for game, step in TO_DO if step.done is wins]


@pytest.mark.parametrize(("game", "step"), TO_THE_END, ids=step_id)
def test_final_sentence_matches_the_sizes_on_the_board(game, step):
    """Each "seven against nine" is a pair of group sizes, or of products, in the final position."""
    session = start_step(game, step)
    for action in bits(session.game.legal(session.state)):
        after = play_replies(update(session, PlayAction(action)))
        text = after.exercise_attempt.verdict.text.lower()
        sides = after.game.outcome(after.state).compared_sizes
        ends = {frozenset(pair) for pair in zip_longest(*sides, fillvalue=0)}
        ends.add(frozenset(prod(side) for side in sides))
        for pair in re.findall(r"(\w+) against (\w+)", text):
            numbers = [int(n) if n.isdigit() else COUNTS.index(n) for n in pair]
            assert frozenset(numbers) in ends, text


@pytest.mark.parametrize("game", COURSES)
def test_no_lesson_has_the_name_of_the_opening_map(game):
    assert all(step.name != MAP for step in course(game))
