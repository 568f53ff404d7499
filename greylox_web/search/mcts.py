"""Monte Carlo tree search: walk down, ask the evaluator, take its answer back up.

Besides the mean of its own playouts an action has a second mean, over all playouts in which
its mover held the cell in the end (the idea of RAVE, Gelly and Silver 2011); it is there
long before the first, and counts less and less as that one grows.  Proven results climb the
tree as in MCTS-Solver (Winands and others, 2008).
"""

from dataclasses import dataclass

import numpy as np

from ..rules.state import Game, State
from .evaluate import Evaluator, result
from .tree import Array, Node


@dataclass(frozen=True)
class Thought:
    """What a search has found so far; values from the first colour's side, in -1 ... 1."""

    action: int
    playouts: int
    value_first: float
    proven: bool
    line: tuple[int, ...]  # the best actions from here on
    top: tuple[tuple[int, int, float], ...]  # action, visits, value_first; most visits first


@dataclass(frozen=True)
class Style:
    """How the search weighs what it knows."""

    exploration: float = 0.1
    owned_weight: float = 300.0  # the visits at which both means count the same


PLAIN = Style()
TOP = 5
LINE = 12


class Search:
    """A search that the caller drives: ``step`` until it is ``done`` or time is up."""

    def __init__(
        self,
        game: Game,
        state: State,
        evaluate: Evaluator,
        style: Style = PLAIN,
        root: Node | None = None,
    ) -> None:
        self.game = game
        self.evaluate = evaluate
        self.style = style
        self.root = root if root is not None else Node(game, state)
        assert self.root.legal, "the game is over"
        if self.root.actions is None:
            self.root.expand()

    @property
    def is_solved(self) -> bool:
        """Whether the value of the position is proven."""
        return self.root.exact is not None

    @property
    def is_decided(self) -> bool:
        """Whether more search can change nothing that matters: solved, or nothing to choose."""
        return self.is_solved or self.root.legal & (self.root.legal - 1) == 0

    def can_be_overtaken(self, playouts: int) -> bool:
        """Whether so many more playouts could make another action the one visited most."""
        visits = np.sort(self.root.visits)
        return bool(visits[-1] - visits[-2] < playouts)

    def step(self) -> None:
        """Visit one leaf and bring its value back."""
        game, node = self.game, self.root
        path: list[tuple[Node, int]] = []
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
        length = game.board.swap + 1
        held = (flags(owned[0], length), flags(owned[1], length))
        node.visits_in += 1
        node.total += value
        for parent, place in reversed(path):
            parent.learn(place, value, held[parent.state.mover])
            if news:
                parent.settle(place, value)
                news = parent.exact is not None
            if parent.sign * value < parent.floor:
                value = parent.sign * parent.floor
            parent.visits_in += 1
            parent.total += value

    def thought(self) -> Thought:
        """What has been found so far."""
        root = self.root
        assert root.actions is not None
        places = np.argsort(-root.visits, kind="stable")[:TOP]
        top = tuple(
            (int(root.actions[place]), int(root.visits[place]), value_of(root, int(place)))
            for place in places
            if root.visits[place]
        )
        line: list[int] = []
        node: Node | None = root
        while node is not None and node.actions is not None and len(line) < LINE:
            place = node.best()
            if line and not node.visits[place]:
                break
            line.append(int(node.actions[place]))
            node = node.children[place]
        return Thought(
            line[0], root.visits_in, root.value_first, root.exact is not None, tuple(line), top
        )


def choose(node: Node, style: Style) -> int:
    """The place of the action to look at next."""
    trust = 1.0 + node.owned_visits / style.owned_weight
    mean = (node.totals * trust + node.owned_totals + node.total / max(node.visits_in, 1)) / (
        node.visits * trust + node.owned_visits + 1.0
    )
    spread = np.sqrt(np.log(node.visits_in + 1.0) / (node.visits + 1.0))
    return int(np.argmax(node.sign * mean + style.exploration * spread + node.settled))


def value_of(node: Node, place: int) -> float:
    """What the action at ``place`` is worth, from the first colour's side."""
    child = node.children[place]
    if child is not None and child.exact is not None:
        return child.exact
    return float(node.totals[place] / max(node.visits[place], 1.0))


def flags(mask: int, length: int) -> Array:
    """The mask as an array of ``length`` zeros and ones."""
    octets = np.frombuffer(mask.to_bytes((length + 7) // 8, "little"), dtype=np.uint8)
    return np.unpackbits(octets, count=length, bitorder="little").astype(np.float32)
