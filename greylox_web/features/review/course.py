"""The chances through the game on the table, as far as they are known without asking the engine.

Known is what it found while it played or analysed, and what a review has judged.
"""

from typing import NamedTuple

from ...drawing.graph import EvalCurve, EvalPoint
from ...rules.state import State
from ...session import naming
from ...session.opinion import hides_evaluation
from ...session.session import Session
from ...words import labelled
from .model import Judgement, judged_by_rules
from .view import chance, known_points, point_of, turn

LEAST_POINTS = 3  # fewer are not drawn as a curve
HEIGHT = 64.0  # of the graph below the moves, in units of its view box


class Course(NamedTuple):
    """The graph below the list of moves."""

    curve: EvalCurve
    nodes: tuple[int, ...]  # of the line in the list of moves, by place on the curve
    text: str  # the last action in the position shown, and its chances


def judgements(session: Session) -> dict[State, Judgement]:
    """What is known of positions: what the review judged, else what the engine found in passing."""
    found = {state: Judgement(value, abs(value) == 1) for state, value in session.evaluations}
    if session.review is not None:
        found |= session.review.known
    return found


def points(
    session: Session, known: dict[State, Judgement], path: tuple[int, ...]
) -> tuple[EvalPoint, ...]:
    """The known chances along a line of nodes; a finished game's end is known by the rules."""
    found = known_points(session, known, path)
    if found and found[-1].ply < len(path) - 1:
        over = judged_by_rules(session.game, session.tree.nodes[path[-1]].state)
        if over is not None:
            return (*found, point_of(len(path) - 1, over))
    return found


def course(session: Session) -> Course | None:
    """The graph of the line in the list of moves; None if too little is known, or withheld."""
    known, path = judgements(session), session.tree.path(session.leaf)
    found = points(session, known, path)
    if len(found) < LEAST_POINTS or hides_evaluation(session):
        return None
    here = path.index(session.cursor) if session.cursor in path else -1
    below = naming.local_colour(session) or 0
    curve = EvalCurve(
        found,
        len(path),
        session.game.colours,
        below,
        fills_gaps=True,
        current_ply=here,
        height=HEIGHT,
    )
    told = known.get(session.state) or judged_by_rules(session.game, session.state)
    return Course(curve, path, labelled(turn(session), chance(session, told)))
