"""The facts of Multiplicity: factors and products."""

from collections.abc import Iterator
from itertools import chain, pairwise
from math import ceil, floor, prod
from typing import NamedTuple

from ..rules.board import bits
from ..rules.groups import flood_fill
from ..rules.state import State
from ..words import format_number
from . import shared
from .joins import groups_beside, join_fact, sizes, total
from .lines import Line, Lines, number_list
from .model import Fact

MIN_RATIO = 1.2  # by which a stone multiplies a product
LARGE_RATIO = 1.3  # the same, later in a line
MUCH_WORSE = 1.75  # how much larger a loss is than the largest one of the other line
EPSILON = 1e-9
MIN_LATER = 2  # turns before one that is said to come later


def facts(lines: Lines) -> Iterator[Fact]:
    """Yield the facts of the lines, the most telling first."""
    yield from chain(
        taken_factor(lines),
        larger_gain(lines),
        falls(lines),
        later_factors(lines),
        losses(lines),
        products(lines),
    )


def single_facts(lines: Lines) -> Iterator[Fact]:
    """Yield the facts of a single action."""
    for key, side in (("only-factor", lines.mover), ("only-blocks", 1 - lines.mover)):
        for cell in bits(lines.better.turns[0].cells):
            parts = groups_beside(lines, lines.state, cell, side)
            if parts and gain(parts) >= MIN_RATIO:
                yield factor_fact(lines, key, cell, parts)


def factor_fact(lines: Lines, key: str, cell: int, parts: list[int], **values: object) -> Fact:
    """Return a fact on the factor that a stone makes of groups."""
    product = prod(sizes(parts))
    counts = {"size": total(parts) + 1, "count": len(parts), "product": product}
    return join_fact(lines, key, cell, parts, **counts, **values)


def gain(parts: list[int]) -> float:
    """Return by how much a stone that joins these groups multiplies the product."""
    return (total(parts) + 1) / prod(sizes(parts))


def taken_factor(lines: Lines) -> Iterator[Fact]:
    """Yield which factors are made on a cell that the best answer takes from the better turn.

    A played turn that gains more than this cell gives both sides must be one that can wait.  What
    the opponent's answer to the better turn makes as well is not prevented, nor may the better turn
    cost the mover more than it prevents.
    """
    cells = shared.taken_cells(lines)
    if cells.bit_count() != 1 or lines.reply is None:
        return
    cell = cells.bit_length() - 1
    own = groups_beside(lines, lines.state, cell, lines.mover)
    theirs = groups_beside(lines, lines.reply.before, cell, 1 - lines.mover)
    is_own, is_theirs = (bool(parts) and gain(parts) >= MIN_RATIO for parts in (own, theirs))
    is_theirs = is_theirs and is_prevented(lines, theirs, at_once=True)
    contested = (gain(own) if is_own else 1) * (gain(theirs) if is_theirs else 1)
    if is_theirs and gain(theirs) * turn_gain(lines, lines.better) <= 1:
        return
    waiting = [*shared.can_wait(lines)]
    is_less = contested < turn_gain(lines, lines.played)
    if is_less and not waiting:
        return
    if is_own and is_theirs:
        values = {"own": number_list(sizes(own)), "own_size": total(own) + 1}
        fact = factor_fact(lines, "takes-both-factors", cell, theirs, **values)
        yield fact._replace(cells=fact.cells | sum(own))
    elif is_own:
        yield factor_fact(lines, "takes-own-factor", cell, own)
    elif is_theirs:
        yield factor_fact(lines, "takes-factor", cell, theirs)
    if is_less and (is_own or is_theirs):
        yield from waiting


def is_prevented(lines: Lines, parts: list[int], *, at_once: bool = False) -> bool:
    """Return whether the opponent's groups do not grow in the better line as if they joined.

    ``at_once``: by the first stone of the answer.
    """
    states = lines.better.states
    last = states[: len(lines.better.turns[0].actions) + 2][-1] if at_once else states[-1]
    return stay_small(lines, parts, last.stones[1 - lines.mover])


def stay_small(lines: Lines, parts: list[int], stones: int) -> bool:
    """Return whether none of the groups is larger among ``stones`` than all of them together."""
    wholes = [flood_fill(lines.board, part & stones, stones) for part in parts]
    return all(whole.bit_count() <= total(parts) for whole in wholes)


def turn_gain(lines: Lines, line: Line | None) -> float:
    """Return by how much the first turn of a line multiplies the mover's product."""
    if line is None:
        return 1
    turn, score = line.turns[0], lines.game.score
    return score(turn.after, lines.mover) / score(turn.before, lines.mover)


def later_factors(lines: Lines) -> Iterator[Fact]:
    """Yield the factors that a side makes where the other side plays at another time otherwise.

    The mover's are made by the better turn, and the groups grow as large nowhere in the played
    line.  The opponent's are made by the best answer, or later where the better turn plays; the
    groups grow as large nowhere in the better line.
    """
    if lines.played is None or lines.reply is None:
        return
    own, other, first = lines.mover, 1 - lines.mover, lines.better.turns[0]
    taken = lines.played_by(other, lines.played) & ~lines.reply.cells
    for cell in bits(first.cells & taken):
        parts = groups_beside(lines, lines.state, cell, own)
        is_lost = stay_small(lines, parts, lines.played.states[-1].stones[own])
        if parts and gain(parts) >= LARGE_RATIO and is_lost:
            yield factor_fact(lines, "factor", cell, parts)
    own_cells = lines.played_by(own, lines.better) & ~lines.played.turns[0].cells
    for index, turn in enumerate(lines.played.turns):
        if turn.colour != other or (index == 1 and turn.cells & first.cells):
            continue
        for cell in bits(turn.cells & (own_cells if index == 1 else own_cells & first.cells)):
            parts = groups_beside(lines, turn.before, cell, other)
            # the reader sees the groups on the board
            is_seen = not sum(parts) & ~lines.state.stones[other]
            is_seen = is_seen and is_prevented(lines, parts)
            if parts and gain(parts) >= LARGE_RATIO and is_seen:
                key = "their-factor" if index == 1 else "their-factor-later"
                yield factor_fact(lines, key, cell, parts)


def larger_gain(lines: Lines) -> Iterator[Fact]:
    """Yield which factor the better turn makes, if it gains much more than the played one.

    The mover does not play there later in the played line, nor do the groups grow as large.
    """
    if lines.played is None:
        return
    for cell in bits(lines.better.turns[0].cells & ~lines.played_by(lines.mover, lines.played)):
        parts = groups_beside(lines, lines.state, cell, lines.mover)
        is_lost = stay_small(lines, parts, lines.played.states[-1].stones[lines.mover])
        if (
            parts
            and is_lost
            and gain(parts) >= LARGE_RATIO * max(1, turn_gain(lines, lines.played))
        ):
            yield factor_fact(lines, "larger-gain", cell, parts)


MIN_FALL = 2.0  # by which turns together divide a product


def falls(lines: Lines) -> Iterator[Fact]:
    """Yield several turns that lower a product: the mover's in the played line, or the opponent's.

    The opponent's are in the better line.  In the other line, to its last stone, the side's turns
    never lower it, or by much less.
    """
    if lines.played is None:
        return
    count = min(len(lines.better.turns), len(lines.played.turns))
    for key, smaller_key, side, line, against in (
        ("fall", "fall-smaller", lines.mover, lines.played, lines.better),
        ("their-fall", "their-fall-smaller", 1 - lines.mover, lines.better, lines.played),
    ):
        ratios = {
            turn.cells: _fall(lines, turn.before, turn.after, side)
            for turn in line.turns[1:count]
            if turn.colour == side and turn.cells.bit_count() == 1
        }
        lowering = {cells: ratio for cells, ratio in ratios.items() if ratio > 1}
        together = prod(lowering.values())
        least = prod(
            max(1, _fall(lines, before, after, side)) for before, after in pairwise(against.states)
        )
        factor, less = floor(together + EPSILON), ceil(least - EPSILON)
        is_much = together >= MIN_FALL and together >= least * MUCH_WORSE and factor > less
        if len(lowering) > 1 and is_much:
            name = key if least == 1 else smaller_key
            yield lines.cells_fact(name, sum(lowering), factor=factor, less=less)
            return


def _fall(lines: Lines, before: State, after: State, side: int) -> float:
    """Return by how much a product is divided from a position to another."""
    return lines.game.score(before, side) / lines.game.score(after, side)


class Loss(NamedTuple):
    """A stone that joins groups of its own colour into one that is worth less."""

    ratio: float
    turn: int  # its index in the line
    cell: int
    parts: list[int]


def largest_loss(lines: Lines, line: Line, side: int, count: int) -> Loss:
    """Return the largest loss of a side in the first turns of a line."""
    worst = Loss(1, 0, -1, [])
    for index, turn in enumerate(line.turns[:count]):
        cell = turn.cells.bit_length() - 1
        if turn.colour == side and turn.cells.bit_count() == 1:
            parts = groups_beside(lines, turn.before, cell, side)
            if parts and 1 / gain(parts) > worst.ratio:
                worst = Loss(1 / gain(parts), index, cell, parts)
    return worst


def any_loss(lines: Lines, line: Line, side: int) -> Loss:
    """Return the largest loss of a side in a line, to its last stone."""
    worst = Loss(1, 0, -1, [])
    for before, after in pairwise(line.states):
        placed = after.stones[side] & ~before.stones[side]
        cell = placed.bit_length() - 1
        parts = groups_beside(lines, before, cell, side) if placed else []
        if parts and 1 / gain(parts) > worst.ratio:
            worst = Loss(1 / gain(parts), 0, cell, parts)
    return worst


def losses(lines: Lines) -> Iterator[Fact]:
    """Yield the largest loss of the mover in the played line, of the opponent in the better one.

    In the other line, to its last stone, the side has none, or a much smaller one, which is stated
    as well.  The mover's own loss is the more telling one.  Nothing is said of losses if the mover
    leads at the end of the played line only.
    """
    if lines.played is None:
        return
    count = min(len(lines.better.turns), len(lines.played.turns))
    ends = (lines.lead(one.states[-1]) for one in (lines.better, lines.played))
    is_contrary = [end > 0 for end in ends] == [False, True]
    ranked = list[tuple[bool, bool, Fact]]()
    for key, smaller_key, side, line, against in (
        ("loss", "loss-smaller", lines.mover, lines.played, lines.better),
        ("their-loss", "their-loss-smaller", 1 - lines.mover, lines.better, lines.played),
    ):
        worst, other = largest_loss(lines, line, side, count), any_loss(lines, against, side)
        is_soon, is_none = worst.turn < MIN_LATER, not other.parts
        least = LARGE_RATIO if is_none else other.ratio * MUCH_WORSE
        if worst.ratio < least or (is_soon and not is_none) or is_contrary:
            continue
        name = f"now-{key}" if is_soon else key if is_none else smaller_key
        values = {"more": prod(sizes(other.parts)), "less": total(other.parts) + 1}
        fact = factor_fact(lines, name, worst.cell, worst.parts, **values)
        ranked.append((is_none, side == lines.mover, fact))
    yield from (fact for *_, fact in sorted(ranked, key=lambda one: one[:2], reverse=True))


def products(lines: Lines) -> Iterator[Fact]:
    """Yield the products after equally many turns, if another side leads, up to the lines' ends."""
    later = lines.later()
    if later is None or lines.played is None or lines.better.is_over or lines.played.is_over:
        return
    turns, better, played = later
    own, other = lines.scores(better)
    ahead = [lines.lead(state) > 0 for state in (better, lines.better.states[-1])]
    behind = [lines.lead(state) < 0 for state in (played, lines.played.states[-1])]
    if all(ahead) and all(behind):
        less, more = lines.scores(played)
        numbers = {"own": own, "other": other, "less": less, "more": more}
        values = {name: format_number(number) for name, number in numbers.items()}
        yield lines.fact("products", **values, turns=turns)
