"""The engine's opinion in numbers for people: the value bar and the best actions."""

from collections.abc import Sequence
from dataclasses import dataclass

from ..engine.messages import SearchReport
from ..rules import Game, NotationError
from ..rules.board import NO_CELL
from ..rules.notation.actions import parse_action
from ..rules.play import illegal_reason
from ..rules.state import State
from ..words import WORDS

MAX_CANDIDATES = 5


@dataclass(frozen=True)
class Evaluation:
    """The engine's evaluation of a position, in per cent, from the first colour's side."""

    first: float
    percent: int  # the same, rounded for display: 0 and 100 only if proven
    text: str  # the same in words


@dataclass(frozen=True)
class Candidate:
    """One of the engine's best actions, its chance from the mover's side."""

    name: str
    cell: int  # NO_CELL for an action that is not on the board
    percent: int
    visits: int


def evaluation_from_report(game: Game, report: SearchReport) -> Evaluation | None:
    """The evaluation in a report, None if it has none."""
    if not (report.playouts or report.proven):
        return None
    return make_evaluation(game, report.value_first, proven=report.proven)


def make_evaluation(game: Game, value: float, *, proven: bool) -> Evaluation:
    """The chances that a value of the first colour's is."""
    colour, percent = WORDS[game.colours[0]], win_percent(value, proven=proven)
    text = WORDS["chance-of"].format(Name=colour, percent=percent)
    if proven:
        text = WORDS["evaluation-proven"].format(Colour=colour, percent=percent)
    return Evaluation(50 + 50 * value, percent, text)


def candidates(game: Game, state: State, report: SearchReport) -> tuple[Candidate, ...]:
    """The most visited actions of a report about ``state``: its choice, then by chance."""
    sign = 1 if state.mover == 0 else -1
    ranked = []
    for name, visits, value, proven in report.top[:MAX_CANDIDATES]:
        try:
            action = parse_action(game.board, name)
        except NotationError:
            continue
        cell = action if action < game.board.end_action else NO_CELL
        ranked.append(Candidate(name, cell, win_percent(sign * value, proven=proven), visits))
    return (*ranked[:1], *sorted(ranked[1:], key=lambda one: -one.percent))


def win_percent(value: float, *, proven: bool = False) -> int:
    """The winning chance of a value in per cent; 0 and 100 only if ``proven``."""
    percent = round(50 + 50 * value)
    return percent if proven else min(max(percent, 1), 99)


def find_continuation(report: SearchReport, name: str) -> list[str]:
    """How one of the best actions would go on, as far as that was told: it comes first."""
    lines = (report.line, *report.lines)
    return next((line for line in lines if line[:1] == [name]), [])


def line_stones(game: Game, state: State, names: Sequence[str]) -> dict[int, tuple[int, int]]:
    """A line from ``state`` on, as it is drawn: cell -> (which stone of the line, its colour)."""
    stones: dict[int, tuple[int, int]] = {}
    for number, action in enumerate(legal_line(game, state, names), 1):
        if action < game.board.end_action:
            stones.setdefault(action, (number, state.mover))
        state = game.play(state, action)
    return stones


def legal_line(game: Game, state: State, names: Sequence[str]) -> tuple[int, ...]:
    """The longest legal prefix of the named actions, played from ``state``."""
    actions: list[int] = []
    for name in names:
        try:
            action = parse_action(game.board, name)
        except NotationError:
            break
        if illegal_reason(game, state, action):
            break
        actions.append(action)
        state = game.play(state, action)
    return tuple(actions)
