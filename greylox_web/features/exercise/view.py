"""The panel of an exercise, and what screen readers say of it."""

from datetime import date
from typing import NamedTuple

from ...drawing.dial import Dial, dial
from ...match.tree import ROOT
from ...rules.board import NO_CELL
from ...session.prompt import prompt_text
from ...session.session import Session
from ...words.exercise import EXERCISE_WORDS
from .model import Attempt, Fill, Way
from .speech import feedback


class Button(NamedTuple):
    """A button of the panel."""

    name: str  # of an event ("again", "hint", "solution", "leave"), or of a way
    label: str
    route: str = ""  # where it leads; "" for an event
    usable: bool = True
    main: bool = False  # whether it is the primary button


class ExerciseView(NamedTuple):
    """The panel of an exercise."""

    route: str
    eyebrow: str
    title: str
    text: str
    ask: str
    said: str  # the reaction to the last answer, or ""
    kind: str  # the kind of ``said``: that of a verdict, or "refused"
    colour: str  # the person's colour
    row: tuple[Fill, ...]
    row_text: str
    dial: Dial | None
    dial_text: str
    buttons: tuple[Button, ...]
    plates: bool
    answers: bool  # whether the judge's replies are still being played


def exercise_view(session: Session) -> ExerciseView | None:
    """The panel of the exercise on the table, None without one."""
    attempt = session.exercise_attempt
    if attempt is None:
        return None
    exercise = attempt.exercise
    reaction, kind = feedback(session, attempt)
    return ExerciseView(
        route=exercise.lasting or exercise.route,
        eyebrow=exercise.eyebrow_later if attempt.is_past(date.today()) else exercise.eyebrow,
        title=exercise.title,
        text=exercise.text,
        ask=_ask(session, attempt),
        said=reaction,
        kind=kind,
        colour=exercise.game.colours[attempt.solver],
        row=tuple(
            "here done" if f == "here" and attempt.kind == "done" else f for f in exercise.row
        ),
        row_text=exercise.row_text,
        dial=_dial(session, exercise.dial),
        dial_text=exercise.dial_text if session.cursor == ROOT else "",
        buttons=_buttons(session, attempt),
        plates=exercise.plates,
        answers=bool(attempt.pending),
    )


def _ask(session: Session, attempt: Attempt) -> str:
    """The task; in the middle of a puzzle's turn, what is left to play."""
    state = session.state
    if attempt.exercise.plates and state.placed and state.mover == attempt.solver:
        return prompt_text(session.game, state)
    return attempt.exercise.ask


def _dial(session: Session, cell: int) -> Dial | None:
    return None if cell == NO_CELL else dial(session.game, session.state.stones, cell)


def _buttons(session: Session, attempt: Attempt) -> tuple[Button, ...]:
    """The buttons shown now, in order."""
    exercise, found = attempt.exercise, []
    solution = [Button("solution", EXERCISE_WORDS["solution"])] * (
        "solution" in exercise.helps and not attempt.over
    )
    if attempt.is_game:
        found.append(Button("play", EXERCISE_WORDS["play"], main=True))
    found += _turn_buttons(session, attempt)
    again = _again(attempt)
    hidden = "before" if attempt.over else "after"
    ways = [_way(way, attempt) for way in exercise.ways if way.when != hidden]
    if "hint" in exercise.helps:
        label = attempt.hint.button if attempt.hint else EXERCISE_WORDS["hint"]
        hint = Button("hint", label, usable=not attempt.pending)
        found += again or ([] if attempt.over else [hint])
        found += [*solution, *ways]
    elif again and ways and not ways[-1].usable:
        found += [*ways[:-1], *again, *solution]
    else:
        found += [*ways, *again, *solution]
    going = session.game_session.in_progress
    found.append(Button("leave", EXERCISE_WORDS["leave" if going else "leave-home"]))
    return tuple(found)


def _again(attempt: Attempt) -> list[Button]:
    """The button for another try, if there is one; it replaces a button, so that none moves."""
    if attempt.kind not in ("wrong", "shown"):
        return []
    word = "again" if attempt.kind == "wrong" else "show-again"
    return [Button("again", EXERCISE_WORDS[word], main=True)]


def _turn_buttons(session: Session, attempt: Attempt) -> list[Button]:
    """The buttons for actions that are not on the board (end, pass, swap), and for undo."""
    game, state = session.game, session.state
    if not attempt.waits(state.mover):
        return []
    legal, found, end = game.legal(state), [], game.board.end_action
    if legal >> end & 1:
        # as the primary button it would mislead in a lesson where ending the turn is a mistake
        main = attempt.exercise.plates or end in attempt.exercise.solution
        found.append(Button("end", EXERCISE_WORDS[f"do-{game.end_label}"], main=main))
    if legal >> game.board.swap_action & 1:
        found.append(Button("swap", EXERCISE_WORDS["do-swap"]))
    if state.placed and session.cursor != ROOT:
        found.append(Button("undo", EXERCISE_WORDS["undo"]))
    return found


def _way(way: Way, attempt: Attempt) -> Button:
    usable = bool(way.route) and (way.when != "done" or attempt.over)
    leads_on = usable and attempt.kind == "done" and way.name == "next"
    return Button(way.name, way.label, way.route, usable, leads_on)
