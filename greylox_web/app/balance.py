"""The engine's opinion in numbers for people: the value bar and the best actions."""

from dataclasses import dataclass
from math import sqrt

from ..rules import NotationError
from ..rules.board import NO_CELL
from ..rules.notation import action_named
from .session import Session

MOST_CANDIDATES = 5
SURE = 1.96  # standard errors on either side: 95 %


@dataclass(frozen=True)
class Balance:
    """The value bar, in per cent of the first colour's chances."""

    first: float
    doubt: float  # either side, as if the playouts were independent; 0 when proven


@dataclass(frozen=True)
class Candidate:
    """One of the engine's best actions, seen by the side to move."""

    name: str
    cell: int  # NO_CELL for an action that is not on the board
    percent: int
    visits: int


def balance(session: Session) -> Balance | None:
    """The value bar of the last report, while there is one."""
    report = session.report
    if report is None or not report.playouts:
        return None
    value = report.value_first
    doubt = 0.0 if report.proven else 50 * SURE * sqrt((1 - value * value) / report.playouts)
    return Balance(50 + 50 * value, doubt)


def candidates(session: Session) -> tuple[Candidate, ...]:
    """The most visited actions of the last report, while positions are analysed."""
    report, game = session.report, session.game
    if report is None or not session.analysis or session.purpose != "analyse":
        return ()
    sign = 1 if session.state.mover == 0 else -1
    found = []
    for name, visits, value in report.top[:MOST_CANDIDATES]:
        try:
            action = action_named(game.board, name)
        except NotationError:
            continue
        cell = action if action < game.board.end else NO_CELL
        found.append(Candidate(name, cell, round(50 + 50 * sign * value), visits))
    return tuple(found)
