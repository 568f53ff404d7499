"""The view model of the exercise panel."""

from datetime import date
from typing import NamedTuple

from ...drawing.dial import Dial, dial
from ...match.tree import ROOT
from ...rules.board import NO_CELL
from ...session.prompt import prompt_text
from ...session.session import Session
from ...words.exercise import EXERCISE_WORDS
from .announcements import feedback
from .model import Attempt, Fill, NavButton


class Button(NamedTuple):
    """A button of the panel."""

    name: str  # of an event ("again", "hint", "solution", "leave"), or of a ``NavButton``
    label: str
    route: str = ""  # the target of a navigation button; "" for an event
    usable: bool = True
    is_primary: bool = False  # whether it is the primary button


class ExerciseView(NamedTuple):
    """The contents of the exercise panel."""

    route: str
    eyebrow: str
    title: str
    text: str
    prompt: str
    feedback: str  # the feedback on the last answer, or ""
    kind: str  # the kind of ``feedback``: a verdict's kind, "refused" or "hint"
    colour: str  # the person's colour
    row: tuple[Fill, ...]
    row_text: str
    dial: Dial | None
    dial_text: str
    buttons: tuple[Button, ...]
    shows_players: bool


def exercise_view(session: Session) -> ExerciseView | None:
    """Return the panel of the current exercise, None without one."""
    attempt = session.exercise_attempt
    if attempt is None:
        return None
    exercise = attempt.exercise
    reaction, kind = feedback(session, attempt)
    return ExerciseView(
        route=exercise.permalink or exercise.route,
        eyebrow=exercise.expired_eyebrow if attempt.is_past(date.today()) else exercise.eyebrow,
        title=exercise.title,
        text=exercise.text,
        prompt=_prompt(session, attempt),
        feedback=reaction,
        kind=kind,
        colour=exercise.game.colours[attempt.solver],
        row=tuple(
            "here done" if f == "here" and attempt.kind == "done" else f
            for f in exercise.progress_row
        ),
        row_text=exercise.row_text,
        dial=_dial_view(session, exercise.dial_cell),
        dial_text=exercise.dial_text if session.cursor == ROOT else "",
        buttons=_buttons(session, attempt),
        shows_players=exercise.shows_players,
    )


def _prompt(session: Session, attempt: Attempt) -> str:
    """Return the task; in the middle of a puzzle's turn, the actions still to play."""
    state = session.state
    if attempt.exercise.shows_players and state.is_mid_turn and state.mover == attempt.solver:
        return prompt_text(session.game, state)
    return attempt.exercise.prompt


def _dial_view(session: Session, cell: int) -> Dial | None:
    return None if cell == NO_CELL else dial(session.game, session.state.stones, cell)


def _buttons(session: Session, attempt: Attempt) -> tuple[Button, ...]:
    """Return the visible buttons, in order."""
    exercise, buttons = attempt.exercise, []
    solution = [Button("solution", EXERCISE_WORDS["solution"])] * (
        "solution" in exercise.help_options and not attempt.is_finished
    )
    if attempt.is_game:
        buttons.append(Button("play", EXERCISE_WORDS["play"], is_primary=True))
    buttons += _turn_buttons(session, attempt)
    retry_buttons = _retry_button(attempt)
    hidden = {"before" if attempt.is_finished else "after"}
    if attempt.is_finished or attempt.wrong_count:
        hidden.add("unanswered")
    nav_buttons = [
        _nav_button(nav_button, attempt)
        for nav_button in exercise.nav_buttons
        if nav_button.enabled_when not in hidden
    ]
    if "hint" in exercise.help_options:
        label = attempt.hint.button if attempt.hint else EXERCISE_WORDS["hint"]
        hint = Button("hint", label, usable=not attempt.pending)
        buttons += retry_buttons or ([] if attempt.is_finished else [hint])
        buttons += [*solution, *nav_buttons]
    elif retry_buttons and nav_buttons and not nav_buttons[-1].usable:
        buttons += [*nav_buttons[:-1], *retry_buttons, *solution]
    else:
        buttons += [*nav_buttons, *retry_buttons, *solution]
    in_progress = session.game_session.in_progress
    buttons.append(Button("leave", EXERCISE_WORDS["leave" if in_progress else "leave-home"]))
    return tuple(buttons)


def _retry_button(attempt: Attempt) -> list[Button]:
    """Return the retry button, if any. It replaces a button, so that no other button moves."""
    solved = attempt.kind == "done" and attempt.exercise.retries_when_done
    if attempt.kind not in ("wrong", "unknown", "shown") and not solved:
        return []
    word = "show-again" if attempt.kind == "shown" else "again"
    return [Button("again", EXERCISE_WORDS[word], is_primary=not solved)]


def _turn_buttons(session: Session, attempt: Attempt) -> list[Button]:
    """Return the buttons for actions off the board (end, pass, swap), and for undo."""
    game, state = session.game, session.state
    if not attempt.awaits_person(state.mover):
        return []
    legal, buttons, end = game.legal(state), [], game.board.end_action
    if legal >> end & 1:
        # as the primary button, "end" would mislead in a lesson where it is a mistake
        is_primary = attempt.exercise.shows_players or end in attempt.exercise.solution
        buttons.append(Button("end", EXERCISE_WORDS[f"do-{game.end_label}"], is_primary=is_primary))
    if legal >> game.board.swap_action & 1:
        buttons.append(Button("swap", EXERCISE_WORDS["do-swap"]))
    if state.is_mid_turn and session.cursor != ROOT:
        buttons.append(Button("undo", EXERCISE_WORDS["undo"]))
    return buttons


def _nav_button(nav_button: NavButton, attempt: Attempt) -> Button:
    usable = bool(nav_button.route) and (nav_button.enabled_when != "done" or attempt.is_finished)
    is_primary = usable and attempt.kind == "done" and nav_button.name == "next"
    return Button(nav_button.name, nav_button.label, nav_button.route, usable, is_primary)
