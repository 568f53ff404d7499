"""The twin: all five games once more, slow and obvious, to hold against the package.

Nothing here is shared with greylox_web. A board is a set of (column, row) pairs counted from 0,
a position is a dictionary {(column, row): colour}, sight walks cell by cell, a group is a set
of cells. Names of cells follow the notation: letter = column, number = row from 1.
"""

from copy import deepcopy

COLOURS = {
    "greylox": ("White", "Black"),
    "lox": ("Red", "Blue"),
    "brink": ("Black", "White"),
    "multiplicity": ("White", "Red"),
    "byg": ("White", "Black"),
}
HEXHEX_STEPS = ((1, 0), (-1, 0), (0, 1), (0, -1), (1, 1), (-1, -1))
RHOMBUS_STEPS = ((1, 0), (-1, 0), (0, 1), (0, -1), (1, -1), (-1, 1))
LETTERS = "abcdefghijklmnopqrstuvwxyz"


def name_of(cell):
    """The name of a (column, row) pair."""
    column, row = cell
    return LETTERS[column] + str(row + 1)


def cell_of(name):
    """The (column, row) pair of a name."""
    return LETTERS.index(name[0]), int(name[1:]) - 1


def hexhex_cells(base):
    """All cells of a hexagonal board."""
    width = 2 * base - 1
    return {(c, r) for c in range(width) for r in range(width) if abs(c - r) <= base - 1}


def rhombus_cells(side):
    """All cells of the n x n board of Hex."""
    return {(c, r) for c in range(side) for r in range(side)}


class Twin:
    """One game in progress; `play` changes it in place, `copy` makes another."""

    def __init__(self, game, size, shape=None, x=None, opening=True, swap=True):
        self.game = game
        self.size = size
        self.shape = shape or ("rhombus" if game == "lox" else "hexhex")
        self.colours = COLOURS[game]
        self.x = x
        self.swap_allowed = swap
        self.cells = rhombus_cells(size) if self.shape == "rhombus" else hexhex_cells(size)
        self.steps = RHOMBUS_STEPS if self.shape == "rhombus" else HEXHEX_STEPS
        self.stones = {}
        self.mover = self.colours[0]
        # opening: the first stone of the game, then "bound" and "free" (or Byg's first two)
        with_opening = game == "greylox" or game == "byg" or (game == "multiplicity" and opening)
        self.phase = "opening" if with_opening else "main"
        self.due = "first" if with_opening else "stone"
        self.last = None  # the last stone placed, by anybody
        self.turns = 0  # finished turns
        self.fresh = []  # Byg: stones placed in this turn
        self.quota = 1  # Byg: stones the mover may place in this turn

    def copy(self):
        """An independent copy."""
        return deepcopy(self)

    # ---- geometry and stones

    def other(self, colour=None):
        """The opponent of a colour (of the mover when none is given)."""
        colour = colour or self.mover
        return self.colours[1] if colour == self.colours[0] else self.colours[0]

    def neighbours(self, cell):
        """The cells next to a cell."""
        around = {(cell[0] + dc, cell[1] + dr) for dc, dr in self.steps}
        return around & self.cells

    def vacant(self):
        """The set of vacant cells."""
        return {cell for cell in self.cells if cell not in self.stones}

    def of(self, colour):
        """The set of cells with a stone of this colour."""
        return {cell for cell, owner in self.stones.items() if owner == colour}

    def seers(self, cell):
        """The stones that see a cell: the first one met in each direction."""
        found = []
        for dc, dr in self.steps:
            look = (cell[0] + dc, cell[1] + dr)
            while look in self.cells:
                if look in self.stones:
                    found.append(look)
                    break
                look = (look[0] + dc, look[1] + dr)
        return found

    def controls(self, colour, cell):
        """Whether more stones of a colour see a cell than half its neighbours."""
        seen_by = [stone for stone in self.seers(cell) if self.stones[stone] == colour]
        return 2 * len(seen_by) > len(self.neighbours(cell))

    def control(self, colour):
        """All cells that a colour controls, occupied or not."""
        return {cell for cell in self.cells if self.controls(colour, cell)}

    def connected_sets(self, cells):
        """The connected parts of a set of cells."""
        rest = set(cells)
        parts = []
        while rest:
            part = set()
            edge = [rest.pop()]
            while edge:
                cell = edge.pop()
                part.add(cell)
                for near in self.neighbours(cell):
                    if near in rest:
                        rest.remove(near)
                        edge.append(near)
            parts.append(part)
        return parts

    def territory(self, colour):
        """A colour's stones and, when a Greylox game is over, the vacant cells it gets."""
        cells = self.of(colour)
        if self.game == "greylox" and self.over() and colour == self.other():
            cells = cells | self.vacant()
        return cells

    def groups(self, colour):
        """Sizes of a colour's groups, largest first."""
        return sorted(
            (len(part) for part in self.connected_sets(self.territory(colour))), reverse=True
        )

    def product(self, colour):
        """The product of the sizes of all groups of a colour."""
        result = 1
        for size in self.groups(colour):
            result = result * size
        return result

    def score(self, colour):
        """The number a colour's standing is told by: a product, stones, or the largest group."""
        if self.game == "multiplicity":
            return self.product(colour)
        if self.game == "lox":
            return len(self.of(colour))
        return max(self.groups(colour), default=0)

    def joined(self, colour):
        """Lox: whether a colour has joined its two edges."""
        for part in self.connected_sets(self.of(colour)):
            where = 1 if colour == "Red" else 0  # Red: rows (top and bottom); Blue: columns
            touched = {cell[where] for cell in part}
            if 0 in touched and self.size - 1 in touched:
                return True
        return False

    # ---- what may be played

    def places(self):
        """Vacant cells where the mover may put a stone."""
        vacant = self.vacant()
        if self.game in ("greylox", "multiplicity") and self.phase == "opening":
            if self.due == "bound":
                return vacant & self.neighbours(self.last)
            if self.due == "free":
                return {cell for cell in vacant if self.neighbours(cell) <= vacant}
            return vacant
        if self.game in ("greylox", "lox"):
            return {cell for cell in vacant if not self.controls(self.other(), cell)}
        if self.game == "byg":
            return {cell for cell in vacant if not self.grows_twice(cell)}
        return vacant

    def flips(self):
        """Enemy stones that the mover may flip."""
        if self.game not in ("greylox", "lox") or self.phase == "opening":
            return set()
        return {cell for cell in self.of(self.other()) if self.controls(self.mover, cell)}

    def grows_twice(self, cell):
        """Byg: whether a stone here would give one group two stones of this turn."""
        mine = self.of(self.mover) | {cell}
        for part in self.connected_sets(mine):
            if len([new for new in [*self.fresh, cell] if new in part]) > 1:
                return True
        return False

    def legal(self):
        """The names of all legal actions."""
        if self.over():
            return set()
        names = {name_of(cell) for cell in self.places() | self.flips()}
        if self.game == "lox" and not names:
            return {"pass"}
        if self.game == "lox" and self.turns == 1 and self.swap_allowed:
            names.add("swap")
        if self.game == "byg" and self.phase == "main" and self.fresh:
            names.add("end")
        return names

    # ---- playing

    def play(self, name):
        """Play one legal action, in place."""
        assert name in self.legal(), f"twin: {name} is not legal"
        return self.do(name)

    def do(self, name):
        """Play an action without asking whether it is legal."""
        if name == "swap":
            ((column, row),) = self.stones
            self.stones = {(row, column): self.mover}
            self.end_turn()
        elif name in ("pass", "end"):
            self.end_turn()
        else:
            cell = cell_of(name)
            self.stones[cell] = self.mover
            if self.game == "byg":
                self.after_byg(cell)
            elif self.phase == "opening":
                self.after_opening(cell)
            else:
                self.end_turn()
        return self

    def end_turn(self):
        """The other player's turn begins."""
        self.turns += 1
        self.mover = self.other()
        self.fresh = []
        if self.game == "byg":
            self.quota = min(3, len(self.connected_sets(self.of(self.mover))))

    def after_opening(self, cell):
        """One bound, one free: what comes after this stone."""
        was = self.due
        self.last = cell
        if was == "bound":
            self.due = "free"
            if not self.places():
                self.phase, self.due, self.last = "main", "stone", None
                self.end_turn()
        else:
            self.due = "bound"
            self.end_turn()

    def after_byg(self, cell):
        """W, B, then normal turns from Black on, each of up to `quota` stones."""
        if self.phase == "opening":
            if self.mover == "White":
                self.end_turn()
                self.quota = 1
            else:
                self.phase, self.due = "main", "stone"
                self.mover = "White"  # so that end_turn hands the turn to Black
                self.end_turn()
            return
        self.fresh.append(cell)
        if len(self.fresh) == self.quota or not self.places():
            self.end_turn()

    # ---- the end

    def over(self):
        """Whether the game is over."""
        if self.game == "greylox":
            return self.phase == "main" and not self.places() and not self.flips()
        if self.game == "lox":
            return self.joined(self.mover)
        if self.game == "multiplicity":
            return len(self.vacant()) == 1
        return not self.vacant()

    def winner(self):
        """The winner's colour, or None: not over, or a draw."""
        if not self.over():
            return None
        first, second = self.colours
        if self.game == "lox":
            return self.mover
        if self.game == "multiplicity":
            return self.larger(first, [self.product(first)], second, [self.product(second)])
        mine, yours = self.groups(first), self.groups(second)
        if self.game == "brink":
            big, large = (mine or [0])[0], (yours or [0])[0]
            if big != large:
                owner, loser = (first, second) if big > large else (second, first)
                return owner if abs(big - large) >= self.x else loser
        return self.larger(first, mine, second, yours)

    def larger(self, first, mine, second, yours):
        """The cascade: the first difference decides, a missing group has size 0."""
        for place in range(max(len(mine), len(yours))):
            a = mine[place] if place < len(mine) else 0
            b = yours[place] if place < len(yours) else 0
            if a != b:
                return first if a > b else second
        return None

    def draw(self):
        """Whether the game is over without a winner."""
        return self.over() and self.winner() is None
