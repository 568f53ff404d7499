"""What the panel and the board show of the engine's opinion, while it is about the position."""

from ...rules.board import NO_CELL
from ..session.session import LESSON, Session
from ..thinking import evaluation as told
from ..thinking.evaluation import Candidate, Evaluation
from ..thinking.wire import Report

MOST_RANKED = 3  # of the best actions are shown on the board


def is_withheld(session: Session) -> bool:
    """Whether chances stay untold: a game goes on whose player learns, or does not want them."""
    playing = session.here is not None and session.outcome is None and session.review is None
    wanted = session.preferences.chances and session.helped != LESSON
    return playing and not (wanted or session.engine.analysis)


def opinion(session: Session) -> Report | None:
    """The engine's report on the position, where it may be told; of one in the making is none."""
    untold = session.editor is not None or is_withheld(session)
    return None if untold else session.opinion


def evaluation(session: Session) -> Evaluation | None:
    """What the value bar shows."""
    report = opinion(session)
    return told.evaluation(session.game, report) if report else None


def candidates(session: Session) -> tuple[Candidate, ...]:
    """The best actions, while positions are analysed."""
    report, engine = opinion(session), session.engine
    if report is None or not engine.analysis or engine.purpose != "analyse":
        return ()
    return told.candidates(session.game, session.state, report)


def best_line(session: Session) -> dict[int, tuple[int, int]]:
    """The best line, while it is to be drawn: cell -> (which stone of the line, its colour)."""
    report = opinion(session)
    if report is None or not session.engine.line_shown:
        return {}
    return told.best_line(session.game, session.state, report)


def ranks(session: Session) -> dict[int, str]:
    """The numbers to write on cells: of the best actions, or of the stones of the best line."""
    if line := best_line(session):
        return {cell: str(number) for cell, (number, _) in line.items()}
    best = enumerate(candidates(session)[:MOST_RANKED], 1)
    return {c.cell: str(rank) for rank, c in best if c.cell != NO_CELL}
