"""The chances through the game on the table, as far as they are known without asking the engine.

Known is what it found while it played or analysed, and what a review has judged.
"""

from typing import NamedTuple

from ...drawing.eval_graph import EvalCurve, EvalPoint
from ...rules.state import State
from ...session import naming
from ...session.session import Session
from ...session.visible_report import hides_evaluation
from ...words import labelled
from .model import PositionEvaluation, terminal_evaluation
from .view import chance_text, curve_point, evaluated_points, last_move_text

MIN_POINTS = 3  # fewer are not drawn as a curve
HEIGHT = 64.0  # of the graph below the moves, in units of its view box


class EvalGraph(NamedTuple):
    """The graph below the list of moves."""

    curve: EvalCurve
    nodes: tuple[int, ...]  # of the line in the list of moves, by place on the curve
    text: str  # the last action in the position shown, and its chances


def known_evaluations(session: Session) -> dict[State, PositionEvaluation]:
    """What is known of positions: what the review judged, else what the engine found in passing."""
    evaluations = {
        state: PositionEvaluation(value, abs(value) == 1) for state, value in session.evaluations
    }
    if session.review is not None:
        evaluations |= session.review.evaluations
    return evaluations


def curve_points(
    session: Session, evaluations: dict[State, PositionEvaluation], path: tuple[int, ...]
) -> tuple[EvalPoint, ...]:
    """The known chances along a line of nodes; a finished game's end is known by the rules."""
    points = evaluated_points(session, evaluations, path)
    if points and points[-1].ply < len(path) - 1:
        over = terminal_evaluation(session.game, session.tree.nodes[path[-1]].state)
        if over is not None:
            return (*points, curve_point(len(path) - 1, over))
    return points


def eval_graph(session: Session) -> EvalGraph | None:
    """The graph of the line in the list of moves; None if too little is known, or withheld."""
    evaluations, path = known_evaluations(session), session.tree.path(session.leaf)
    points = curve_points(session, evaluations, path)
    if len(points) < MIN_POINTS or hides_evaluation(session):
        return None
    current_ply = path.index(session.cursor) if session.cursor in path else -1
    below = naming.local_colour(session) or 0
    curve = EvalCurve(
        points,
        len(path),
        session.game.colours,
        below,
        fills_gaps=True,
        current_ply=current_ply,
        height=HEIGHT,
    )
    evaluation = evaluations.get(session.state) or terminal_evaluation(session.game, session.state)
    return EvalGraph(
        curve, path, labelled(last_move_text(session), chance_text(session, evaluation))
    )
