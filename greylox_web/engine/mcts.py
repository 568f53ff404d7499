"""Monte Carlo tree search by playouts, for games without a network.

Besides the mean of its own playouts an action has a second mean, over all playouts in which its
mover held the cell in the end (after RAVE, Gelly and Silver 2011).  The second one is available
long before the first, and its weight falls as the visits of the action grow.  Proven values
propagate up the tree as in MCTS-Solver (Winands and others, 2008).
"""

from dataclasses import dataclass

import numpy as np

from ..rules.board import bits
from ..rules.state import Game, State
from .playouts import Playout, result
from .tree import Array, Node, TreeSearch


@dataclass(frozen=True)
class Style:
    """The parameters of the search."""

    exploration: float = 0.1
    owned_weight: float = 300.0  # the visits at which both means have the same weight


PLAIN = Style()


class Spot(Node):
    """A position in the tree; ``totals`` are sums of values.

    The arrays are allocated at the second visit: most nodes are leaves and never need them.
    """

    __slots__ = ("owned_totals", "owned_visits", "settled")

    def expand(self) -> None:
        """Allocate the statistics of the actions."""
        self.grow(np.fromiter(bits(self.legal), dtype=np.intp))
        count = self.open_
        self.visits = np.zeros(count, dtype=np.float32)
        self.totals = np.zeros(count, dtype=np.float32)
        # over the playouts in which the mover held the cell in the end
        self.owned_visits = np.zeros(count, dtype=np.float32)
        self.owned_totals = np.zeros(count, dtype=np.float32)
        self.settled = np.zeros(count, dtype=np.float32)  # -inf where the value is proven

    def back_up(self, place: int, value: float, held: Array) -> None:
        """Record a playout through the action at ``place``; ``held`` flags the mover's cells."""
        self.visits[place] += 1.0
        self.totals[place] += value
        mine = held[self.actions]
        self.owned_visits += mine
        self.owned_totals += mine * np.float32(value)

    def settle(self, place: int, exact: float) -> None:
        """Record the proven value of the action at ``place``, which is not visited again."""
        self.settled[place] = -np.inf
        self.prove(exact)

    def mean_first(self, place: int) -> float:
        """The mean value of the action at ``place``."""
        return float(self.totals[place] / self.visits[place])


class Search(TreeSearch):
    """The search by playouts."""

    def __init__(
        self,
        game: Game,
        state: State,
        evaluate: Playout,
        style: Style = PLAIN,
        root: Spot | None = None,
    ) -> None:
        self.game = game
        self.evaluate = evaluate
        self.style = style
        self._root = root if root is not None else Spot(game, state)
        assert self._root.legal, "the game is over"
        if self.root.actions is None:
            self.root.expand()

    @property
    def root(self) -> Spot:
        """The position that is searched."""
        return self._root

    def step(self, most: int = 1) -> None:
        """Visit one leaf and back up its value."""
        game, node = self.game, self.root
        path: list[tuple[Spot, int]] = []
        while node.exact is None and node.actions is not None:
            place = choose(node, self.style)
            path.append((node, place))
            node = node.child(game, place)
        news = node.exact is None and not node.legal
        if news:
            node.exact = result(game, node.state)
        if node.exact is None:
            value, owned = self.evaluate(game, node.state)
            if node.visits_in:
                node.expand()
        else:
            value, owned = node.exact, node.state.stones
        length = game.board.swap_action + 1
        held = (flags(owned[0], length), flags(owned[1], length))
        node.visits_in += 1
        node.total += value
        for parent, place in reversed(path):
            parent.back_up(place, value, held[parent.state.mover])
            if news:
                parent.settle(place, value)
                news = parent.exact is not None
            if parent.sign * value < parent.floor:
                value = parent.sign * parent.floor
            parent.visits_in += 1
            parent.total += value


def choose(node: Spot, style: Style) -> int:
    """The place of the action to visit next: the one with the highest upper confidence bound."""
    trust = 1.0 + node.owned_visits / style.owned_weight
    mean = (node.totals * trust + node.owned_totals + node.total / max(node.visits_in, 1)) / (
        node.visits * trust + node.owned_visits + 1.0
    )
    spread = np.sqrt(np.log(node.visits_in + 1.0) / (node.visits + 1.0))
    return int(np.argmax(node.sign * mean + style.exploration * spread + node.settled))


def flags(mask: int, length: int) -> Array:
    """The mask as an array of ``length`` zeros and ones."""
    octets = np.frombuffer(mask.to_bytes((length + 7) // 8, "little"), dtype=np.uint8)
    return np.unpackbits(octets, count=length, bitorder="little").astype(np.float32)
