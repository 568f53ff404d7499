"""Groups that join or stay apart, and their sizes."""

from tests.explanations.claims.case import are_joined, check_joined, end_apart, number


def joined(line, against, colour, *, flips=False):
    def check(case):
        side = getattr(case, colour)
        play, other = getattr(case, line), getattr(case, against)
        moved = [
            number
            for number, turn in enumerate(play.turns)
            if case.cell in turn.cells and turn.colour == side
        ]
        index = next(n for n in moved if case.cell in play.turns[n].flipped or not flips)
        turn = play.turns[index]
        assert (case.cell in turn.flipped) == flips and index < len(other.turns)
        assert flips or case.cell in case.better.turns[0].cells
        assert index > 1 or line == "better" or flips
        assert not any(case.cell in one.cells for one in other.turns if one.colour == side)
        parts = [p for p in case.parts(turn.before, case.cell, side) if p <= case.lit]
        assert [len(part) for part in parts] == case.sizes and len(parts) > 1
        check_joined(case.values["joins"], parts)
        assert case.lit == set().union(*parts, {case.cell})
        old = [part & case.start.stones_of(side) for part in parts]
        assert all(len(part) > 1 for part in old)
        assert are_joined(turn.before, side, parts) == 1
        assert are_joined(turn.after, side, parts) == len(parts)
        assert are_joined(play.turns[-1].after, side, parts) == len(parts)
        assert all(are_joined(p, side, old) < 2 for p in other.positions)
        assert end_apart(other, side, old)

    return check


def scores(case, score):
    """The scores in the order of the sentence, after equally many turns."""
    count = case.values["turns"]
    return [
        score(play.after(count), colour)
        for play in (case.better, case.played)
        for colour in (case.me, case.them)
    ]


def numbers(case):
    return [number(case, name) for name in ("own", "other", "less", "more")]


def largest(case):
    assert scores(case, lambda end, colour: end.groups(colour)[0]) == numbers(case)


def sizes_so_far(case):
    own, other = (case.start.groups(colour)[0] for colour in (case.me, case.them))
    assert (own, other) == (case.values["own"], case.values["other"])


def allowance(case):
    def stones(position):
        return min(3, len(position.groups(case.me)))

    assert case.values["count"] == stones(case.reply.after)
    assert case.values["more"] == stones(case.better.turns[1].after)
    assert case.better.turns[1].after.mover == case.me == case.reply.after.mover


def single_groups(colour, smallest, fewest=2):
    def check(case):
        assert case.cell in case.better.turns[0].cells
        parts = case.check_parts(case.start, getattr(case, colour), smallest)
        assert len(parts) >= fewest
        if "size" in case.values:
            assert case.values["size"] == sum(case.sizes) + 1

    return check
