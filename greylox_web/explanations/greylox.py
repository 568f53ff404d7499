"""The facts of Greylox: flips, groups, and the sizes of the largest ones."""

from collections.abc import Iterator
from itertools import chain

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
        joins.joins(lines),
        sight.threats(lines),
        sight.attacked_stones(lines),
        sight.cannot_flip_now(lines),
        sizes.largest(lines),
        sight.near_stones(lines),
    )


def single_facts(lines: Lines) -> Iterator[Fact]:
    """Yield the facts of a single action."""
    yield from chain(
        sight.single_flip(lines),
        sight.saved_stones(lines),
        sight.threats(lines),
        joins.single_joins(lines),
    )
