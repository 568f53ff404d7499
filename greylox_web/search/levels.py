"""How hard the engine works at each level, and what it remembers from move to move."""

from collections.abc import Sequence
from random import Random

from ..rules.board import bits
from ..rules.state import Game, State
from .evaluate import Playouts
from .mcts import PLAIN, Search, Style
from .tree import Node

RANDOM = 0  # the level that plays any legal action

PLAYOUTS = {1: 100, 2: 250, 3: 700, 4: 2000, 5: 5500, 6: 15000}
"""Visits of the root at each level, for the game whose playouts cost least."""

PACE = {"greylox": 0.7, "lox": 0.3, "brink": 1.0, "multiplicity": 1.0, "byg": 0.7}
"""The share of them that a game gets, so that a level takes about the same time in each."""

MOST_PLAYOUTS = 50_000  # of an analysis: then the tree holds 40 to 120 MB


def work(game: Game, level: int) -> int:
    """The visits of the root after which a search at ``level`` answers."""
    return round(PLAYOUTS[level] * PACE[game.name])


class Mind:
    """A player's memory: the tree of the last search, of which the next one may use a part."""

    def __init__(self, random: Random, style: Style = PLAIN) -> None:
        self.random = random
        self.style = style
        self.game: Game | None = None
        self.root: Node | None = None

    def search(self, game: Game, states: Sequence[State], actions: Sequence[int]) -> Search:
        """A search from the last of ``states``, the positions that ``actions`` lead through."""
        root = self._known(states, actions) if game == self.game else None
        search = Search(game, states[-1], Playouts(self.random), self.style, root)
        self.game, self.root = game, search.root
        return search

    def any_action(self, game: Game, state: State) -> int:
        """One of the legal actions, each equally likely."""
        return self.random.choice(list(bits(game.legal(state))))

    def _known(self, states: Sequence[State], actions: Sequence[int]) -> Node | None:
        """The part of the last tree that belongs to the last position, if there is one."""
        node = self.root
        if node is None or node.state not in states:
            return None
        for action in actions[states.index(node.state) :]:
            node = node.after(action)
            if node is None:
                return None
        return node


def is_ready(search: Search, playouts: int) -> bool:
    """Whether a search for a move has done its work: all of it, or no more can change it."""
    left = playouts - search.root.visits_in
    if left <= 0 or search.is_decided:
        return True
    return search.root.visits_in % 16 == 0 and not search.can_be_overtaken(left)
