"""Monte Carlo tree search with playouts, for games without a network.

An action has two means.  The first is over its own playouts.  The second is over all playouts in
which its mover held the cell in the end (AMAF, after RAVE, Gelly and Silver 2011).  The second mean
is available long before the first.  Its weight falls as the visits of the action grow.

Proven values propagate up the tree as in MCTS-Solver (Winands and others, 2008).
"""

from dataclasses import dataclass

import numpy as np

from ..rules.board import bits
from ..rules.state import Game, State
from .playouts import PlayoutFunction, terminal_value
from .tree import Array, Node, TreeSearch


@dataclass(frozen=True)
class MctsParams:
    """The parameters of the search."""

    exploration: float = 0.1
    amaf_weight: float = 300.0  # visits at which both means have the same weight


DEFAULT_PARAMS = MctsParams()


class MctsNode(Node):
    """A position in the tree; ``child_value_sums`` are sums of values.

    The arrays are allocated at the second visit, because most nodes stay leaves.
    """

    __slots__ = ("amaf_totals", "amaf_visits", "proven_mask")

    def expand(self) -> None:
        """Allocate the statistics of the actions."""
        self.init_children(np.fromiter(bits(self.legal), dtype=np.intp))
        count = self.unproven_count
        self.child_visits = np.zeros(count, dtype=np.float32)
        self.child_value_sums = np.zeros(count, dtype=np.float32)
        # playouts in which the mover held the cell in the end
        self.amaf_visits = np.zeros(count, dtype=np.float32)
        self.amaf_totals = np.zeros(count, dtype=np.float32)
        self.proven_mask = np.zeros(count, dtype=np.float32)  # -inf where the value is proven

    def back_up(self, child_index: int, value: float, ownership: Array) -> None:
        """Record a playout through a child; ``ownership`` flags the mover's cells."""
        self.child_visits[child_index] += 1.0
        self.child_value_sums[child_index] += value
        mine = ownership[self.actions]
        self.amaf_visits += mine
        self.amaf_totals += mine * np.float32(value)

    def set_child_proven(self, child_index: int, exact: float) -> None:
        """Record the proven value of the action at ``child_index``; it gets no more visits."""
        self.proven_mask[child_index] = -np.inf
        self.add_proven_child(exact)

    def mean_first(self, child_index: int) -> float:
        """Return the mean value of the action at ``child_index``."""
        return float(self.child_value_sums[child_index] / self.child_visits[child_index])


class MctsSearch(TreeSearch):
    """A tree search with playouts."""

    def __init__(
        self,
        game: Game,
        state: State,
        evaluate: PlayoutFunction,
        params: MctsParams = DEFAULT_PARAMS,
        root: MctsNode | None = None,
    ) -> None:
        self.game = game
        self.evaluate = evaluate
        self.params = params
        self._root = root if root is not None else MctsNode(game, state)
        assert self._root.legal, "the game is over"
        if self.root.actions is None:
            self.root.expand()

    @property
    def root(self) -> MctsNode:
        """The root node."""
        return self._root

    def step(self, limit: int = 1) -> None:
        """Visit one leaf and back up its value."""
        game, node = self.game, self.root
        path: list[tuple[MctsNode, int]] = []
        while node.proven_value is None and node.actions is not None:
            child_index = select_child(node, self.params)
            path.append((node, child_index))
            node = node.child(game, child_index)
        newly_proven = node.proven_value is None and not node.legal
        if newly_proven:
            node.proven_value = terminal_value(game, node.state)
        if node.proven_value is None:
            value, owned = self.evaluate(game, node.state)
            if node.visits:
                node.expand()
        else:
            value, owned = node.proven_value, node.state.stones
        length = game.board.swap_action + 1
        ownership = (mask_to_array(owned[0], length), mask_to_array(owned[1], length))
        node.visits += 1
        node.value_sum += value
        for parent, child_index in reversed(path):
            parent.back_up(child_index, value, ownership[parent.state.mover])
            if newly_proven:
                parent.set_child_proven(child_index, value)
                newly_proven = parent.proven_value is not None
            if parent.sign * value < parent.proven_lower_bound:
                value = parent.sign * parent.proven_lower_bound
            parent.visits += 1
            parent.value_sum += value


def select_child(node: MctsNode, params: MctsParams) -> int:
    """Return the child index of the action to visit next, by the highest upper confidence bound."""
    own_weight = 1.0 + node.amaf_visits / params.amaf_weight
    mean = (
        node.child_value_sums * own_weight + node.amaf_totals + node.value_sum / max(node.visits, 1)
    ) / (node.child_visits * own_weight + node.amaf_visits + 1.0)
    exploration_term = np.sqrt(np.log(node.visits + 1.0) / (node.child_visits + 1.0))
    return int(
        np.argmax(node.sign * mean + params.exploration * exploration_term + node.proven_mask)
    )


def mask_to_array(mask: int, length: int) -> Array:
    """Return the mask as an array of ``length`` zeros and ones."""
    octets = np.frombuffer(mask.to_bytes((length + 7) // 8, "little"), dtype=np.uint8)
    return np.unpackbits(octets, count=length, bitorder="little").astype(np.float32)
