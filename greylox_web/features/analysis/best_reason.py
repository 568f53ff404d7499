"""Why the best action of an analysis is good, once the analysis is deep enough to say so."""

from ...explanations.explain import explain
from ...explanations.model import Comparison, Explanation
from ...session.session import Session
from ...session.visible_report import candidate_pvs, candidates, visible_report
from .hint import MIN_VISITS


def best_reason(session: Session) -> Explanation:
    """Return the explanation of the engine's line, without facts before enough playouts."""
    report, best = visible_report(session), candidates(session)
    if report is None or not best:
        return Explanation()
    line = candidate_pvs(session)[best[0].name].actions
    if not line or not (report.final or report.proven or report.visits >= MIN_VISITS):
        return Explanation()
    return explain(Comparison(session.game, session.state, line))
