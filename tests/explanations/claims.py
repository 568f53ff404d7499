"""What each fact of an explanation claims, checked cell by cell with the reference rules.

``CLAIMS`` has a checker for each key.  Nothing of ``greylox_web.explanations`` is used: a checker
reads the values of the sentence, and the names of the cells that are lit with it.
"""

import math
import re
from copy import copy
from itertools import pairwise

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
        if self.better.turns:
            self.check_subject(self.better.turns[0])

    def check_subject(self, turn):
        """Check that a sentence begins with the better turn, or with its stone on ``cell``."""
        text = self.values["doing"]
        name = text.removeprefix("Flipping ")
        cells = {parse_cell(one) for one in name.split("+")} if turn.cells else set()
        assert cells == turn.cells or (len(cells) == 1 and cells == {self.cell} & turn.cells)
        assert (text != name) == bool(turn.flipped)

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
        check_joined(self.values["joins"], parts)
        return parts


def check_joined(text, parts):
    """Check that a clause names the single stones, and the sizes of the others and of the whole."""
    single = {cell for part in parts if len(part) == 1 for cell in part}
    names = re.findall(r"[a-z]\d+", text)
    assert {parse_cell(name) for name in names} == single
    large = [len(part) for part in parts if len(part) > 1]
    numbers = listed_numbers(re.sub(r"[a-z]\d+", "", text))
    assert numbers == [*large, sum(len(part) for part in parts) + 1]


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


def both_end(score):
    def check(case):
        ours, theirs = case.better.positions[-1], case.played.positions[-1]
        assert ours.over() and ours.winner() == case.me
        assert theirs.over() and theirs.winner() == case.them
        assert [
            score(end, colour) for end in (ours, theirs) for colour in (case.me, case.them)
        ] == [number(case, name) for name in ("own", "other", "less", "more")]

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


def check_reply(case):
    """Check the clause on the best answer to the played turn."""
    verb = "flips" if case.reply.flipped else "plays"
    assert case.values["does"] == f"{case.them} {verb} {'+'.join(case.reply.names)}"


def not_now(case):
    assert case.better.turns[0].flipped == {case.cell}
    check_reply(case)
    assert case.lit == {case.cell} | case.reply.cells
    assert may_flip(case.reply.before, case.me, case.cell)
    assert not may_flip(case.reply.after, case.me, case.cell)
    assert case.played.owner(case.cell) == {case.them}
    assert case.better.owner(case.cell, 0) == {case.me}


def not_wait(case):
    not_now(case)
    assert not any(may_flip(p, case.me, case.cell) for p in case.played.from_turn(1))


def without(position, cell):
    """A position without the stone on a cell."""
    result = snapshot(position)
    del result.stones[cell]
    return result


def flipped(line, against, colour, first, last=99, *, seen=False, leans=None):
    """Stones that a colour flips for good in a line, by a turn from first to last.

    The other colour may not flip them back at the end of the line, nor may this one flip them at
    the end of the other line.  ``seen``: so it is by a stone of the better turn.
    ``leans``: whether they may be flipped right after that turn, not before it.
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
            if line == "played":
                check_guarded(other, side, cell)
            if seen:
                assert case.cell in case.better.turns[0].cells - case.played.turns[0].cells
                end = play.turns[index].before if line == "better" else other.positions[-1]
                assert end.stones[case.cell] == case.me
                colours = [may_flip(one, side, cell) for one in (end, without(end, case.cell))]
                assert colours == [line == "better", line == "played"]
            if leans is not None:
                assert not may_flip(case.start, side, cell)
                assert may_flip(case.better.turns[0].after, side, cell) == leans
            if leans:
                check_threat_ends(case, cell, case.values["cell"])

    return check


def kept(case):
    flipped("played", "better", "them", 2)(case, case.named_cells)
    for cell in case.named_cells:
        index = max(n for n, turn in enumerate(case.played.turns) if cell in turn.flipped)
        before = case.played.turns[index].before
        assert before.stones[case.cell] == case.them and case.cell not in case.start.stones
        assert not may_flip(without(before, case.cell), case.them, cell)
        other = case.better.turns[index : index + 1]
        assert not any(turn.flipped for turn in other if turn.colour == case.them)
    assert not any(case.cell in t.cells for t in case.better.turns if t.colour == case.them)


def flipped_now_joins(case):
    assert case.reply.flipped == {case.cell}
    flipped("played", "better", "them", 1, 1)(case, {case.cell})
    parts = case.check_parts(case.reply.before, case.them)
    assert len(parts) > 1 and end_apart(case.better, case.them, parts)


def only_saves(case):
    for cell in case.cells:
        assert may_flip(case.start, case.them, cell)
        check_guarded(case.better, case.them, cell)


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
            check_threat_ends(case, cell)


def leans(case):
    only_leans(case)
    for cell in case.cells:
        assert not may_flip(case.better.turns[1].after, case.me, cell)
    theirs = [turn for turn in case.played.turns if turn.colour == case.them]
    assert not any(case.better.turns[1].cells & turn.cells for turn in theirs)


def leans_flips(case, cells=None, *, is_later=None):
    only_leans(case, cells)
    for cell in case.cells if cells is None else cells:
        later = enumerate(case.better.turns[1:], 1)
        index = next(n for n, turn in later if cell in turn.flipped and turn.colour == case.me)
        assert case.better.owner(cell, index) == {case.me}
        assert is_later is None or (index > 2) == is_later
    return case.better.turns[index]


def plays_again(case):
    """Whether the mover's next turn in the played line is where the better turn plays."""
    return any(turn.cells & case.better.turns[0].cells for turn in case.played.turns[2:3])


def leans_alone(*, is_later):
    def check(case):
        leans_flips(case, is_later=is_later)
        assert not plays_again(case)

    return check


def spoiled(*, is_closed, is_later):
    """The answer to the played turn takes the threat away that the better stone would be."""

    def check(case):
        (better,), reply = case.better.turns[0].names, case.reply
        threatened = case.lit - {case.cell} - reply.cells
        assert case.cell in case.better.turns[0].cells and case.cell not in reply.cells
        leans_flips(case, case.check_cells(threatened), is_later=is_later)
        check_reply(case)
        if_not_answered = snapshot(reply.before)
        if_not_answered.mover = case.me
        assert better in if_not_answered.legal()
        if_not_answered.apply(better)
        assert all(may_flip(if_not_answered, case.me, cell) for cell in threatened)
        assert (better not in reply.after.legal()) == is_closed
        if is_closed:
            check_closed(case)
        else:
            after = snapshot(reply.after)
            after.apply(better)
            assert not any(may_flip(after, case.me, cell) for cell in threatened)

    return check


def closed(case):
    assert case.better.turns[0].cells == {case.cell}
    assert case.lit == {case.cell} | case.reply.cells
    check_reply(case)
    check_closed(case)


def check_closed(case):
    """Check that the mover may place on the cell before the answer, and never from then on."""
    before = case.reply.before
    assert case.cell not in before.stones and not is_closed_to(before, case.me, case.cell)
    assert controls(case.reply.after, case.them, case.cell)
    for position in case.played.from_turn(1):
        owner = position.stones.get(case.cell)
        assert owner == case.them or (not owner and is_closed_to(position, case.me, case.cell))


def is_closed_to(position, colour, cell):
    """Whether a colour may not place on a vacant cell after the opening."""
    return controls(position, position.other(colour), cell)


def leans_joins(case):
    turn = leans_flips(case, {case.cell})
    assert not plays_again(case)
    assert len(case.check_parts(turn.before, case.me)) > 1


def opening(key):
    """The first turns after the opening, and what they do.

    In the better line, the opening ends in the middle of the opponent's turn.
    """

    def check(case):
        assert case.start.phase == "opening"
        better, played = (
            next(turn for turn in play.turns if turn.before.phase == "main")
            for play in (case.better, case.played)
        )
        assert better.colour == case.me and played.colour == case.them
        last = case.better.turns[case.better.turns.index(better) - 1]
        assert last.colour == case.them and [case.values["last"]] == last.names
        check_use(case.values["use"], case.better, better)
        if key == "opening-flipped":
            assert better.cells <= case.lit  # so that no other fact states that turn again
            lost = case.check_cells(case.lit - better.cells)
            assert lost and lost <= played.flipped
            theirs = [turn for turn in case.better.turns if turn.colour == case.them]
            assert not any(lost & turn.cells for turn in theirs)
            assert all(is_protected(case.better, case.them, cell) for cell in lost)
        else:
            check_use(case.values["reply_use"], case.played, played)

    return check


def check_use(text, play, turn):
    """Check the clause on what a turn of one stone or flip does.

    What it protects may not be flipped after the next turn either.
    """
    (name,), me = turn.names, turn.colour
    them = turn.before.other(me)
    if turn.flipped:
        assert text == f"flips {name}"
        return
    saved = {c for c in turn.before.stones if may_flip(turn.before, them, c)}
    index = play.turns.index(turn)
    for one in play.turns[index : index + 2]:
        saved -= {c for c in turn.before.stones if may_flip(one.after, them, c)}
    leaning = {c for c in turn.before.stones if may_flip(turn.after, me, c)}
    leaning -= {c for c in turn.before.stones if may_flip(turn.before, me, c)}
    start = f"plays {name}, which "
    if not saved and not leaning:
        assert text == f"plays {name}"
    else:
        assert text.startswith(start + ("protects " if saved else "threatens to flip "))
        check_listed(text.removeprefix(start), saved or leaning)


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
    "both-end-sizes": both_end(lambda end, colour: end.groups(colour)[0]),
    "both-end-products": both_end(lambda end, colour: end.product(colour)),
    "takes-joins": takes_joins,
    "takes-joins-both": takes_both(cuts=False),
    "takes-joins-cuts": takes_both(cuts=True),
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
    "kept": kept,
    "kept-line": flipped("played", "better", "them", 1, seen=True),
    "flips": flipped("better", "played", "me", 1),
    "flips-line": flipped("better", "played", "me", 2, 2, seen=True, leans=True),
    "later-flips-line": flipped("better", "played", "me", 2, seen=True, leans=True),
    "flips-prepared": flipped("better", "played", "me", 1, seen=True, leans=False),
    "price": flipped("better", "played", "them", 0),
    "saves": saves,
    "opening-first": opening("opening-first"),
    "opening-flipped": opening("opening-flipped"),
    "leans": leans,
    "leans-flips": leans_alone(is_later=False),
    "later-leans-flips": leans_alone(is_later=True),
    "leans-saved": spoiled(is_closed=False, is_later=False),
    "later-leans-saved": spoiled(is_closed=False, is_later=True),
    "leans-closed": spoiled(is_closed=True, is_later=False),
    "later-leans-closed": spoiled(is_closed=True, is_later=True),
    "leans-joins": leans_joins,
    "closed": closed,
    "joins": joined("better", "played", "me"),
    "joins-flip": joined("better", "played", "me", flips=True),
    "parts": joined("played", "better", "them"),
    "parts-flip": joined("played", "better", "them", flips=True),
    "sizes-so-far": sizes_so_far,
    "largest": largest,
    "allowance": allowance,
    "breaks": breaks,
    "connects": connects,
    "lets-connect": lets_connect,
    "passes": passes,
    "needs-fewer": needs("me", 2),
    "needs-more": needs("them", 1),
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
    "factor": factor,
    "their-factor": their_factor(is_later=False),
    "their-factor-later": their_factor(is_later=True),
    "larger-gain": larger_gain,
    "loss": loss("played", "better", "me", is_later=True),
    "loss-smaller": loss("played", "better", "me", is_later=True, smaller=True),
    "now-loss": loss("played", "better", "me", is_later=False),
    "their-loss": loss("better", "played", "them", is_later=True),
    "their-loss-smaller": loss("better", "played", "them", is_later=True, smaller=True),
    "now-their-loss": loss("better", "played", "them", is_later=False),
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
