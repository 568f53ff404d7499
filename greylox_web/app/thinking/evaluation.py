"""The engine's opinion in numbers for people: the value bar and the best actions."""

from dataclasses import dataclass
from math import ceil, sqrt

from ...rules import NotationError
from ...rules.board import NO_CELL
from ...rules.notation.actions import action_named
from ...words import WORDS
from ..session.lines import legal_line
from ..session.session import Session

MOST_CANDIDATES = 5
SURE = 1.96  # standard errors on either side: 95 %


@dataclass(frozen=True)
class Balance:
    """The value bar, in per cent of the first colour's chances."""

    first: float
    doubt: float  # either side, as if the playouts were independent; 0 when proven
    text: str  # both in words


@dataclass(frozen=True)
class Candidate:
    """One of the engine's best actions, seen by the side to move."""

    name: str
    cell: int  # NO_CELL for an action that is not on the board
    percent: int
    visits: int


def balance(session: Session) -> Balance | None:
    """The value bar of the last report, while there is one."""
    report = session.opinion
    if report is None or not (report.playouts or report.proven):
        return None
    value = report.value_first
    doubt = 0.0 if report.proven else 50 * SURE * sqrt((1 - value * value) / report.playouts)
    first = 50 + 50 * value
    text = WORDS["balance-proven" if report.proven else "balance"].format(
        Colour=WORDS[session.game.colours[0]], percent=round(first), doubt=ceil(doubt)
    )
    return Balance(first, doubt, text)


def candidates(session: Session) -> tuple[Candidate, ...]:
    """The most visited actions of the last report, while positions are analysed."""
    report, game = session.opinion, session.game
    if report is None or not session.analysis or session.purpose != "analyse":
        return ()
    sign = 1 if session.state.mover == 0 else -1
    found = []
    for name, visits, value, proven in report.top[:MOST_CANDIDATES]:
        try:
            action = action_named(game.board, name)
        except NotationError:
            continue
        cell = action if action < game.board.end else NO_CELL
        found.append(Candidate(name, cell, likely(sign * value, sure=proven), visits))
    return tuple(found)


def likely(value: float, *, sure: bool = False) -> int:
    """The chance in per cent of a value; 0 and 100 are for what is proven."""
    percent = round(50 + 50 * value)
    return percent if sure else min(max(percent, 1), 99)


def best_line(session: Session) -> dict[int, tuple[int, int]]:
    """The engine's best line as stones: cell -> (which stone of the line, its colour)."""
    report, game, state = session.opinion, session.game, session.state
    found: dict[int, tuple[int, int]] = {}
    if report is None or not session.line_shown:
        return found
    for number, action in enumerate(legal_line(game, state, report.line), 1):
        if action < game.board.end:
            found.setdefault(action, (number, state.mover))
        state = game.play(state, action)
    return found


def rates(session: Session) -> dict[int, tuple[str, str]]:
    """Two short texts to write on cells: per cent and visits, or the numbers of the best line."""
    if line := best_line(session):
        return {cell: (str(number), "") for cell, (number, _) in line.items()}
    shown = (c for c in candidates(session) if c.cell != NO_CELL)
    return {c.cell: (str(c.percent), short(c.visits) if c.visits else "") for c in shown}


def short(count: int) -> str:
    """``950``, ``1.2k`` or ``15k``."""
    if count < 1000:
        return str(count)
    return f"{count / 1000:.1f}k" if count < 9950 else f"{round(count / 1000)}k"
