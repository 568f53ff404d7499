"""The facts of Lox: connections, the stones that they need, and flips."""

from collections.abc import Iterator
from itertools import chain

from ..rules.groups import stones_to_connect
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
        sight.closed(lines),
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
    own = state.stones[side]
    blocked = lines.board.cells & ~(own | shared.open_cells(lines, state, side))
    count = stones_to_connect(lines.board, own, blocked, *lines.game.edges[side])
    return UNREACHABLE if count is None else count


def needs(lines: Lines) -> Iterator[Fact]:
    """Yield how many stones or flips a colour still needs before its next turn, in each line.

    It must be the number that a reader would count: that next turn lowers it by one in both lines.
    The better turn must save some, up to the ends of the lines.
    """
    if lines.played is None:
        return
    cells = shared.taken_cells(lines)
    for key, side, sign, index in (
        ("needs-fewer", lines.mover, 1, 2),
        ("needs-more", 1 - lines.mover, -1, 1),
    ):
        both = (lines.better, lines.played)
        if any(len(line.states) < index + 2 or len(line.turns) < index for line in both):
            continue
        now, then = (
            [need(lines, line.states[number], side) for line in both]
            for number in (index, index + 1)
        )
        last = [need(lines, line.states[-1], side) for line in both]
        is_counted = all(one == two + 1 and two for one, two in zip(now, then, strict=True))
        gain, at_end = (sign * (counts[1] - counts[0]) for counts in (now, last))
        if is_counted and gain >= MIN_GAIN and at_end > 0:
            yield lines.fact(key, cells, need=now[0], less=now[1])
            return


def single_needs(lines: Lines) -> Iterator[Fact]:
    """Yield that a single action brings the edges closer, or keeps the opponent from it."""
    after = lines.better.turns[0].after
    for key, side, sign in (("only-closer", lines.mover, 1), ("only-longer", 1 - lines.mover, -1)):
        old, new = need(lines, lines.state, side), need(lines, after, side)
        if sign * (old - new) > 0 and max(old, new) < UNREACHABLE:
            yield lines.fact(key, lines.better.turns[0].cells, need=new, less=old)
            return
