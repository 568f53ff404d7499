"""The facts of Lox: connections, the stones that they need, and flips."""

from collections.abc import Iterator
from itertools import chain

from ..rules.state import State
from . import shared, sight
from .lines import Lines, turn_name
from .model import Fact


def facts(lines: Lines) -> Iterator[Fact]:
    """Yield the facts of the lines, the most telling first."""
    yield from chain(
        connections(lines),
        sight.not_wait(lines),
        sight.flipped_at_once(lines),
        passes(lines),
        sight.takes(lines),
        shared.takes(lines),
        sight.saved_stones(lines),
        needs(lines),
        sight.lost_stones(lines),
        sight.won_stones(lines),
        sight.threats(lines),
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


def needs(lines: Lines) -> Iterator[Fact]:
    """Yield how many stones the colours need to connect, if the better line changes that."""
    later = lines.later()
    if later is None:
        return
    turns, better, played = later
    own, other = lines.mover, 1 - lines.mover
    own_needs, other_needs = (
        [need(lines, state, side) for state in (better, played)] for side in (own, other)
    )
    own_gain, other_gain = own_needs[1] - own_needs[0], other_needs[0] - other_needs[1]
    if min(own_gain, other_gain) < 0:
        return
    for key, cut_key, gain, (ours, theirs) in (
        ("needs-fewer", "needs-fewer-cut", own_gain, own_needs),
        ("needs-more", "needs-more-cut", other_gain, other_needs),
    ):
        if not min(ours, theirs):  # connected
            continue
        if max(ours, theirs) == UNREACHABLE and gain:
            yield lines.fact(cut_key, turns=turns)
        elif gain >= MIN_GAIN or (gain and min(ours, theirs) <= FEW_STONES):
            yield lines.fact(key, need=ours, less=theirs, turns=turns)


MIN_GAIN, FEW_STONES = 2, 3
UNREACHABLE = 10**6  # more than any number of stones to connect


def need(lines: Lines, state: State, side: int) -> int:
    """Return the number of stones that a side needs to connect its edges."""
    stones = lines.game.interim_score(state, side)
    return UNREACHABLE if stones is None else stones


def single_needs(lines: Lines) -> Iterator[Fact]:
    """Yield that a single action brings the edges closer, or keeps the opponent from it."""
    after = lines.better.turns[0].after
    for key, side, sign in (("only-closer", lines.mover, 1), ("only-longer", 1 - lines.mover, -1)):
        old, new = need(lines, lines.state, side), need(lines, after, side)
        if sign * (old - new) > 0 and max(old, new) < UNREACHABLE:
            yield lines.fact(key, lines.better.turns[0].cells, need=new, less=old)
            return
