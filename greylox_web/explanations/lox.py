"""The facts of Lox: connections, the stones that they need, and flips."""

from collections.abc import Iterator
from itertools import chain

from ..rules.groups import flood_fill
from ..rules.state import State
from . import joins, shared, sight
from .lines import Lines, turn_name
from .model import Fact


def facts(lines: Lines) -> Iterator[Fact]:
    """Yield the facts of the lines, the most telling first."""
    yield from chain(
        connections(lines),
        sight.not_wait(lines),
        sight.saved_stones(lines),
        sight.flipped_at_once(lines),
        passes(lines),
        needs(lines),
        sight.takes(lines),
        joins.joins(lines),
        sight.threats(lines),
        sight.attacked_stones(lines),
        sight.cannot_flip_now(lines),
        sight.near_stones(lines),
    )


def single_facts(lines: Lines) -> Iterator[Fact]:
    """Yield the facts of a single action."""
    yield from chain(
        connections(lines),
        sight.single_flip(lines),
        sight.saved_stones(lines),
        sight.threats(lines),
        single_needs(lines),
    )


def connections(lines: Lines) -> Iterator[Fact]:
    """Yield who breaks, makes or allows a connection of the edges."""
    game, mover, other = lines.game, lines.mover, 1 - lines.mover
    first, played = lines.better.turns[0].after, lines.played
    threat = game.connecting_group(lines.state, other)
    if threat and not game.connecting_group(first, other):
        yield lines.fact("breaks", threat)
    own = game.connecting_group(first, mover)
    if own and not (played and game.connecting_group(played.turns[0].after, mover)):
        yield lines.fact("connects", own)
    if played is None or lines.reply is None:
        return
    theirs = game.connecting_group(lines.reply.after, other)
    replies = lines.better.turns[1:2]
    if theirs and replies and not game.connecting_group(replies[0].after, other):
        yield lines.fact("lets-connect", theirs, reply=turn_name(game, lines.reply))


def passes(lines: Lines) -> Iterator[Fact]:
    """Yield that the mover must pass in the played line only."""
    if lines.played is None:
        return
    end = lines.board.end_action
    passed = [
        any(turn.colour == lines.mover and turn.actions == (end,) for turn in line.turns)
        for line in (lines.better, lines.played)
    ]
    if passed == [False, True] and len(lines.better.turns) >= len(lines.played.turns):
        yield lines.fact("passes")


MIN_GAIN = 2  # stones or flips that a line saves
UNREACHABLE = 10**6  # more than any number of stones to connect


def need(lines: Lines, state: State, side: int) -> int:
    """Return how many stones or flips a side needs to connect its edges, as control is now.

    It may place on cells that the opponent does not control and flip stones that it controls.
    """
    board, own = lines.board, state.stones[side]
    open_cells = shared.open_cells(lines, state, side)
    first, last = lines.game.edges[side]
    reached, count = flood_fill(board, first, own), 0
    while not reached & last:
        added = (board.neighbours(reached) | first) & open_cells & ~reached
        if not added:
            return UNREACHABLE
        reached, count = flood_fill(board, reached | added, reached | added | own), count + 1
    return count


def needs(lines: Lines) -> Iterator[Fact]:
    """Yield how many stones or flips the colours need after each first turn and its answer.

    The better turn must save some, up to the ends of the lines.
    """
    turns, reply = lines.better.turns, lines.reply
    if len(turns) < 2 or reply is None or lines.played is None:
        return
    ends = (lines.better.states[-1], lines.played.states[-1])
    values, gains = dict[str, int](), list[int]()
    for side, names, sign in (
        (lines.mover, ("own", "less"), 1),
        (1 - lines.mover, ("other", "more"), -1),
    ):
        now = [need(lines, state, side) for state in (turns[1].after, reply.after)]
        at_end = [need(lines, state, side) for state in ends]
        gain, last = (sign * (counts[1] - counts[0]) for counts in (now, at_end))
        if gain < 0 or last < 0 or (gain and not last) or max(now) == UNREACHABLE or 0 in now:
            return
        gains.append(gain)
        values |= dict(zip(names, now, strict=True))
    cells = shared.taken_cells(lines)
    if min(gains) and max(gains) >= MIN_GAIN:
        yield lines.fact("needs", cells, **values)
    elif gains[0] >= MIN_GAIN:
        yield lines.fact("needs-fewer", cells, need=values["own"], less=values["less"])
    elif gains[1] >= MIN_GAIN:
        yield lines.fact("needs-more", cells, need=values["other"], less=values["more"])


def single_needs(lines: Lines) -> Iterator[Fact]:
    """Yield that a single action brings the edges closer, or keeps the opponent from it."""
    after = lines.better.turns[0].after
    for key, side, sign in (("only-closer", lines.mover, 1), ("only-longer", 1 - lines.mover, -1)):
        old, new = need(lines, lines.state, side), need(lines, after, side)
        if sign * (old - new) > 0 and max(old, new) < UNREACHABLE:
            yield lines.fact(key, lines.better.turns[0].cells, need=new, less=old)
            return
