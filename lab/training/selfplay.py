"""Many games of a network against itself at once, so that its answers come in batches.

At the root the actions are chosen and compared as in Gumbel AlphaZero (Danihelka and others,
2022): it improves the policy even with a handful of visits.  Only some turns are searched
well enough to teach the policy (playout cap randomisation, Wu 2019); all teach the value.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from math import ceil, log2
from random import Random
from typing import Self

import numpy as np

from greylox_web.rules.board import bits
from greylox_web.rules.state import Game, State
from greylox_web.search.exact.solver import Solver
from greylox_web.search.network.evaluator import NetworkEvaluator
from greylox_web.search.tree import mcts
from greylox_web.search.tree.node import Array
from greylox_web.search.tree.playouts import Playout, result
from greylox_web.search.tree.puct import NetworkOutput, Spot, back_up_path, descend


@dataclass(frozen=True)
class Effort:
    """How much each turn is thought about."""

    visits: int = 32  # in a turn that teaches the policy
    few: int = 8  # in one that does not
    share: float = 0.4  # of the turns that teach
    width: int = 12  # actions compared at the root
    exploration: float = 1.0
    strange: float = 0.3  # share of the games that begin with a few random actions
    late: float = 0.4  # share of the games that begin late, after many of them
    solved: int = 0  # with so few vacant cells the solver plays the rest
    rival: float = 0.0  # share of the other games in which plain search has one side
    playouts: int = 250  # of plain search in a turn
    trust: float = 0.25  # what a unit of value weighs against a unit of policy logit, per visit
    base: float = 50.0


@dataclass
class Lesson:
    """One position of a game, with what it teaches."""

    state: State
    legal: int
    policy: Array | None  # over the legal actions in the network's order; None: not taught
    root_value: float  # what the search thought, from the first colour's side
    exact: bool = False  # whether that is proven


@dataclass
class Finished:
    """A game that was played to its end."""

    lessons: list[Lesson]
    value_first: float
    owned: tuple[int, int]  # masks of what each colour held in the end
    lead: int  # of the first colour's score in the end

    @classmethod
    def at(cls, game: Game, state: State, lessons: list[Lesson]) -> Self:
        """The game that ended so."""
        holdings = getattr(game, "holdings", None)
        owned = holdings(state) if holdings else state.stones
        lead = game.score(state, 0) - game.score(state, 1)
        return cls(lessons, result(game, state), owned, lead)


class GumbelRoot:
    """One turn's search: sequential halving over a sample of actions."""

    def __init__(
        self, spot: Spot, visits: int, width: int, effort: Effort, noise: np.random.Generator
    ):
        self.spot = spot
        self.effort = effort
        count = len(spot.visits)
        self.logits = np.log(spot.prior + 1e-8)
        self.gumbel = noise.gumbel(size=count)
        width = min(width, count, visits)
        order = np.argsort(-(self.gumbel + self.logits), kind="stable")
        self.candidates = [int(place) for place in order[:width]]
        self.plan = self._plan(visits, width)

    def _plan(self, visits: int, width: int) -> Iterator[int]:
        """The places to visit, one after the other."""
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
        """The worth of every action; of those never visited, a mean of what is known."""
        spot = self.spot
        visits = np.array(spot.visits)
        worth = np.array(
            [
                spot.sign * child.exact
                if child is not None and child.exact is not None
                else total / max(count, 1)
                for child, total, count in zip(spot.children, spot.totals, spot.visits, strict=True)
            ]
        )
        own = spot.sign * spot.guess
        seen = visits > 0
        if seen.any():
            weight = spot.prior[seen].sum() + 1e-8
            mean = float((spot.prior[seen] * worth[seen]).sum() / weight)
            own = (own + visits.sum() * mean) / (1 + visits.sum())
        return np.where(seen, worth, own)

    def scores(self) -> Array:
        """What the actions are compared by."""
        scores: Array = self.gumbel + self.logits + self.sigma()
        return scores

    def sigma(self) -> Array:
        """The worths on the scale of logits."""
        return self.effort.trust * (self.effort.base + max(self.spot.visits)) * self.completed()

    def action_place(self) -> int:
        """The action to play."""
        if self.spot.exact is not None:
            return int(np.argmax(self.completed() + 1e-6 * self.gumbel))
        scores = self.scores()
        return max(self.candidates, key=lambda place: scores[place])

    def policy(self) -> Array:
        """The improved policy."""
        logits = self.logits + self.sigma()
        chances: Array = np.exp(logits - logits.max())
        chances /= chances.sum()
        return chances


class SelfPlayGame:
    """One game that is being played."""

    def __init__(
        self,
        game: Game,
        random: Random,
        noise: np.random.Generator,
        effort: Effort,
        evaluate: Playout,
    ):
        self.game, self.random, self.noise, self.effort = game, random, noise, effort
        self.evaluate = evaluate
        self.begin()

    def begin(self) -> None:
        """Set up the game, perhaps from a strange opening or a late position, or with a rival.

        Among equals few games stay open until late; what decides those has to be learned, too.
        And what both sides misjudge shows in games with someone who sees it otherwise.
        """
        state, share = self.game.start(), self.random.random()
        self.lessons: list[Lesson] = []
        most = 0
        self.rival = -1  # the colour of plain search
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
        self.root = Spot(self.game, state)
        self.search: GumbelRoot | None = None
        self.finished: Finished | None = None
        self.pending: tuple[list[tuple[Spot, int]], Spot] | None = None

    def need(self) -> Spot | None:
        """Go on until the network is needed; None when the game is over."""
        while True:
            if not self.root.legal:
                self.finish()
                return None
            vacant = (self.game.board.cells & ~self.root.state.occupied).bit_count()
            if vacant <= self.effort.solved:
                self.solve()
                continue
            if self.root.state.mover == self.rival:
                self.reply()
                continue
            if self.root.actions is None:
                self.pending = ([], self.root)
                return self.root
            if self.search is None:
                self.start_turn()
            assert self.search is not None
            place = None if self.root.exact is not None else next(self.plan, None)
            if place is None:
                self.end_turn()
                continue
            path, leaf = descend(self.game, self.root, self.effort.exploration, place)
            if leaf.exact is not None:
                back_up_path(path, leaf)
                continue
            self.pending = (path, leaf)
            return leaf

    def hear(self, output: NetworkOutput) -> None:
        """Take in what the network says of the position it was needed for."""
        assert self.pending is not None
        path, leaf = self.pending
        leaf.expand(output, 0.15)
        back_up_path(path, leaf)
        self.pending = None

    def start_turn(self) -> None:
        """Begin to think about the next action."""
        self.teaches = self.random.random() < self.effort.share
        visits = self.effort.visits if self.teaches else self.effort.few
        if len(self.root.visits) == 1:
            visits = 1
        self.search = GumbelRoot(self.root, visits, self.effort.width, self.effort, self.noise)
        self.plan = iter(self.search.plan)

    def end_turn(self) -> None:
        """Play, and keep what was learned."""
        search, root = self.search, self.root
        assert search is not None
        policy = search.policy() if self.teaches and len(root.visits) > 1 else None
        place = search.action_place()
        value = root.exact if root.exact is not None else root.total / max(root.visits_in, 1)
        self.lessons.append(Lesson(root.state, root.legal, policy, value))
        self.root = root.child(self.game, place)
        if self.root.actions is not None:  # what is known stays, the counts begin anew
            output = NetworkOutput(self.root.guess, self.root.actions, self.root.prior)
            self.root = Spot(self.game, self.root.state)
            self.root.expand(output, 0.15)
        self.search = None

    def reply(self) -> None:
        """The rival's action."""
        state = self.root.state
        search = mcts.Search(self.game, state, self.evaluate)
        while search.root.visits_in < self.effort.playouts and not search.is_decided:
            search.step()
        thought = search.thought()
        assert thought.action is not None
        self.lessons.append(Lesson(state, self.root.legal, None, thought.value_first))
        self.root = Spot(self.game, self.game.play(state, thought.action))

    def solve(self) -> None:
        """Play on without an error, to the end."""
        solver, state = Solver(self.game), self.root.state
        while legal := self.game.legal(state):
            solution = solver.solve(state)
            assert solution is not None
            self.lessons.append(Lesson(state, legal, None, float(solution.value_first), exact=True))
            state = self.game.play(state, solution.action)
        self.root = Spot(self.game, state)

    def finish(self) -> None:
        """The game is over."""
        self.finished = Finished.at(self.game, self.root.state, self.lessons)


def play(
    evaluator: NetworkEvaluator, begin: Callable[[], SelfPlayGame], games: int, most: int
) -> list[Finished]:
    """So many games from their beginning to their end, at most so many at once."""
    done: list[Finished] = []
    tables: list[SelfPlayGame] = []
    while len(done) < games:
        while len(tables) < most and len(done) + len(tables) < games:
            tables.append(begin())
        leaves = [table.need() for table in tables]
        done += [table.finished for table in tables if table.finished is not None]
        tables = [table for table in tables if table.finished is None]
        asked = [leaf for leaf in leaves if leaf is not None]
        if not asked:
            continue
        outputs = evaluator([leaf.state for leaf in asked], [leaf.legal for leaf in asked])
        for table, output in zip(tables, outputs, strict=True):
            table.hear(output)
    return done
