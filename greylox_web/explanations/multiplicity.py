"""The facts of Multiplicity: factors and products."""

from collections.abc import Iterator
from itertools import chain
from math import log, prod

from ..rules.board import bits
from ..rules.groups import groups
from ..rules.state import State
from ..words import format_number
from . import shared
from .lines import Lines, number_list
from .model import Fact

MIN_RATIO = 1.2  # by which a stone multiplies a product
LARGE_RATIO = 1.5  # the same, later in a line


def facts(lines: Lines) -> Iterator[Fact]:
    """Yield the facts of the lines, the most telling first."""
    yield from chain(taken_factor(lines), changed_factors(lines), products(lines))


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


def changed_factors(lines: Lines) -> Iterator[Fact]:
    """Yield the stones that change a product much, on cells that the other side takes otherwise."""
    if lines.played is None:
        return
    own, other = lines.mover, 1 - lines.mover
    found = list[tuple[float, Fact]]()
    for line, against, key, side, is_gain in (
        (lines.better, lines.played, "factor", own, True),
        (lines.better, lines.played, "their-loss", other, False),
        (lines.played, lines.better, "their-factor", other, True),
        (lines.played, lines.better, "loss", own, False),
    ):
        taken = lines.played_by(1 - side, against)
        for turn in line.turns:
            state = turn.before
            for action in turn.actions:
                cells = 1 << action & taken
                parts = factors_at(lines, state, cells, side) if turn.colour == side else []
                ratio = gain(parts) if parts and cells else 1
                if (ratio if is_gain else 1 / ratio) >= LARGE_RATIO:
                    found.append((abs(log(ratio)), factor_fact(lines, key, cells, parts)))
                state = lines.game.play(state, action)
    yield from (fact for _, fact in sorted(found, key=lambda one: -one[0]))


def products(lines: Lines) -> Iterator[Fact]:
    """Yield the products after equally many turns, if another side leads, up to the lines' ends."""
    later = lines.later()
    if later is None or lines.played is None:
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
