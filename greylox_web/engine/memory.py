"""The tree that is reused from one question to the next, and the choice of an action."""

from collections.abc import Callable, Collection, Sequence
from math import inf, isinf
from random import Random

import numpy as np

from ..rules.board import bits
from ..rules.state import Game, State
from . import mcts
from . import search as puct
from .compiled.search import Guide, GuidedSearch, GuidedSpot
from .near import best, scores
from .playouts import Playout
from .tree import Known, Thought, TreeSearch
from .tuning import Level

Evaluators = Callable[[Game], puct.Evaluator | None]
"""The network of a game, or None."""


def untrained(game: Game) -> None:
    """No network for any game."""


def unasked(states: object, legals: object) -> list[puct.NetworkOutput]:
    """A placeholder for a network whose leaves the caller evaluates (``Task.asked``).

    It is never called, and raises AssertionError.
    """
    raise AssertionError


def playouts(random: Random) -> Playout:
    """Random games, compiled where that is possible."""
    from .compiled.rules import CompiledPlayouts  # not needed where there is a network

    return CompiledPlayouts(random)


class SearchMemory:
    """A player's memory: the last search tree, part of which the next search may reuse."""

    def __init__(
        self,
        random: Random,
        evaluators: Evaluators = untrained,
        plain: mcts.Style = mcts.PLAIN,
        guided: puct.Style | None = None,
        playouts: Callable[[Random], Playout] = playouts,
    ) -> None:
        self.random = random
        self.evaluators = evaluators
        self.plain, self.guided = plain, guided  # None: the game's own style
        self.playouts = playouts
        self.game: Game | None = None
        self.root: Known | None = None

    def search(
        self, game: Game, states: Sequence[State], actions: Sequence[int], *, guided: bool = True
    ) -> TreeSearch:
        """A search from the last of ``states``, the positions that ``actions`` lead through.

        The game's network guides it, if there is one and ``guided`` is true.
        """
        root = self.known(states, actions) if game == self.game else None
        evaluator, state = self.evaluators(game) if guided else None, states[-1]
        search: TreeSearch
        if isinstance(evaluator, Guide):
            place = root if isinstance(root, GuidedSpot) else None
            search = GuidedSearch(game, state, evaluator, self.guided, place)
        elif evaluator is not None:
            known = root if isinstance(root, puct.Spot) else None
            search = puct.Search(game, state, evaluator, self.guided, known)
        else:
            spot = root if isinstance(root, mcts.Spot) else None
            search = mcts.Search(game, state, self.playouts(self.random), self.plain, spot)
        self.game, self.root = game, search.root
        return search

    def chosen(self, search: TreeSearch, level: Level) -> Thought:
        """The result of a search, with the action that the level plays."""
        thought = search.thought()
        if level.temperature == 0 or search.root.exact is not None:
            return thought
        root, near = search.root, None
        if level.share < 1:
            assert self.game is not None
            near = best(scores(self.game, root.state), level.share)
        action = some_action(root, level.temperature, self.random, near)
        return thought._replace(action=action, line=(action,))

    def known(self, states: Sequence[State], actions: Sequence[int]) -> Known | None:
        """The node of the last of ``states`` in the last tree, if it has one."""
        node = self.root
        if node is None or node.state not in states:
            return None
        for action in actions[states.index(node.state) :]:
            node = node.after(action)
            if node is None:
                return None
        return node


def some_action(
    root: Known, temperature: float, random: Random, among: Collection[int] | None = None
) -> int:
    """A random action, drawn with weights (visits + prior) ** (1 / temperature).

    Without a network the prior is 0.  An infinite temperature makes all legal actions equally
    likely.  With ``among`` the choice is among these actions only.
    """
    if isinf(temperature):
        return random.choice(list(bits(root.legal)))
    assert root.actions is not None
    weights = np.asarray(root.visits, dtype=float)
    if isinstance(root, puct.Spot | GuidedSpot):
        weights = weights + root.prior
    logs = np.log(weights + 1e-9) / temperature
    if among is not None:
        logs = np.where(np.isin(root.actions, list(among)), logs, -inf)
    chances = np.exp(logs - logs.max())
    return int(random.choices(root.actions.tolist(), chances.tolist())[0])
