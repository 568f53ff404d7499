"""The statistics of a position in a search, a node with them, and the result of a search.

Values are from the first colour's side.  Q values and mover's values are from the mover's side;
``sign`` converts between the two.  Proven values propagate up the tree as in MCTS-Solver (Winands
and others, 2008).
"""

from collections.abc import Generator, Sequence
from typing import Any, NamedTuple, Self

import numpy as np

from ..rules.state import Game, State

Array = np.ndarray[Any, np.dtype[Any]]  # numpy.typing is not available in the browser
MAX_CANDIDATES = 5  # actions in ``SearchResult.candidates``
MAX_PV_LENGTH = 12  # actions in ``SearchResult.pv``


class NodeStats:
    """The statistics of a position and of its actions, in the order of ``actions``.

    Subclasses store them: ``Node`` in Python objects, ``CompiledNode`` in compiled code's memory.
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
        """The sum of the values backed up through the position."""
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
        """The positions after the actions; None for an action without a visit."""
        raise NotImplementedError

    @property
    def unproven_count(self) -> int:
        """The number of actions without a proven value."""
        raise NotImplementedError

    @property
    def proven_lower_bound(self) -> float:
        """The largest mover's value of a proven action, or -1 without one."""
        raise NotImplementedError

    @property
    def child_visits(self) -> Any:
        """The visits of each action."""
        raise NotImplementedError

    @property
    def policy(self) -> Array | None:
        """The network's prior for each action, summing to 1; None in plain search."""
        raise NotImplementedError

    def child_by_action(self, action: int) -> "NodeStats | None":
        """Return the position after ``action``, or None if the search has not visited it."""
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
        """Return the mean value of the action at ``child_index``, which has been visited."""
        raise NotImplementedError

    def child_value(self, child_index: int) -> float:
        """Return the proven value of a child, or else its mean; 0 without a visit."""
        child = self.child_nodes[child_index]
        if child is not None and child.proven_value is not None:
            return child.proven_value
        return self.mean_first(child_index) if self.child_visits[child_index] else 0.0

    def action_stats(self, child_index: int) -> "ActionStats":
        """Return the statistics of the action at ``child_index``."""
        assert self.actions is not None
        child = self.child_nodes[child_index]
        proven = child is not None and child.proven_value is not None
        action, child_visits = int(self.actions[child_index]), int(self.child_visits[child_index])
        return ActionStats(action, child_visits, self.child_value(child_index), proven)

    def ranking_key(self) -> Array:
        """A sort key, largest for the best action: visits, with ties broken if possible."""
        return np.asarray(self.child_visits)

    def best_child(self) -> int:
        """Return the child index to play: the most visited, unless a proven one is as good."""
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
        # even if all actions lose
        return int(np.argmax(np.where(child_values == best_value, self.ranking_key(), -1)))


class Node(NodeStats):
    """A tree node; its arrays have one entry per legal action, in the order of ``actions``."""

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
    child_value_sums: Any

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
    visits: int
    value_first: float
    proven: bool
    pv: tuple[int, ...]  # the principal variation, at least one action
    candidates: tuple[ActionStats, ...]  # the best action first, the others by visits


class TreeSearch:
    """A search that its caller drives with ``step``."""

    guided = False
    """Whether a network guides it."""
    memory = 0
    """The bytes that its tree occupies, or 0 if unknown."""
    memory_limit = 0
    """The most bytes that its tree may occupy, or 0 without a limit."""

    @property
    def root(self) -> NodeStats:
        """The root node."""
        raise NotImplementedError

    def step(self, limit: int) -> None:
        """Visit at least one leaf and at most ``limit``, and back up their values."""
        raise NotImplementedError

    def visit(self, limit: int) -> Generator[Any, Any, None]:
        """Run ``step``, but yield the leaves, which the caller evaluates."""
        self.step(limit)
        yield from ()

    @property
    def is_full(self) -> bool:
        """Whether the memory limit forbids more visits."""
        return False

    @property
    def is_solved(self) -> bool:
        """Whether the value of the position is proven."""
        return self.root.proven_value is not None

    @property
    def is_forced(self) -> bool:
        """Whether more search cannot change the choice: solved, or only one action."""
        return self.is_solved or self.root.legal & (self.root.legal - 1) == 0

    def can_be_overtaken(self, visits: int) -> bool:
        """Return whether ``visits`` more visits could change the most visited action."""
        child_visits = np.sort(self.unproven_visits())
        if len(child_visits) < 2:  # only a proven action that does not lose could still be better
            return self.root.proven_lower_bound > -1.0
        # equality counts, because another criterion breaks ties
        return bool(child_visits[-1] - child_visits[-2] <= visits)

    def unproven_visits(self) -> Sequence[int] | Array:
        """Return the visits of the root's actions without a proven value."""
        root = self.root
        return [
            count
            for count, child in zip(root.child_visits, root.child_nodes, strict=True)
            if child is None or child.proven_value is None
        ]

    def result(self) -> SearchResult:
        """Return the result so far."""
        root = self.root
        tried = [root.action_stats(child_index) for child_index in self._ranked_children()]
        top = tuple(stats for stats in tried if stats.visits or stats.proven)
        pv = self._pv(root.best_child())
        return SearchResult(
            pv[0], root.visits, root.value_first, root.proven_value is not None, pv, top
        )

    def principal_variations(self) -> tuple[tuple[int, ...], ...]:
        """Return the principal variations of the best visited actions, the best first."""
        return tuple(
            self._pv(child_index)
            for child_index in self._ranked_children()
            if self.root.child_visits[child_index]
        )

    def _ranked_children(self) -> list[int]:
        """Return the child indices of the root's best actions: the choice first, then by visits."""
        order = self.root.ranking_key().astype(float)
        order[self.root.best_child()] = np.inf
        return [
            int(child_index) for child_index in np.argsort(-order, kind="stable")[:MAX_CANDIDATES]
        ]

    def _pv(self, child_index: int) -> tuple[int, ...]:
        """Return the principal variation that begins with the root's action at ``child_index``."""
        assert self.root.actions is not None
        pv, node = [int(self.root.actions[child_index])], self.root.child_nodes[child_index]
        while node is not None and node.actions is not None and len(pv) < MAX_PV_LENGTH:
            child_index = node.best_child()
            if not node.child_visits[child_index]:
                break
            pv.append(int(node.actions[child_index]))
            node = node.child_nodes[child_index]
        return tuple(pv)
