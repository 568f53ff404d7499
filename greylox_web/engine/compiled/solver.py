"""The Python side of the compiled exact solver, ``solver.ts``."""

from random import Random
from typing import NamedTuple

from ...rules.state import Game, State
from . import layout
from .machine import Machine, machine
from .rules import FILE

FRAMES = 253  # for 250 actions, the position after them, and scratch space, as in ``solver.ts``
KEYS = 1280  # random numbers of the Zobrist hash
FRAME = layout.TABLES // 2 + layout.MASK + 4 * layout.LENGTH  # bytes, an upper bound
ENTRIES = 1 << 19  # of the transposition table, 16 bytes each
HISTORY = 4 * 2 * 512  # bytes: a number for each mover and action
INTERRUPTED = 4 * FRAMES  # bytes: the action at each ply where the last search stopped
ANCHOR, VALUE = 100, 102  # offsets in a record: the action that was found, and its worth


class Worth(NamedTuple):
    """The solution of a position."""

    worth: int  # for the side to move: 1, 0 or -1
    action: int  # one that has this worth
    nodes: int  # positions opened to find it


class CompiledSolver:
    """The solver of one game with its transposition table; not thread-safe."""

    def __init__(self, machine: Machine, game: Game) -> None:
        self.machine = machine
        ground = layout.ground(game)
        lengths = (
            len(ground),
            FRAMES * FRAME + layout.FILLING,
            layout.RECORD.size,
            8 * KEYS + 16 * ENTRIES + HISTORY + INTERRUPTED,
        )
        self.rooms = [machine.room(length) for length in lengths]
        self.rooms[0][:] = list(ground)
        keys = Random(1).randbytes(8 * KEYS)
        self.rooms[3][: len(keys)] = list(keys)
        self.record = self.rooms[2].data
        self.where = tuple(machine.address(room) for room in self.rooms)
        self._solve = machine.function("solve")
        self._bounds = machine.function("probeBounds")
        self.nodes = 0

    def solve(self, state: State, nodes: int) -> Worth | None:
        """The solution of an unfinished position, or None if ``nodes`` positions do not suffice."""
        self.record[:] = layout.packed(state)
        solved = self._solve(*self.where, ENTRIES, nodes)
        found = self.record.tobytes()
        opened = int.from_bytes(found[:4], "little")
        self.nodes += opened
        if not solved:
            return None
        worth = int.from_bytes(found[VALUE : VALUE + 1], "little", signed=True)
        action = int.from_bytes(found[ANCHOR : ANCHOR + 2], "little", signed=True)
        return Worth(worth, action, opened)

    def worth(self, state: State) -> int | None:
        """The worth of a position for the side to move, or None while it is not known."""
        self.record[:] = layout.packed(state)
        low, high = divmod(self._bounds(*self.where, ENTRIES), 3)
        return low - 1 if low == high else None


def quick_solver(game: Game) -> CompiledSolver | None:
    """The compiled solver of a game, or None where its compiled rules cannot run."""
    runs = machine(FILE) if layout.is_compiled(game) else None
    return None if runs is None else CompiledSolver(runs, game)
