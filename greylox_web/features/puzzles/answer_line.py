"""The line that an answered puzzle plays out on the board."""

from ...session.session import Session
from ..line_player.model import Line
from ..line_player.view import ShownLine
from .explanations import forced_ending

MIN_ACTIONS = 2  # one stone is no line


def answer_line(session: Session) -> ShownLine | None:
    """Return the wrong turn with its refutation, or the right one with what is forced after it.

    None while the other side still replies, and where nothing follows the turn.
    """
    attempt = session.exercise_attempt
    if attempt is None or not attempt.is_idle:
        return None
    exercise, played = attempt.exercise, session.tree.actions(session.cursor)
    rest = forced_ending(exercise.game, session.state) if attempt.is_finished else ()
    if len(line := (*played, *rest)) < MIN_ACTIONS:
        return None
    return ShownLine(Line(exercise.game, exercise.state, line), ply=len(played))
