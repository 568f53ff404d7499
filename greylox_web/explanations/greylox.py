"""The facts of Greylox: flips, groups, and the sizes of the largest ones."""

from collections.abc import Iterator
from itertools import chain

from ..rules.state import OPENING
from . import joins, sight, sizes
from .lines import Lines
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
    if lines.state.phase != OPENING or first is None or second is None:
        return
    if first.colour == lines.mover and second.colour != lines.mover:
        lost = second.flipped & ~lines.played_by(second.colour, lines.better)
        if lost:
            yield lines.cells_fact("opening-flipped", lost)
        elif first.flipped:
            yield lines.cells_fact("opening-flips", first.flipped)
        else:
            yield lines.fact("opening-first")


def single_facts(lines: Lines) -> Iterator[Fact]:
    """Yield the facts of a single action."""
    yield from chain(
        sight.single_flip(lines),
        sight.saved_stones(lines),
        sight.threats(lines),
        joins.single_joins(lines),
    )
