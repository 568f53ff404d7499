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
        "barred",
        "children",
        "exact",
        "legal",
        "open_",
        "owned_totals",
        "owned_visits",
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
        self.open_ = count  # actions whose value is not proven
        self.visits = np.zeros(count, dtype=np.float32)
        self.totals = np.zeros(count, dtype=np.float32)  # sums of values
        self.owned_visits = np.zeros(count, dtype=np.float32)  # of playouts in which the
        self.owned_totals = np.zeros(count, dtype=np.float32)  # mover held the cell in the end
        self.barred = np.zeros(count, dtype=np.float32)  # -inf: proven to lose, never chosen

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

        Called once for each action.
        """
        worth = self.sign * exact
        self.open_ -= 1
        if worth == 1.0:
            self.exact = exact
        elif worth == -1.0:
            self.barred[place] = -np.inf
        if self.exact is None and self.open_ == 0:
            values = [child.exact for child in self.children if child and child.exact is not None]
            self.exact = self.sign * max(self.sign * value for value in values)

    @property
    def value_first(self) -> float:
        """The proven value, or the mean of what came back, from the first colour's side."""
        if self.exact is not None:
            return self.exact
        return self.total / self.visits_in if self.visits_in else 0.0

    def best(self) -> int:
        """The place of the action to play: proven to win, else visited most and not lost."""
        worths = [
            self.sign * child.exact if child and child.exact is not None else None
            for child in self.children
        ]
        if 1.0 in worths:
            return worths.index(1.0)
        worth = self.sign * self.totals / np.maximum(self.visits, 1.0)
        return int(np.argmax(self.visits + 0.5 * worth + self.barred))
