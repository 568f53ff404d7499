"""The statistics of a position in a search, a node that holds them, and the result of a search.

Values are from the first colour's side, worths from the mover's; ``sign`` converts between them.
Proven values propagate up the tree as in MCTS-Solver (Winands and others, 2008).
"""

from collections.abc import Generator, Sequence
from typing import Any, NamedTuple, Self

import numpy as np

from ..rules.state import Game, State

Array = np.ndarray[Any, np.dtype[Any]]  # numpy.typing is not in the browser
TOP = 5  # actions in ``Thought.top``
LINE = 12  # actions in ``Thought.line``


class Known:
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
    def visits_in(self) -> int:
        """The visits of this position."""
        raise NotImplementedError

    @property
    def total(self) -> float:
        """The sum of the values that were backed up through it."""
        raise NotImplementedError

    @property
    def exact(self) -> float | None:
        """The proven value, or None."""
        raise NotImplementedError

    @property
    def actions(self) -> Array | None:
        """The legal actions; None in a leaf."""
        raise NotImplementedError

    @property
    def children(self) -> Sequence["Known | None"]:
        """The positions after the actions; None where the search has not been."""
        raise NotImplementedError

    @property
    def open_(self) -> int:
        """The number of actions without a proven value."""
        raise NotImplementedError

    @property
    def floor(self) -> float:
        """The largest worth of a proven action, -1 without one."""
        raise NotImplementedError

    @property
    def visits(self) -> Any:
        """The visits of each action."""
        raise NotImplementedError

    def after(self, action: int) -> "Known | None":
        """The position after ``action``; None if the search has not been there."""
        if self.actions is None or not self.legal >> action & 1:
            return None
        return self.children[int((self.actions == action).argmax())]

    @property
    def value_first(self) -> float:
        """The proven value, or else the mean of the values; 0 without a visit."""
        if self.exact is not None:
            return self.exact
        return self.total / self.visits_in if self.visits_in else 0.0

    def mean_first(self, place: int) -> float:
        """The mean value of the action at ``place``, which has been visited."""
        raise NotImplementedError

    def value_of(self, place: int) -> float:
        """The proven value of the action at ``place``, or else its mean; 0 without a visit."""
        child = self.children[place]
        if child is not None and child.exact is not None:
            return child.exact
        return self.mean_first(place) if self.visits[place] else 0.0

    def tried(self, place: int) -> "Tried":
        """The statistics of the action at ``place``."""
        assert self.actions is not None
        child = self.children[place]
        proven = child is not None and child.exact is not None
        action, visits = int(self.actions[place]), int(self.visits[place])
        return Tried(action, visits, self.value_of(place), proven)

    def order(self) -> Array:
        """A sort key, largest for the best action: visits, with ties broken if possible."""
        return np.asarray(self.visits)

    def best(self) -> int:
        """The place of the action to play: the most visited, unless a proven one is as good."""
        proven = [child is not None and child.exact is not None for child in self.children]
        place = int(np.argmax(np.where(proven, -1, self.order())))
        if self.open_ and self.floor < self.sign * self.value_of(place):
            return place
        worths = np.array(
            [
                self.sign * child.exact if child and child.exact is not None else -2.0
                for child in self.children
            ]
        )
        most = worths.max()
        if self.open_ and most == -1.0:
            return place  # even a hopeless try is better than a proven loss
        return int(np.argmax(np.where(worths == most, self.order(), -1)))  # even if all are lost


class Node(Known):
    """A position in a tree; its arrays have one entry per legal action, in ``actions``' order.

    The two searches, ``mcts`` and ``puct``, add their own statistics of actions.
    """

    __slots__ = (
        "actions",
        "children",
        "exact",
        "floor",
        "legal",
        "open_",
        "sign",
        "state",
        "total",
        "totals",
        "visits",
        "visits_in",
    )
    state: State
    legal: int
    sign: float
    visits_in: int
    total: float
    exact: float | None
    actions: Array | None
    open_: int
    floor: float
    visits: Any
    totals: Any  # of each action: the sum of values (``mcts``) or of worths (``puct``)

    def __init__(self, game: Game, state: State) -> None:
        self.state = state
        self.legal = game.legal(state)  # the mask of actions
        self.sign = 1.0 - 2.0 * state.mover
        self.visits_in = 0
        self.total = 0.0
        self.exact = None
        self.actions = None

    def grow(self, actions: Array) -> None:
        """Expand the node with these actions."""
        self.actions = actions
        self.children: list[Self | None] = [None] * len(actions)
        self.open_ = len(actions)
        self.floor = -1.0

    def child(self, game: Game, place: int) -> Self:
        """The node after the action at ``place``, created if necessary."""
        found = self.children[place]
        if found is None:
            assert self.actions is not None
            found = type(self)(game, game.play(self.state, int(self.actions[place])))
            self.children[place] = found
        return found

    def prove(self, exact: float) -> None:
        """Record the proven value of one more action, which may prove this position."""
        self.open_ -= 1
        self.floor = max(self.floor, self.sign * exact)
        if self.floor == 1.0 or self.open_ == 0:
            self.exact = self.sign * self.floor


class Tried(NamedTuple):
    """The statistics of one action at the root."""

    action: int
    visits: int
    value_first: float
    proven: bool  # value_first is certain


class Thought(NamedTuple):
    """The result of a search so far; values are from the first colour's side, -1 to 1."""

    action: int
    playouts: int
    value_first: float
    proven: bool
    line: tuple[int, ...]  # the principal variation, at least one action
    top: tuple[Tried, ...]  # the best action first, the others by visits


class TreeSearch:
    """A search that the caller drives by calling ``step``."""

    guided = False
    """Whether a network guides it."""
    memory = 0
    """The bytes that its tree takes, 0 where that is not known."""
    room = 0
    """The bytes that its tree may take, 0 without a limit."""

    @property
    def root(self) -> Known:
        """The position that is searched."""
        raise NotImplementedError

    def step(self, most: int) -> None:
        """Visit one leaf or more, at most ``most``, and back up their values."""
        raise NotImplementedError

    def visit(self, most: int) -> Generator[Any, Any, None]:
        """The same as ``step``; the caller evaluates the leaves that it yields."""
        self.step(most)
        yield from ()

    @property
    def is_full(self) -> bool:
        """Whether there is no room for more visits."""
        return False

    @property
    def is_solved(self) -> bool:
        """Whether the value of the position is proven."""
        return self.root.exact is not None

    @property
    def is_decided(self) -> bool:
        """Whether more search cannot change the choice: solved, or only one action."""
        return self.is_solved or self.root.legal & (self.root.legal - 1) == 0

    def can_be_overtaken(self, playouts: int) -> bool:
        """Whether ``playouts`` more playouts could make another action the most visited one."""
        visits = np.sort(self.open_visits())
        if len(visits) < 2:  # only a proven action that is no loss could still be better
            return self.root.floor > -1.0
        return bool(visits[-1] - visits[-2] <= playouts)  # at a tie something else decides

    def open_visits(self) -> Sequence[int] | Array:
        """The visits of the root's actions without a proven value."""
        root = self.root
        return [
            count
            for count, child in zip(root.visits, root.children, strict=True)
            if child is None or child.exact is None
        ]

    def thought(self) -> Thought:
        """The result so far."""
        root = self.root
        tried = [root.tried(place) for place in self._places()]
        top = tuple(found for found in tried if found.visits or found.proven)
        line = self._line(root.best())
        return Thought(line[0], root.visits_in, root.value_first, root.exact is not None, line, top)

    def lines(self) -> tuple[tuple[int, ...], ...]:
        """How the best actions that were tried would go on, the best one first."""
        return tuple(self._line(place) for place in self._places() if self.root.visits[place])

    def _places(self) -> list[int]:
        """The places of the root's best actions: what it would play, then most visits first."""
        order = self.root.order().astype(float)
        order[self.root.best()] = np.inf
        return [int(place) for place in np.argsort(-order, kind="stable")[:TOP]]

    def _line(self, place: int) -> tuple[int, ...]:
        """The action at ``place`` of the root, and the best ones from there on."""
        assert self.root.actions is not None
        line, node = [int(self.root.actions[place])], self.root.children[place]
        while node is not None and node.actions is not None and len(line) < LINE:
            place = node.best()
            if not node.visits[place]:
                break
            line.append(int(node.actions[place]))
            node = node.children[place]
        return tuple(line)
