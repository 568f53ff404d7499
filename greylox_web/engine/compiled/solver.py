"""The Python side of the compiled exact solver, ``solver.ts``."""

from typing import NamedTuple

from ...rules.state import Game, State
from . import layout
from .rules import FILE
from .wasm import WasmInstance, load_instance

FRAME_COUNT = 253  # 250 actions, the position after them, and scratch space, as in ``solver.ts``
# upper bound of the bytes
FRAME_BYTES = layout.POSITIONS_BYTES // 2 + layout.MASK_BYTES + 4 * layout.LOC_COUNT
TABLE_ENTRIES = 1 << 19  # entries of the transposition table, 16 bytes each
HISTORY_BYTES = 4 * 2 * 512  # a number for each mover and action
RESUME_BYTES = 4 * FRAME_COUNT  # the action at each ply where the last search stopped
# offsets in a record: the best action, and its value for the mover
BEST_ACTION_OFFSET, VALUE_OFFSET = 100, 102


class SolvedPosition(NamedTuple):
    """The solution of a position."""

    mover_value: int  # for the side to move: 1, 0 or -1
    action: int  # an action with this value
    nodes: int  # positions opened to find it


class CompiledSolver:
    """The solver of one game with its transposition table; not thread-safe."""

    def __init__(self, instance: WasmInstance, game: Game) -> None:
        self.instance = instance
        game_layout = layout.pack_game(game)
        lengths = (
            len(game_layout),
            FRAME_COUNT * FRAME_BYTES + layout.FILL_SOLVER_BYTES,
            layout.RECORD.size,
            8 * layout.ZOBRIST_KEYS + 16 * TABLE_ENTRIES + HISTORY_BYTES + RESUME_BYTES,
        )
        self.buffers = [instance.allocate(length) for length in lengths]
        self.buffers[0][:] = list(game_layout)
        keys = layout.zobrist_bytes()
        self.buffers[3][: len(keys)] = list(keys)
        self.record = self.buffers[2].data
        self.addresses = tuple(instance.address(buffer) for buffer in self.buffers)
        self._solve = instance.function("solve")
        self._bounds = instance.function("probeBounds")
        self.nodes = 0

    def solve(self, state: State, nodes: int) -> SolvedPosition | None:
        """Return the solution of an unfinished position, or None if ``nodes`` do not suffice."""
        self.record[:] = layout.pack_record(state)
        solved = self._solve(*self.addresses, TABLE_ENTRIES, nodes)
        record = self.record.tobytes()
        nodes_opened = int.from_bytes(record[:4], "little")
        self.nodes += nodes_opened
        if not solved:
            return None
        mover_value = int.from_bytes(record[VALUE_OFFSET : VALUE_OFFSET + 1], "little", signed=True)
        action = int.from_bytes(
            record[BEST_ACTION_OFFSET : BEST_ACTION_OFFSET + 2], "little", signed=True
        )
        return SolvedPosition(mover_value, action, nodes_opened)

    def probe(self, state: State) -> int | None:
        """Return the value of a position for the side to move, or None if unknown."""
        self.record[:] = layout.pack_record(state)
        low, high = divmod(self._bounds(*self.addresses, TABLE_ENTRIES), 3)
        return low - 1 if low == high else None


def make_solver(game: Game) -> CompiledSolver | None:
    """Return the compiled solver of a game, or None if its compiled rules cannot run."""
    instance = load_instance(FILE) if layout.is_compiled(game) else None
    return None if instance is None else CompiledSolver(instance, game)
