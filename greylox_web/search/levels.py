"""How hard the engine works at each level, how it chooses, and what it remembers."""

from collections.abc import Callable, Sequence
from random import Random
from typing import NamedTuple

import numpy as np

from ..rules.board import bits
from ..rules.state import Game, State
from .tree import mcts, puct
from .tree.node import Node, Thought, TreeSearch
from .tree.playouts import Playouts
from .tuning import tuning

RANDOM = 0  # the level that plays any legal action


class Level(NamedTuple):
    """What a level does; the same on every machine."""

    visits: int  # of the root, with a network; 1 is its first thought alone
    temperature: (
        float  # 0: the best action; more: others too, by visits to the power of 1 / temperature
    )
    playouts: int  # of the root, where there is no network


LEVELS = {
    1: 30,
    2: 60,
    3: 100,
    4: 250,
    5: 700,
    6: 1400,
    7: 2800,
    8: 5500,
    9: 10_000,
    10: 15_000,
}
"""The playouts of each level, where there is no network."""

HINT = Level(400, 0.0, 2000)
REVIEW = Level(160, 0.0, 700)
LOST = Level(100, 0.0, 5500)  # in a lost position, for the action that holds out longest

MOST_PLAYOUTS = 50_000  # of an analysis: then the tree holds 40 to 120 MB
MOST_VISITS = 20_000  # with a network: as much

Evaluators = Callable[[Game], puct.Evaluator | None]
"""Finds the network of a game, or none."""


class SearchMemory:
    """A player's memory: the tree of the last search, of which the next one may use a part."""

    def __init__(
        self,
        random: Random,
        evaluators: Evaluators = lambda game: None,
        style: mcts.Style = mcts.PLAIN,
    ) -> None:
        self.random = random
        self.evaluators = evaluators
        self.style = style
        self.game: Game | None = None
        self.root: Node | None = None

    def search(self, game: Game, states: Sequence[State], actions: Sequence[int]) -> TreeSearch:
        """A search from the last of ``states``, the positions that ``actions`` lead through."""
        root = self.known(states, actions) if game == self.game else None
        evaluator, state = self.evaluators(game), states[-1]
        search: TreeSearch
        if evaluator is not None:
            known = root if isinstance(root, puct.Spot) else None
            search = puct.Search(game, state, evaluator, root=known)
        else:
            spot = root if isinstance(root, mcts.Spot) else None
            search = mcts.Search(game, state, Playouts(self.random), self.style, spot)
        self.game, self.root = game, search.root
        return search

    def any_action(self, game: Game, state: State) -> int:
        """One of the legal actions, each equally likely."""
        return self.random.choice(list(bits(game.legal(state))))

    def chosen(self, search: TreeSearch, level: Level) -> Thought:
        """What a search found, with the action that the level plays."""
        thought = search.thought()
        if level.temperature == 0 or search.root.exact is not None:
            return thought
        action = some_action(search.root, level.temperature, self.random)
        return thought._replace(action=action, line=(action,))

    def known(self, states: Sequence[State], actions: Sequence[int]) -> Node | None:
        """The part of the last tree that belongs to the last position, if there is one."""
        node = self.root
        if node is None or node.state not in states:
            return None
        for action in actions[states.index(node.state) :]:
            node = node.after(action)
            if node is None:
                return None
        return node


def some_action(root: Node, temperature: float, random: Random) -> int:
    """An action at random; the more often it was visited the more likely."""
    assert root.actions is not None
    weights = np.asarray(root.visits, dtype=float)
    if isinstance(root, puct.Spot):
        weights = weights + root.prior
    logs = np.log(weights + 1e-9) / temperature
    chances = np.exp(logs - logs.max())
    return int(random.choices(root.actions.tolist(), chances.tolist())[0])


def level_of(game: Game, level: int) -> Level:
    """What a level does in a game."""
    visits, temperature = tuning(game).ladder[level - 1]
    return Level(visits, temperature, LEVELS[level])


def work(search: TreeSearch, game: Game, level: Level) -> int:
    """The visits of the root after which a search answers."""
    if isinstance(search, puct.Search):
        return level.visits
    return max(1, round(level.playouts * tuning(game).pace))


def most_work(search: TreeSearch) -> int:
    """The visits of the root after which an analysis ends."""
    return MOST_VISITS if isinstance(search, puct.Search) else MOST_PLAYOUTS


def is_ready(search: TreeSearch, visits: int) -> bool:
    """Whether a search for a move has done its work: all of it, or no more can change it."""
    left = visits - search.root.visits_in
    if left <= 0 or search.is_decided:
        return True
    return search.root.visits_in % 16 == 0 and not search.can_be_overtaken(left)
