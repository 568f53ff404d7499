"""The Python side of ``uct.ts``: a fast plain tree search, as an opponent for measurements."""

from collections.abc import Sequence
from random import Random
from typing import NamedTuple

import numpy as np

from ...engine.compiled import layout
from ...engine.compiled.rules import FILE as RULES_FILE
from ...engine.compiled.wasm import WasmInstance, load_instance
from ...engine.tuning import reference_game
from ...rules.state import Game, State

FILE = RULES_FILE.with_name("uct.wasm")
NODE = np.dtype(
    [
        ("visits", "<i4"),
        ("value_sum", "<i4"),
        ("first_child", "<i4"),
        ("count", "<i2"),
        ("action", "<i2"),
        ("proven_value", "i1"),
        ("spare", "V3"),
    ]
)
NODES_OFFSET = 8 * 1002  # bytes before the nodes, as in ``uct.ts``
ROOT, UNKNOWN = 1, 2
MAX_NODES = 5_000_000  # a tree with this many entries does not grow
STEP_PLAYOUTS = 20_000  # random games in one call, which cannot be interrupted

PLAYOUTS_PER_SECOND = {
    "greylox": 100_000,
    "lox": 23_000,
    "brink": 340_000,
    "multiplicity": 380_000,
    "byg": 145_000,
}
"""The random games per second of a fast native program on the reference boards."""


def playouts_per_second(game: Game) -> int:
    """Return the random games per second of a fast native program on a game's board.

    A game has about as many stones as the board has cells.  Its duration is proportional to this
    number.
    """
    return scale_to_board(PLAYOUTS_PER_SECOND[game.name], game)


def scale_to_board(playouts: int, game: Game) -> int:
    """Return ``playouts`` on the reference board (``Tuning``), scaled by the number of cells."""
    board = reference_game(game.name).board
    return round(playouts * board.cells.bit_count() / game.board.cells.bit_count())


class UctActionStats(NamedTuple):
    """The statistics of an action at the root."""

    action: int
    visits: int
    value_first: float
    proven_value: int | None  # the proven value of the position after the action


class Uct:
    """A UCT search with UCB1 (Auer and others, 2002) and proven values (Winands and others, 2008).

    The tree is reused from turn to turn.  The constructor raises OSError where compiled code does
    not run.
    """

    def __init__(self, game: Game, random: Random, max_nodes: int = MAX_NODES) -> None:
        instance = load_instance(FILE) if layout.is_compiled(game) else None
        if instance is None:
            raise OSError("compiled rules of this game do not run here")
        self.instance, self.game, self.random, self.max_nodes = instance, game, random, max_nodes
        game_layout = layout.pack_game(game)
        lengths = (len(game_layout), layout.POSITIONS_BYTES, layout.RECORD.size)
        self.buffers = [instance.allocate(length) for length in lengths]
        self.buffers[0][:] = list(game_layout)
        self.addresses = tuple(instance.address(buffer) for buffer in self.buffers)
        self.arenas = [_Arena(instance, max_nodes) for _ in range(2)]
        self._init_tree = instance.function("initTree")
        self._move_root = instance.function("moveRoot")
        self._simulate = instance.function("simulate")
        self.states: list[State] = []  # the positions up to the root of the tree

    def begin(self, random: Random) -> None:
        """Drop the tree, so that the search depends on these random numbers alone."""
        self.random, self.states = random, []

    def set_position(self, states: Sequence[State], actions: Sequence[int]) -> None:
        """Make the last of ``states``, to which ``actions`` lead, the root."""
        state_count = len(self.states)
        if not state_count or list(states[:state_count]) != self.states:
            self._init_tree(self.arenas[0].address)
        else:
            for action in actions[state_count - 1 :]:
                arena, target = self.arenas
                if not self._move_root(arena.address, target.address, action):
                    self._init_tree(arena.address)
                    break
                self.arenas.reverse()
        self.states = list(states)

    def think(self, playouts: int) -> int:
        """Play random games, fewer than ``playouts`` if the root is proven; return their number."""
        self.buffers[2][:] = np.frombuffer(layout.pack_record(self.states[-1]), np.uint8)
        done = 0
        while done < playouts and self.proven_value is None:
            seed, count = self.random.getrandbits(62), min(STEP_PLAYOUTS, playouts - done)
            low, high = seed & 0x7FFFFFFF, seed >> 31
            arena = self.arenas[0].address
            done += self._simulate(*self.addresses, arena, self.max_nodes, low, high, count)
        return done

    @property
    def proven_value(self) -> int | None:
        """The proven value of the root from the first colour's side (1, 0 or -1), or None."""
        value = int(self.arenas[0].entries[ROOT]["proven_value"])
        return None if value == UNKNOWN else value

    def ranked_actions(self) -> list[UctActionStats]:
        """Return the actions at the root with their statistics, the one to play first."""
        entries, sign = self.arenas[0].entries, 1 - 2 * self.states[-1].mover
        first, count = (int(entries[ROOT][name]) for name in ("first_child", "count"))
        action_stats = list[UctActionStats]()
        for child in entries[first : first + count]:
            visits, exact = int(child["visits"]), int(child["proven_value"])
            proven = None if exact == UNKNOWN else exact
            mean = int(child["value_sum"]) / visits if visits else 0.0
            value = mean if proven is None else float(proven)
            action_stats.append(UctActionStats(int(child["action"]), visits, value, proven))
        most_visited = max(
            (one for one in action_stats if one.proven_value is None), key=_visits, default=None
        )

        def sort_key(one: UctActionStats) -> tuple[float, int]:
            if (
                one.proven_value is None
            ):  # of the unproven actions, only the most visited is a choice
                return (sign * one.value_first if one is most_visited else -0.99, one.visits)
            return (float(sign * one.proven_value), one.visits)

        return sorted(action_stats, key=sort_key, reverse=True)

    def choose(self, playouts: int) -> int:
        """Play ``playouts`` more random games and return the action to play."""
        self.think(playouts)
        return self.ranked_actions()[0].action


class _Arena:
    """The memory of a tree."""

    def __init__(self, instance: WasmInstance, max_nodes: int) -> None:
        self.buffer = instance.allocate(NODES_OFFSET + max_nodes * NODE.itemsize)
        self.address = instance.address(self.buffer)
        self.entries = self.buffer[NODES_OFFSET:].view(NODE)


def _visits(one: UctActionStats) -> int:
    return one.visits
