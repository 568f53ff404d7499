"""The Python side of the compiled search with a network; ``puct.ts`` has the simulations."""

from dataclasses import replace
from struct import Struct
from typing import Any

import numpy as np

from ...rules.state import Game, State
from ..inputs import Batch
from ..network import NetworkEvaluator, Weights
from ..search import PROVEN_SENTINEL, PuctParams, default_params
from ..tree import Array, NodeStats, TreeSearch
from . import layout
from .leaf_batch import MAX_LEAVES, DetachedInstance, EvaluatorImage, LeafBatch
from .network import CompiledEncoder, CompiledNet

CONTEXT = Struct("<3d14Ii")
HEADER = Struct("<6i")
MAX_DEPTH = 1000  # most actions of a walk
ROOT = HEADER.size + 16 * MAX_DEPTH
NODE = Struct("<Qd6if2h4bi")
LINK, ACTION = 16, 24  # bytes of a link, and of the statistics of an action
UNKNOWN = 2  # stands for a missing proven value
MIN_ARENA_BYTES, MAX_ARENA_BYTES = 1 << 18, 1 << 27  # bytes of the smallest and the largest arena
STEP_VISITS = 8  # visits in one step
NO_LIMIT = 1_000_000


class SearchKernel(NetworkEvaluator):
    """The network of a compiled game; its searches run without Python between visits."""

    def __init__(self, game: Game, weights: Weights, encoder: CompiledEncoder) -> None:
        self.instance, self.net = encoder.instance, CompiledNet(weights, encoder)
        super().__init__(game, self.net, encoder)
        self.game, self.weights = game, weights
        self.params = default_params(game)
        self.root_record = self.instance.allocate(layout.RECORD.size)
        self.compiled_encoder, self.addresses_by_name = encoder, encoder.addresses_by_name
        addresses_by_name = self.addresses_by_name
        self.priors_out = self.instance.allocate(4 * (encoder.geometry.off_board + 2)).view(
            np.float32
        )
        keys = np.frombuffer(layout.zobrist_bytes(), np.uint8)
        # not the encoder's tables, because the search overwrites them
        self.tables = self.instance.allocate(layout.POSITIONS_BYTES + layout.FILL_SOLVER_BYTES)
        addresses = [
            addresses_by_name["game_layout"],
            self.instance.address(self.tables),
            addresses_by_name["records"],
            addresses_by_name["feature_context"],
        ]
        addresses += [self.net.address, self.net.copy_to_shared(keys)]
        names = ("stones", "legal", "placed", "scalars", "planes", "global_features")
        addresses += [addresses_by_name[name] for name in names]
        self.addresses = [
            *addresses,
            *map(self.instance.address, (self.priors_out, self.root_record)),
        ]
        self.context = self.instance.allocate(CONTEXT.size)
        self.context_address = self.instance.address(self.context)
        self._softmax = self.instance.function("softmax")
        self._rollout_sum = self.instance.function("rolloutSum")
        self.init_tree = self.instance.function("initTree")
        self.simulate = self.instance.function("simulateMany")
        self.simulate_from = self.instance.function("simulateFrom")
        self.move_subtree = self.instance.function("moveSubtree")
        self.evaluate_batch = self.instance.function("evaluateBatch")
        self.collect_batch = self.instance.function("collectLeaves")
        self.back_up_batch = self.instance.function("backUpBatch")
        self.undo_paths = self.instance.function("undoPaths")
        self._play_on = self.instance.function("playOn")
        self.answer_bytes = 4 * (1 + encoder.geometry.off_board + 2)
        """The bytes of an answer: value and priors."""
        self.walk_bytes = LINK + NODE.size + ACTION * (encoder.geometry.off_board + 2)
        """The most bytes that one walk to a new leaf allocates, without links to transpositions."""
        self.free_arenas: dict[int, list[Array]] = {}
        self.free_batches: list[LeafBatch] = []

    def softmax(self, batch: Batch, legal_mask: Array, logits: Array) -> Array:
        inside, rows = self.compiled_encoder.staged, []
        for legal, scalars, row in zip(batch.legal, batch.scalars, logits, strict=True):
            inside.legal[0], inside.scalars[0], self.priors_out[:] = legal, scalars, row
            self._softmax(
                len(row),
                self.addresses[-2],
                self.addresses_by_name["legal"],
                self.addresses_by_name["scalars"] + 8,
            )
            rows.append(self.priors_out.copy())
        return np.array(rows)

    def write_context(self, params: PuctParams, state: bytes) -> None:
        """Write the root record and the parameters into the search context."""
        weights = params.exploration, params.fpu_reduction, params.rollout_weight
        packed = CONTEXT.pack(*weights, *self.addresses, params.rollouts)
        self.context[:] = np.frombuffer(packed, np.uint8)
        self.root_record[:] = np.frombuffer(state, np.uint8)

    def rollout_sum(self, params: PuctParams, state: State) -> int:
        """Return the first colour's summed values of ``params.rollouts`` random games."""
        self.write_context(params, layout.pack_record(state))
        self.compiled_encoder.records[: layout.RECORD.size] = self.root_record
        return self._rollout_sum(self.context_address)

    def play_on(self, state: State, seed: int, max_actions: int) -> State:
        """Play at most ``max_actions`` actions and return the position after them.

        ``forecast.play_on`` does the same.  The seed has 62 bits.
        """
        record = self.compiled_encoder.records[: layout.RECORD.size]
        self.write_context(replace(self.params, rollouts=0), layout.pack_record(state))
        record[:] = self.root_record
        self._play_on(self.context_address, seed & 0x7FFFFFFF, seed >> 31, max_actions)
        return layout.unpack_record(record.tobytes())[0]

    def evaluator_image(self) -> EvaluatorImage:
        """Return the image with which another core evaluates leaves exactly as this one does."""
        image = DetachedInstance()
        detached = SearchKernel(self.game, self.weights, CompiledEncoder(image, self.game))
        detached.write_context(self.params, layout.pack_record(self.game.start()))
        leaves = detached.new_leaf_batch()
        image_bytes = image.memory[: image.used].tobytes()
        return EvaluatorImage(
            image_bytes,
            image.used,
            detached.context_address,
            leaves.records,
            leaves.answers,
            self.answer_bytes,
        )

    def new_leaf_batch(self) -> LeafBatch:
        """Return a buffer for pending leaves, reused or new."""
        if self.free_batches:
            return self.free_batches.pop()
        return LeafBatch(self.instance.allocate, self.instance.address, self.answer_bytes)

    def new_arena(self, size: int) -> Array:
        """Return an arena for a tree, of ``size`` bytes, reused or new."""
        arenas = self.free_arenas.get(size)
        return arenas.pop() if arenas else self.instance.allocate(size)

    def release_arena(self, arena: Array) -> None:
        """Keep an arena for reuse if the machine never frees memory."""
        if not self.instance.frees_memory:
            self.free_arenas.setdefault(len(arena), []).append(arena)


class CompiledNode(NodeStats):
    """A view of a node in a search's arena.

    Only a view of the root stays valid when the arena is resized.
    """

    __slots__ = ("_legal", "_state", "offset", "parent_edge", "search")

    def __init__(
        self,
        search: "CompiledPuctSearch",
        offset: int,
        state: State | None,
        legal: int | None = None,
        parent_edge: "tuple[CompiledNode, int] | None" = None,
    ) -> None:
        """Create the view; without ``state``, ``parent_edge`` is the parent node and the action."""
        self.search, self.offset, self._state, self._legal = search, offset, state, legal
        self.parent_edge = parent_edge

    @property
    def state(self) -> State:
        if self._state is None:
            assert self.parent_edge is not None
            before, action = self.parent_edge
            self._state = self.search.game.play(before.state, action)
        return self._state

    @property
    def legal(self) -> int:
        if self._legal is None:
            self._legal = self.search.game.legal(self.state)
        return self._legal

    @property
    def sign(self) -> float:
        return 1.0 - 2.0 * float(self.node_fields()[13])

    def node_fields(self) -> tuple[Any, ...]:
        """Return the fields of the node, in the order of ``Node`` in ``arena.ts``."""
        return NODE.unpack_from(self.search.arena_bytes, self.offset)

    @property
    def visits(self) -> int:
        return int(self.node_fields()[2])

    @property
    def value_sum(self) -> float:
        return float(self.node_fields()[1])

    @property
    def raw_value(self) -> float:
        """The value of the position before any search, from the first colour's side.

        It is the network's value, or in part the mean of random games
        (``PuctParams.rollout_weight``).
        """
        return float(self.node_fields()[8])

    @property
    def unproven_count(self) -> int:
        return int(self.node_fields()[10])

    @property
    def proven_value(self) -> float | None:
        value = self.node_fields()[11]
        return None if value == UNKNOWN else float(value)

    @property
    def proven_lower_bound(self) -> float:
        return float(self.node_fields()[12])

    @property
    def actions(self) -> Array | None:
        _, _, _, priors, _, _, _, _, _, count, *_ = self.node_fields()
        if not priors:
            return None
        return self.search.array(priors + 4 * count, count, "<i2").astype(np.intp)

    @property
    def prior(self) -> Array:
        """The network's prior for each action: float32, summing to 1."""
        _, _, _, priors, _, _, _, _, _, count, *_ = self.node_fields()
        return self.search.array(priors, count, "<f4")

    @property
    def policy(self) -> Array:
        return self.prior

    def child_stats(self, column: int, kind: str) -> Array:
        """Return a column of the action statistics.

        0 is the Q value, 1 the weight, 2 the visits, 3 the offset of the child node.
        """
        _, _, _, _, stats_offset, _, _, _, _, count, *_ = self.node_fields()
        if not stats_offset:
            return np.zeros(count, kind)
        return self.search.array(stats_offset + (8 + 4 * column) * count, count, kind)

    @property
    def q_values(self) -> Array:
        """The mean value of each action for the mover, float32; an estimate before a visit."""
        if self.node_fields()[4]:
            return self.child_stats(0, "<f4")
        start = max(self.sign * self.raw_value - self.search.params.fpu_reduction, -1.0)
        return np.full(self.node_fields()[9], start, np.float32)

    @property
    def u_weights(self) -> Array:
        """The exploration term prior / (1 + visits) of each action: float32."""
        return self.child_stats(1, "<f4") if self.node_fields()[4] else self.prior

    @property
    def child_visits(self) -> Array:
        return self.child_stats(2, "<i4")

    @property
    def child_value_sums(self) -> Array:
        """The sum of the mover's values backed up through each action: float64."""
        _, _, _, _, stats_offset, _, _, _, _, count, *_ = self.node_fields()
        return self.search.array(stats_offset, count, "<f8") if stats_offset else np.zeros(count)

    @property
    def child_nodes(self) -> "list[CompiledNode | None]":
        offsets, actions = self.child_stats(3, "<i4").tolist(), self.actions
        assert actions is not None
        return [
            CompiledNode(self.search, offset, None, parent_edge=(self, action)) if offset else None
            for offset, action in zip(offsets, actions.tolist(), strict=True)
        ]

    @property
    def child_proven_values(self) -> Array:
        """The proven value, for the first colour, after each action; nan if there is none."""
        offsets = self.child_stats(3, "<i4")
        values = np.full(len(offsets), np.nan)
        for child_index in offsets.nonzero()[0].tolist():
            value = NODE.unpack_from(self.search.arena_bytes, int(offsets[child_index]))[11]
            if value != UNKNOWN:
                values[child_index] = value
        return values

    def ranking_key(self) -> Array:
        """A sort key: visits; Q values break ties, and priors among unvisited actions."""
        return self.child_visits + 0.4 * np.maximum(self.q_values, -1.0) + 0.1 * self.prior

    def mean_first(self, child_index: int) -> float:
        """Return the mean value of the action at ``child_index``."""
        return float(
            self.sign * self.child_value_sums[child_index] / self.child_visits[child_index]
        )


class CompiledPuctSearch(TreeSearch):
    """The compiled counterpart of ``PuctSearch``; it evaluates leaves one by one."""

    guided = True
    memory_limit = MAX_ARENA_BYTES

    def __init__(
        self,
        game: Game,
        state: State,
        kernel: SearchKernel,
        params: PuctParams | None = None,
        node: CompiledNode | None = None,
    ) -> None:
        """Start a search; ``node`` is its root in the tree of an earlier search, if any.

        The earlier search must not be used again.
        """
        self.game, self.kernel = game, kernel
        self.params = params or kernel.params
        self.root_record = layout.pack_record(state)
        self.state, self.legal = state, game.legal(state)
        assert self.legal, "the game is over"
        if node is not None and node.search.kernel is kernel:
            before, size = node.search, len(node.search.arena)
            self.use_arena(kernel.new_arena(size))
            kernel.move_subtree(before.address, node.offset, self.address, size)
            used, _, _, slots, *_ = self.header
            # a subtree is mostly small
            while size // 2 >= max(MIN_ARENA_BYTES, 2 * (used - 4 * slots)):
                size //= 2
            if size < len(self.arena):
                self.resize(size)
        else:
            self.use_arena(kernel.new_arena(MIN_ARENA_BYTES))
            kernel.write_context(self.params, self.root_record)
            kernel.init_tree(kernel.context_address, self.address, MIN_ARENA_BYTES)

    def use_arena(self, arena: Array) -> None:
        """Use ``arena`` as the memory of the tree."""
        self.arena = arena
        self.arena_bytes = arena.data
        self.address = self.kernel.instance.address(arena)
        self.memory = len(arena)

    def __del__(self) -> None:
        if hasattr(self, "arena"):
            self.kernel.release_arena(self.arena)

    @property
    def root(self) -> CompiledNode:
        """The root node."""
        return CompiledNode(self, ROOT, self.state, self.legal)  # not stored: no reference cycle

    @property
    def is_full(self) -> bool:
        """Whether the tree has reached its memory limit."""
        return len(self.arena) >= MAX_ARENA_BYTES and bool(self.header[4])

    @property
    def header(self) -> tuple[int, ...]:
        """The bytes used, the size in bytes, nodes, slots of the table, full flag and depth."""
        return HEADER.unpack_from(self.arena_bytes)

    def array(self, offset: int, count: int, kind: str) -> Array:
        """Return a view of ``count`` numbers in the arena, from byte ``offset`` on."""
        return np.frombuffer(self.arena_bytes, kind, count, offset)

    def step(self, limit: int = NO_LIMIT) -> None:
        """Visit a few leaves, at most ``limit``."""
        kernel, visits_left = self.kernel, min(limit, STEP_VISITS)
        kernel.write_context(self.params, self.root_record)
        while visits_left > 0:
            visits_left -= kernel.simulate(kernel.context_address, self.address, visits_left)
            if self.root.proven_value is not None or not self.header[4]:
                return
            if self.is_full:
                return
            self.resize(2 * len(self.arena))

    def collect_batch(self, limit: int) -> LeafBatch | None:
        """Walk to at most ``limit`` leaves for evaluation elsewhere; return None without any."""
        kernel, leaves, limit = self.kernel, self.kernel.new_leaf_batch(), min(limit, MAX_LEAVES)
        if self.header[0] + limit * kernel.walk_bytes > len(self.arena) < MAX_ARENA_BYTES:
            self.resize(2 * len(self.arena))
        kernel.write_context(self.params, self.root_record)
        addresses = leaves.paths, leaves.records
        leaves.count = kernel.collect_batch(kernel.context_address, self.address, limit, *addresses)
        if leaves.count:
            return leaves
        kernel.free_batches.append(leaves)
        return None

    def back_up_batch(self, leaves: LeafBatch, answers: bytes | None = None) -> None:
        """Back up the answers for the leaves; without ``answers``, evaluate the leaves here."""
        kernel, done = self.kernel, 0
        kernel.write_context(self.params, self.root_record)
        if answers is None:
            kernel.evaluate_batch(
                kernel.context_address, leaves.count, leaves.records, leaves.answers
            )
        else:
            leaves.buffers[2][: len(answers)] = np.frombuffer(answers, np.uint8)
        addresses = leaves.paths, leaves.records, leaves.answers
        while True:
            done = kernel.back_up_batch(
                kernel.context_address, self.address, done, leaves.count, *addresses
            )
            if done == leaves.count or self.is_full:
                break
            self.resize(2 * len(self.arena))
        kernel.undo_paths(kernel.context_address, self.address, done, leaves.count, leaves.paths)
        kernel.free_batches.append(leaves)

    def visit_child(self, child_index: int) -> None:
        """Visit one leaf below the root's action at ``child_index``; the root must be expanded."""
        kernel = self.kernel
        kernel.write_context(self.params, self.root_record)
        while (
            not kernel.simulate_from(kernel.context_address, self.address, child_index)
            and not self.is_full
        ):
            self.resize(2 * len(self.arena))

    def resize(self, size: int) -> None:
        """Move to an arena of ``size`` bytes, which must suffice.

        An interruption changes nothing.
        """
        kernel, old, arena = self.kernel, self.arena, self.kernel.new_arena(size)
        kernel.move_subtree(self.address, ROOT, kernel.instance.address(arena), size)
        self.use_arena(arena)
        kernel.release_arena(old)

    def unproven_visits(self) -> Array:
        return self.root.child_visits[self.root.q_values > PROVEN_SENTINEL]
