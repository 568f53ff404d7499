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

from greylox_web.engine import mcts
from greylox_web.engine.compiled.search import CompiledNode, CompiledPuctSearch, SearchKernel
from greylox_web.engine.playouts import Playout, terminal_value
from greylox_web.engine.solver import EndgameSolver, count_vacant
from greylox_web.engine.tree import Array
from greylox_web.rules.board import bits
from greylox_web.rules.state import Game, State

MANY = 10**9  # positions: more than any ending of self-play takes


@dataclass(frozen=True)
class Effort:
    """The settings of self-play."""

    visits: int = 32  # for an action that gives a policy target
    few: int = 8  # for any other action
    share: float = 0.4  # of the actions that give a policy target
    width: int = 12  # actions sampled at the root
    strange: float = 0.3  # share of the games that begin with a few random actions
    late: float = 0.4  # share of the games that begin late, after many random actions
    solved: int = 0  # the solver plays once at most this many cells are vacant
    rival: float = 0.0  # share of the remaining games in which plain search plays one side
    playouts: int = 250  # of plain search for an action
    trust: float = 0.25  # c_scale in the transformation sigma of the paper
    base: float = 50.0  # c_visit there


@dataclass
class Lesson:
    """A position of a game with its training targets."""

    state: State
    legal: int
    policy: Array | None  # over the legal actions in the network's order; None: no target
    root_value: float  # the search's value, from the first colour's side
    exact: bool = False  # whether ``root_value`` is proven


@dataclass
class Finished:
    """A game that was played to its end."""

    lessons: list[Lesson]
    value_first: float
    owned: tuple[int, int]  # masks of what each colour held in the end
    lead: int  # of the first colour's score in the end

    @classmethod
    def at(cls, game: Game, state: State, lessons: list[Lesson]) -> Self:
        """The game that ended in ``state``."""
        lead = game.score(state, 0) - game.score(state, 1)
        return cls(lessons, terminal_value(game, state), game.scored_cells(state), lead)


class GumbelRoot:
    """The root of one search: sequential halving over a Gumbel top-k sample of the actions."""

    def __init__(
        self,
        spot: CompiledNode,
        visits: int,
        width: int,
        effort: Effort,
        noise: np.random.Generator,
    ):
        self.spot = spot
        self.effort = effort
        count = len(spot.child_visits)
        self.logits = np.log(spot.prior + 1e-8)
        self.gumbel = noise.gumbel(size=count)
        width = min(width, count, visits)
        order = np.argsort(-(self.gumbel + self.logits), kind="stable")
        self.candidates = [int(place) for place in order[:width]]
        self.plan = self._plan(visits, width)

    def _plan(self, visits: int, width: int) -> Iterator[int]:
        """The places of the actions to visit, in order."""
        phases = max(1, ceil(log2(width))) if width > 1 else 1
        left = visits
        for phase in range(phases):
            count = len(self.candidates)
            each = max(1, left // ((phases - phase) * count))
            for _ in range(each):
                for place in list(self.candidates):
                    if left == 0:
                        break
                    left -= 1
                    yield place
            scores = self.scores()
            self.candidates.sort(key=lambda place: -scores[place])
            del self.candidates[max(1, count // 2) :]

    def completed(self) -> Array:
        """The completed worths: of unvisited actions the mixed value (v_mix of the paper)."""
        spot = self.spot
        visits, exact = spot.child_visits, spot.child_proven_values
        means = spot.child_value_sums / np.maximum(visits, 1)
        worth = np.where(np.isnan(exact), means, spot.sign * exact)
        own = spot.sign * spot.raw_value
        seen = visits > 0
        if seen.any():
            weight = spot.prior[seen].sum() + 1e-8
            mean = float((spot.prior[seen] * worth[seen]).sum() / weight)
            own = (own + visits.sum() * mean) / (1 + visits.sum())
        return np.where(seen, worth, own)

    def scores(self) -> Array:
        """The scores by which actions are compared: gumbel + logits + sigma(worth)."""
        scores: Array = self.gumbel + self.logits + self.sigma()
        return scores

    def sigma(self) -> Array:
        """The completed worths on the scale of logits (sigma of the paper)."""
        most = float(self.spot.child_visits.max())
        scaled: Array = self.effort.trust * (self.effort.base + most) * self.completed()
        return scaled

    def action_place(self) -> int:
        """The place of the action to play."""
        if self.spot.proven_value is not None:
            return int(np.argmax(self.completed() + 1e-6 * self.gumbel))
        scores = self.scores()
        return max(self.candidates, key=lambda place: scores[place])

    def policy(self) -> Array:
        """The improved policy, softmax(logits + sigma(worth)): the policy target."""
        logits = self.logits + self.sigma()
        chances: Array = np.exp(logits - logits.max())
        chances /= chances.sum()
        return chances


class SelfPlayGame:
    """A game of self-play in progress."""

    def __init__(
        self,
        guide: SearchKernel,
        game: Game,
        random: Random,
        noise: np.random.Generator,
        effort: Effort,
        evaluate: Playout,
    ):
        self.guide, self.game, self.random, self.noise = guide, game, random, noise
        self.effort, self.evaluate = effort, evaluate
        self.lessons: list[Lesson] = []
        self.rival = -1  # the colour of plain search
        self.state = self.begin()

    def begin(self) -> State:
        """The first position, perhaps after random actions; may also choose a rival.

        Few games between equals stay open until late, but what decides those must be learned, too.
        And errors that both sides share show only against a different kind of player.
        """
        state, share = self.game.start(), self.random.random()
        most = 0
        if share >= self.effort.late and self.random.random() < self.effort.rival:
            self.rival = self.random.randrange(2)
        if share < self.effort.late:
            most = self.random.randint(7, self.game.board.cells.bit_count() * 3 // 4)
        elif share < self.effort.late + self.effort.strange:
            most = self.random.randint(1, 6)
        for _ in range(most):
            after = self.game.play(state, self.random.choice(list(bits(self.game.legal(state)))))
            if not self.game.legal(after):
                break
            state = after
        return state

    def play(self) -> Finished:
        """The game from its beginning to its end."""
        while self.game.legal(self.state):
            if count_vacant(self.game, self.state) <= self.effort.solved:
                self.solve()
            elif self.state.mover == self.rival:
                self.reply()
            else:
                self.think()
        return Finished.at(self.game, self.state, self.lessons)

    def think(self) -> None:
        """Search for the next action, play it, and record the targets."""
        effort = self.effort
        search = CompiledPuctSearch(self.game, self.state, self.guide)
        search.step(1)
        root, teaches = search.root, self.random.random() < effort.share
        count, visits = len(root.child_visits), effort.visits if teaches else effort.few
        gumbel = GumbelRoot(root, visits if count > 1 else 1, effort.width, effort, self.noise)
        for place in gumbel.plan:
            if root.proven_value is not None:
                break
            search.visit_child(place)
        policy = gumbel.policy() if teaches and count > 1 else None
        is_proven = root.proven_value is not None
        self.lessons.append(Lesson(self.state, root.legal, policy, root.value_first, is_proven))
        assert root.actions is not None
        self.state = self.game.play(self.state, int(root.actions[gumbel.action_place()]))

    def reply(self) -> None:
        """Play the rival's action."""
        search = mcts.MctsSearch(self.game, self.state, self.evaluate)
        while search.root.visits < self.effort.playouts and not search.is_forced:
            search.step()
        thought = search.result()
        is_proven = search.root.proven_value is not None
        lesson = Lesson(self.state, search.root.legal, None, thought.value_first, is_proven)
        self.lessons.append(lesson)
        self.state = self.game.play(self.state, thought.action)

    def solve(self) -> None:
        """Play perfectly to the end."""
        ending = EndgameSolver(self.game, self.state)
        while legal := self.game.legal(self.state):
            solution = ending.solve(self.state, MANY)
            assert solution is not None
            value = float(solution.value_first)
            self.lessons.append(Lesson(self.state, legal, None, value, exact=True))
            self.state = self.game.play(self.state, solution.action)
