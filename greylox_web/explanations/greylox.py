"""The facts of Greylox: flips, groups, and the sizes of the largest ones."""

from collections.abc import Iterator
from itertools import chain

from ..rules.state import OPENING
from ..words.explanations import EXPLANATION_WORDS
from . import joins, sight, sizes
from .lines import Line, Lines, Turn, cell_list, turn_name
from .model import Fact


def facts(lines: Lines) -> Iterator[Fact]:
    """Yield the facts of the lines, the most telling first."""
    yield from chain(
        sight.not_wait(lines),
        sight.saved_stones(lines),
        sight.flipped_at_once(lines),
        sight.takes(lines),
        first_turns(lines),
        joins.joins(lines),
        sight.threats(lines),
        sight.attacked_stones(lines),
        sight.closed(lines),
        sight.cannot_flip_now(lines),
        sizes.largest(lines),
        sight.near_stones(lines),
    )


def first_turns(lines: Lines) -> Iterator[Fact]:
    """Yield that the mover has the first turn after the opening in the better line only."""
    first, second = (
        next((turn for turn in line.turns if turn.before.phase != OPENING), None) if line else None
        for line in (lines.better, lines.played)
    )
    if lines.state.phase != OPENING or not (lines.played and first and second):
        return
    last = [turn for turn in lines.better.turns if turn.before.phase == OPENING][-1]
    if first.colour != lines.mover or second.colour == lines.mover or len(last.actions) > 1:
        return
    last_name, first_use = turn_name(lines.game, last), use(lines, lines.better, first)
    lost = second.flipped & ~lines.played_by(second.colour, lines.better) & ~first.cells
    if lost := lost & sight.protected(lines, lines.better, second.colour):
        yield lines.cells_fact("opening-flipped", lost, first.cells, last=last_name, use=first_use)
    else:
        values = {
            "last": last_name,
            "use": first_use,
            "reply_use": use(lines, lines.played, second),
        }
        yield lines.fact("opening-first", first.cells | second.cells, **values)


def use(lines: Lines, line: Line, turn: Turn) -> str:
    """Return what a line's turn of one stone or flip does, as a clause without its subject."""
    cell, side = lines.board.cell_names(turn.cells)[0], turn.colour
    saved, leaning = (
        sight.may_flip(lines, one, player) & ~sight.may_flip(lines, two, player)
        for one, two, player in (
            (turn.before, turn.after, 1 - side),
            (turn.after, turn.before, side),
        )
    )
    saved &= ~turn.flipped & sight.guarded(lines, line, 1 - side, line.turns.index(turn))
    if turn.flipped:
        return EXPLANATION_WORDS["use-flips"].format(cells=cell)
    for key, cells in (("use-protects", saved), ("use-threatens", leaning)):
        if cells:
            names = cell_list(lines.board, cells)
            return EXPLANATION_WORDS[key].format(cell=cell, cells=names)
    return EXPLANATION_WORDS["use-plays"].format(cell=cell)


def single_facts(lines: Lines) -> Iterator[Fact]:
    """Yield the facts of a single action."""
    yield from chain(
        sight.single_flip(lines),
        sight.saved_stones(lines),
        sight.threats(lines),
        joins.single_joins(lines),
    )
