"""The facts of Multiplicity: factors and products."""

from collections.abc import Iterator
from itertools import chain
from math import log, prod

from ..rules.board import bits
from ..rules.state import State
from ..words import format_number
from . import shared
from .joins import groups_beside, join_fact, sizes, total
from .lines import Lines, number_list
from .model import Fact

MIN_RATIO = 1.2  # by which a stone multiplies a product
LARGE_RATIO = 1.3  # the same, later in a line


def facts(lines: Lines) -> Iterator[Fact]:
    """Yield the facts of the lines, the most telling first."""
    yield from chain(taken_factor(lines), changed_factors(lines), products(lines))


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
    """Yield which factors are made on a cell that the best answer takes from the better turn."""
    cells = shared.taken_cells(lines)
    if cells.bit_count() != 1 or lines.reply is None:
        return
    cell = cells.bit_length() - 1
    own = groups_beside(lines, lines.state, cell, lines.mover)
    theirs = groups_beside(lines, lines.reply.before, cell, 1 - lines.mover)
    is_own, is_theirs = (bool(parts) and gain(parts) >= MIN_RATIO for parts in (own, theirs))
    if is_own and is_theirs:
        values = {"own": number_list(sizes(own)), "own_size": total(own) + 1}
        fact = factor_fact(lines, "takes-both-factors", cell, theirs, **values)
        yield fact._replace(cells=fact.cells | sum(own))
    elif is_own:
        yield factor_fact(lines, "takes-own-factor", cell, own)
    elif is_theirs:
        yield factor_fact(lines, "takes-factor", cell, theirs)


def changed_factors(lines: Lines) -> Iterator[Fact]:
    """Yield the stones that change a product much, on cells that the other side takes otherwise."""
    if lines.played is None:
        return
    own, other = lines.mover, 1 - lines.mover
    ranked = list[tuple[float, Fact]]()
    for line, against, key, side, is_gain in (
        (lines.better, lines.played, "factor", own, True),
        (lines.better, lines.played, "their-loss", other, False),
        (lines.played, lines.better, "their-factor", other, True),
        (lines.played, lines.better, "loss", own, False),
    ):
        # "after c3, Red plays there" says nothing where c3 is the cell
        taken = lines.played_by(1 - side, against) & ~lines.played.turns[0].cells
        for turn in line.turns:
            state = turn.before
            for action in turn.actions:
                is_taken = turn.colour == side and bool(taken >> action & 1)
                parts = groups_beside(lines, state, action, side) if is_taken else []
                ratio = gain(parts) if parts else 1
                if (ratio if is_gain else 1 / ratio) >= LARGE_RATIO:
                    ranked.append((abs(log(ratio)), factor_fact(lines, key, action, parts)))
                state = lines.game.play(state, action)
    yield from (fact for _, fact in sorted(ranked, key=lambda one: -one[0]))


def products(lines: Lines) -> Iterator[Fact]:
    """Yield the products after equally many turns, if another side leads, up to the lines' ends."""
    later = lines.later()
    if later is None or lines.played is None or lines.better.is_over or lines.played.is_over:
        return
    turns, better, played = later
    own, other = (lines.game.score(better, side) for side in (lines.mover, 1 - lines.mover))
    ahead = [_lead(lines, state) > 0 for state in (better, lines.better.states[-1])]
    behind = [_lead(lines, state) < 0 for state in (played, lines.played.states[-1])]
    if all(ahead) and all(behind):
        values = {"own": format_number(own), "other": format_number(other)}
        yield lines.fact("products", **values, turns=turns)


def _lead(lines: Lines, state: State) -> int:
    """Return by how much the mover's product is larger than the opponent's."""
    return lines.game.score(state, lines.mover) - lines.game.score(state, 1 - lines.mover)
