"""What the engine's card and the board show of its opinion, while it is about the position."""

from math import ceil

from ...rules.board import NO_CELL
from ...words import WORDS, number
from ..session.session import Session
from ..thinking import evaluation as told
from ..thinking.evaluation import Candidate, Evaluation, likely

MOST_RANKED = 3  # of the best actions are shown on the board


def report(session: Session) -> tuple[str, str]:
    """What the engine does, or what it says of the position: chances, work and best line."""
    opinion, engine = session.opinion, session.engine
    if opinion is None or not (opinion.playouts or opinion.proven):
        key = f"engine-does-{engine.purpose}" if engine.thinking else f"engine-is-{engine.status}"
        return WORDS[key], ""
    value = opinion.value_first
    colour = 0 if value >= 0 else 1
    key = "report"
    if opinion.proven:
        key = "proven-draw" if value == 0 else "proven-win"
    text = WORDS[key].format(
        Colour=WORDS[session.game.colours[colour]],
        percent=likely(abs(value)),
    )
    return f"{text} {opinion.note}".rstrip(), " ".join(opinion.line)


def work(session: Session) -> str:
    """What the chances rest on, for those who ask: visits, doubt, visits of the best actions."""
    opinion, shown = session.opinion, evaluation(session)
    if opinion is None or shown is None or not opinion.playouts:
        return ""
    text = WORDS["work"].format(playouts=number(opinion.playouts), doubt=ceil(shown.doubt))
    shares = ", ".join(f"{c.name} {number(c.visits)}" for c in candidates(session) if c.visits)
    return f"{text} {WORDS['work-shares'].format(shares=shares)}" if shares else text


def evaluation(session: Session) -> Evaluation | None:
    """What the value bar shows."""
    opinion = session.opinion
    return told.evaluation(session.game, opinion) if opinion else None


def candidates(session: Session) -> tuple[Candidate, ...]:
    """The best actions, while positions are analysed."""
    opinion, engine = session.opinion, session.engine
    if opinion is None or not engine.analysis or engine.purpose != "analyse":
        return ()
    return told.candidates(session.game, session.state, opinion)


def best_line(session: Session) -> dict[int, tuple[int, int]]:
    """The best line, while it is to be drawn: cell -> (which stone of the line, its colour)."""
    opinion = session.opinion
    if opinion is None or not session.engine.line_shown:
        return {}
    return told.best_line(session.game, session.state, opinion)


def ranks(session: Session) -> dict[int, str]:
    """The numbers to write on cells: of the best actions, or of the stones of the best line."""
    if line := best_line(session):
        return {cell: str(number) for cell, (number, _) in line.items()}
    best = enumerate(candidates(session)[:MOST_RANKED], 1)
    return {c.cell: str(rank) for rank, c in best if c.cell != NO_CELL}
