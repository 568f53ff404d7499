"""Games of a network against itself, with the compiled search.

At the root, actions are sampled and compared as in Gumbel AlphaZero (Danihelka and others, 2022),
which improves the policy even with a handful of visits.  Only some actions are searched with enough
visits to give a policy target (playout cap randomisation, Wu 2019); all give a value target.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from math import ceil, log2
from random import Random
from typing import Self

import numpy as np

from greylox_web.engine.compiled.search import CompiledNode, CompiledPuctSearch, SearchKernel
from greylox_web.engine.playouts import PlayoutFunction, terminal_value
from greylox_web.engine.search import PlayoutEvaluator, PuctSearch
from greylox_web.engine.solver import EndgameSolver
from greylox_web.engine.tree import Array
from greylox_web.rules.board import bits
from greylox_web.rules.play import count_vacant
from greylox_web.rules.state import Game, State

NO_LIMIT = 10**9  # positions: more than any ending of self-play takes


@dataclass(frozen=True)
class SelfPlayConfig:
    """The settings of self-play."""

    visits: int = 32  # for an action that gives a policy target
    fast_visits: int = 8  # for any other action
    full_visit_share: float = 0.4  # of the actions that give a policy target
    max_considered_actions: int = 12  # actions sampled at the root
    random_opening_share: float = 0.3  # share of the games that begin with a few random actions
    late_start_share: float = 0.4  # share of the games that begin late, after many random actions
    solver_vacancies: int = 0  # the solver plays once at most this many cells are vacant
    opponent_share: float = 0.0  # share of the remaining games in which plain search plays one side
    playouts: int = 250  # of plain search for an action
    c_scale: float = 0.25  # c_scale in the transformation sigma of the paper
    c_visit: float = 50.0  # c_visit in sigma


@dataclass
class TrainingSample:
    """A position of a game with its training targets."""

    state: State
    legal: int
    improved_policy: Array | None  # over the legal actions in the network's order; None: no target
    root_value: float  # the search's value, from the first colour's side
    exact: bool = False  # whether ``root_value`` is proven


@dataclass
class FinishedGame:
    """A finished game."""

    samples: list[TrainingSample]
    value_first: float
    ownership: tuple[int, int]  # masks of each colour's scored cells at the end
    lead: int  # of the first colour, in score, at the end

    @classmethod
    def from_state(cls, game: Game, state: State, samples: list[TrainingSample]) -> Self:
        """Return the game that ended in ``state``."""
        lead = game.score(state, 0) - game.score(state, 1)
        return cls(samples, terminal_value(game, state), game.scored_cells(state), lead)


class GumbelRoot:
    """The root of one search: sequential halving over a Gumbel top-k sample of the actions."""

    def __init__(
        self,
        spot: CompiledNode,
        visits: int,
        max_considered_actions: int,
        config: SelfPlayConfig,
        noise: np.random.Generator,
    ):
        self.node = spot
        self.config = config
        count = len(spot.child_visits)
        self.logits = np.log(spot.prior + 1e-8)
        self.gumbel = noise.gumbel(size=count)
        max_considered_actions = min(max_considered_actions, count, visits)
        order = np.argsort(-(self.gumbel + self.logits), kind="stable")
        self.candidates = [int(index) for index in order[:max_considered_actions]]
        self.considered_visits = self._plan_visits(visits, max_considered_actions)

    def _plan_visits(self, visits: int, max_considered_actions: int) -> Iterator[int]:
        """Yield the indices of the actions to visit, in order."""
        phases = max(1, ceil(log2(max_considered_actions))) if max_considered_actions > 1 else 1
        visits_left = visits
        for phase in range(phases):
            count = len(self.candidates)
            each = max(1, visits_left // ((phases - phase) * count))
            for _ in range(each):
                for index in list(self.candidates):
                    if visits_left == 0:
                        break
                    visits_left -= 1
                    yield index
            scores = self.scores()
            self.candidates.sort(key=lambda index: -scores[index])
            del self.candidates[max(1, count // 2) :]

    def completed_qvalues(self) -> Array:
        """Return the completed Q-values: the mixed value (paper: v_mix) for unvisited actions."""
        spot = self.node
        visits, exact = spot.child_visits, spot.child_proven_values
        means = spot.child_value_sums / np.maximum(visits, 1)
        q_values = np.where(np.isnan(exact), means, spot.sign * exact)
        own_value = spot.sign * spot.raw_value
        visited = visits > 0
        if visited.any():
            weight = spot.prior[visited].sum() + 1e-8
            mean = float((spot.prior[visited] * q_values[visited]).sum() / weight)
            own_value = (own_value + visits.sum() * mean) / (1 + visits.sum())
        return np.where(visited, q_values, own_value)

    def scores(self) -> Array:
        """Return the scores by which actions are compared: gumbel + logits + sigma(Q)."""
        scores: Array = self.gumbel + self.logits + self.transformed_qvalues()
        return scores

    def transformed_qvalues(self) -> Array:
        """Return the completed Q-values on the scale of logits (sigma of the paper)."""
        max_visits = float(self.node.child_visits.max())
        scaled: Array = (
            self.config.c_scale * (self.config.c_visit + max_visits) * self.completed_qvalues()
        )
        return scaled

    def action_index(self) -> int:
        """Return the index of the action to play."""
        if self.node.proven_value is not None:
            return int(np.argmax(self.completed_qvalues() + 1e-6 * self.gumbel))
        scores = self.scores()
        return max(self.candidates, key=lambda index: scores[index])

    def improved_policy(self) -> Array:
        """Return the improved policy, softmax(logits + sigma(Q)): the policy target."""
        logits = self.logits + self.transformed_qvalues()
        chances: Array = np.exp(logits - logits.max())
        chances /= chances.sum()
        return chances


class SelfPlayGame:
    """A game of self-play in progress."""

    def __init__(
        self,
        kernel: SearchKernel,
        game: Game,
        random: Random,
        noise: np.random.Generator,
        config: SelfPlayConfig,
        playout: PlayoutFunction,
    ):
        self.kernel, self.game, self.random, self.noise = kernel, game, random, noise
        self.config, self.evaluator = config, PlayoutEvaluator(game, playout)
        self.samples: list[TrainingSample] = []
        self.opponent_share = -1  # the colour of plain search
        self.state = self.start_position()

    def start_position(self) -> State:
        """Return the first position, perhaps after random actions; may choose plain search's side.

        Few games between equals are undecided until late, but the network must learn these, too.
        And errors that both sides share appear only against a different kind of player.
        """
        state, fraction = self.game.start(), self.random.random()
        max_random_actions = 0
        if (
            fraction >= self.config.late_start_share
            and self.random.random() < self.config.opponent_share
        ):
            self.opponent_share = self.random.randrange(2)
        if fraction < self.config.late_start_share:
            max_random_actions = self.random.randint(7, self.game.board.cells.bit_count() * 3 // 4)
        elif fraction < self.config.late_start_share + self.config.random_opening_share:
            max_random_actions = self.random.randint(1, 6)
        for _ in range(max_random_actions):
            after = self.game.play(state, self.random.choice(list(bits(self.game.legal(state)))))
            if not self.game.legal(after):
                break
            state = after
        return state

    def play(self) -> FinishedGame:
        """Play the game from its first position to its end."""
        while self.game.legal(self.state):
            if count_vacant(self.game, self.state) <= self.config.solver_vacancies:
                self.solve()
            elif self.state.mover == self.opponent_share:
                self.play_opponent()
            else:
                self.search_and_play()
        return FinishedGame.from_state(self.game, self.state, self.samples)

    def search_and_play(self) -> None:
        """Search for the next action, play it, and record the targets."""
        config = self.config
        search = CompiledPuctSearch(self.game, self.state, self.kernel)
        search.step(1)
        root, is_full_search = search.root, self.random.random() < config.full_visit_share
        count, visits = (
            len(root.child_visits),
            config.visits if is_full_search else config.fast_visits,
        )
        gumbel = GumbelRoot(
            root, visits if count > 1 else 1, config.max_considered_actions, config, self.noise
        )
        for index in gumbel.considered_visits:
            if root.proven_value is not None:
                break
            search.visit_child(index)
        policy = gumbel.improved_policy() if is_full_search and count > 1 else None
        is_proven = root.proven_value is not None
        self.samples.append(
            TrainingSample(self.state, root.legal, policy, root.value_first, is_proven)
        )
        assert root.actions is not None
        self.state = self.game.play(self.state, int(root.actions[gumbel.action_index()]))

    def play_opponent(self) -> None:
        """Play the action of plain search, and record its value."""
        search = PuctSearch(self.game, self.state, self.evaluator)
        while search.root.visits < self.config.playouts and not search.is_forced:
            search.step()
        result = search.result()
        is_proven = search.root.proven_value is not None
        sample = TrainingSample(self.state, search.root.legal, None, result.value_first, is_proven)
        self.samples.append(sample)
        self.state = self.game.play(self.state, result.action)

    def solve(self) -> None:
        """Play perfectly to the end, and record the exact values."""
        solver = EndgameSolver(self.game, self.state)
        while legal := self.game.legal(self.state):
            solution = solver.solve(self.state, NO_LIMIT)
            assert solution is not None
            value = float(solution.value_first)
            self.samples.append(TrainingSample(self.state, legal, None, value, exact=True))
            self.state = self.game.play(self.state, solution.action)
