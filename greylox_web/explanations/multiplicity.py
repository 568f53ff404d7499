"""The facts of Multiplicity: factors and products."""

from collections.abc import Iterator
from itertools import chain
from math import prod

from ..rules.board import bits
from ..rules.groups import groups
from ..rules.state import State
from ..words import format_number
from . import shared
from .lines import Lines, number_list
from .model import Fact

MIN_RATIO = 1.25  # by which a fact changes the ratio of the products
LARGE_RATIO = 1.5  # if the same side leads in both lines


def facts(lines: Lines) -> Iterator[Fact]:
    """Yield the facts of the lines, the most telling first."""
    yield from chain(taken_factor(lines), shared.takes(lines), products(lines))


def single_facts(lines: Lines) -> Iterator[Fact]:
    """Yield the facts of a single action."""
    for key, side in (("only-factor", lines.mover), ("only-blocks", 1 - lines.mover)):
        for cell in bits(lines.better.turns[0].cells):
            parts = factors_at(lines, lines.state, 1 << cell, side)
            if parts and gain(parts) >= MIN_RATIO:
                yield factor_fact(lines, key, 1 << cell, parts)


def factor_fact(lines: Lines, key: str, cells: int, parts: list[int]) -> Fact:
    """Return a fact on the factor that a stone makes of groups, on a cell given as a mask."""
    counts = [part.bit_count() for part in parts]
    return lines.fact(
        key,
        cells | sum(parts),
        cell=lines.board.cell_names(cells)[0],
        size=sum(counts) + 1,
        sizes=number_list(counts),
        count=len(parts),
    )


def factors_at(lines: Lines, state: State, cells: int, side: int) -> list[int]:
    """Return the side's groups that a stone joins, on a cell given as a mask."""
    around = lines.board.neighbours(cells)
    return [group for group in groups(lines.board, state.stones[side]) if group & around]


def gain(parts: list[int]) -> float:
    """Return by how much a stone that joins these groups multiplies the product."""
    return (sum(part.bit_count() for part in parts) + 1) / prod(part.bit_count() for part in parts)


def taken_factor(lines: Lines) -> Iterator[Fact]:
    """Yield which factor is made on a cell that the best answer takes from the better turn."""
    cells = shared.taken_cells(lines)
    if cells.bit_count() != 1 or lines.reply is None:
        return
    options = []
    for key, side, state in (
        ("takes-own-factor", lines.mover, lines.state),
        ("takes-factor", 1 - lines.mover, lines.reply.before),
    ):
        parts = factors_at(lines, state, cells, side)
        if parts and gain(parts) >= MIN_RATIO:
            options.append((gain(parts), key, parts))
    if options:
        _, key, parts = max(options)
        yield factor_fact(lines, key, cells, parts)


def products(lines: Lines) -> Iterator[Fact]:
    """Yield both products after equally many turns, if they differ much."""
    later = lines.later()
    if later is None:
        return
    turns, better, played = later
    own, other = (lines.game.score(better, side) for side in (lines.mover, 1 - lines.mover))
    less, more = (lines.game.score(played, side) for side in (lines.mover, 1 - lines.mover))
    ratio = MIN_RATIO if own >= other and less <= more else LARGE_RATIO
    if own * more >= ratio * less * other:
        values = {"own": own, "other": other, "less": less, "more": more}
        numbers = {name: format_number(value) for name, value in values.items()}
        yield lines.fact("products", **numbers, turns=turns)
