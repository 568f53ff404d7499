"""Tree search guided by a network: its policy gives the priors, its value the leaf values.

The search is PUCT as in AlphaZero (Silver and others, 2017).  Random games may share in the leaf
values (``PuctParams.rollouts``).  Leaves are evaluated in batches under virtual loss (Chaslot and
others, 2008).

Transpositions share one node (Childs and others, 2008), so all parents share the results below it.
Each parent keeps its own visits and values of actions.  No game here repeats a position, so the
graph has no cycles.
"""

from collections.abc import Callable, Generator, Sequence
from dataclasses import dataclass
from math import sqrt
from typing import Self

import numpy as np

from ..rules.state import Game, State
from .playouts import terminal_value
from .rollouts import Rollouts
from .tree import Array, Node, TreeSearch
from .tuning import DEFAULT_TUNING, reference_game, tuning

PROVEN_SENTINEL = np.float32(-1e6)  # the Q value of an action that gets no more visits


@dataclass(frozen=True)
class PuctParams:
    """The parameters of the search; ``Tuning`` explains the last two and ``fpu_reduction``."""

    exploration: float = 1.0  # c_puct of the AlphaZero paper
    fpu_reduction: float = DEFAULT_TUNING.fpu_reduction
    batch_size: int = 8  # leaves per batch
    rollouts: int = 0  # random games for each new position
    rollout_weight: float = 0.0  # weight of the rollouts' mean in a new position's value


NO_LIMIT = 1_000_000


def default_params(game: Game) -> PuctParams:
    """Return the measured search parameters of a game on its board."""
    tuned = tuning(game)
    rollouts, rollout_weight = tuned.rollouts, tuned.rollout_weight
    if tuned.off_default_rollouts is not None and game != reference_game(game.name):
        rollouts, rollout_weight = tuned.off_default_rollouts
    return PuctParams(
        fpu_reduction=tuned.fpu_reduction, rollouts=rollouts, rollout_weight=rollout_weight
    )


class NetworkOutput:
    """A network's output for one position."""

    __slots__ = ("actions", "prior", "value_first")

    def __init__(self, value_first: float, actions: Array, prior: Array) -> None:
        self.value_first = value_first  # -1 ... 1
        self.actions = actions  # the legal actions
        self.prior = prior  # float32, sums to 1


Evaluator = Callable[[Sequence[State], Sequence[int]], list[NetworkOutput]]
"""A function from positions and their masks of legal actions to the network's outputs."""


class PuctNode(Node):
    """A position in the tree; ``child_value_sums`` are sums of the mover's values."""

    __slots__ = ("parents", "pending", "prior", "q_values", "raw_value", "u_weights")
    child_visits: list[int]
    child_value_sums: list[float]
    parents: list[tuple[Self, int]]  # each with the child index that leads to this node

    def __init__(self, game: Game, state: State) -> None:
        super().__init__(game, state)
        self.pending = False  # whether the network is evaluating it
        self.parents = []

    def expand(self, output: NetworkOutput, fpu_reduction: float) -> None:
        """Expand the node with the network's output."""
        self.init_children(output.actions)
        self.prior = output.prior
        self.child_visits = [0] * self.unproven_count
        self.child_value_sums = [0.0] * self.unproven_count
        self.raw_value = output.value_first
        start = max(self.sign * self.raw_value - fpu_reduction, -1.0)
        self.q_values = np.full(self.unproven_count, start, dtype=np.float32)
        self.u_weights = output.prior.copy()  # prior / (1 + visits)
        self.pending = False

    def child_by_transposition(
        self, game: Game, child_index: int, transpositions: dict[State, Self]
    ) -> Self:
        """Return the node of a child: one of the ``transpositions``, or a new one."""
        node = self.child_nodes[child_index]
        if node is None:
            assert self.actions is not None
            state = game.play(self.state, int(self.actions[child_index]))
            if (node := transpositions.get(state)) is None:
                node = transpositions[state] = type(self)(game, state)
            node.parents.append((self, child_index))
            self.child_nodes[child_index] = node
        return node

    def reachable_nodes(self) -> dict[State, Self]:
        """Return all nodes reachable from this node, including itself, by position."""
        nodes, pending = {self.state: self}, [self]
        while pending:
            node = pending.pop()
            for child in node.child_nodes if node.actions is not None else ():
                if child is not None and child.state not in nodes:
                    nodes[child.state] = child
                    pending.append(child)
        return nodes

    def propagate_proven(self) -> None:
        """Propagate the proven value to all parents, and further from newly proven parents."""
        proven = [self]
        while proven:
            node = proven.pop()
            assert node.proven_value is not None
            for parent, child_index in node.parents:
                if parent.proven_value is None:
                    parent.set_child_proven(child_index, node.proven_value)
                    if parent.proven_value is not None:
                        proven.append(parent)

    def add_virtual_loss(self, child_index: int) -> None:
        """Count a visit, provisionally as a loss."""
        visits = self.child_visits[child_index] = self.child_visits[child_index] + 1
        total = self.child_value_sums[child_index] = self.child_value_sums[child_index] - 1.0
        if self.q_values[child_index] > PROVEN_SENTINEL:
            self.q_values[child_index] = total / visits
        self.u_weights[child_index] = self.prior[child_index] / (1 + visits)

    def back_up(self, child_index: int, mover_value: float) -> None:
        """Replace the virtual loss by the value found, ``mover_value``."""
        total = self.child_value_sums[child_index] = (
            self.child_value_sums[child_index] + 1.0 + mover_value
        )
        if self.q_values[child_index] > PROVEN_SENTINEL:
            self.q_values[child_index] = total / self.child_visits[child_index]

    def remove_virtual_loss(self, child_index: int, fpu_reduction: float) -> None:
        """Undo a visit that led to a leaf already under evaluation."""
        visits = self.child_visits[child_index] = self.child_visits[child_index] - 1
        total = self.child_value_sums[child_index] = self.child_value_sums[child_index] + 1.0
        if self.q_values[child_index] > PROVEN_SENTINEL:
            first_value = max(self.sign * self.raw_value - fpu_reduction, -1.0)
            self.q_values[child_index] = total / visits if visits else first_value
        self.u_weights[child_index] = self.prior[child_index] / (1 + visits)

    def set_child_proven(self, child_index: int, exact: float) -> None:
        """Record the proven value of the action at ``child_index``; it gets no more visits."""
        if self.q_values[child_index] > PROVEN_SENTINEL:
            self.q_values[child_index] = PROVEN_SENTINEL
            self.add_proven_child(exact)

    def ranking_key(self) -> Array:
        """A sort key: visits; Q values break ties, and priors among unvisited actions."""
        q_values = np.maximum(self.q_values, -1.0)
        return np.asarray(self.child_visits) + 0.4 * q_values + 0.1 * self.prior

    def mean_first(self, child_index: int) -> float:
        """Return the mean value of the action at ``child_index``."""
        return self.sign * self.child_value_sums[child_index] / self.child_visits[child_index]


Path = tuple[list[tuple[PuctNode, int]], PuctNode]
"""The path from the root: each node with the child index of its action, and the leaf."""


class PuctSearch(TreeSearch):
    """A tree search guided by a network."""

    guided = True

    def __init__(
        self,
        game: Game,
        state: State,
        evaluator: Evaluator,
        params: PuctParams | None = None,
        root: PuctNode | None = None,
    ) -> None:
        self.game = game
        self.evaluator = evaluator
        self.params = params or default_params(game)
        self.rollouts = Rollouts(game, self.params.rollouts) if self.params.rollouts else None
        self._root = root if root is not None else PuctNode(game, state)
        assert self._root.legal, "the game is over"
        self.transpositions = self._root.reachable_nodes()
        for node in self.transpositions.values():  # drop the nodes above the root
            node.parents = [edge for edge in node.parents if edge[0].state in self.transpositions]

    @property
    def root(self) -> PuctNode:
        """The root node."""
        return self._root

    def step(self, limit: int = NO_LIMIT) -> None:
        """Visit some leaves and back up their values; the first leaf is the root itself."""
        paths = self.collect_leaves(limit)
        if paths:
            states = [leaf.state for _, leaf in paths]
            self.expand_and_back_up(
                paths, self.evaluator(states, [leaf.legal for _, leaf in paths])
            )

    def visit(self, limit: int) -> Generator[list[PuctNode], list[NetworkOutput] | None, None]:
        paths = self.collect_leaves(limit)
        if paths:
            outputs = yield [leaf for _, leaf in paths]
            assert outputs is not None
            self.expand_and_back_up(paths, outputs)

    def collect_leaves(self, limit: int = NO_LIMIT) -> list[Path]:
        """Walk to new leaves, at most one batch.

        In a young tree a batch is small: virtual losses would spread its walks too widely.
        """
        paths: list[Path] = []
        for _ in range(min(self.params.batch_size, limit, 1 + self.root.visits // 8)):
            path, leaf = descend(
                self.game, self.root, self.params.exploration, transpositions=self.transpositions
            )
            if leaf.pending:
                for node, child_index in path:
                    node.remove_virtual_loss(child_index, self.params.fpu_reduction)
                break
            if leaf.proven_value is not None:
                back_up(path, leaf)
                if self.root.proven_value is not None:
                    break
            else:
                leaf.pending = True
                paths.append((path, leaf))
        return paths

    def expand_and_back_up(self, paths: list[Path], outputs: list[NetworkOutput]) -> None:
        """Expand the leaves with the network's outputs and back up their values."""
        for (path, leaf), output in zip(paths, outputs, strict=True):
            self.expand(leaf, output)
            back_up(path, leaf)

    def expand(self, leaf: PuctNode, output: NetworkOutput) -> None:
        """Expand a leaf with the network's output, whose value random games may share."""
        params = self.params
        if self.rollouts is not None:
            mean = self.rollouts.sum_first(leaf.state) / params.rollouts
            value = (1 - params.rollout_weight) * output.value_first + params.rollout_weight * mean
            output.value_first = float(np.float32(value))  # as exact as in compiled code
        leaf.expand(output, params.fpu_reduction)


def descend(
    game: Game,
    node: PuctNode,
    exploration: float,
    child_index: int | None = None,
    transpositions: dict[State, PuctNode] | None = None,
) -> Path:
    """Walk down to a leaf; the first step takes the action at ``child_index``, if given.

    ``transpositions`` maps positions to nodes, so that transpositions share a node.  Without it the
    search is a plain tree.
    """
    path: list[tuple[PuctNode, int]] = []
    while node.proven_value is None and node.actions is not None:
        if child_index is None:
            scale = exploration * sqrt(node.visits)
            child_index = int((node.q_values + scale * node.u_weights).argmax())
        path.append((node, child_index))
        node.add_virtual_loss(child_index)
        node = (
            node.child(game, child_index)
            if transpositions is None
            else node.child_by_transposition(game, child_index, transpositions)
        )
        child_index = None
    if node.proven_value is None and not node.legal:
        node.proven_value = terminal_value(game, node.state)
    return path, node


def back_up(path: list[tuple[PuctNode, int]], leaf: PuctNode) -> None:
    """Back up the leaf's value along the path."""
    newly_proven = leaf.proven_value is not None
    value = leaf.proven_value if leaf.proven_value is not None else leaf.raw_value
    if newly_proven:
        leaf.propagate_proven()
    leaf.visits += 1
    leaf.value_sum += value
    for node, child_index in reversed(path):
        node.back_up(child_index, node.sign * value)
        if newly_proven:
            node.set_child_proven(child_index, value)
            newly_proven = node.proven_value is not None
        if node.proven_value is not None:
            value = node.proven_value
        elif node.sign * value < node.proven_lower_bound:
            value = node.sign * node.proven_lower_bound
        node.visits += 1
        node.value_sum += value
