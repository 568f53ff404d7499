"""The facts of Greylox: flips, groups, and who holds the cells in the end."""

from collections.abc import Iterator
from itertools import chain

from . import joins, shared, sight, sizes
from .lines import Lines
from .model import Fact


def facts(lines: Lines) -> Iterator[Fact]:
    """Yield the facts of the lines, the most telling first."""
    yield from chain(
        sight.not_wait(lines),
        sight.flipped_at_once(lines),
        sight.takes(lines),
        joins.joins(lines),
        shared.takes(lines),
        sight.saved_stones(lines),
        sight.lost_stones(lines),
        sight.won_stones(lines),
        sight.threats(lines),
        sizes.largest(lines),
        sight.holders(lines),
    )


def single_facts(lines: Lines) -> Iterator[Fact]:
    """Yield the facts of a single action."""
    yield from chain(
        sight.single_flip(lines),
        sight.saved_stones(lines),
        sight.threats(lines),
        joins.single_joins(lines),
    )
