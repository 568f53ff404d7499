"""The statistics of a position in a search, a node that holds them, and the result of a search.

Values are from the first colour's side, worths from the mover's; ``sign`` converts between them.
Proven values propagate up the tree as in MCTS-Solver (Winands and others, 2008).
"""

from collections.abc import Generator, Sequence
from typing import Any, NamedTuple, Self

import numpy as np

from ..rules.state import Game, State

Array = np.ndarray[Any, np.dtype[Any]]  # numpy.typing is not in the browser
MAX_CANDIDATES = 5  # actions in ``SearchResult.top``
MAX_PV_LENGTH = 12  # actions in ``SearchResult.pv``


class NodeStats:
    """The statistics of a position and of its actions, in the order of ``actions``.

    Subclasses hold them: a ``Node`` in Python objects, a ``GuidedSpot`` in compiled code's memory.
    """

    __slots__ = ()

    @property
    def state(self) -> State:
        """The position."""
        raise NotImplementedError

    @property
    def legal(self) -> int:
        """The mask of legal actions."""
        raise NotImplementedError

    @property
    def sign(self) -> float:
        """1 where the first colour moves, else -1."""
        raise NotImplementedError

    @property
    def visits(self) -> int:
        """The visits of this position."""
        raise NotImplementedError

    @property
    def value_sum(self) -> float:
        """The sum of the values that were backed up through it."""
        raise NotImplementedError

    @property
    def proven_value(self) -> float | None:
        """The proven value, or None."""
        raise NotImplementedError

    @property
    def actions(self) -> Array | None:
        """The legal actions; None in a leaf."""
        raise NotImplementedError

    @property
    def child_nodes(self) -> Sequence["NodeStats | None"]:
        """The positions after the actions; None where the search has not been."""
        raise NotImplementedError

    @property
    def unproven_count(self) -> int:
        """The number of actions without a proven value."""
        raise NotImplementedError

    @property
    def proven_lower_bound(self) -> float:
        """The largest worth of a proven action, -1 without one."""
        raise NotImplementedError

    @property
    def child_visits(self) -> Any:
        """The visits of each action."""
        raise NotImplementedError

    def child_by_action(self, action: int) -> "NodeStats | None":
        """The position after ``action``; None if the search has not been there."""
        if self.actions is None or not self.legal >> action & 1:
            return None
        return self.child_nodes[int((self.actions == action).argmax())]

    @property
    def value_first(self) -> float:
        """The proven value, or else the mean of the values; 0 without a visit."""
        if self.proven_value is not None:
            return self.proven_value
        return self.value_sum / self.visits if self.visits else 0.0

    def mean_first(self, child_index: int) -> float:
        """The mean value of the action at ``child_index``, which has been visited."""
        raise NotImplementedError

    def child_value(self, child_index: int) -> float:
        """The proven value of a child, or else its mean; 0 without a visit."""
        child = self.child_nodes[child_index]
        if child is not None and child.proven_value is not None:
            return child.proven_value
        return self.mean_first(child_index) if self.child_visits[child_index] else 0.0

    def action_stats(self, child_index: int) -> "ActionStats":
        """The statistics of the action at ``child_index``."""
        assert self.actions is not None
        child = self.child_nodes[child_index]
        proven = child is not None and child.proven_value is not None
        action, child_visits = int(self.actions[child_index]), int(self.child_visits[child_index])
        return ActionStats(action, child_visits, self.child_value(child_index), proven)

    def ranking_key(self) -> Array:
        """A sort key, largest for the best action: visits, with ties broken if possible."""
        return np.asarray(self.child_visits)

    def best_child(self) -> int:
        """The place of the action to play: the most visited, unless a proven one is as good."""
        proven = [
            child is not None and child.proven_value is not None for child in self.child_nodes
        ]
        child_index = int(np.argmax(np.where(proven, -1, self.ranking_key())))
        if self.unproven_count and self.proven_lower_bound < self.sign * self.child_value(
            child_index
        ):
            return child_index
        child_values = np.array(
            [
                self.sign * child.proven_value if child and child.proven_value is not None else -2.0
                for child in self.child_nodes
            ]
        )
        best_value = child_values.max()
        if self.unproven_count and best_value == -1.0:
            return child_index  # even a hopeless try is better than a proven loss
        return int(
            np.argmax(np.where(child_values == best_value, self.ranking_key(), -1))
        )  # even if all are lost


class Node(NodeStats):
    """A position in a tree; its arrays have one entry per legal action, in ``actions``' order.

    The two searches, ``mcts`` and ``puct``, add their own statistics of actions.
    """

    __slots__ = (
        "actions",
        "child_nodes",
        "child_value_sums",
        "child_visits",
        "legal",
        "proven_lower_bound",
        "proven_value",
        "sign",
        "state",
        "unproven_count",
        "value_sum",
        "visits",
    )
    state: State
    legal: int
    sign: float
    visits: int
    value_sum: float
    proven_value: float | None
    actions: Array | None
    unproven_count: int
    proven_lower_bound: float
    child_visits: Any
    child_value_sums: Any  # of each action: the sum of values (``mcts``) or of worths (``puct``)

    def __init__(self, game: Game, state: State) -> None:
        self.state = state
        self.legal = game.legal(state)  # the mask of actions
        self.sign = 1.0 - 2.0 * state.mover
        self.visits = 0
        self.value_sum = 0.0
        self.proven_value = None
        self.actions = None

    def init_children(self, actions: Array) -> None:
        """Expand the node with these actions."""
        self.actions = actions
        self.child_nodes: list[Self | None] = [None] * len(actions)
        self.unproven_count = len(actions)
        self.proven_lower_bound = -1.0

    def child(self, game: Game, child_index: int) -> Self:
        """The node after the action at ``child_index``, created if necessary."""
        node = self.child_nodes[child_index]
        if node is None:
            assert self.actions is not None
            node = type(self)(game, game.play(self.state, int(self.actions[child_index])))
            self.child_nodes[child_index] = node
        return node

    def add_proven_child(self, proven_value: float) -> None:
        """Record the proven value of one more action, which may prove this position."""
        self.unproven_count -= 1
        self.proven_lower_bound = max(self.proven_lower_bound, self.sign * proven_value)
        if self.proven_lower_bound == 1.0 or self.unproven_count == 0:
            self.proven_value = self.sign * self.proven_lower_bound


class ActionStats(NamedTuple):
    """The statistics of one action at the root."""

    action: int
    visits: int
    value_first: float
    proven: bool  # value_first is certain


class SearchResult(NamedTuple):
    """The result of a search so far; values are from the first colour's side, -1 to 1."""

    action: int
    playouts: int
    value_first: float
    proven: bool
    pv: tuple[int, ...]  # the principal variation, at least one action
    candidates: tuple[ActionStats, ...]  # the best action first, the others by visits


class TreeSearch:
    """A search that the caller drives by calling ``step``."""

    guided = False
    """Whether a network guides it."""
    memory = 0
    """The bytes that its tree takes, 0 where that is not known."""
    memory_limit = 0
    """The bytes that its tree may take, 0 without a limit."""

    @property
    def root(self) -> NodeStats:
        """The position that is searched."""
        raise NotImplementedError

    def step(self, limit: int) -> None:
        """Visit one leaf or more, at most ``most``, and back up their values."""
        raise NotImplementedError

    def visit(self, limit: int) -> Generator[Any, Any, None]:
        """The same as ``step``; the caller evaluates the leaves that it yields."""
        self.step(limit)
        yield from ()

    @property
    def is_full(self) -> bool:
        """Whether there is no room for more visits."""
        return False

    @property
    def is_solved(self) -> bool:
        """Whether the value of the position is proven."""
        return self.root.proven_value is not None

    @property
    def is_forced(self) -> bool:
        """Whether more search cannot change the choice: solved, or only one action."""
        return self.is_solved or self.root.legal & (self.root.legal - 1) == 0

    def can_be_overtaken(self, playouts: int) -> bool:
        """Whether ``playouts`` more playouts could make another action the most visited one."""
        child_visits = np.sort(self.unproven_visits())
        if len(child_visits) < 2:  # only a proven action that is no loss could still be better
            return self.root.proven_lower_bound > -1.0
        return bool(
            child_visits[-1] - child_visits[-2] <= playouts
        )  # at a tie something else decides

    def unproven_visits(self) -> Sequence[int] | Array:
        """The visits of the root's actions without a proven value."""
        root = self.root
        return [
            count
            for count, child in zip(root.child_visits, root.child_nodes, strict=True)
            if child is None or child.proven_value is None
        ]

    def result(self) -> SearchResult:
        """The result so far."""
        root = self.root
        tried = [root.action_stats(child_index) for child_index in self._ranked_children()]
        top = tuple(stats for stats in tried if stats.visits or stats.proven)
        pv = self._pv(root.best_child())
        return SearchResult(
            pv[0], root.visits, root.value_first, root.proven_value is not None, pv, top
        )

    def principal_variations(self) -> tuple[tuple[int, ...], ...]:
        """How the best actions that were tried would go on, the best one first."""
        return tuple(
            self._pv(child_index)
            for child_index in self._ranked_children()
            if self.root.child_visits[child_index]
        )

    def _ranked_children(self) -> list[int]:
        """The places of the root's best actions: what it would play, then most visits first."""
        order = self.root.ranking_key().astype(float)
        order[self.root.best_child()] = np.inf
        return [
            int(child_index) for child_index in np.argsort(-order, kind="stable")[:MAX_CANDIDATES]
        ]

    def _pv(self, child_index: int) -> tuple[int, ...]:
        """The action at ``child_index`` of the root, and the best ones from there on."""
        assert self.root.actions is not None
        pv, node = [int(self.root.actions[child_index])], self.root.child_nodes[child_index]
        while node is not None and node.actions is not None and len(pv) < MAX_PV_LENGTH:
            child_index = node.best_child()
            if not node.child_visits[child_index]:
                break
            pv.append(int(node.actions[child_index]))
            node = node.child_nodes[child_index]
        return tuple(pv)
