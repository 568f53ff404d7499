"""An exercise that goes on where it was, after the page was loaded again."""

import json
from dataclasses import replace
from random import Random

import pytest

from greylox_web.features.analysis.hint import PressHint
from greylox_web.features.exercise.model import (
    PlayReply,
    RetryExercise,
    ShowSolution,
    StartExercise,
)
from greylox_web.features.exercise.resuming import NO_EXERCISE, read_suspended, write_suspended
from greylox_web.features.exercise.view import exercise_view
from greylox_web.features.lessons.step import COURSES, course, exercise
from greylox_web.features.prompt.speech import announcement
from greylox_web.features.puzzles.judging import make_exercise
from greylox_web.rules.board import bits
from greylox_web.session.event import Event
from greylox_web.session.playing import PlayAction, Undo
from greylox_web.session.session import Session
from greylox_web.session.update import update
from tests.features.exercise.test_exercising import EXERCISE
from tests.features.puzzles.shelves import puzzle
from tests.screen import Screen
from tests.session.sittings import begin, click

LESSONS = [exercise(game, step, frozenset()) for game in COURSES for step in course(game)]
PUZZLES = [make_exercise(puzzle(f"{game}-2")) for game in COURSES]
HELPS = RetryExercise(), Undo(), PressHint(), ShowSolution()


def at(exercise, steps: tuple[Event, ...] = ()) -> Session:
    """A session with the exercise on the table."""
    session = click(begin("greylox", 3), "c3")
    return update(session, StartExercise(exercise, steps))


def walked(session: Session, chance: Random, steps: int) -> Session:
    """The session after anything that may be done in its exercise."""
    for _ in range(steps):
        attempt = session.exercise_attempt
        solution = attempt.exercise.solution
        legal = list(bits(session.game.legal(session.state)))
        acts = [PlayAction(chance.choice([*solution, *legal])) for _ in range(4)] if legal else []
        act = chance.choice([*acts, *acts, PlayReply(), PlayReply(), *HELPS[:3]])
        session = update(session, HELPS[3] if chance.random() < 0.03 else act)
    return session


@pytest.mark.parametrize("exercise", [EXERCISE, *PUZZLES, *LESSONS], ids=lambda one: one.route)
def test_it_goes_on_where_it_was_and_all_that_is_seen_of_it_is_the_same(exercise):
    if exercise.level is not None:
        return  # only a button, which begins a game
    for seed in range(6):
        session = walked(at(exercise), Random(seed), 1 + 4 * seed)
        left = read_suspended(write_suspended(session.exercise_attempt))
        again = at(exercise, left.get_steps(exercise))
        assert replace(again.exercise_attempt, suspended_game=None) == replace(
            session.exercise_attempt, suspended_game=None
        )
        assert exercise_view(again) == exercise_view(replace(session, notice=None))
        assert Screen(again).layers == Screen(replace(session, notice=None)).layers
        assert again.tree.actions(again.cursor) == session.tree.actions(session.cursor)
        assert again.game_session.tree.actions(again.game_session.cursor) == (
            session.game_session.tree.actions(session.game_session.cursor)
        )
        on = [walked(one, Random(99), 5).exercise_attempt for one in (session, again)]
        on = [replace(attempt, suspended_game=None) for attempt in on]
        assert on[0] == on[1], "and what is done then has the same effect"


def test_who_only_hears_the_page_is_told_where_it_stands():
    session = click(at(EXERCISE), "a1")
    again = at(EXERCISE, session.exercise_attempt.steps)
    assert announcement(None, again).endswith("Do that. Not in the corner.")


def test_another_exercise_or_another_position_of_it_begins_anew():
    session = click(at(EXERCISE), "a1")
    left = read_suspended(write_suspended(session.exercise_attempt))
    assert left.get_steps(EXERCISE)
    assert not left.get_steps(replace(EXERCISE, route="learn/brink/other"))
    assert not left.get_steps(replace(EXERCISE, state=EXERCISE.game.play(EXERCISE.state, 3)))
    assert write_suspended(at(EXERCISE).exercise_attempt) == write_suspended(None) == ""


SOUND = json.loads(write_suspended(click(at(EXERCISE), "a1").exercise_attempt))


@pytest.mark.parametrize(
    "text",
    [
        *("", "x", "[]", "{}", "null", "[" * 9000, "1" * 70_000, '"\ud800"'),
        *(json.dumps({**SOUND, "steps": steps}) for steps in ({}, "again", 3, None, ["x"])),
        *(json.dumps({**SOUND, "steps": [step]}) for step in (-1, 1000, 1.5, True, None, [1])),
        json.dumps({**SOUND, "day": "tomorrow"}),
        json.dumps({**SOUND, "day": 3}),
        json.dumps({**SOUND, "more": ""}),
        json.dumps({name: SOUND[name] for name in SOUND if name != "route"}),
        json.dumps({**SOUND, "steps": [3] * 30_000}),
    ],
)
def test_what_else_lies_there_is_ignored(text: str):
    assert read_suspended(text) == NO_EXERCISE


@pytest.mark.parametrize("exercise", [EXERCISE, *PUZZLES, *LESSONS], ids=lambda one: one.route)
def test_steps_that_nobody_could_take_do_no_harm(exercise):
    chance = Random(7)
    for _ in range(20):
        steps = [
            chance.choice([*range(999), *["reply", "again", "undo", "hint"] * 99])
            for _ in range(60)
        ]
        row = json.loads(
            write_suspended(
                replace(at(EXERCISE).exercise_attempt, steps=(Undo(),), exercise=exercise)
            )
        )
        session = at(
            exercise, read_suspended(json.dumps({**row, "steps": steps})).get_steps(exercise)
        )
        assert (
            session.exercise_attempt is not None and session.exercise_attempt.exercise is exercise
        )
        assert exercise_view(session) and Screen(session)
