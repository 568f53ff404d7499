"""The game clock: the running colour, the remaining time, and the stored text.

All functions are pure: the caller passes ``now``, the milliseconds of a monotonic clock.
"""

import json
from itertools import pairwise
from typing import NamedTuple

from ..match.match import VALID_MILLIS, GameTerms
from ..match.tree import ROOT
from ..schema import MAX_STORED_LENGTH, NON_NEGATIVE, SchemaError, read_json
from .session import Session

NO_COLOUR = -1
LOW_MILLIS = 20_000  # less remaining time is shown with tenths of a second


class Clock(NamedTuple):
    """The remaining milliseconds of both colours at the moment ``started_at``."""

    millis_left: tuple[int, int]
    finished_turns: int = 0  # turns for which increments were added
    running: int = NO_COLOUR
    started_at: float = 0.0


def new_clock(terms: GameTerms) -> Clock:
    """Return the clock at the start of a game."""
    return Clock((terms.time_millis, terms.time_millis))


def time_left(clock: Clock, colour: int, now: float) -> int:
    """Return a colour's remaining milliseconds, at least 0."""
    used = now - clock.started_at if colour == clock.running else 0
    return max(0, round(clock.millis_left[colour] - used))


def running_colour(session: Session) -> int:
    """Return the colour whose time runs, or ``NO_COLOUR``.

    No time runs in a game without a clock, before the first stone or after the end.  It also stops
    on a hidden page, in the set-up editor and while a remote player is to move.  An engine's time
    runs only while the engine thinks: not if it is starting, failed or paused, nor while another
    position is shown.
    """
    number = session.live_node
    node = session.tree.nodes[number]
    if not session.terms.time_millis or number == ROOT:
        return NO_COLOUR
    over = session.tree.outcome(number) is not None
    if over or not session.visible or session.editor is not None:
        return NO_COLOUR
    seat = session.seats[node.state.mover]
    engine_is_thinking = (
        session.engine.status == "ready" and session.cursor == number and session.is_engine_to_move
    )
    absent = seat.level is not None and not engine_is_thinking
    return NO_COLOUR if absent or seat.remote else node.state.mover


def finished_turns(session: Session) -> int:
    """Return the number of finished turns up to the live node."""
    movers = [session.tree.nodes[node].state.mover for node in session.tree.path(session.live_node)]
    return sum(a != b for a, b in pairwise(movers))


def advance(clock: Clock, session: Session, now: float, *, paused: bool = False) -> Clock:
    """Return the clock at ``now``, running for the side to move.

    A newly finished turn adds the increment.  A ``paused`` clock runs for no colour.
    """
    times = [time_left(clock, 0, now), time_left(clock, 1, now)]
    played = finished_turns(session)
    if played > clock.finished_turns:
        mover = session.tree.nodes[session.live_node].state.mover
        if times[1 - mover]:
            times[1 - mover] += session.terms.increment_millis
    running = NO_COLOUR if paused else running_colour(session)
    return Clock((times[0], times[1]), max(played, clock.finished_turns), running, now)


def format_time(millis: int) -> str:
    """Format a time as ``4:59``, or below ``LOW_MILLIS`` with tenths, as ``0:09.3``."""
    if millis < LOW_MILLIS:
        return f"0:{millis // 1000:02}.{millis // 100 % 10}"
    seconds = -(-millis // 1000)
    return f"{seconds // 60}:{seconds % 60:02}"


def write_clock(clock: Clock, now: float) -> str:
    """Return the stored text of a clock."""
    return json.dumps(
        {
            "left": [time_left(clock, 0, now), time_left(clock, 1, now)],
            "turns": clock.finished_turns,
        }
    )


def read_clock(text: object, terms: GameTerms) -> Clock:
    """Decode a stored text into a stopped clock; an invalid text gives a new clock."""
    try:
        data = read_json(
            text, MAX_STORED_LENGTH, {"left": (VALID_MILLIS, VALID_MILLIS), "turns": NON_NEGATIVE}
        )
    except SchemaError:
        return new_clock(terms)
    first, second = data["left"]
    return Clock((first, second), data["turns"])
