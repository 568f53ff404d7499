"""Products of group sizes, in Multiplicity."""

import math
from itertools import pairwise

from tests.explanations.claims.case import listed_numbers, number
from tests.explanations.claims.takes import takes_cell


def takes_factor(case):
    takes_cell(case)
    parts = case.check_parts(case.reply.before, case.them)
    assert case.values["size"] == sum(case.sizes) + 1 and case.values["count"] == len(case.sizes)
    assert not grown_in_better(case, parts, at_once=True)
    prevented = case.values["size"] / math.prod(case.sizes)
    assert prevented > 1 and prevented * product_gain(case.better.turns[0]) > 1


def takes_both_factors(case):
    takes_cell(case)
    own = [len(part) for part in case.parts(case.start, case.cell, case.me)]
    theirs = [len(part) for part in case.parts(case.reply.before, case.cell, case.them)]
    assert own == listed_numbers(case.values["own"]) and theirs == case.sizes
    assert case.values["own_size"] == sum(own) + 1 > math.prod(own)
    assert case.values["size"] == sum(theirs) + 1 > math.prod(theirs)
    parts = case.parts(case.reply.before, case.cell, case.them)
    assert not grown_in_better(case, parts, at_once=True)


def takes_own_factor(case):
    takes_cell(case)
    case.check_parts(case.start, case.me)
    assert case.values["size"] == sum(case.sizes) + 1 and case.values["count"] == len(case.sizes)
    assert case.values["size"] > math.prod(case.sizes)


def check_factor(case, side, index, play):
    """Check the factors that the side's stone of a turn changes, and return by how much."""
    turn = play.turns[index]
    assert turn.colour == side and case.cell in turn.cells and case.cell not in turn.before.stones
    case.check_parts(turn.before, side)
    assert case.values["size"] == sum(case.sizes) + 1
    assert case.values["count"] == len(case.sizes)
    assert case.values["product"] == math.prod(case.sizes)
    return case.values["size"] / case.values["product"]


def placed_at(play, cell, colour):
    """The turn of a line in which a colour places on a cell."""
    turns = enumerate(play.turns)
    return next(n for n, turn in turns if cell in turn.cells and turn.colour == colour)


def grown(case):
    """Whether a group of the mover's grows in the played line as large as the better turn makes."""
    parts = case.parts(case.start, case.cell, case.me)
    end = case.played.positions[-1]
    wholes = end.connected_sets(end.stones_of(case.me))
    return any(part & whole and len(whole) > sum(case.sizes) for part in parts for whole in wholes)


def grown_in_better(case, parts, *, at_once=False):
    """Whether a group of the opponent's grows as large in the better line, or at once."""
    end = (case.better.from_turn(0)[:2] if at_once else case.better.positions)[-1]
    wholes = end.connected_sets(end.stones_of(case.them))
    total = sum(len(part) for part in parts)
    return any(part & whole and len(whole) > total for part in parts for whole in wholes)


def factor(case):
    assert check_factor(case, case.me, 0, case.better) > 1 and not grown(case)
    assert placed_at(case.played, case.cell, case.them) > 1


def their_factor(*, is_later):
    def check(case):
        index = placed_at(case.played, case.cell, case.them)
        assert check_factor(case, case.them, index, case.played) > 1
        assert case.lit - {case.cell} <= case.start.stones_of(case.them)
        assert (index > 1) == is_later
        before = case.played.turns[index].before
        assert not grown_in_better(case, case.parts(before, case.cell, case.them))
        assert (placed_at(case.better, case.cell, case.me) == 0) == is_later

    return check


def product_gain(turn):
    """By how much a turn multiplies its colour's product."""
    return turn.after.product(turn.colour) / max(1, turn.before.product(turn.colour))


def larger_gain(case):
    gained = check_factor(case, case.me, 0, case.better)
    assert gained > max(1, product_gain(case.played.turns[0])) and not grown(case)
    assert not any(case.cell in t.cells for t in case.played.turns if t.colour == case.me)


def loss(line, against, colour, *, is_later, smaller=False):
    """A stone that joins its colour's groups at a loss; no stone does in the other line.

    ``smaller``: in the other line, the largest loss is the one that is stated, and smaller.
    """

    def check(case):
        side, play, other = getattr(case, colour), getattr(case, line), getattr(case, against)
        index = placed_at(play, case.cell, side)
        ratio = check_factor(case, side, index, play)
        assert ratio < 1 and (index > 1) == is_later
        assert product_gain(play.turns[index]) == ratio
        for before, after in pairwise(other.positions):
            lost = after.product(side) / max(1, before.product(side))
            ratio_stated = case.values["less"] / case.values["more"] if smaller else 1
            assert before.mover != side or lost >= ratio_stated - 1e-9 > ratio
        assert not smaller or ratio_stated < 1

    return check


def fall(line, against, colour, *, smaller=False):
    """Turns of a colour that together divide its product; in the other line they divide it less."""

    def check(case):
        side, play, other = getattr(case, colour), getattr(case, line), getattr(case, against)
        lowering = [t for t in play.turns[1:] if t.colour == side and t.cells & case.lit]
        assert set().union(*(t.cells for t in lowering)) == case.lit and len(lowering) > 1
        assert all(len(t.cells) == 1 and product_gain(t) < 1 for t in lowering)
        assert math.prod(1 / product_gain(t) for t in lowering) >= case.values["factor"] - 1e-9
        divided = math.prod(
            max(1, before.product(side) / after.product(side))
            for before, after in pairwise(other.positions)
        )
        assert divided <= case.values["less"] + 1e-9 < case.values["factor"]
        assert (divided > 1) == smaller

    return check


def products(case):
    better, played = (
        case.better.after(case.values["turns"]),
        case.played.after(case.values["turns"]),
    )
    own, other = (better.product(colour) for colour in (case.me, case.them))
    assert [own, other] == [number(case, "own"), number(case, "other")]
    less, more = (played.product(colour) for colour in (case.me, case.them))
    assert [less, more] == [number(case, "less"), number(case, "more")]
    for end in (better, case.better.positions[-1]):
        assert end.product(case.me) > end.product(case.them)
    for end in (played, case.played.positions[-1]):
        assert end.product(case.me) < end.product(case.them)
