"""A comparison and one of its facts, as the checkers read them, and what they ask of a position."""

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
