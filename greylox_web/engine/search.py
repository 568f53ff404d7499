"""Tree search guided by a network, whose policy gives the priors and whose value the leaf values.

PUCT as in AlphaZero (Silver and others, 2017), with leaves evaluated in batches under virtual
loss (Chaslot and others, 2008).  Transpositions share one node (Childs and others, 2008), so the
parents share what was found below it; visits and worths of actions are kept at each parent.  No
game of ours repeats a position, so the graph has no cycles.
"""

from collections.abc import Callable, Generator, Sequence
from dataclasses import dataclass
from math import sqrt
from typing import Self

import numpy as np

from ..rules.state import Game, State
from .playouts import result
from .tree import Array, Node, TreeSearch
from .tuning import UNMEASURED, reference, tuning

SETTLED = np.float32(-1e6)  # the worth of an action that is not to be visited again


@dataclass(frozen=True)
class Style:
    """The parameters of the search; ``Tuning`` explains the last two and ``fpu_reduction``."""

    exploration: float = 1.0  # c_puct of the paper
    fpu_reduction: float = UNMEASURED.fpu_reduction
    leaves: int = 8  # evaluated in one batch
    games: int = 0  # random games for each new position; the compiled search alone plays them
    trust: float = 0.0  # the weight of their mean in a new position's value


MANY = 1_000_000


def style_of(game: Game) -> Style:
    """The measured parameters of the search for a game on its board."""
    tuned = tuning(game)
    games, trust = tuned.games, tuned.trust
    if tuned.elsewhere is not None and game != reference(game.name):
        games, trust = tuned.elsewhere
    return Style(fpu_reduction=tuned.fpu_reduction, games=games, trust=trust)


class NetworkOutput:
    """A network's output for one position."""

    __slots__ = ("actions", "prior", "value_first")

    def __init__(self, value_first: float, actions: Array, prior: Array) -> None:
        self.value_first = value_first  # -1 ... 1
        self.actions = actions  # the legal actions
        self.prior = prior  # float32, sums to 1


Evaluator = Callable[[Sequence[State], Sequence[int]], list[NetworkOutput]]
"""From positions and their masks of legal actions to the network's outputs."""


class Spot(Node):
    """A position in the tree; ``totals`` are sums of worths."""

    __slots__ = ("guess", "parents", "prior", "waiting", "weight", "worth")
    visits: list[int]
    totals: list[float]
    parents: list[tuple[Self, int]]  # each with the place of the action that leads here

    def __init__(self, game: Game, state: State) -> None:
        super().__init__(game, state)
        self.waiting = False  # whether the network is evaluating it
        self.parents = []

    def expand(self, output: NetworkOutput, fpu_reduction: float) -> None:
        """Expand the node with the network's output."""
        self.grow(output.actions)
        self.prior = output.prior
        self.visits = [0] * self.open_
        self.totals = [0.0] * self.open_
        self.guess = output.value_first
        start = max(self.sign * self.guess - fpu_reduction, -1.0)
        self.worth = np.full(self.open_, start, dtype=np.float32)
        self.weight = output.prior.copy()  # prior / (1 + visits)
        self.waiting = False

    def shared(self, game: Game, place: int, known: dict[State, Self]) -> Self:
        """The node after the action at ``place``: one of those ``known``, or a new one."""
        found = self.children[place]
        if found is None:
            assert self.actions is not None
            state = game.play(self.state, int(self.actions[place]))
            if (found := known.get(state)) is None:
                found = known[state] = type(self)(game, state)
            found.parents.append((self, place))
            self.children[place] = found
        return found

    def below(self) -> dict[State, Self]:
        """All nodes that can be reached from here, including this one, by position."""
        found, waiting = {self.state: self}, [self]
        while waiting:
            node = waiting.pop()
            for child in node.children if node.actions is not None else ():
                if child is not None and child.state not in found:
                    found[child.state] = child
                    waiting.append(child)
        return found

    def spread(self) -> None:
        """Propagate the proven value to all parents, and on from those that it proves."""
        proven = [self]
        while proven:
            spot = proven.pop()
            assert spot.exact is not None
            for parent, place in spot.parents:
                if parent.exact is None:
                    parent.settle(place, spot.exact)
                    if parent.exact is not None:
                        proven.append(parent)

    def add_virtual_loss(self, place: int) -> None:
        """Count a visit, provisionally as a loss."""
        visits = self.visits[place] = self.visits[place] + 1
        total = self.totals[place] = self.totals[place] - 1.0
        if self.worth[place] > SETTLED:
            self.worth[place] = total / visits
        self.weight[place] = self.prior[place] / (1 + visits)

    def back_up(self, place: int, worth: float) -> None:
        """Replace the virtual loss by the worth that was found."""
        total = self.totals[place] = self.totals[place] + 1.0 + worth
        if self.worth[place] > SETTLED:
            self.worth[place] = total / self.visits[place]

    def remove_virtual_loss(self, place: int, fpu_reduction: float) -> None:
        """Undo a visit that led to a leaf already under evaluation."""
        visits = self.visits[place] = self.visits[place] - 1
        total = self.totals[place] = self.totals[place] + 1.0
        if self.worth[place] > SETTLED:
            guess = max(self.sign * self.guess - fpu_reduction, -1.0)
            self.worth[place] = total / visits if visits else guess
        self.weight[place] = self.prior[place] / (1 + visits)

    def settle(self, place: int, exact: float) -> None:
        """Record the proven value of the action at ``place``, which is not visited again."""
        if self.worth[place] > SETTLED:
            self.worth[place] = SETTLED
            self.prove(exact)

    def order(self) -> Array:
        """Visits; ties are broken by the worth, and among unvisited actions by the prior."""
        worth = np.maximum(self.worth, -1.0)
        return np.asarray(self.visits) + 0.4 * worth + 0.1 * self.prior

    def mean_first(self, place: int) -> float:
        """The mean value of the action at ``place``."""
        return self.sign * self.totals[place] / self.visits[place]


Path = tuple[list[tuple[Spot, int]], Spot]
"""The path from the root: nodes, each with the place of the action taken, and the leaf."""


class Search(TreeSearch):
    """The search that a network guides."""

    guided = True

    def __init__(
        self,
        game: Game,
        state: State,
        evaluator: Evaluator,
        style: Style | None = None,
        root: Spot | None = None,
    ) -> None:
        self.game = game
        self.evaluator = evaluator
        self.style = style or style_of(game)
        self._root = root if root is not None else Spot(game, state)
        assert self._root.legal, "the game is over"
        self.known = self._root.below()
        for spot in self.known.values():  # drop what is above the root
            spot.parents = [way for way in spot.parents if way[0].state in self.known]

    @property
    def root(self) -> Spot:
        """The position that is searched."""
        return self._root

    def step(self, most: int = MANY) -> None:
        """Visit some leaves and back up their values; the first leaf is the root itself."""
        paths = self.gather(most)
        if paths:
            states = [leaf.state for _, leaf in paths]
            self.scatter(paths, self.evaluator(states, [leaf.legal for _, leaf in paths]))

    def visit(self, most: int) -> Generator[list[Spot], list[NetworkOutput] | None, None]:
        paths = self.gather(most)
        if paths:
            outputs = yield [leaf for _, leaf in paths]
            assert outputs is not None
            self.scatter(paths, outputs)

    def gather(self, most: int = MANY) -> list[Path]:
        """Walk to new leaves, at most one batch.

        In a young tree a batch is small: virtual losses would spread its walks too widely.
        """
        paths: list[Path] = []
        for _ in range(min(self.style.leaves, most, 1 + self.root.visits_in // 8)):
            path, leaf = descend(self.game, self.root, self.style.exploration, known=self.known)
            if leaf.waiting:
                for spot, place in path:
                    spot.remove_virtual_loss(place, self.style.fpu_reduction)
                break
            if leaf.exact is not None:
                back_up_path(path, leaf)
                if self.root.exact is not None:
                    break
            else:
                leaf.waiting = True
                paths.append((path, leaf))
        return paths

    def scatter(self, paths: list[Path], outputs: list[NetworkOutput]) -> None:
        """Expand the leaves with the network's outputs and back up their values."""
        for (path, leaf), output in zip(paths, outputs, strict=True):
            leaf.expand(output, self.style.fpu_reduction)
            back_up_path(path, leaf)


def descend(
    game: Game,
    spot: Spot,
    exploration: float,
    place: int | None = None,
    known: dict[State, Spot] | None = None,
) -> Path:
    """Walk down to a leaf; the first step takes the action at ``place`` if one is given.

    ``known`` has the nodes by position, so that transpositions share a node; without it the
    search is a plain tree.
    """
    path: list[tuple[Spot, int]] = []
    while spot.exact is None and spot.actions is not None:
        if place is None:
            scale = exploration * sqrt(spot.visits_in)
            place = int((spot.worth + scale * spot.weight).argmax())
        path.append((spot, place))
        spot.add_virtual_loss(place)
        spot = spot.child(game, place) if known is None else spot.shared(game, place, known)
        place = None
    if spot.exact is None and not spot.legal:
        spot.exact = result(game, spot.state)
    return path, spot


def back_up_path(path: list[tuple[Spot, int]], leaf: Spot) -> None:
    """Back up the leaf's value along the path."""
    news = leaf.exact is not None
    value = leaf.exact if leaf.exact is not None else leaf.guess
    if news:
        leaf.spread()
    leaf.visits_in += 1
    leaf.total += value
    for spot, place in reversed(path):
        spot.back_up(place, spot.sign * value)
        if news:
            spot.settle(place, value)
            news = spot.exact is not None
        if spot.exact is not None:
            value = spot.exact
        elif spot.sign * value < spot.floor:
            value = spot.sign * spot.floor
        spot.visits_in += 1
        spot.total += value
