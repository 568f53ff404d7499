"""The win chances through the current game, as far as they are known without new searches.

Known are the evaluations of the engine's own turns, analyses and reviews.
"""

from typing import NamedTuple

from ...drawing.eval_graph import EvalCurve, EvalPoint
from ...rules.state import State
from ...session import naming
from ...session.session import Session
from ...session.visible_report import hides_evaluation, visible_report
from ...words import labelled
from .turns import Evaluation, terminal_evaluation
from .view import chance_text, curve_point, evaluated_points, last_move_text

MIN_POINTS = 3  # the graph needs at least so many points
HEIGHT = 64.0  # of the graph below the moves, in units of its view box


class EvalGraph(NamedTuple):
    """The graph below the move list."""

    curve: EvalCurve
    nodes: tuple[int, ...]  # nodes of the line in the move list, by index on the curve
    text: str  # the last action in the current position, and its win chances


def known_evaluations(session: Session) -> dict[State, Evaluation]:
    """Return the known evaluations by position: the review's, the shown report's, then others."""
    evaluations = {
        state: Evaluation(value, abs(value) == 1) for state, value in session.state_values
    }
    report = visible_report(session)
    if report is not None and report.visits and session.engine.report_state == session.state:
        evaluations[session.state] = Evaluation(report.value_first, report.proven)
    if session.review is not None:
        evaluations |= session.review.evaluations
    return evaluations


def curve_points(
    session: Session, evaluations: dict[State, Evaluation], path: tuple[int, ...]
) -> tuple[EvalPoint, ...]:
    """Return the known points along a line of nodes; the rules decide a finished game's end."""
    points = evaluated_points(session, evaluations, path)
    if points and points[-1].ply < len(path) - 1:
        over = terminal_evaluation(session.game, session.tree.nodes[path[-1]].state)
        if over is not None:
            return (*points, curve_point(len(path) - 1, over))
    return points


def eval_graph(session: Session) -> EvalGraph | None:
    """Return the graph of the line in the move list; None if too little is known or hidden."""
    evaluations, path = known_evaluations(session), session.tree.path(session.leaf)
    points = curve_points(session, evaluations, path)
    if len(points) < MIN_POINTS or hides_evaluation(session):
        return None
    current_ply = path.index(session.cursor) if session.cursor in path else -1
    below = naming.colour_called_you(session) or 0
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
