"""What the panel and the board show of the engine's opinion, while it is about the position."""

from typing import NamedTuple

from ...rules.board import NO_CELL
from ...rules.notation.actions import turn_texts, turns
from ...rules.state import State
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
    """What the value bar shows: what the engine says of the position, or said in the review."""
    report, review = opinion(session), session.review
    if report is not None:
        return told.evaluation(session.game, report)
    if review is None or session.editor is not None or session.resigned or session.card:
        return None
    from ..thinking.review import evaluation as reviewed

    return reviewed(session.game, review, session.state)


def candidates(session: Session) -> tuple[Candidate, ...]:
    """The best actions of a position that is, or was, analysed."""
    report = opinion(session)
    if report is None or session.engine.purpose != "analyse":
        return ()
    return told.candidates(session.game, session.state, report)


def best_line(session: Session) -> dict[int, tuple[int, int]]:
    """The line that is to be drawn: cell -> (which stone of the line, its colour)."""
    report, engine = opinion(session), session.engine
    if report is None or not engine.line_shown:
        return {}
    names = told.line_by(report, engine.line_by) if engine.line_by else report.line
    return told.stones(session.game, session.state, names)


class Continuation(NamedTuple):
    """How one of the best actions would go on."""

    actions: tuple[int, ...]
    turns: tuple[tuple[str, int], ...]  # each as it is read, and the actions up to its end


LAST: list[tuple[State, list[list[str]], dict[str, Continuation]]] = []  # asked for last


def continuations(session: Session) -> dict[str, Continuation]:
    """How each of the best actions would go on, by its name."""
    found, report = candidates(session), opinion(session)
    lines = [told.line_by(report, one.name) or [one.name] for one in found] if report else []
    if not LAST or LAST[0][:2] != (session.state, lines):
        known = {line[0]: _continuation(session, line) for line in lines}
        LAST[:] = [(session.state, lines, known)]
    return LAST[0][2]


def _continuation(session: Session, names: list[str]) -> Continuation:
    game, states = session.game, [session.state]
    actions = told.legal_line(game, session.state, names)
    for action in actions:
        states.append(game.play(states[-1], action))
    ends = (places[-1] + 1 for places in turns(states, actions))
    return Continuation(actions, tuple(zip(turn_texts(game, states, actions), ends, strict=True)))


def ranks(session: Session) -> dict[int, str]:
    """The numbers to write on cells: of the best actions, or of the stones of the best line."""
    if line := best_line(session):
        return {cell: str(number) for cell, (number, _) in line.items()}
    best = enumerate(candidates(session)[:MOST_RANKED], 1)
    return {c.cell: str(rank) for rank, c in best if c.cell != NO_CELL}
