"""The search tree that one request leaves for the next, and the choice of an action."""

from collections.abc import Callable, Collection, Sequence
from math import inf, isinf
from random import Random

import numpy as np

from ..rules.board import bits
from ..rules.state import Game, State
from . import search as puct
from .compiled.rules import CompiledPlayouts
from .compiled.search import CompiledNode, CompiledPuctSearch, SearchKernel
from .heuristic import best_actions, scores
from .tree import NodeStats, SearchResult, TreeSearch
from .tuning import LevelSettings

Evaluators = Callable[[Game], puct.Evaluator | None]
"""A function that returns the network of a game, or None."""


def no_network(game: Game) -> None:
    """Return None: no game has a network."""


def external_evaluator(states: object, legals: object) -> list[puct.NetworkOutput]:
    """Stand in for a network whose leaves the caller evaluates (``SearchTask.leaf_batches``).

    The search never calls this function; it raises AssertionError.
    """
    raise AssertionError


class PlayerTree:
    """The last search tree of a player, part of which the next search may reuse."""

    def __init__(
        self,
        random: Random,
        evaluators: Evaluators = no_network,
        params: puct.PuctParams | None = None,
    ) -> None:
        self.random = random
        self.evaluators = evaluators
        self.params = params  # None: the game's default
        self.game: Game | None = None
        self.root: NodeStats | None = None

    def start_search(
        self, game: Game, states: Sequence[State], actions: Sequence[int], *, guided: bool = True
    ) -> TreeSearch:
        """Return a search of the last of ``states``, the positions that ``actions`` lead through.

        The game's network guides the search, if there is one and ``guided`` is true; else it is a
        plain search.
        """
        root = self.find_node(states, actions) if game == self.game else None
        evaluator, state = self.evaluators(game) if guided else None, states[-1]
        search: TreeSearch
        if isinstance(evaluator, SearchKernel):
            compiled_root = root if isinstance(root, CompiledNode) else None
            search = CompiledPuctSearch(game, state, evaluator, self.params, compiled_root)
        else:
            python_root = root if isinstance(root, puct.PuctNode) else None
            evaluator = evaluator or self.plain_evaluator(game)
            search = puct.PuctSearch(game, state, evaluator, self.params, python_root)
        self.game, self.root = game, search.root
        return search

    def plain_evaluator(self, game: Game) -> puct.PlayoutEvaluator:
        """Return the evaluator of plain search; its random games are compiled where possible."""
        return puct.PlayoutEvaluator(game, CompiledPlayouts(self.random))

    def select_action(self, search: TreeSearch, level: LevelSettings) -> SearchResult:
        """Return the result of a search, with the action that the level plays."""
        result = search.result()
        if level.temperature == 0 or search.root.proven_value is not None:
            return result
        root, candidates = search.root, None
        if level.share < 1:
            assert self.game is not None
            candidates = best_actions(scores(self.game, root.state), level.share)
        action = sample_action(root, level.temperature, self.random, candidates)
        return result._replace(action=action, pv=(action,))

    def find_node(self, states: Sequence[State], actions: Sequence[int]) -> NodeStats | None:
        """Return the node of the last of ``states`` in the last tree, or None."""
        node = self.root
        if node is None or node.state not in states:
            return None
        for action in actions[states.index(node.state) :]:
            node = node.child_by_action(action)
            if node is None:
                return None
        return node


def sample_action(
    root: NodeStats, temperature: float, random: Random, candidates: Collection[int] | None = None
) -> int:
    """Return a random action, drawn with weights (visits + prior) ** (1 / temperature).

    Without a network the prior is 0.  An infinite temperature makes all legal actions equally
    likely.  With ``candidates`` the choice is among these actions only.
    """
    if isinf(temperature):
        return random.choice(list(bits(root.legal)))
    assert root.actions is not None
    weights = np.asarray(root.child_visits, dtype=float)
    if root.policy is not None:
        weights = weights + root.policy
    logs = np.log(weights + 1e-9) / temperature
    if candidates is not None:
        logs = np.where(np.isin(root.actions, list(candidates)), logs, -inf)
    probabilities = np.exp(logs - logs.max())
    return int(random.choices(root.actions.tolist(), probabilities.tolist())[0])
