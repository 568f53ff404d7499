"""The reference rules ("twin"): all five games again, slow and simple, to check the package.

Nothing is shared with greylox_web. A board is a set of (column, row) pairs counted from 0,
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


def cell_name(cell):
    """The name of a (column, row) pair."""
    column, row = cell
    return LETTERS[column] + str(row + 1)


def parse_cell(name):
    """The (column, row) pair of a name."""
    return LETTERS.index(name[0]), int(name[1:]) - 1


def hexhex_cells(base):
    """All cells of a hexagonal board."""
    width = 2 * base - 1
    return {(c, r) for c in range(width) for r in range(width) if abs(c - r) <= base - 1}


def rhombus_cells(side):
    """All cells of the n x n board of Hex."""
    return {(c, r) for c in range(side) for r in range(side)}


class ReferenceGame:
    """One game in progress; `play` changes it in place, `copy` makes another."""

    def __init__(self, game, size, shape=None, x=None, opening=True, swap=False):
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
        # opening: "first" for the first stone, then "bound" and "free" (Byg: only "first")
        with_opening = game == "greylox" or game == "byg" or (game == "multiplicity" and opening)
        self.phase = "opening" if with_opening else "main"
        self.placement_kind = "first" if with_opening else "stone"
        self.last = None  # the last stone of either colour
        self.turns = 0  # finished turns
        self.placed_this_turn = []  # Byg: stones placed in this turn
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

    def stones_of(self, colour):
        """The set of cells with a stone of this colour."""
        return {cell for cell, owner in self.stones.items() if owner == colour}

    def seeing_stones(self, cell):
        """The stones that see a cell: the first one met in each direction."""
        seeing = []
        for dc, dr in self.steps:
            position = (cell[0] + dc, cell[1] + dr)
            while position in self.cells:
                if position in self.stones:
                    seeing.append(position)
                    break
                position = (position[0] + dc, position[1] + dr)
        return seeing

    def controls(self, colour, cell):
        """Return whether more stones of a colour see a cell than half its neighbours."""
        own_seeing = [stone for stone in self.seeing_stones(cell) if self.stones[stone] == colour]
        return 2 * len(own_seeing) > len(self.neighbours(cell))

    def control(self, colour):
        """All cells that a colour controls, vacant or not."""
        return {cell for cell in self.cells if self.controls(colour, cell)}

    def connected_sets(self, cells):
        """The connected components of a set of cells."""
        remaining = set(cells)
        parts = []
        while remaining:
            part = set()
            edge = [remaining.pop()]
            while edge:
                cell = edge.pop()
                part.add(cell)
                for neighbour in self.neighbours(cell):
                    if neighbour in remaining:
                        remaining.remove(neighbour)
                        edge.append(neighbour)
            parts.append(part)
        return parts

    def territory(self, colour):
        """A colour's stones, and the vacant cells that it gets at the end of Greylox."""
        cells = self.stones_of(colour)
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
        """The score during the game: a product, the stones, or the largest group."""
        if self.game == "multiplicity":
            return self.product(colour)
        if self.game == "lox":
            return len(self.stones_of(colour))
        return max(self.groups(colour), default=0)

    def connects_edges(self, colour):
        """Return whether a colour has connected its two edges (Lox)."""
        for part in self.connected_sets(self.stones_of(colour)):
            where = 1 if colour == "Red" else 0  # Red: rows (top and bottom); Blue: columns
            touched = {cell[where] for cell in part}
            if 0 in touched and self.size - 1 in touched:
                return True
        return False

    # ---- legal actions

    def placements(self):
        """Vacant cells where the mover may place a stone."""
        vacant = self.vacant()
        if self.game in ("greylox", "multiplicity") and self.phase == "opening":
            if self.placement_kind == "bound":
                return vacant & self.neighbours(self.last)
            if self.placement_kind == "free":
                return {cell for cell in vacant if self.neighbours(cell) <= vacant}
            return vacant
        if self.game in ("greylox", "lox"):
            return {cell for cell in vacant if not self.controls(self.other(), cell)}
        if self.game == "byg":
            return {cell for cell in vacant if not self.would_grow_twice(cell)}
        return vacant

    def flips(self):
        """The opponent's stones that the mover may flip."""
        if self.game not in ("greylox", "lox") or self.phase == "opening":
            return set()
        return {cell for cell in self.stones_of(self.other()) if self.controls(self.mover, cell)}

    def would_grow_twice(self, cell):
        """Return whether a stone at the cell would give a group two stones of this turn (Byg)."""
        mine = self.stones_of(self.mover) | {cell}
        for part in self.connected_sets(mine):
            if len([new for new in [*self.placed_this_turn, cell] if new in part]) > 1:
                return True
        return False

    def legal(self):
        """The names of all legal actions."""
        if self.over():
            return set()
        names = {cell_name(cell) for cell in self.placements() | self.flips()}
        if self.game == "lox" and not names:
            return {"pass"}
        if self.turns == 1 and self.swap_allowed and self.phase == "main":
            names.add("swap")
        if self.game == "byg" and self.phase == "main" and self.placed_this_turn:
            names.add("end")
        return names

    # ---- playing

    def play(self, name):
        """Play one legal action, in place."""
        assert name in self.legal(), f"twin: {name} is not legal"
        return self.apply(name)

    def apply(self, name):
        """Play an action without checking that it is legal."""
        if name == "swap":
            ((column, row),) = self.stones
            self.stones = {(row, column) if self.game == "lox" else (column, row): self.mover}
            self.end_turn()
        elif name in ("pass", "end"):
            self.end_turn()
        else:
            cell = parse_cell(name)
            self.stones[cell] = self.mover
            if self.game == "byg":
                self.next_byg_step(cell)
            elif self.phase == "opening":
                self.next_opening_step(cell)
            else:
                self.end_turn()
        return self

    def end_turn(self):
        """Begin the other player's turn."""
        self.turns += 1
        self.mover = self.other()
        self.placed_this_turn = []
        if self.game == "byg":
            self.quota = min(3, len(self.connected_sets(self.stones_of(self.mover))))

    def next_opening_step(self, cell):
        """Continue the opening after this stone: bound and free alternate."""
        was = self.placement_kind
        self.last = cell
        if was == "bound":
            self.placement_kind = "free"
            if not self.placements():
                self.phase, self.placement_kind, self.last = "main", "stone", None
                self.end_turn()
        else:
            self.placement_kind = "bound"
            self.end_turn()

    def next_byg_step(self, cell):
        """Continue Byg's turns: White, Black, then from Black on turns of up to `quota` stones."""
        if self.phase == "opening":
            if self.mover == "White":
                self.end_turn()
                self.quota = 1
            else:
                self.phase, self.placement_kind = "main", "stone"
                self.mover = "White"  # so that end_turn passes the turn to Black
                self.end_turn()
            return
        self.placed_this_turn.append(cell)
        if len(self.placed_this_turn) == self.quota or not self.placements():
            self.end_turn()

    # ---- the end

    def over(self):
        """Return whether the game is over."""
        if self.game == "greylox":
            return self.phase == "main" and not self.placements() and not self.flips()
        if self.game == "lox":
            return self.connects_edges(self.mover)
        if self.game == "multiplicity":
            return len(self.vacant()) == 1
        return not self.vacant()

    def winner(self):
        """The winner's colour; None if the game is not over or drawn."""
        if not self.over():
            return None
        first, second = self.colours
        if self.game == "lox":
            return self.mover
        if self.game == "multiplicity":
            return self.compare_sizes(first, [self.product(first)], second, [self.product(second)])
        mine, yours = self.groups(first), self.groups(second)
        if self.game == "brink":
            big, large = (mine or [0])[0], (yours or [0])[0]
            if big != large:
                owner, loser = (first, second) if big > large else (second, first)
                return owner if abs(big - large) >= self.x else loser
        return self.compare_sizes(first, mine, second, yours)

    def compare_sizes(self, first, mine, second, yours):
        """Return the colour ahead at the first difference of sizes; a missing group has size 0."""
        for rank in range(max(len(mine), len(yours))):
            a = mine[rank] if rank < len(mine) else 0
            b = yours[rank] if rank < len(yours) else 0
            if a != b:
                return first if a > b else second
        return None

    def draw(self):
        """Return whether the game is over without a winner."""
        return self.over() and self.winner() is None
