"""What each fact of an explanation claims, checked cell by cell with the reference rules.

``CLAIMS`` has a checker for each key.  Nothing of ``greylox_web.explanations`` is used: a checker
reads the values of the sentence, and the names of the cells that are lit with it.
"""

import math
import re
from copy import copy

from tests.reference_rules import ReferenceGame, cell_name, parse_cell

OPENING = 1  # the phase of a state


class Turn:
    """A turn of a line, with the positions before and after it."""

    def __init__(self, colour, names, before, after):
        self.colour, self.names, self.before, self.after = colour, names, before, after
        self.cells = {parse_cell(name) for name in names if name[-1].isdigit()}
        self.flipped = {cell for cell in self.cells if cell in before.stones}


class Play:
    """A line: its turns, and all of its positions."""

    def __init__(self, start, names):
        self.positions, self.turns = [start], []
        position, turn, before = start, [], start
        for number, name in enumerate(names, 1):
            colour = position.mover
            position = snapshot(position)
            position.apply(name)
            self.positions.append(position)
            turn.append(name)
            if not position.placed_this_turn and not in_opening_turn(position):
                self.turns.append(Turn(colour, turn, before, position))
                turn, before = [], position
            elif number == len(names):
                self.turns.append(Turn(colour, turn, before, position))

    def after(self, turns):
        """The position after the first turn and so many turns more."""
        return self.turns[turns + 1 - 1].after

    def from_turn(self, index):
        """The positions from the end of a turn on."""
        start = self.positions.index(self.turns[index].after)
        return self.positions[start:]

    def owner(self, cell, index=None):
        """The colours that own a stone of a cell in the line, from the end of a turn on."""
        positions = self.positions if index is None else self.from_turn(index)
        return {position.stones.get(cell) for position in positions}


def snapshot(position):
    """A copy that can be played on."""
    result = copy(position)
    result.stones = dict(position.stones)
    result.placed_this_turn = list(position.placed_this_turn)
    return result


def in_opening_turn(position):
    """Whether the bound stone of a turn is placed and the free one is due."""
    return position.phase == "opening" and position.placement_kind == "free"


def reference(game, state):
    """The position of the reference rules."""
    board = game.board
    position = ReferenceGame(
        game.name,
        game.size,
        board.shape,
        x=game.margin,
        opening=game.has_anchors,
        swap=bool(game.options.get("swap", False)),
    )
    for colour, stones in zip(position.colours, state.stones, strict=True):
        for name in board.cell_names(stones):
            position.stones[parse_cell(name)] = colour
    position.mover = position.colours[state.mover]
    position.turns = 0 if not position.stones else 1 if len(position.stones) == 1 else 2
    position.quota = state.quota + state.placed.bit_count()
    position.placed_this_turn = (
        [parse_cell(name) for name in board.cell_names(state.placed)] if game.name == "byg" else []
    )
    if state.phase != OPENING:
        position.phase, position.placement_kind = "main", "stone"
    elif state.anchor >= 0:
        position.last = parse_cell(board.cell_name(state.anchor))
        position.placement_kind = "bound" if state.quota == 2 else "free"
    return position


def listed_numbers(text):
    """The numbers of a list."""
    return [int(number) for number in re.findall(r"\d+", text)]


def check_listed(text, cells):
    """Check that a list names these cells, the last ones perhaps as a number."""
    named = {parse_cell(name) for name in re.findall(r"[a-z]\d+", text)}
    more = re.search(r"(\d+) more", text)
    assert named <= cells and len(named) + (int(more[1]) if more else 0) == len(cells)


class Case:
    """A comparison and one of its facts, as the checkers read them."""

    def __init__(self, comparison, fact):
        game = comparison.game
        self.forecasts, self.board = comparison.forecasts, game.board
        self.start = reference(game, comparison.state)
        self.me, self.them = self.start.mover, self.start.other()
        names = [
            [
                "end" if action == game.board.end_action and game.name == "byg"
                else "pass" if action == game.board.end_action
                else "swap" if action == game.board.swap_action
                else game.board.cell_name(action)
                for action in line
            ]
            for line in (comparison.better, comparison.played)
        ]  # fmt: skip
        self.better, self.played = Play(self.start, names[0]), Play(self.start, names[1])
        self.values = fact.values
        self.lit = {parse_cell(name) for name in game.board.cell_names(fact.cells)}
        assert self.values["Colour"] == self.me and self.values["Other"] == self.them
        for name, play, index in (
            ("turn", self.better, 0),
            ("answer", self.better, 1),
            ("played", self.played, 0),
            ("reply", self.played, 1),
        ):
            if name in self.values:
                turn = play.turns[index]
                placed = [one for one in turn.names if one != "end"] or turn.names
                assert re.sub(r"(\d)x", r"\1", self.values[name]) == "+".join(placed)
                flips = set(re.findall(r"([a-z]\d+)x", self.values[name]))
                assert flips == {cell_name(cell) for cell in turn.flipped}

    @property
    def reply(self):
        """The answer to the played turn."""
        turn = self.played.turns[1]
        assert turn.colour == self.them
        return turn

    @property
    def cell(self):
        """The cell that the sentence names."""
        return parse_cell(self.values["cell"])

    @property
    def cells(self):
        """The cells that the sentence lists and counts: all that are lit."""
        return self.check_cells(self.lit)

    @property
    def named_cells(self):
        """The cells that the sentence lists and counts: those that are lit beside ``cell``."""
        assert self.cell in self.lit
        return self.check_cells(self.lit - {self.cell})

    def check_cells(self, cells):
        """Check that the sentence lists these cells, the last ones perhaps as a number."""
        assert self.values["count"] == len(cells)
        check_listed(self.values["cells"], cells)
        return cells

    @property
    def sizes(self):
        """The sizes that the sentence lists."""
        return listed_numbers(self.values["sizes"])

    def parts(self, position, cell, colour, smallest=1):
        """The groups of a colour that touch a cell, the largest first."""
        around = position.neighbours(cell)
        found = position.connected_sets(position.stones_of(colour))
        touching = [part for part in found if part & around and len(part) >= smallest]
        return sorted(touching, key=len, reverse=True)

    def check_parts(self, position, colour, smallest=1):
        """Check that the sizes are those of the groups beside the cell, which are lit with it."""
        parts = self.parts(position, self.cell, colour, smallest)
        assert [len(part) for part in parts] == self.sizes
        assert self.lit == set().union(*parts, {self.cell})
        return parts


def controls(position, colour, cell):
    """Whether a colour controls a cell and control counts."""
    return position.phase == "main" and position.controls(colour, cell)


def may_flip(position, colour, cell):
    """Whether a colour may flip the stone on a cell as soon as it is to move."""
    owner = position.stones.get(cell)
    return owner is not None and owner != colour and controls(position, colour, cell)


def are_joined(position, colour, parts):
    """How many of the parts the largest union of connected stones touches."""
    found = position.connected_sets(position.stones_of(colour))
    return max((sum(bool(part & whole) for part in parts) for whole in found), default=0)


def end_apart(play, colour, parts):
    """Whether the parts are apart at the end of a line, and no single action joins any two."""
    return apart(play.positions[-1], colour, parts)


def apart(end, colour, parts):
    """Whether the parts are apart in a position, and no single action joins any two."""
    if are_joined(end, colour, parts) > 1:
        return False
    if end.over():
        return True
    turn = snapshot(end)
    turn.mover, turn.phase, turn.placed_this_turn = colour, "main", []
    for cell in turn.placements() | turn.flips():
        after = snapshot(turn)
        after.stones[cell] = colour
        if are_joined(after, colour, parts) > 1:
            return False
    return True


def number(case, name):
    """A value of the sentence that is written as a number."""
    return int(str(case.values[name]).replace(",", ""))


# ---- who wins


def ends(key):
    def check(case):
        is_better = key.startswith("better-wins")
        play, winner = (case.better, case.me) if is_better else (case.played, case.them)
        end = play.positions[-1]
        assert end.over() and end.winner() == winner
        if key.endswith("-products"):
            products = [end.product(winner), end.product(end.other(winner))]
            assert products == [number(case, "own"), number(case, "other")]
            assert products[0] > products[1]
        elif "own" in case.values:
            loser = end.other(winner)
            assert (end.groups(winner)[0], end.groups(loser)[0]) == (
                case.values["own"], case.values["other"]
            )  # fmt: skip
            assert case.values["own"] > case.values["other"]

    return check


# ---- who takes a cell


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
        assert not may_flip(case.reply.after, case.me, cell)


def takes_joins(case):
    takes_cell(case)
    parts = case.check_parts(case.reply.before, case.them)
    assert len(parts) > 1 and end_apart(case.better, case.them, parts)


def takes_cuts(case):
    takes_cell(case)
    parts = case.check_parts(case.start, case.me)
    assert len(parts) > 1
    assert all(are_joined(p, case.me, parts) < 2 for p in case.played.positions)
    assert end_apart(case.played, case.me, parts)


def takes_joins_both(case):
    takes_cell(case)
    own = case.parts(case.start, case.cell, case.me)
    theirs = case.parts(case.reply.before, case.cell, case.them)
    assert [len(part) for part in own] == listed_numbers(case.values["own"])
    assert [len(part) for part in theirs] == case.sizes
    assert len(own) > 1 and len(theirs) > 1 and end_apart(case.better, case.them, theirs)
    assert case.lit == set().union(*own, *theirs, {case.cell})


def takes_own_joins(case):
    takes_cell(case)
    parts = case.check_parts(case.start, case.me)
    assert len(parts) > 1 and apart(case.reply.after, case.me, parts)


def takes_room(colour):
    def check(case):
        takes_cell(case)
        side = getattr(case, colour)
        group = case.lit - {case.cell}
        before = case.start if colour == "me" else case.reply.before
        assert group in case.parts(before, case.cell, side) and len(group) == case.values["size"]
        better = vacant_beside(case.better.turns[0].after, side, group)
        played = vacant_beside(case.reply.after, side, group)
        more, less = (better, played) if colour == "me" else (played, better)
        assert (more, less) == (case.values["more"], case.values["less"]) and more - less > 2

    return check


def vacant_beside(position, colour, group):
    """How many vacant cells are beside the group that has grown from these stones."""
    wholes = position.connected_sets(position.stones_of(colour))
    (whole,) = (one for one in wholes if group <= one)
    beside = set().union(*(position.neighbours(cell) for cell in whole))
    return len({cell for cell in beside if cell not in position.stones})


def takes_factor(case):
    takes_cell(case)
    case.check_parts(case.reply.before, case.them)
    assert case.values["size"] == sum(case.sizes) + 1 and case.values["count"] == len(case.sizes)
    assert case.values["size"] > math.prod(case.sizes)


def takes_both_factors(case):
    takes_cell(case)
    own = [len(part) for part in case.parts(case.start, case.cell, case.me)]
    theirs = [len(part) for part in case.parts(case.reply.before, case.cell, case.them)]
    assert own == listed_numbers(case.values["own"]) and theirs == case.sizes
    assert case.values["own_size"] == sum(own) + 1 > math.prod(own)
    assert case.values["size"] == sum(theirs) + 1 > math.prod(theirs)


def takes_own_factor(case):
    takes_cell(case)
    case.check_parts(case.start, case.me)
    assert case.values["size"] == sum(case.sizes) + 1 and case.values["count"] == len(case.sizes)
    assert case.values["size"] > math.prod(case.sizes)


def changed_factor(line, against, colour, sign):
    """A stone that changes its colour's factors; the other colour plays there in the other line."""

    def check(case):
        side = getattr(case, colour)
        play, other = getattr(case, line), getattr(case, against)
        assert case.cell not in case.played.turns[0].cells
        takers = {turn.colour for turn in other.turns if case.cell in turn.cells}
        assert takers == {case.start.other(side)}
        index = next(
            number
            for number, position in enumerate(play.positions)
            if position.stones.get(case.cell) == side
        )
        before, after = play.positions[index - 1 : index + 1]
        assert before.mover == side and case.cell not in before.stones
        case.check_parts(before, side)
        assert case.values["size"] == sum(case.sizes) + 1 and case.values["count"] == len(
            case.sizes
        )
        assert case.values["product"] == math.prod(case.sizes)
        assert sign * (after.product(side) - before.product(side)) > 0
        assert after.product(side) * math.prod(case.sizes) == (
            before.product(side) * case.values["size"]
        )

    return check


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


# ---- flips


def not_now(case):
    assert case.better.turns[0].flipped == {case.cell}
    assert case.values["reply"].removesuffix("x") == case.reply.names[0]
    assert case.values["reply"].endswith("x") == bool(case.reply.flipped)
    assert case.lit == {case.cell} | case.reply.cells
    assert may_flip(case.reply.before, case.me, case.cell)
    assert not may_flip(case.reply.after, case.me, case.cell)
    assert case.played.owner(case.cell) == {case.them}
    assert case.better.owner(case.cell, 0) == {case.me}


def not_wait(case):
    not_now(case)
    assert not any(may_flip(p, case.me, case.cell) for p in case.played.from_turn(1))


def flipped(line, against, colour, first, last=99, *, seen=False):
    """Stones that a colour flips for good in a line, by a turn from first to last.

    The other colour may not flip them back at the end of the line, nor may this one flip them at
    the end of the other line.  ``seen``: so it is by a stone of the better turn.
    """

    def check(case, cells=None):
        side = getattr(case, colour)
        if cells is None:
            cells = case.named_cells if seen else case.cells
        for cell in cells:
            play, other = getattr(case, line), getattr(case, against)
            owner = case.start.stones[cell]
            assert owner != side
            index = max(n for n, turn in enumerate(play.turns) if cell in turn.flipped)
            assert first <= index <= last and index < len(other.turns)
            assert play.turns[index].colour == side
            assert play.owner(cell, index) == {side}
            assert other.owner(cell) == {owner}
            assert not may_flip(play.positions[-1], owner, cell)
            assert not may_flip(other.positions[-1], side, cell)
            if seen:
                assert case.cell in case.better.turns[0].cells - case.played.turns[0].cells
                end = play.turns[index].before if line == "better" else other.positions[-1]
                assert end.stones[case.cell] == case.me
                without = snapshot(end)
                del without.stones[case.cell]
                colours = [may_flip(one, side, cell) for one in (end, without)]
                assert colours == [line == "better", line == "played"]

    return check


def flipped_now_joins(case):
    assert case.reply.flipped == {case.cell}
    flipped("played", "better", "them", 1, 1)(case, {case.cell})
    parts = case.check_parts(case.reply.before, case.them)
    assert len(parts) > 1 and end_apart(case.better, case.them, parts)


def only_saves(case):
    for cell in case.cells:
        assert may_flip(case.start, case.them, cell)
        assert not may_flip(case.better.turns[0].after, case.them, cell)


def saves(case):
    only_saves(case)
    for cell in case.cells:
        assert cell in case.reply.flipped
        assert case.better.owner(cell) == {case.me}
        assert not may_flip(case.better.positions[-1], case.them, cell)


def only_leans(case, cells=None):
    for cell in case.cells if cells is None else cells:
        assert not may_flip(case.start, case.me, cell)
        assert may_flip(case.better.turns[0].after, case.me, cell)
        if case.played.turns:
            assert not any(may_flip(p, case.me, cell) for p in case.played.positions)


def leans(case):
    only_leans(case)
    for cell in case.cells:
        assert not may_flip(case.better.turns[1].after, case.me, cell)


def leans_flips(case, cells=None):
    only_leans(case, cells)
    for cell in case.cells if cells is None else cells:
        later = enumerate(case.better.turns[1:], 1)
        index = next(n for n, turn in later if cell in turn.flipped and turn.colour == case.me)
        assert case.better.owner(cell, index) == {case.me}
    return case.better.turns[index]


def leans_joins(case):
    turn = leans_flips(case, {case.cell})
    assert len(case.check_parts(turn.before, case.me)) > 1


def opening(key):
    """The first turns after the opening, and what one of them flips."""

    def check(case):
        assert case.start.phase == "opening"
        better, played = (
            next(turn for turn in play.turns if turn.before.phase == "main")
            for play in (case.better, case.played)
        )
        assert better.colour == case.me and played.colour == case.them
        if key == "opening-flips":
            assert case.cells == better.flipped
        elif key == "opening-flipped":
            assert case.cells <= played.flipped
            theirs = [turn for turn in case.better.turns if turn.colour == case.them]
            assert not any(case.cells & turn.cells for turn in theirs)

    return check


# ---- groups


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
        assert not any(case.cell in one.cells for one in other.turns if one.colour == side)
        parts = [p for p in case.parts(turn.before, case.cell, side) if p <= case.lit]
        assert [len(part) for part in parts] == case.sizes and len(parts) > 1
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


def products(case):
    better, played = (
        case.better.after(case.values["turns"]),
        case.played.after(case.values["turns"]),
    )
    own, other = (better.product(colour) for colour in (case.me, case.them))
    assert [own, other] == [number(case, "own"), number(case, "other")]
    for end in (better, case.better.positions[-1]):
        assert end.product(case.me) > end.product(case.them)
    for end in (played, case.played.positions[-1]):
        assert end.product(case.me) < end.product(case.them)


def allowance(case):
    def stones(position):
        return min(3, len(position.groups(case.me)))

    assert case.values["count"] == stones(case.reply.after)
    assert case.values["more"] == stones(case.better.turns[1].after)
    assert case.better.turns[1].after.mover == case.me == case.reply.after.mover


# ---- connections


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


def is_closed(position, colour, cell):
    """Whether the other colour controls a vacant cell, so that this one may not place there."""
    return controls(position, position.other(colour), cell)


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
        elif may_flip(position, colour, cell) if owner else not is_closed(position, colour, cell):
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


def needs(case):
    for name, better, played in (("me", "own", "less"), ("them", "other", "more")):
        check_needs(case, name, case.values[better], case.values[played])


def needs_one(colour):
    def check(case):
        check_needs(case, colour, case.values["need"], case.values["less"])

    return check


def check_needs(case, colour, need, less):
    """Check what a colour needs after the answers, and that a side gains to the lines' ends."""
    side, sign = getattr(case, colour), 1 if colour == "me" else -1
    assert need == distance(case.better.after(1), side)
    assert less == distance(case.played.after(1), side)
    better, played = (distance(one.positions[-1], side) for one in (case.better, case.played))
    far = 10**6  # where nothing connects
    better, played = far if better is None else better, far if played is None else played
    assert sign * (less - need) > 0 and sign * (played - better) > 0


# ---- leads


def leads(colour, of_better, of_played):
    def check(case):
        side, count = getattr(case, colour), case.values["turns"]
        other = case.start.other(side)
        better, played = (
            (play.after(count).groups(side) or [0])[0] - (play.after(count).groups(other) or [0])[0]
            for play in (case.better, case.played)
        )
        assert case.values["x"] == case.start.x
        assert of_better(better, case.values) and of_played(played, case.values)

    return check


# ---- forecasts


def forecast(sign):
    def check(case):
        index, shares = case.start.colours.index(case.me), []
        for one in case.forecasts:
            held = [one.held[index][case.board.parse_cell(cell_name(c))] for c in case.cells]
            shares.append([100 * count / one.games for count in held])
        assert all(sign * (a - b) >= 30 - 1e-9 for a, b in zip(*shares, strict=True))
        means = [sum(share) / len(share) for share in shares]
        assert abs(means[0] - case.values["percent"]) <= 0.5 + 1e-9
        assert abs(means[1] - case.values["less"]) <= 0.5 + 1e-9

    return check


# ---- a good turn alone


def saving_actions(case, cell):
    """Whether the opponent, if to move, could keep a stone from being flipped."""
    position = snapshot(case.start)
    position.mover = case.them
    for name in position.legal() - {"pass", "swap"}:
        after = snapshot(position)
        after.apply(name)
        if not may_flip(after, case.me, cell):
            return True
    return False


def single_flip(can_save, others):
    def check(case):
        assert case.better.turns[0].flipped == {case.cell}
        assert may_flip(case.start, case.me, case.cell)
        assert saving_actions(case, case.cell) == can_save
        if others:
            rest = {c for c in case.start.stones if may_flip(case.start, case.me, c)} - {case.cell}
            assert rest and case.named_cells == rest
            assert not any(saving_actions(case, cell) for cell in rest)
        else:
            assert case.lit == {case.cell}

    return check


def single_groups(colour, smallest, fewest=2):
    def check(case):
        assert case.cell in case.better.turns[0].cells
        parts = case.check_parts(case.start, getattr(case, colour), smallest)
        assert len(parts) >= fewest
        if "size" in case.values:
            assert case.values["size"] == sum(case.sizes) + 1

    return check


def single_needs(colour, sign):
    def check(case):
        side = getattr(case, colour)
        assert case.values["need"] == distance(case.better.turns[0].after, side)
        assert case.values["less"] == distance(case.start, side)
        assert sign * (case.values["less"] - case.values["need"]) > 0

    return check


CLAIMS = {
    "better-wins": ends("better-wins"),
    "better-wins-sizes": ends("better-wins"),
    "better-wins-products": ends("better-wins-products"),
    "played-loses": ends("played-loses"),
    "played-loses-sizes": ends("played-loses"),
    "played-loses-products": ends("played-loses-products"),
    "takes-joins": takes_joins,
    "takes-joins-both": takes_joins_both,
    "takes-own-joins": takes_own_joins,
    "takes-room": takes_room("me"),
    "takes-hems": takes_room("them"),
    "takes-leans": takes_leans,
    "takes-leans-both": takes_leans_both,
    "takes-leans-joins": takes_leans_joins,
    "takes-saves": takes_saves,
    "takes-cuts": takes_cuts,
    "takes-factor": takes_factor,
    "takes-both-factors": takes_both_factors,
    "takes-own-factor": takes_own_factor,
    "wait": wait,
    "reach": reach,
    "not-wait": not_wait,
    "not-now": not_now,
    "flipped-now": flipped("played", "better", "them", 1, 1),
    "flipped-now-joins": flipped_now_joins,
    "kept": flipped("played", "better", "them", 1),
    "kept-line": flipped("played", "better", "them", 1, seen=True),
    "flips": flipped("better", "played", "me", 1),
    "flips-line": flipped("better", "played", "me", 1, seen=True),
    "price": flipped("better", "played", "them", 0),
    "saves": saves,
    "opening-first": opening("opening-first"),
    "opening-flips": opening("opening-flips"),
    "opening-flipped": opening("opening-flipped"),
    "leans": leans,
    "leans-flips": leans_flips,
    "leans-joins": leans_joins,
    "joins": joined("better", "played", "me"),
    "joins-flip": joined("better", "played", "me", flips=True),
    "parts": joined("played", "better", "them"),
    "parts-flip": joined("played", "better", "them", flips=True),
    "largest": largest,
    "allowance": allowance,
    "breaks": breaks,
    "connects": connects,
    "lets-connect": lets_connect,
    "passes": passes,
    "needs": needs,
    "needs-fewer": needs_one("me"),
    "needs-more": needs_one("them"),
    "lead-enough": leads(
        "me",
        lambda lead, v: lead == v["lead"] >= v["x"],
        lambda lead, v: lead == v["less"] and 0 < lead < v["x"],
    ),
    "lead-won": leads("me", lambda lead, v: lead == v["lead"] >= v["x"], lambda lead, v: lead <= 0),
    "lead-short": leads(
        "them",
        lambda lead, v: lead == v["lead"] and 0 < lead < v["x"],
        lambda lead, v: lead == v["less"] >= v["x"],
    ),
    "lead-smaller": leads(
        "them",
        lambda lead, v: 0 < lead < v["x"],
        lambda lead, v: 0 < -lead < v["x"],
    ),
    "factor": changed_factor("better", "played", "me", 1),
    "their-factor": changed_factor("played", "better", "them", 1),
    "loss": changed_factor("played", "better", "me", -1),
    "their-loss": changed_factor("better", "played", "them", -1),
    "products": products,
    "forecast": forecast(1),
    "forecast-price": forecast(-1),
    "only-flip": single_flip(False, others=False),
    "only-flip-save": single_flip(True, others=False),
    "only-flip-wait": single_flip(True, others=True),
    "only-saves": only_saves,
    "only-leans": only_leans,
    "only-joins": single_groups("me", 1),
    "only-apart": single_groups("them", 1),
    "only-closer": single_needs("me", 1),
    "only-longer": single_needs("them", -1),
    "only-factor": single_groups("me", 1, fewest=1),
    "only-blocks": single_groups("them", 1, fewest=1),
}


def check_fact(comparison, fact):
    """Check the claims of a fact."""
    CLAIMS[fact.key](Case(comparison, fact))
