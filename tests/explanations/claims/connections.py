"""Connections from edge to edge, in Lox."""

from tests.explanations.claims.case import may_flip
from tests.explanations.claims.flips import is_closed_to


def breaks(case):
    assert case.start.connects_edges(case.them)
    assert not case.better.turns[0].after.connects_edges(case.them)


def connects(case):
    assert case.better.turns[0].after.connects_edges(case.me)
    if case.played.turns:
        assert not case.played.turns[0].after.connects_edges(case.me)


def lets_connect(case):
    assert case.reply.after.connects_edges(case.them)
    assert case.reply.names == [case.values["reply"].removesuffix("x")]
    assert not case.better.turns[1].after.connects_edges(case.them)


def passes(case):
    def passed(play):
        return any(turn.names == ["pass"] for turn in play.turns if turn.colour == case.me)

    assert passed(case.played) and not passed(case.better)


def distance(position, colour):
    """The fewest stones or flips that connect the edges of a colour; None if none do.

    It may place where the other colour does not control the cell, and flip what it controls.
    """
    axis, last = (1 if colour == "Red" else 0), position.size - 1
    costs = {}
    for cell in position.cells:
        owner = position.stones.get(cell)
        if owner == colour:
            costs[cell] = 0
        elif (
            may_flip(position, colour, cell) if owner else not is_closed_to(position, colour, cell)
        ):
            costs[cell] = 1
    best = {cell: cost if cell[axis] == 0 else 10**6 for cell, cost in costs.items()}
    changed = True
    while changed:
        changed = False
        for cell, cost in costs.items():
            near = [best[one] for one in position.neighbours(cell) if one in costs]
            least = min(near, default=10**6) + cost
            if least < best[cell]:
                best[cell], changed = least, True
    least = min((best[cell] for cell in costs if cell[axis] == last), default=10**6)
    return None if least >= 10**6 else least


def needs(colour, index):
    """What a colour needs before its turn, which lowers it by one; the better line saves some."""

    def check(case):
        side, sign = getattr(case, colour), 1 if colour == "me" else -1
        for name, play in (("need", case.better), ("less", case.played)):
            assert play.positions[index].mover == side
            assert distance(play.positions[index], side) == case.values[name]
            assert distance(play.positions[index + 1], side) == case.values[name] - 1 > 0
        far = 10**6  # where nothing connects
        better, played = (
            far if (least := distance(play.positions[-1], side)) is None else least
            for play in (case.better, case.played)
        )
        assert sign * (case.values["less"] - case.values["need"]) > 1
        assert sign * (played - better) > 0

    return check


def single_needs(colour, sign):
    def check(case):
        side = getattr(case, colour)
        assert case.values["need"] == distance(case.better.turns[0].after, side)
        assert case.values["less"] == distance(case.start, side)
        assert sign * (case.values["less"] - case.values["need"]) > 0

    return check
