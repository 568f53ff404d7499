"""A suspended exercise is resumed after a reload of the page."""

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
from greylox_web.features.exercise.suspended import NO_EXERCISE, read_suspended, write_suspended
from greylox_web.features.exercise.view import exercise_view
from greylox_web.features.lessons.step import COURSES, course, exercise
from greylox_web.features.prompt.announcements import announcement
from greylox_web.features.puzzles.judge import make_exercise
from greylox_web.rules.board import bits
from greylox_web.session.event import Event
from greylox_web.session.playing import PlayAction, Undo
from greylox_web.session.session import Session
from greylox_web.session.update import update
from tests.features.exercise.test_exercise import EXERCISE
from tests.features.puzzles.shipped_puzzles import puzzle
from tests.screen import Screen
from tests.session.session_helpers import click_cells, new_session

LESSONS = [exercise(game, step, frozenset()) for game in COURSES for step in course(game)]
PUZZLES = [make_exercise(puzzle(f"{game}-2")) for game in COURSES]
HELP_EVENTS = RetryExercise(), Undo(), PressHint(), ShowSolution()


def at(exercise, steps: tuple[Event, ...] = ()) -> Session:
    """A session with this exercise, resumed with ``steps``."""
    session = click_cells(new_session("greylox", 3), "c3")
    return update(session, StartExercise(exercise, steps))


def random_walk(session: Session, chance: Random, steps: int) -> Session:
    """The session after random actions and events in its exercise."""
    for _ in range(steps):
        attempt = session.exercise_attempt
        solution = attempt.exercise.solution
        legal = list(bits(session.game.legal(session.state)))
        acts = [PlayAction(chance.choice([*solution, *legal])) for _ in range(4)] if legal else []
        act = chance.choice([*acts, *acts, PlayReply(), PlayReply(), *HELP_EVENTS[:3]])
        session = update(session, HELP_EVENTS[3] if chance.random() < 0.03 else act)
    return session


@pytest.mark.parametrize(
    "exercise",
    [one for one in (EXERCISE, *PUZZLES, *LESSONS) if one.level is None],  # no practice games
    ids=lambda one: one.route,
)
def test_resumed_exercise_equals_the_original(exercise):
    for seed in range(6):
        session = random_walk(at(exercise), Random(seed), 1 + 4 * seed)
        suspended = read_suspended(write_suspended(session.exercise_attempt))
        resumed = at(exercise, suspended.get_steps(exercise))
        assert replace(resumed.exercise_attempt, suspended_game=None) == replace(
            session.exercise_attempt, suspended_game=None
        )
        assert exercise_view(resumed) == exercise_view(replace(session, notice=None))
        assert Screen(resumed).layers == Screen(replace(session, notice=None)).layers
        assert resumed.tree.actions(resumed.cursor) == session.tree.actions(session.cursor)
        assert resumed.game_session.tree.actions(resumed.game_session.cursor) == (
            session.game_session.tree.actions(session.game_session.cursor)
        )
        on = [random_walk(one, Random(99), 5).exercise_attempt for one in (session, resumed)]
        on = [replace(attempt, suspended_game=None) for attempt in on]
        assert on[0] == on[1], "and what is done then has the same effect"


def test_resumed_exercise_is_announced():
    session = click_cells(at(EXERCISE), "a1")
    resumed = at(EXERCISE, session.exercise_attempt.steps)
    assert announcement(None, resumed).endswith("Do that. Not in the corner.")


def test_another_exercise_or_another_position_of_it_begins_anew():
    session = click_cells(at(EXERCISE), "a1")
    suspended = read_suspended(write_suspended(session.exercise_attempt))
    assert suspended.get_steps(EXERCISE)
    assert not suspended.get_steps(replace(EXERCISE, route="learn/brink/other"))
    assert not suspended.get_steps(replace(EXERCISE, state=EXERCISE.game.play(EXERCISE.state, 3)))
    assert write_suspended(at(EXERCISE).exercise_attempt) == write_suspended(None) == ""


SOUND = json.loads(write_suspended(click_cells(at(EXERCISE), "a1").exercise_attempt))


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
def test_malformed_stored_exercise_is_ignored(text: str):
    assert read_suspended(text) == NO_EXERCISE


@pytest.mark.parametrize("exercise", [EXERCISE, *PUZZLES, *LESSONS], ids=lambda one: one.route)
def test_impossible_stored_steps_are_harmless(exercise):
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
