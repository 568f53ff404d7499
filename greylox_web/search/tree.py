"""What the search knows of a position: a node, and what it holds of each of its actions.

Values are kept from the first colour's side everywhere; ``Node.sign`` turns them to the
mover's, in ``mcts.choose`` and in ``Node.settle`` only.
"""

from typing import Any

import numpy as np

from ..rules.board import bits
from ..rules.state import Game, State

Array = np.ndarray[Any, np.dtype[Any]]  # numpy.typing is not in the browser


class Node:
    """A position in the tree; its arrays have one entry per legal action, ascending.

    ``legal`` is the mask of actions.  The arrays come with the second visit: most nodes of
    a tree are leaves and never need them.
    """

    __slots__ = (
        "actions",
        "children",
        "exact",
        "floor",
        "legal",
        "open_",
        "owned_totals",
        "owned_visits",
        "settled",
        "sign",
        "state",
        "total",
        "totals",
        "visits",
        "visits_in",
    )

    def __init__(self, game: Game, state: State) -> None:
        self.state = state
        self.legal = game.legal(state)
        self.sign = 1.0 - 2.0 * state.mover
        self.visits_in = 0  # how often the search came here
        self.total = 0.0  # sum of the values it brought back
        self.exact: float | None = None  # the proven value, from the first colour's side
        self.actions: Array | None = None

    def expand(self) -> None:
        """Make room for what will be known of each action."""
        self.actions = np.fromiter(bits(self.legal), dtype=np.intp)
        count = len(self.actions)
        self.children: list[Node | None] = [None] * count
        self.open_ = count  # how many actions have no proven value
        self.visits = np.zeros(count, dtype=np.float32)
        self.totals = np.zeros(count, dtype=np.float32)  # sums of values
        self.owned_visits = np.zeros(count, dtype=np.float32)  # of playouts in which the
        self.owned_totals = np.zeros(count, dtype=np.float32)  # mover held the cell in the end
        self.settled = np.zeros(count, dtype=np.float32)  # -inf: its value is proven
        self.floor = -1.0  # the most that a proven action is worth to the mover

    def child(self, game: Game, place: int) -> "Node":
        """The node after the action at ``place``, made when it is not there yet."""
        found = self.children[place]
        if found is None:
            assert self.actions is not None
            found = Node(game, game.play(self.state, int(self.actions[place])))
            self.children[place] = found
        return found

    def after(self, action: int) -> "Node | None":
        """The node after ``action``, if the search has been there."""
        if self.actions is None or not self.legal >> action & 1:
            return None
        return self.children[int(np.searchsorted(self.actions, action))]

    def learn(self, place: int, value: float, held: Array) -> None:
        """Take note of a playout: its value, the action it began with, what the mover held."""
        self.visits[place] += 1.0
        self.totals[place] += value
        mine = held[self.actions]
        self.owned_visits += mine
        self.owned_totals += mine * np.float32(value)

    def settle(self, place: int, exact: float) -> None:
        """Take note that the action at ``place`` has a proven value; perhaps that proves this.

        Called once for each action, which is then not looked at again.
        """
        self.settled[place] = -np.inf
        self.open_ -= 1
        self.floor = max(self.floor, self.sign * exact)
        if self.floor == 1.0 or self.open_ == 0:
            self.exact = self.sign * self.floor

    @property
    def value_first(self) -> float:
        """The proven value, or the mean of what came back, from the first colour's side."""
        if self.exact is not None:
            return self.exact
        return self.total / self.visits_in if self.visits_in else 0.0

    def best(self) -> int:
        """The place of the action to play: visited most, unless a proven one is as good."""
        if self.open_:
            place = int(np.argmax(self.visits + self.settled))
            if self.floor < self.sign * self.totals[place] / max(self.visits[place], 1.0):
                return place
        worths = [
            self.sign * child.exact if child and child.exact is not None else -2.0
            for child in self.children
        ]
        most = max(worths)
        if self.open_ and most == -1.0:
            return place  # even a hopeless try is better than a proven loss
        return worths.index(most)
