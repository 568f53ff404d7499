"""The game clock: whose time runs, how much is left, and its stored text.

It is pure: the caller passes the time in milliseconds of a monotonic clock.
"""

import json
from itertools import pairwise
from typing import NamedTuple

from ..match.match import MILLIS, GameTerms
from ..match.tree import ROOT
from ..schema import MAX_STORED_LENGTH, NON_NEGATIVE, SchemaError, read_json
from .session import Session

NOBODY = -1
LOW_MILLIS = 20_000  # less time than this is low, and shown with tenths of a second


class Clock(NamedTuple):
    """Milliseconds left for both colours at the moment ``since``."""

    left: tuple[int, int]
    turns: int = 0  # turns for which increments were added
    running: int = NOBODY
    since: float = 0.0


def wound(terms: GameTerms) -> Clock:
    """The clock at the beginning of a game."""
    return Clock((terms.time_millis, terms.time_millis))


def left(clock: Clock, colour: int, now: float) -> int:
    """The milliseconds that a colour has left."""
    used = now - clock.since if colour == clock.running else 0
    return max(0, round(clock.left[colour] - used))


def whose(session: Session) -> int:
    """The colour whose time runs.

    NOBODY without a clock, before the first stone, after the end, on a hidden page, and while a
    friend with links has to move, or an engine that is not thinking because it is not ready, was
    stopped, or another position is shown.
    """
    number = session.present
    node = session.tree.nodes[number]
    if not session.terms.time_millis or number == ROOT:
        return NOBODY
    over = session.tree.outcome(number) is not None
    if over or not session.visible or session.editor is not None:
        return NOBODY
    seat = session.seats[node.state.mover]
    asked = session.engine.status == "ready" and session.cursor == number and session.is_engine_due
    absent = seat.level is not None and not asked
    return NOBODY if absent or seat.remote else node.state.mover


def turns(session: Session) -> int:
    """The number of finished turns."""
    movers = [session.tree.nodes[node].state.mover for node in session.tree.path(session.present)]
    return sum(a != b for a, b in pairwise(movers))


def run(clock: Clock, session: Session, now: float, *, paused: bool = False) -> Clock:
    """The clock running for the side to move, with the increments of finished turns."""
    times = [left(clock, 0, now), left(clock, 1, now)]
    played = turns(session)
    if played > clock.turns:
        mover = session.tree.nodes[session.present].state.mover
        if times[1 - mover]:
            times[1 - mover] += session.terms.increment
    running = NOBODY if paused else whose(session)
    return Clock((times[0], times[1]), max(played, clock.turns), running, now)


def face(millis: int) -> str:
    """The time as text: ``4:59``, or with tenths when short, ``0:09.3``."""
    if millis < LOW_MILLIS:
        return f"0:{millis // 1000:02}.{millis // 100 % 10}"
    seconds = -(-millis // 1000)
    return f"{seconds // 60}:{seconds % 60:02}"


def write_clock(clock: Clock, now: float) -> str:
    """The stored text of a clock."""
    return json.dumps({"left": [left(clock, 0, now), left(clock, 1, now)], "turns": clock.turns})


def read_clock(text: object, terms: GameTerms) -> Clock:
    """The clock of a stored text, stopped; a new one if the text is not valid."""
    try:
        found = read_json(
            text, MAX_STORED_LENGTH, {"left": (MILLIS, MILLIS), "turns": NON_NEGATIVE}
        )
    except SchemaError:
        return wound(terms)
    first, second = found["left"]
    return Clock((first, second), found["turns"])
