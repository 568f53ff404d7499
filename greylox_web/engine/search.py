"""The tree search, guided by a network or by random games.

The search is PUCT as in AlphaZero (Silver and others, 2017).  A network's policy gives the priors,
its value the leaf values, which random games may share (``PuctParams.rollouts``).  Leaves are
evaluated in batches under virtual loss (Chaslot and others, 2008).

Plain search has no network: all priors are equal, and the value of a leaf is the result of one
random game.  The bound of an action is therefore that of UCB1 (Auer and others, 2002).  And as one
game says little, an action has a second mean, over all games in which its mover held the cell in
the end (AMAF, after RAVE, Gelly and Silver 2011).  It is available long before the mean of the
action's own games, and its weight falls as the visits of the action grow.

Transpositions share one node (Childs and others, 2008), so all parents share the results below it.
Each parent keeps its own visits and values of actions.  No game here repeats a position, so the
graph has no cycles.
"""

from collections.abc import Callable, Generator, Sequence
from dataclasses import dataclass
from math import log, sqrt
from typing import Self

import numpy as np

from ..rules.state import Game, State
from .playouts import PlayoutFunction, terminal_value
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
PLAIN_PARAMS = PuctParams(exploration=0.1, batch_size=1)
"""The parameters of plain search.  Its leaves gain nothing from a batch."""
AMAF_WEIGHT = 300.0  # visits of an action at which both its means have the same weight


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
    """What an evaluator says of one position."""

    __slots__ = ("actions", "ownership", "prior", "value_first")

    def __init__(self, value_first: float, actions: Array, prior: Array) -> None:
        self.value_first = value_first  # -1 ... 1
        self.actions = actions  # the legal actions
        self.prior = prior  # float32, sums to 1
        self.ownership: tuple[Array, Array] | None = None
        """Who holds each cell at the end of the random game of plain search, as flags."""


Evaluator = Callable[[Sequence[State], Sequence[int]], list[NetworkOutput]]
"""A function from positions and their masks of legal actions to what is known of them."""


class PlayoutEvaluator:
    """The evaluator of plain search: equal priors, and the result of one random game."""

    def __init__(self, game: Game, playout: PlayoutFunction) -> None:
        self.game, self.playout = game, playout
        self.action_count = game.board.swap_action + 1

    def __call__(self, states: Sequence[State], legals: Sequence[int]) -> list[NetworkOutput]:
        """Return the outputs for unfinished positions."""
        return [self.output(*position) for position in zip(states, legals, strict=True)]

    def output(self, state: State, legal: int) -> NetworkOutput:
        """Return the output for an unfinished position."""
        output = self.equal_priors(legal)
        output.value_first, stones = self.playout(self.game, state)
        output.ownership = self.ownership(stones)
        return output

    def equal_priors(self, legal: int) -> NetworkOutput:
        """Return an output without a game."""
        actions = self.flags(legal).nonzero()[0]
        return NetworkOutput(0.0, actions, np.full(len(actions), 1 / len(actions), np.float32))

    def ownership(self, stones: tuple[int, int]) -> tuple[Array, Array]:
        """Return the flags of each colour's cells."""
        return self.flags(stones[0]), self.flags(stones[1])

    def flags(self, mask: int) -> Array:
        """Return the mask as an array of zeros and ones, one for each action."""
        octets = np.frombuffer(mask.to_bytes((self.action_count + 7) // 8, "little"), np.uint8)
        return np.unpackbits(octets, count=self.action_count, bitorder="little")


class PuctNode(Node):
    """A position in the tree; ``child_value_sums`` are sums of the mover's values."""

    __slots__ = ("parents", "pending", "prior", "q_values", "raw_value", "u_weights")
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

    @property
    def policy(self) -> Array | None:
        return self.prior

    def select_child(self, exploration: float) -> int:
        """Return the child index of the action to visit next, by the highest PUCT bound."""
        scale = exploration * sqrt(self.visits)
        return int((self.q_values + scale * self.u_weights).argmax())

    def add_ownership(self, ownership: tuple[Array, Array], mover_value: float) -> None:
        """Record who held which cell at the end of a random game; it concerns plain search only."""

    def ranking_key(self) -> Array:
        """A sort key: visits; Q values break ties, and priors among unvisited actions."""
        q_values = np.maximum(self.q_values, -1.0)
        return np.asarray(self.child_visits) + 0.4 * q_values + 0.1 * self.prior

    def mean_first(self, child_index: int) -> float:
        """Return the mean value of the action at ``child_index``."""
        mover_value = self.child_value_sums[child_index] / self.child_visits[child_index]
        return self.sign * float(mover_value)


class PlainNode(PuctNode):
    """A position in the tree of plain search, with the second mean of each action.

    It is expanded at its second visit, because most nodes stay leaves.
    """

    __slots__ = ("owned_sums", "owned_visits")

    def expand(self, output: NetworkOutput, fpu_reduction: float) -> None:
        if self.parents and not self.visits:
            self.raw_value, self.pending = output.value_first, False
            return
        super().expand(output, fpu_reduction)
        self.child_visits = np.zeros(self.unproven_count, dtype=np.float32)
        self.child_value_sums = np.zeros(self.unproven_count, dtype=np.float32)
        # the games in which the mover held the cell in the end, and the sums of its values
        self.owned_visits = np.zeros(self.unproven_count, dtype=np.float32)
        self.owned_sums = np.zeros(self.unproven_count, dtype=np.float32)

    @property
    def policy(self) -> None:
        return None

    def select_child(self, exploration: float) -> int:
        """Return the child index to visit next, by the highest UCB1 bound on both means."""
        own_weight = 1.0 + self.owned_visits / AMAF_WEIGHT
        sums = self.child_value_sums * own_weight + self.owned_sums
        sums += self.sign * self.value_sum / max(self.visits, 1)
        bounds = sums / (self.child_visits * own_weight + self.owned_visits + 1.0)
        bounds += exploration * np.sqrt(log(self.visits + 1) / (self.child_visits + 1.0))
        if self.unproven_count < len(bounds):
            bounds[self.q_values <= PROVEN_SENTINEL] = PROVEN_SENTINEL
        return int(bounds.argmax())

    def add_ownership(self, ownership: tuple[Array, Array], mover_value: float) -> None:
        mine = ownership[self.state.mover][self.actions]
        self.owned_visits += mine
        self.owned_sums += mine * np.float32(mover_value)


Path = tuple[list[tuple[PuctNode, int]], PuctNode]
"""The path from the root: each node with the child index of its action, and the leaf."""


class PuctSearch(TreeSearch):
    """A tree search guided by a network, or by random games with a ``PlayoutEvaluator``."""

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
        self.plain = evaluator if isinstance(evaluator, PlayoutEvaluator) else None
        self.guided = self.plain is None
        self.params = params or (default_params(game) if self.guided else PLAIN_PARAMS)
        self.rollouts = Rollouts(game, self.params.rollouts) if self.params.rollouts else None
        node_class = PuctNode if self.guided else PlainNode
        self._root = root if type(root) is node_class else node_class(game, state)
        assert self._root.legal, "the game is over"
        self.transpositions = self._root.reachable_nodes()
        for node in self.transpositions.values():  # drop the nodes above the root
            node.parents = [edge for edge in node.parents if edge[0].state in self.transpositions]
        if self.plain is not None and self.root.actions is None:
            output = self.plain.equal_priors(self.root.legal)
            self.root.expand(output, self.params.fpu_reduction)

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
        if not self.guided:  # nobody else plays the random games
            self.step(limit)
            return
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
            path, leaf = descend(self.game, self.root, self.params.exploration, self.transpositions)
            if leaf.pending:
                for node, child_index in path:
                    node.remove_virtual_loss(child_index, self.params.fpu_reduction)
                break
            if leaf.proven_value is not None:
                back_up(path, leaf, self.plain.ownership(leaf.state.stones) if self.plain else None)
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
            back_up(path, leaf, output.ownership)

    def expand(self, leaf: PuctNode, output: NetworkOutput) -> None:
        """Expand a leaf with the network's output, whose value random games may share."""
        params = self.params
        if self.rollouts is not None:
            mean = self.rollouts.sum_first(leaf.state) / params.rollouts
            value = (1 - params.rollout_weight) * output.value_first + params.rollout_weight * mean
            output.value_first = float(np.float32(value))  # as exact as in compiled code
        leaf.expand(output, params.fpu_reduction)


def descend(
    game: Game, node: PuctNode, exploration: float, transpositions: dict[State, PuctNode]
) -> Path:
    """Walk down to a leaf; ``transpositions`` maps positions to the nodes that they share."""
    path: list[tuple[PuctNode, int]] = []
    while node.proven_value is None and node.actions is not None:
        child_index = node.select_child(exploration)
        path.append((node, child_index))
        node.add_virtual_loss(child_index)
        node = node.child_by_transposition(game, child_index, transpositions)
    if node.proven_value is None and not node.legal:
        node.proven_value = terminal_value(game, node.state)
    return path, node


def back_up(
    path: list[tuple[PuctNode, int]], leaf: PuctNode, ownership: tuple[Array, Array] | None = None
) -> None:
    """Back up the leaf's value along the path, in plain search with the end of its random game."""
    newly_proven = leaf.proven_value is not None
    value = leaf.proven_value if leaf.proven_value is not None else leaf.raw_value
    if newly_proven:
        leaf.propagate_proven()
    leaf.visits += 1
    leaf.value_sum += value
    for node, child_index in reversed(path):
        node.back_up(child_index, node.sign * value)
        if ownership is not None:
            node.add_ownership(ownership, node.sign * value)
        if newly_proven:
            node.set_child_proven(child_index, value)
            newly_proven = node.proven_value is not None
        if node.proven_value is not None:
            value = node.proven_value
        elif node.sign * value < node.proven_lower_bound:
            value = node.sign * node.proven_lower_bound
        node.visits += 1
        node.value_sum += value
