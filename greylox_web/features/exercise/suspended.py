"""Restoring an exercise after a reload: its events, stored as text.

All other state follows from the events: they are replayed and judged in the page's language.
"""

import json
from datetime import date
from typing import NamedTuple

from ...rules.notation.links import write_spec
from ...rules.notation.setup import write_setup
from ...schema import MAX_STORED_LENGTH, SchemaError, list_of, read_json
from ...session.event import Event
from ...session.playing import ClickCell, PlayAction
from .model import EVENTS_BY_NAME, Attempt, Exercise

ACTION_LIMIT = 1000  # more than the actions of any board
SCHEMA = {
    "route": str,
    "position": str,
    "day": str,
    "steps": list_of(
        lambda step: step in EVENTS_BY_NAME if isinstance(step, str) else is_action(step)
    ),
}


class SuspendedExercise(NamedTuple):
    """The route, position and events of a suspended exercise."""

    route: str = ""
    position: str = ""
    day: date | None = None  # the day of a daily puzzle
    steps: tuple[Event, ...] = ()

    def get_steps(self, exercise: Exercise) -> tuple[Event, ...]:
        """Return the events of this exercise; empty if another one was suspended."""
        same = (self.route, self.position) == (exercise.route, position_text(exercise))
        return self.steps if same and self.day == exercise.day else ()


NO_EXERCISE = SuspendedExercise()


def write_suspended(attempt: Attempt | None) -> str:
    """Encode the attempt; "" without one, or if the text is too long to be stored."""
    if attempt is None or not attempt.steps:
        return ""
    exercise = attempt.exercise
    names: dict[Event, str] = {event: name for name, event in EVENTS_BY_NAME.items()}
    fields = {
        "route": exercise.route,
        "position": position_text(exercise),
        "day": exercise.day.isoformat() if exercise.day else "",
        "steps": [
            step.cell
            if isinstance(step, ClickCell)
            else names.get(step, getattr(step, "action", 0))
            for step in attempt.steps
        ],
    }
    text = json.dumps(fields)
    return text if len(text) <= MAX_STORED_LENGTH else ""


def read_suspended(text: str) -> SuspendedExercise:
    """Decode a suspended exercise; ``NO_EXERCISE`` if the text is malformed."""
    try:
        fields = read_json(text, MAX_STORED_LENGTH, SCHEMA)
        day = date.fromisoformat(fields["day"]) if fields["day"] else None
    except (SchemaError, ValueError):
        return NO_EXERCISE
    steps = (
        EVENTS_BY_NAME[step] if isinstance(step, str) else PlayAction(step)
        for step in fields["steps"]
    )
    return SuspendedExercise(fields["route"], fields["position"], day, tuple(steps))


def is_action(value: object) -> bool:
    """Return whether a value can be the index of an action or of a cell."""
    return type(value) is int and 0 <= value < ACTION_LIMIT


def position_text(exercise: Exercise) -> str:
    """Return the game and the position of an exercise as text."""
    return f"{write_spec(exercise.game)} {write_setup(exercise.game, exercise.state)}"
