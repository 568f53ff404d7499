"""Cells that one colour takes before the other: titles, and facts about waiting."""

import re

from tests.explanations.claims.case import (
    Case,
    apart,
    are_joined,
    check_joined,
    check_listed,
    end_apart,
    listed_numbers,
    may_flip,
    snapshot,
)
from tests.reference_rules import parse_cell


def takes_cell(case):
    assert case.cell in case.better.turns[0].cells and case.cell in case.reply.cells


def takes_leans(case):
    takes_cell(case)
    for cell in case.named_cells:
        assert may_flip(case.reply.after, case.them, cell)
        assert not may_flip(case.reply.before, case.them, cell)
        assert not may_flip(case.better.turns[0].after, case.them, cell)


def takes_leans_both(case):
    takes_leans(case)
    first = case.better.turns[0].after
    new = {c for c in case.start.stones if may_flip(first, case.me, c)}
    new -= {c for c in case.start.stones if may_flip(case.start, case.me, c)}
    check_listed(case.values["own"], new)


def takes_leans_joins(case):
    takes_cell(case)
    stone = parse_cell(case.values["other"])
    assert case.reply.after.stones[stone] == case.me
    assert may_flip(case.reply.after, case.them, stone)
    assert not may_flip(case.reply.before, case.them, stone)
    assert not may_flip(case.better.turns[0].after, case.them, stone)
    parts = case.parts(case.reply.after, stone, case.them)
    assert [len(part) for part in parts] == case.sizes and len(parts) > 1
    assert case.lit == set().union(*parts, {case.cell, stone})


def takes_saves(case):
    takes_cell(case)
    for cell in case.named_cells:
        assert may_flip(case.reply.before, case.me, cell)
        assert may_flip(case.better.turns[0].after, case.me, cell)
        check_guarded(case.played, case.me, cell, first=1)


def check_guarded(play, colour, cell, first=0):
    """Check that a colour may not flip a stone after a turn of a line, nor after the next."""
    assert not any(may_flip(turn.after, colour, cell) for turn in play.turns[first : first + 2])


def is_protected(play, colour, cell):
    """Whether a colour may not flip a stone after a line's first turn when it moves, or at last."""
    positions = [one for one in play.from_turn(0) if one.mover == colour]
    return not any(may_flip(one, colour, cell) for one in [*positions, play.positions[-1]])


def check_threat_ends(case, cell, name=None):
    """Check that the answer to the played turn ends the better turn's threat to flip a stone.

    The mover may not play there any more, or the stone would not lean.
    """
    (name,) = [name] if name else case.better.turns[0].names
    after = snapshot(case.reply.after)
    assert after.mover == case.me
    if name in after.legal():
        after.apply(name)
        assert not may_flip(after, case.me, cell)


def check_title(comparison, title, fact):
    """Check that a turn costs what the title says: stones that only the better turn protects.

    What it leaves to the opponent was in its reach before, what it costs was not.
    """
    if not (costs := re.search(r" (?:costs (.*)|leaves (.*) to )", title)):
        return
    case = Case(comparison, fact)
    theirs = [turn for turn in case.played.turns if turn.colour == case.them]
    cells = {cell for turn in theirs for cell in turn.flipped} & case.lit
    assert cells
    check_listed(costs[1] or costs[2], cells)
    for cell in cells:
        assert may_flip(case.start, case.them, cell) == bool(costs[2])
        assert is_protected(case.better, case.them, cell)
        assert case.played.positions[-1].stones[cell] == case.them


def stay_apart(play, colour, parts):
    """Whether no position of a line joins any two of the parts."""
    return all(are_joined(position, colour, parts) < 2 for position in play.positions)


def check_their_parts(case, parts):
    """Check that the opponent's parts, or the largest ones, stay apart after the better turn."""
    assert len(parts) > 1
    if stay_apart(case.better, case.them, parts) and end_apart(case.better, case.them, parts):
        return
    second = sorted(len(part) for part in parts)[-2]
    largest = [part for part in parts if len(part) >= second]
    assert stay_apart(case.better, case.them, largest)
    if not apart(case.better.turns[0].after, case.them, largest):
        assert second > 2 and not case.better.turns[1].after.placed_this_turn


def takes_joins(case):
    takes_cell(case)
    check_their_parts(case, case.check_parts(case.reply.before, case.them))


def takes_cuts(case):
    takes_cell(case)
    parts = case.check_parts(case.start, case.me)
    assert len(parts) > 1
    assert stay_apart(case.played, case.me, parts) and end_apart(case.played, case.me, parts)


def takes_both(*, cuts):
    def check(case):
        takes_cell(case)
        own = case.parts(case.start, case.cell, case.me)
        theirs = case.parts(case.reply.before, case.cell, case.them)
        assert [len(part) for part in own] == listed_numbers(case.values["own"])
        assert [len(part) for part in theirs] == case.sizes and len(own) > 1
        check_joined(case.values["own_joins"], own)
        check_joined(case.values["joins"], theirs)
        check_their_parts(case, theirs)
        assert stay_apart(case.played, case.me, own)
        assert apart(case.reply.after, case.me, own) or cuts
        assert end_apart(case.played, case.me, own) == cuts
        assert case.lit == set().union(*own, *theirs, {case.cell})

    return check


def takes_room(colour):
    """The same group in both lines: it grows by the cell in one, and not at all in the other."""

    def check(case):
        takes_cell(case)
        side = getattr(case, colour)
        group = case.lit - {case.cell}
        before = case.start if colour == "me" else case.reply.before
        assert case.parts(before, case.cell, side) == [group]
        assert parse_cell(case.values["at"]) in group & before.neighbours(case.cell)
        ends = [case.better.turns[0].after, case.reply.after]
        free, closed = ends if colour == "me" else ends[::-1]
        assert vacant_beside(free, side, group | {case.cell}) == case.values["more"]
        assert vacant_beside(closed, side, group) == case.values["less"]
        assert case.values["more"] - case.values["less"] > 2

    return check


def vacant_beside(position, colour, group):
    """How many vacant cells are beside a group of exactly these stones."""
    wholes = position.connected_sets(position.stones_of(colour))
    assert group in wholes
    beside = set().union(*(position.neighbours(cell) for cell in group))
    return len({cell for cell in beside if cell not in position.stones})


def wait(case):
    later = [turn for turn in case.better.turns[1:] if turn.colour == case.me]
    assert case.cell in case.played.turns[0].cells
    assert case.cell in later[case.values["count"] - 1].cells
    assert case.cell not in case.better.turns[0].cells


def reach(case):
    wait(case)
    later = [turn for turn in case.better.turns[1:] if turn.colour == case.me]
    assert case.cell in case.played.turns[0].flipped
    assert case.cell in later[case.values["count"] - 1].flipped
