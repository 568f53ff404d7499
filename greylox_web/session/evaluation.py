"""The engine's evaluation as displayed: the value bar and the candidates."""

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
MIN_VISITS = 0.01  # of a candidate, as a share of the visits of the most visited one


@dataclass(frozen=True)
class DisplayedEvaluation:
    """The engine's evaluation of a position: the first colour's winning chance in per cent."""

    exact_percent: float
    percent: int  # rounded for display; 0 and 100 are reserved for proven results
    text: str  # a sentence with the percentage


@dataclass(frozen=True)
class Candidate:
    """A candidate: one of the engine's best actions, with the mover's winning chance."""

    name: str
    cell: int  # NO_CELL for END and SWAP
    percent: int
    visits: int


def evaluation_from_report(game: Game, report: SearchReport) -> DisplayedEvaluation | None:
    """Return a report's evaluation, or None if the report has no value yet."""
    if not (report.visits or report.proven):
        return None
    return make_evaluation(game, report.value_first, proven=report.proven)


def make_evaluation(game: Game, value: float, *, proven: bool) -> DisplayedEvaluation:
    """Convert a value from the first colour's side (-1 to 1) to an evaluation."""
    colour, percent = WORDS[game.colours[0]], win_percent(value, proven=proven)
    text = WORDS["chance-of"].format(Name=colour, percent=percent)
    if proven:
        text = WORDS["evaluation-proven"].format(Colour=colour, percent=percent)
    return DisplayedEvaluation(50 + 50 * value, percent, text)


def candidates(game: Game, state: State, report: SearchReport) -> tuple[Candidate, ...]:
    """Return the candidates of a report on ``state``.

    The engine's choice is first; the others follow by winning chance.  A candidate that was hardly
    tried is left out: its chance says little.
    """
    sign = 1 if state.mover == 0 else -1
    ranked: list[Candidate] = []
    least = MIN_VISITS * max((row.visits for row in report.candidates), default=0)
    for name, visits, value, proven in report.candidates[:MAX_CANDIDATES]:
        try:
            action = parse_action(game.board, name)
        except NotationError:
            continue
        if visits < least and ranked and not proven:
            continue
        cell = action if action < game.board.end_action else NO_CELL
        ranked.append(Candidate(name, cell, win_percent(sign * value, proven=proven), visits))
    return (*ranked[:1], *sorted(ranked[1:], key=lambda one: -one.percent))


def win_percent(value: float, *, proven: bool = False) -> int:
    """Convert a value to a winning chance in per cent; 0 and 100 only if ``proven``."""
    percent = round(50 + 50 * value)
    return percent if proven else min(max(percent, 1), 99)


def find_pv(report: SearchReport, name: str) -> list[str]:
    """Return a candidate's principal variation, starting with the candidate itself.

    The list is empty if the report has no such variation.
    """
    lines = (report.pv, *report.pvs)
    return next((line for line in lines if line[:1] == [name]), [])


def line_stones(game: Game, state: State, names: Sequence[str]) -> dict[int, tuple[int, int]]:
    """Return the stones of a line from ``state``: cell -> (number in the line, colour)."""
    stones: dict[int, tuple[int, int]] = {}
    for number, action in enumerate(legal_line(game, state, names), 1):
        if action < game.board.end_action:
            stones.setdefault(action, (number, state.mover))
        state = game.play(state, action)
    return stones


def legal_line(game: Game, state: State, names: Sequence[str]) -> tuple[int, ...]:
    """Return the longest prefix of the named actions that is legal from ``state``."""
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
