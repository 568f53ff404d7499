"""The chances through the game on the table, as far as they are known without asking for them.

What the engine said while it played or analysed is known, and what a review has judged.
"""

from typing import NamedTuple

from ....rules.state import State
from ....words import pair
from ...drawing.graph import Curve, Point
from ...session.session import Session
from ...thinking.review import Judgement, judged_by_rules
from .. import who
from ..opinion import is_withheld
from .review_view import chance, turn

LEAST_POINTS = 3  # of a curve that tells anything
HEIGHT = 64.0  # of the graph below the moves, in units of its picture


class Course(NamedTuple):
    """The graph below the list of moves."""

    curve: Curve
    nodes: tuple[int, ...]  # of the line in the list, by place
    text: str  # the position shown, and its chances


def judgements(session: Session) -> dict[State, Judgement]:
    """What is known of positions; a review knows better than a passing thought."""
    found = {state: Judgement(value, abs(value) == 1) for state, value in session.seen}
    if session.review is not None:
        found |= session.review.known
    return found


def points(
    session: Session, known: dict[State, Judgement], path: tuple[int, ...]
) -> tuple[Point, ...]:
    """The chances at the places of a line that are known; at its end those of the rules."""
    nodes = session.tree.nodes
    found = [
        Point(place, 50 + 50 * told.value_first, told.proven)
        for place, node in enumerate(path)
        if (told := known.get(nodes[node].state))
    ]
    if found and found[-1].place < len(path) - 1:
        over = judged_by_rules(session.game, nodes[path[-1]].state)
        if over is not None:
            found.append(Point(len(path) - 1, 50 + 50 * over.value_first, True))
    return tuple(found)


def course(session: Session) -> Course | None:
    """The graph of the line in the list of moves, None while too little is known."""
    known, path = judgements(session), session.tree.path(session.leaf)
    found = points(session, known, path)
    if len(found) < LEAST_POINTS or is_withheld(session):
        return None
    here = path.index(session.cursor) if session.cursor in path else -1
    below = who.here(session) or 0
    curve = Curve(
        found, len(path), session.game.colours, below, bridged=True, here=here, height=HEIGHT
    )
    told = known.get(session.state) or judged_by_rules(session.game, session.state)
    return Course(curve, path, pair(turn(session), chance(session, told)))
