"""Facts of games in which groups decide: who joins which groups, and where they stay apart."""

from collections.abc import Iterator
from typing import NamedTuple

from ..rules.board import bits
from ..rules.groups import flood_fill, groups
from ..rules.state import State
from .lines import Line, Lines, number_list
from .model import Fact
from .shared import taken_cells

MIN_STONES = 2  # in each group: single stones decide nothing
MIN_TOTAL = 5  # stones in groups that are joined or stay apart later in a line


def joins(lines: Lines) -> Iterator[Fact]:
    """Yield the groups that are joined in one line only, the nearest first."""
    if lines.played is None:
        return
    mover, other = lines.mover, 1 - lines.mover
    yield from _taken(lines)
    found = [
        (join, key)
        for key, line, against, side in (
            ("joins", lines.better, lines.played, mover),
            ("parts", lines.played, lines.better, other),
        )
        for join in joined_only(lines, line, against, side)
    ]
    for join, key in sorted(found):
        sizes = number_list(part.bit_count() for part in join.parts)
        cell = lines.board.cell_names(join.cell)[0]
        yield lines.fact(key, join.cell | sum(join.parts), sizes=sizes, cell=cell)


def _taken(lines: Lines) -> Iterator[Fact]:
    """Yield that the best answer, on a cell of the better turn, joins groups or cuts them."""
    cells, reply = taken_cells(lines), lines.reply
    if cells.bit_count() != 1 or reply is None:
        return
    theirs = groups_beside(lines, reply.before, cells, reply.colour)
    own = groups_beside(lines, lines.state, cells, lines.mover)
    assert lines.played is not None
    for key, parts in (("takes-joins", theirs), ("takes-cuts", own)):
        if key == "takes-cuts" and not _stay_apart(lines, lines.played, lines.mover, own):
            continue
        if len(parts) > 1:
            sizes = number_list(part.bit_count() for part in parts)
            name = lines.board.cell_names(cells)[0]
            yield lines.fact(key, cells | sum(parts), cell=name, sizes=sizes)
            return


def groups_beside(lines: Lines, state: State, cells: int, side: int) -> list[int]:
    """Return the side's groups that touch cells, without small ones."""
    around = lines.board.neighbours(cells)
    return [group for group in _large_groups(lines, state, side) if group & around]


def _large_groups(lines: Lines, state: State, side: int) -> list[int]:
    all_groups = groups(lines.board, state.stones[side])
    return [group for group in all_groups if group.bit_count() >= MIN_STONES]


class Join(NamedTuple):
    """Groups that a turn of a line joins."""

    turn: int  # its index in the line
    cell: int  # the mask of the cell where it joins them
    parts: list[int]  # the groups, as they were before the line


def joined_only(lines: Lines, line: Line, against: Line, side: int) -> Iterator[Join]:
    """Yield the groups that a side joins for good in a line and never in the other, as long."""
    old = _large_groups(lines, lines.state, side)
    for index, turn in enumerate(line.turns[: len(against.turns)]):
        if turn.colour != side:
            continue
        for whole in groups(lines.board, turn.after.stones[side]):
            parts = [group for group in old if not group & ~whole]
            size = sum(group.bit_count() for group in parts)
            if len(parts) < 2 or size < MIN_TOTAL or not _stay_apart(lines, against, side, parts):
                continue
            last = flood_fill(lines.board, parts[0], line.turns[-1].after.stones[side])
            if not sum(parts) & ~last and turn.cells & whole:
                yield Join(index, turn.cells & whole, parts)
                old = [group for group in old if group not in parts]


def _stay_apart(lines: Lines, line: Line, side: int, parts: list[int]) -> bool:
    """Return whether a line never joins any two of the groups."""
    for state in line.states:
        for part in parts:
            whole = flood_fill(lines.board, part, state.stones[side])
            if sum(bool(whole & other) for other in parts) > 1:
                return False
    return True


def single_joins(lines: Lines) -> Iterator[Fact]:
    """Yield the groups that a stone of a turn joins, or keeps apart."""
    own, other = lines.mover, 1 - lines.mover
    controls = lines.game.controlled(lines.state)
    closed = controls[own] if controls else 0  # to the other side
    for key, side, cells in (
        ("only-joins", own, lines.better.turns[0].cells),
        ("only-apart", other, lines.better.turns[0].cells & ~closed),
    ):
        for cell in bits(cells):
            beside = groups_beside(lines, lines.state, 1 << cell, side)
            if len(beside) > 1:
                sizes = number_list(group.bit_count() for group in beside)
                name = lines.board.cell_name(cell)
                yield lines.fact(key, 1 << cell | sum(beside), sizes=sizes, cell=name)
