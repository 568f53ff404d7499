"""Facts of games in which groups decide: who joins which groups, and where they stay apart."""

from collections.abc import Iterator
from itertools import combinations
from typing import NamedTuple

from ..rules.board import bits
from ..rules.groups import flood_fill, groups
from ..rules.state import State
from ..words.explanations import EXPLANATION_WORDS
from .lines import Line, Lines, cell_list, number_list
from .model import Fact
from .shared import open_cells, taken_cells
from .sizes import is_late

MIN_STONES = 2  # in each group
MIN_ROOM, MAX_CRAMPED = 3, 5  # vacant cells that a stone gives to a group; that it leaves
MAX_RATIO = 12  # of the largest group that is joined to all others: a larger one hardly grows
MIN_ANSWERED = 3  # stones in each group that an answer might join and does not
MIN_TOTAL = 5  # in all groups that are joined; with as many, one may be a single stone


def joins(lines: Lines) -> Iterator[Fact]:
    """Yield the groups that are joined in one line only, the nearest first."""
    if lines.played is None:
        return
    mover, other = lines.mover, 1 - lines.mover
    yield from _taken(lines)
    keyed_joins = [
        (join, flip_key if join.is_flip else key)
        for key, flip_key, line, against, side in (
            ("joins", "joins-flip", lines.better, lines.played, mover),
            ("parts", "parts-flip", lines.played, lines.better, other),
        )
        for join in joined_only(lines, line, against, side)
        if join.is_flip or (join.turn != 1 and lines.better.turns[0].cells >> join.cell & 1)
    ]
    for join, key in sorted(keyed_joins):
        yield join_fact(lines, key, join.cell, join.parts)


def _taken(lines: Lines) -> Iterator[Fact]:
    """Yield what the best answer does on a cell of the better turn: groups join, or are cut.

    That the opponent's groups join says nothing if they may join after the better turn as well;
    nor that the mover's are cut, if they join later or another stone may join them then.
    """
    if lines.played is None or lines.reply is None:
        return
    facts, least = list[tuple[int, Fact]](), MIN_TOTAL if is_late(lines) else MIN_STONES
    for cell in bits(taken_cells(lines)):
        theirs = groups_beside(lines, lines.reply.before, cell, 1 - lines.mover)
        own = groups_beside(lines, lines.state, cell, lines.mover)
        if not (is_gain(theirs) and _keeps_apart(lines, 1 - lines.mover, theirs)):
            theirs = []
        is_cut = _stay_apart(lines, lines.played, lines.mover, own)
        is_parted = are_apart(lines, lines.reply.after, lines.mover, own)
        is_parted = is_parted and _never_joined(lines, lines.played, lines.mover, own)
        if not (is_gain(own) and (is_cut or (theirs and is_parted))):
            own = []
        stones = total(own) + total(theirs)
        if stones < least:
            continue
        if own and theirs:
            key = "takes-joins-cuts" if is_cut else "takes-joins-both"
            both = {"own": number_list(sizes(own)), "own_joins": joins_text(lines, cell, own)}
            fact = join_fact(lines, key, cell, theirs, **both)
            facts.append((stones, fact._replace(cells=fact.cells | sum(own))))
        else:
            key = "takes-joins" if theirs else "takes-cuts"
            facts.append((stones, join_fact(lines, key, cell, own or theirs)))
    yield from (fact for _, fact in sorted(facts, key=lambda one: -one[0]))


def _keeps_apart(lines: Lines, side: int, parts: list[int]) -> bool:
    """Return whether the side's largest groups, two or more, stay apart in the better line.

    No single stone joins them after the better turn, or at the end of the line; or they are large,
    and the side's whole answer does not join them.
    """
    if len(parts) < 2 or _stay_apart(lines, lines.better, side, parts):
        return len(parts) > 1
    second, turns = sorted(sizes(parts))[-2], lines.better.turns
    largest = [part for part in parts if part.bit_count() >= second]
    if any(lines.game.edges) or not _never_joined(lines, lines.better, side, largest):
        return False  # with edges, groups of any size may connect them
    is_answered = len(turns) > 1 and second >= MIN_ANSWERED
    return is_answered or are_apart(lines, turns[0].after, side, largest)


def is_gain(parts: list[int]) -> bool:
    """Return whether groups join, and the largest of them grows by much."""
    rest = total(parts) - max(sizes(parts), default=0)
    return len(parts) > 1 and rest * MAX_RATIO >= max(sizes(parts))


def room(lines: Lines) -> Iterator[Fact]:
    """Yield that a stone where both sides want to play leaves a group much more or less room.

    The room of a group is the vacant cells beside it, here where every vacant cell is open.  In
    both lines it is the same group: it grows by that stone, or not at all.  No other stone of the
    two turns takes room from it.
    """
    if lines.reply is None:
        return
    first, reply = lines.better.turns[0].after, lines.reply
    others = (lines.better.turns[0].cells | reply.cells) & ~taken_cells(lines)
    facts = list[tuple[int, Fact]]()
    for cell in bits(taken_cells(lines)):
        for key, side, before, free, closed in (
            ("takes-room", lines.mover, lines.state, first, reply.after),
            ("takes-hems", 1 - lines.mover, reply.before, reply.after, first),
        ):
            beside = groups_beside(lines, before, cell, side)
            group = beside[0] if len(beside) == 1 else 0
            if group.bit_count() < MIN_STONES:
                continue
            wholes = [flood_fill(lines.board, group, one.stones[side]) for one in (free, closed)]
            if wholes != [group | 1 << cell, group]:
                continue
            if lines.board.neighbours(wholes[0]) & others:
                continue
            more, less = (
                (lines.board.neighbours(whole) & lines.board.cells & ~one.occupied).bit_count()
                for whole, one in zip(wholes, (free, closed), strict=True)
            )
            if more - less >= MIN_ROOM and 0 < less <= MAX_CRAMPED:
                at = lines.board.cell_names(group & lines.board.neighbours(1 << cell))[0]
                values = {"cell": lines.board.cell_name(cell), "at": at, "more": more}
                fact = lines.fact(key, group | 1 << cell, **values, less=less)
                facts.append(((more - less) * group.bit_count(), fact))
    yield from (fact for _, fact in sorted(facts, key=lambda one: -one[0]))


def groups_beside(lines: Lines, state: State, cell: int, side: int) -> list[int]:
    """Return the side's groups that touch a cell."""
    around = lines.board.neighbours(1 << cell)
    return [group for group in groups(lines.board, state.stones[side]) if group & around]


def sizes(parts: list[int]) -> list[int]:
    """Return the sizes of groups."""
    return [part.bit_count() for part in parts]


def total(parts: list[int]) -> int:
    """Return the number of stones in groups."""
    return sum(sizes(parts))


def is_worth_joining(parts: list[int]) -> bool:
    """Return whether a stone that joins these groups matters."""
    return len(parts) > 1 and (total(parts) >= MIN_TOTAL or min(sizes(parts)) >= MIN_STONES)


def join_fact(lines: Lines, key: str, cell: int, parts: list[int], **values: object) -> Fact:
    """Return a fact on the groups that a cell joins."""
    values = {"cell": lines.board.cell_name(cell), "sizes": number_list(sizes(parts)), **values}
    return lines.fact(key, 1 << cell | sum(parts), joins=joins_text(lines, cell, parts), **values)


def joins_text(lines: Lines, cell: int, parts: list[int]) -> str:
    """Return what a stone on a cell joins into what, as a clause without its subject.

    A group of one stone is named by its cell.
    """
    single = sum(part for part in parts if part.bit_count() == 1)
    large = [part for part in parts if part.bit_count() > 1]
    key = "join-groups" if not single else "join-stones" if not large else "join-mixed"
    if single and len(large) == 1:
        key = "join-stone"
    values = {"stones": cell_list(lines.board, single), "sizes": number_list(sizes(large))}
    return EXPLANATION_WORDS[key].format(**values, size=total(parts) + 1)


class Join(NamedTuple):
    """Groups that a turn of a line joins."""

    turn: int  # its index in the line
    cell: int  # where it joins them
    parts: list[int]  # the groups, as they are before the turn
    is_flip: bool  # whether the stone that joins them is flipped


def joined_only(lines: Lines, line: Line, against: Line, side: int) -> Iterator[Join]:
    """Yield the groups that a side joins for good in a line and never in the other, as long.

    They are groups of two stones or more on the board before both lines, and the side does not play
    on the cell in the other line.
    """
    stones = lines.state.stones[side]
    old = sum(g for g in groups(lines.board, stones) if g.bit_count() >= MIN_STONES)
    last = line.turns[-1].after.stones[side]
    for index, turn in enumerate(line.turns[: len(against.turns)]):
        if turn.colour != side:
            continue
        for cell in bits(turn.cells & last & ~lines.played_by(side, against)):
            beside = groups_beside(lines, turn.before, cell, side)
            parts = [part for part in beside if (part & old).bit_count() >= MIN_STONES]
            if len(parts) < 2 or total(parts) < MIN_TOTAL or sum(parts) & ~stones:
                continue
            is_kept = not sum(parts) & ~flood_fill(lines.board, 1 << cell, last)
            if is_kept and _stay_apart(lines, against, side, parts):
                old &= ~sum(parts)
                yield Join(index, cell, parts, bool(turn.flipped >> cell & 1))


def _stay_apart(lines: Lines, line: Line, side: int, parts: list[int]) -> bool:
    """Return whether a line never joins any two of the groups, nor could a stone at its end.

    None of their stones is flipped.
    """
    is_whole = line.keeps(side, sum(parts)) == sum(parts)
    is_apart = is_whole and _never_joined(lines, line, side, parts)
    return is_apart and end_apart(lines, line, side, parts)


def _never_joined(lines: Lines, line: Line, side: int, parts: list[int]) -> bool:
    """Return whether a line never joins any two of the groups."""
    for state in line.states:
        for part in parts:
            whole = flood_fill(lines.board, part, state.stones[side])
            if sum(bool(whole & other) for other in parts) > 1:
                return False
    return True


def end_apart(lines: Lines, line: Line, side: int, parts: list[int]) -> bool:
    """Return whether the groups are apart at a line's end and no single stone joins two of them."""
    return are_apart(lines, line.states[-1], side, parts)


def are_apart(lines: Lines, state: State, side: int, parts: list[int]) -> bool:
    """Return whether the groups are apart in a position and no single stone joins two of them."""
    around = lines.board.neighbours
    joining = 0 if lines.game.outcome(state) else open_cells(lines, state, side)
    wholes = [flood_fill(lines.board, part, state.stones[side]) for part in parts]
    return not any(
        one & other or around(one) & around(other) & joining
        for one, other in combinations(wholes, 2)
    )


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
            beside = groups_beside(lines, lines.state, cell, side)
            if is_worth_joining(beside):
                yield join_fact(lines, key, cell, beside)
