"""The Python side of ``uct.ts``: a fast plain tree search, as an opponent to measure against."""

from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import NamedTuple

import numpy as np

from ...rules.state import Game, State
from ..tuning import reference
from . import layout
from .machine import Machine, machine

FILE = Path(__file__).with_name("uct.wasm")
ENTRY = np.dtype(
    [
        ("visits", "<i4"),
        ("sum", "<i4"),
        ("first", "<i4"),
        ("count", "<i2"),
        ("action", "<i2"),
        ("exact", "i1"),
        ("spare", "V3"),
    ]
)
ENTRIES = 8 * 1002  # bytes before them, as ``uct.ts`` has it
ROOT, UNKNOWN = 1, 2
MOST = 5_000_000  # entries of a tree; beyond that it does not grow
PART = 20_000  # random games in one call, which cannot be interrupted

SECOND = {
    "greylox": 100_000,
    "lox": 23_000,
    "brink": 340_000,
    "multiplicity": 380_000,
    "byg": 145_000,
}
"""The random games that a fast native program plays in one second on the reference boards."""


def second(game: Game) -> int:
    """The number of random games that a fast native program plays in a second on a game's board.

    A game has about as many stones as the board has cells, and takes time in proportion.
    """
    return on_board(SECOND[game.name], game)


def on_board(work: int, game: Game) -> int:
    """``work``, an amount on the reference board (``Tuning``), scaled by the number of cells."""
    board = reference(game.name).board
    return round(work * board.cells.bit_count() / game.board.cells.bit_count())


class Found(NamedTuple):
    """The statistics of an action at the root."""

    action: int
    visits: int
    value_first: float
    exact: int | None  # the proven value of the position after it


class Uct:
    """UCT with UCB1 (Auer and others, 2002) and proven values (Winands and others, 2008).

    The tree is kept from turn to turn.  Raise OSError where compiled code does not run.
    """

    def __init__(self, game: Game, random: Random, most: int = MOST) -> None:
        runs = machine(FILE) if layout.is_compiled(game) else None
        if runs is None:
            raise OSError("compiled rules of this game do not run here")
        self.machine, self.game, self.random, self.most = runs, game, random, most
        ground = layout.ground(game)
        lengths = (len(ground), layout.TABLES, layout.RECORD.size)
        self.rooms = [runs.room(length) for length in lengths]
        self.rooms[0][:] = list(ground)
        self.where = tuple(runs.address(room) for room in self.rooms)
        self.pools = [_Pool(runs, most) for _ in range(2)]
        self._plant = runs.function("initTree")
        self._follow = runs.function("moveRoot")
        self._grow = runs.function("simulate")
        self.states: list[State] = []  # up to the root of the tree

    def begin(self, random: Random) -> None:
        """Drop the tree; the search then depends on these random numbers alone."""
        self.random, self.states = random, []

    def look(self, states: Sequence[State], actions: Sequence[int]) -> None:
        """Make the last of ``states``, to which ``actions`` lead, the root."""
        known = len(self.states)
        if not known or list(states[:known]) != self.states:
            self._plant(self.pools[0].address)
        else:
            for action in actions[known - 1 :]:
                pool, into = self.pools
                if not self._follow(pool.address, into.address, action):
                    self._plant(pool.address)
                    break
                self.pools.reverse()
        self.states = list(states)

    def think(self, playouts: int) -> int:
        """Play random games, fewer than ``playouts`` if the root is proven; return their number."""
        self.rooms[2][:] = np.frombuffer(layout.packed(self.states[-1]), np.uint8)
        done = 0
        while done < playouts and self.exact is None:
            seed, count = self.random.getrandbits(62), min(PART, playouts - done)
            low, high = seed & 0x7FFFFFFF, seed >> 31
            pool = self.pools[0].address
            done += self._grow(*self.where, pool, self.most, low, high, count)
        return done

    @property
    def exact(self) -> int | None:
        """The proven value of the root from the first colour's side: 1, 0 or -1; None without."""
        value = int(self.pools[0].entries[ROOT]["exact"])
        return None if value == UNKNOWN else value

    def found(self) -> list[Found]:
        """The actions at the root with their statistics, the one to play first."""
        entries, sign = self.pools[0].entries, 1 - 2 * self.states[-1].mover
        first, count = (int(entries[ROOT][name]) for name in ("first", "count"))
        known = list[Found]()
        for child in entries[first : first + count]:
            visits, exact = int(child["visits"]), int(child["exact"])
            proven = None if exact == UNKNOWN else exact
            mean = int(child["sum"]) / visits if visits else 0.0
            value = mean if proven is None else float(proven)
            known.append(Found(int(child["action"]), visits, value, proven))
        most = max((one for one in known if one.exact is None), key=_visits, default=None)

        def worth(one: Found) -> tuple[float, int]:
            if one.exact is None:  # of the unproven ones only the most visited is a choice
                return (sign * one.value_first if one is most else -0.99, one.visits)
            return (float(sign * one.exact), one.visits)

        return sorted(known, key=worth, reverse=True)

    def choose(self, playouts: int) -> int:
        """The action to play after ``playouts`` more random games."""
        self.think(playouts)
        return self.found()[0].action


class _Pool:
    """The memory of a tree."""

    def __init__(self, runs: Machine, most: int) -> None:
        self.room = runs.room(ENTRIES + most * ENTRY.itemsize)
        self.address = runs.address(self.room)
        self.entries = self.room[ENTRIES:].view(ENTRY)


def _visits(one: Found) -> int:
    return one.visits
