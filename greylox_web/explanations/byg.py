"""The facts of Byg: groups that join, and how many stones a turn may have."""

from collections.abc import Iterator
from itertools import chain

from ..rules.games.byg import MAX_STONES_PER_TURN
from ..rules.groups import groups
from ..rules.state import State
from . import joins, sizes
from .lines import Lines
from .model import Fact


def facts(lines: Lines) -> Iterator[Fact]:
    """Yield the facts of the lines, the most telling first."""
    yield from chain(joins.joins(lines), joins.room(lines), allowance(lines), sizes.largest(lines))


def single_facts(lines: Lines) -> Iterator[Fact]:
    """Yield the facts of a single action."""
    yield from joins.single_joins(lines)


def stones(lines: Lines, state: State) -> int:
    """Return how many stones the mover of the lines may place in a turn."""
    return min(MAX_STONES_PER_TURN, len(groups(lines.board, state.stones[lines.mover])))


def allowance(lines: Lines) -> Iterator[Fact]:
    """Yield that the mover may place fewer stones in the next turn of the played line."""
    if lines.reply is None or len(lines.better.turns) < 2 or lines.better.is_over:
        return
    more, fewer = stones(lines, lines.better.turns[1].after), stones(lines, lines.reply.after)
    if more > fewer:
        yield lines.fact("allowance", count=fewer, more=more)
