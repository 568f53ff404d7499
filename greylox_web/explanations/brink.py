"""The facts of Brink: groups that join or stay apart, and on which side of X a lead is."""

from collections.abc import Iterator
from itertools import chain

from . import joins, sizes
from .lines import Lines
from .model import Fact


def facts(lines: Lines) -> Iterator[Fact]:
    """Yield the facts of the lines, the most telling first."""
    joined = [*joins.joins(lines)]
    so_far = sizes_so_far(lines) if joined else ()
    yield from chain(joined[:1], so_far, joined[1:], joins.room(lines), leads(lines))


def single_facts(lines: Lines) -> Iterator[Fact]:
    """Yield the facts of a single action."""
    yield from joins.single_joins(lines)


def sizes_so_far(lines: Lines) -> Iterator[Fact]:
    """Yield the sizes of the largest groups before the turn: a group that grows is beside them."""
    own, other = lines.scores(lines.state)
    if max(own, other) >= joins.MIN_TOTAL and min(own, other) >= joins.MIN_STONES:
        yield lines.fact("sizes-so-far", own=own, other=other)


def leads(lines: Lines) -> Iterator[Fact]:
    """Yield on which side of X the lead is after equally many turns, late in the game."""
    later = lines.later()
    if later is None or not sizes.is_late(lines):
        return
    turns, better, played = later
    margin = lines.game.margin
    ours, theirs = lines.lead(better), lines.lead(played)
    values = {"x": margin, "turns": turns, "lead": abs(ours), "less": abs(theirs)}
    if ours >= margin and 0 < theirs < margin:
        yield lines.fact("lead-enough", **values)
    elif ours >= margin > -theirs and theirs <= 0:
        yield lines.fact("lead-won", **values)
    elif -margin < ours < 0 and -theirs >= margin:
        yield lines.fact("lead-short", **values)
    elif -margin < ours < 0 < theirs < margin:
        yield lines.fact("lead-smaller", **values)
