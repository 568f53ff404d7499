"""The time of both players: whose runs, how much is left, and what is kept of it.

Pure: the moment comes from outside, in milliseconds of any clock that never goes back.
"""

import json
from itertools import pairwise
from typing import NamedTuple

from ...shapes import COUNT, MOST_STORED, WrongShape, read_json
from ..events import MILLIS, Terms
from ..session import Session
from ..tree import ROOT

NOBODY = -1
TENTHS_BELOW = 20_000  # milliseconds; less than this is shown with tenths of a second


class Clock(NamedTuple):
    """Milliseconds left for both colours at the moment ``since``."""

    left: tuple[int, int]
    turns: int = 0  # that increments were given for
    running: int = NOBODY
    since: float = 0.0


def wound(terms: Terms) -> Clock:
    """The clock of a game that has not begun."""
    return Clock((terms.millis, terms.millis))


def left(clock: Clock, colour: int, now: float) -> int:
    """The milliseconds that a colour has left."""
    used = now - clock.since if colour == clock.running else 0
    return max(0, round(clock.left[colour] - used))


def whose(session: Session) -> int:
    """The colour whose time runs.

    Nobody's without a clock, before the first stone, after the end, out of sight, and while
    a friend far away has to move, or an engine that is not asked: since it is not there, was
    stopped, or something else is looked at.
    """
    number = session.present
    node = session.tree.nodes[number]
    if not session.terms.millis or number == ROOT:
        return NOBODY
    over = session.tree.outcome(number) is not None
    if over or not session.visible or session.editor is not None:
        return NOBODY
    seat = session.seats[node.state.mover]
    asked = session.engine.status == "ready" and session.cursor == number and session.is_engine_due
    absent = seat.level is not None and not asked
    return NOBODY if absent or seat.away else node.state.mover


def turns(session: Session) -> int:
    """How many turns are over."""
    movers = [session.tree.nodes[node].state.mover for node in session.tree.path(session.present)]
    return sum(a != b for a, b in pairwise(movers))


def run(clock: Clock, session: Session, now: float, *, paused: bool = False) -> Clock:
    """The clock that runs for whoever has to move; a finished turn brings the increment once."""
    times = [left(clock, 0, now), left(clock, 1, now)]
    played = turns(session)
    if played > clock.turns:
        mover = session.tree.nodes[session.present].state.mover
        if times[1 - mover]:
            times[1 - mover] += session.terms.increment
    running = NOBODY if paused else whose(session)
    return Clock((times[0], times[1]), max(played, clock.turns), running, now)


def face(millis: int) -> str:
    """``4:59``, and ``0:09.3`` when it gets short."""
    if millis < TENTHS_BELOW:
        return f"0:{millis // 1000:02}.{millis // 100 % 10}"
    seconds = -(-millis // 1000)
    return f"{seconds // 60}:{seconds % 60:02}"


def write_clock(clock: Clock, now: float) -> str:
    """What is stored of a clock."""
    return json.dumps({"left": [left(clock, 0, now), left(clock, 1, now)], "turns": clock.turns})


def read_clock(text: object, terms: Terms) -> Clock:
    """The clock of a stored text, standing still; a new one when the text is not sound."""
    try:
        found = read_json(text, MOST_STORED, {"left": (MILLIS, MILLIS), "turns": COUNT})
    except WrongShape:
        return wound(terms)
    first, second = found["left"]
    return Clock((first, second), found["turns"])
