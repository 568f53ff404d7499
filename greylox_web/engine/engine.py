"""The engine: search tasks that find the action or the value of a position.

The page's worker, GTP, matches, the calibration and the experiments all run these tasks.  So they
share one engine: its levels, its endgame solver and its tree reuse.
"""

from collections.abc import Callable, Generator, Sequence
from contextlib import suppress
from math import isfinite
from random import Random
from typing import TYPE_CHECKING

from ..rules.state import Game, State
from . import search as puct
from .compiled.search import CompiledPuctSearch
from .evaluator_pool import EvaluatorPool
from .inputs import has_untrained_swap
from .search import NetworkOutput, PuctNode
from .timed_task import TimedTask
from .tree import MAX_CANDIDATES, MAX_PV_LENGTH, ActionStats, SearchResult
from .tree_reuse import Evaluators, PlayerTree, no_network
from .tuning import (
    ANALYSIS,
    FIXED_EFFORT,
    LOST_POSITION,
    PONDER,
    LevelSettings,
    level_settings,
    tuning,
)

if TYPE_CHECKING:
    from .solver import EndgameSolver

SearchSteps = Generator[list[PuctNode], list[NetworkOutput] | None, None]
"""A generator that yields leaves for the network to evaluate and receives the outputs.  It yields
an empty list where it may pause; then it expects no outputs."""


EARLY_EFFORT = 0.25  # share of the solver's usual work, where only ``solves_early`` allows solving
VISITS_PER_FIRST_STONE = 2  # at least, if the opponent may take it over
# search steps after each solver step; they take about a quarter as long
SEARCHES_PER_SOLVER_STEP = 2
MIN_THOUGHT = 10  # permille, of the network's prior or of the visits, to be a first thought


class SearchTask(TimedTask):
    """The search of one position, for its best action or its value.

    Call ``step`` or ``think`` until ``is_done``, or while there is time.  ``result`` returns the
    result so far.  A caller that evaluates the leaves of many games in one batch uses
    ``leaf_batches`` instead.
    """

    def __init__(
        self,
        tree_reuse: PlayerTree,
        game: Game,
        states: Sequence[State],
        actions: Sequence[int],
        level: LevelSettings,
        *,
        wants_move: bool = True,
    ) -> None:
        """Start a search of the last of ``states``, which must be unfinished.

        ``states`` are the positions that ``actions`` lead through.  With ``wants_move``, the search
        may stop once the choice is settled, even if its value is not.
        """
        self.tree_reuse, self.game, self.level, self.wants_move = (
            tree_reuse,
            game,
            level,
            wants_move,
        )
        self.state = states[-1]
        self.search = tree_reuse.start_search(game, states, actions, guided=level.visits > 0)
        self.visits = self.visit_budget(level)  # root visits after which the task is done
        self.seconds_left = action_time(level.seconds, self.state)  # for this action
        self.endgame_solver: EndgameSolver | None = None  # set in a late position
        self.is_done = False
        self._search_steps = self.search_steps()

    def visit_budget(self, level: LevelSettings) -> int:
        """Return the number of root visits that a level makes in this position."""
        if self.search.guided and level.visits > 1 and is_swap_next(self.game, self.state):
            return max(level.visits, VISITS_PER_FIRST_STONE * self.search.root.legal.bit_count())
        if self.search.guided:
            return level.visits
        return round(level.playouts * tuning(self.game).playout_factor)

    @property
    def mover_value(self) -> int | None:
        """The value for the side to move (1, 0 or -1), or None if not solved."""
        if self.endgame_solver is None or self.endgame_solver.solution is None:
            return None
        value = self.endgame_solver.solution.value_first
        return -value if self.state.mover else value

    def search_steps(self) -> SearchSteps:
        """Run the whole task: a first visit, the solver in a late position, then the search."""
        search, root = self.search, self.search.root
        if self.visits and not root.visits:
            yield from search.visit(1)
        if self.level.solves_endgames and not (
            search.is_forced if self.wants_move else search.is_solved
        ):
            from .solver import (  # imported late: the engine's first answer does not need it
                EndgameSolver,
                is_solvable,
            )

            timed = isfinite(self.level.seconds)
            effort: float = max(1, round(self.level.seconds)) if timed else 1
            is_late = is_solvable(self.game, self.state, int(effort))
            if is_late or (
                self.level.solves_early and is_solvable(self.game, self.state, early=True)
            ):
                if not is_late:
                    effort = EARLY_EFFORT  # the solver succeeds soon or not at all
                elif timed:  # the clock ends the solver, and the device may be faster than usual
                    effort *= 2
                self.endgame_solver = EndgameSolver(self.game, self.state, effort)
                yield []
                while not self.endgame_solver.step():
                    yield []
                    if timed:  # the search needs some visits in case the solver fails
                        for _ in range(SEARCHES_PER_SOLVER_STEP):
                            yield from search.visit(self.visits - root.visits)
                if self.mover_value == -1 and (is_late or not self.wants_move):
                    # search only for the action that holds out longest; a player takes time for
                    # that, too
                    self.visits = min(self.visits, self.visit_budget(LOST_POSITION))
        while not self._should_stop():
            yield []
            yield from search.visit(self.visits - root.visits)

    def _should_stop(self) -> bool:
        """Return whether more search cannot change the required result."""
        search, visits_left = self.search, self.visits - self.search.root.visits
        if visits_left <= 0 or search.is_solved or search.is_full:
            return True
        if self.mover_value is not None and self.mover_value >= 0:
            return True  # the solver has found the best action
        if not self.wants_move and self.mover_value is None:
            return False
        if search.is_forced:
            return True
        if isinstance(search, CompiledPuctSearch):
            return False  # the compiled search is fast, and the next turn reuses its visits
        return search.root.visits % 16 == 0 and not search.can_be_overtaken(visits_left)

    def step(self) -> None:
        """Run until the next pause: a few visits, or a part of the exact solution."""
        try:
            leaves = next(self._search_steps)
            while leaves:
                assert isinstance(self.search, puct.PuctSearch)
                states, legals = [leaf.state for leaf in leaves], [leaf.legal for leaf in leaves]
                leaves = self._search_steps.send(self.search.evaluator(states, legals))
        except StopIteration:
            self.is_done = True

    def leaf_batches(self, *, pauses: bool = False) -> SearchSteps:
        """Run the whole task; yield the leaves, which the caller evaluates.

        So the leaves of many games can share one batch.  With ``pauses``, yield an empty list
        where the caller may pause.
        """
        steps = self.search_steps()
        outputs: list[NetworkOutput] | None = None
        with suppress(StopIteration):
            while True:
                leaves = steps.send(outputs)
                outputs = (yield leaves) if leaves or pauses else None

    def close(self) -> None:
        """End a task that is not used again, and so free its memory at once.

        The suspended generator refers to the task, which keeps both until the next collection of
        garbage: several megabytes for each endgame solver.
        """
        self._search_steps.close()

    @property
    def can_parallelise(self) -> bool:
        """Whether other cores may help: the search is compiled and its work is not fixed."""
        return self.visits >= ANALYSIS.visits and isinstance(self.search, CompiledPuctSearch)

    async def think_parallel(
        self, pool: EvaluatorPool, seconds: float, clock: Callable[[], float]
    ) -> None:
        """Run ``think`` with other cores; no leaf is pending when it returns."""
        search, begin = self.search, clock()
        assert isinstance(search, CompiledPuctSearch)
        before, together = search.root.visits, pool.tuner.use_pool()
        if together:
            await self._think_with_pool(
                search, pool, begin + min(seconds, self.seconds_left), clock
            )
            self.seconds_left -= clock() - begin
            self.is_done = self.is_done or self.seconds_left <= 0
        else:
            self.think(seconds, clock)
        pool.tuner.record_pace(together, search.root.visits - before, clock() - begin)

    async def _think_with_pool(
        self,
        search: CompiledPuctSearch,
        pool: EvaluatorPool,
        end: float,
        clock: Callable[[], float],
    ) -> None:
        while not self.is_done and clock() < end:
            pool.dispatch_leaves(search)
            self.step()
            await pool.yield_to_event_loop()
            pool.collect_results(search)
        while pool.has_pending:
            if not self.is_done:
                self.step()
            await pool.yield_to_event_loop()
            pool.collect_results(search)

    def result(self, *, chosen: bool = False) -> SearchResult:
        """Return the result so far; with ``chosen``, with the action that the level plays."""
        result = (
            self.tree_reuse.select_action(self.search, self.level)
            if chosen
            else self.search.result()
        )
        if self.endgame_solver is None or self.endgame_solver.solution is None:
            return result
        value = float(self.endgame_solver.solution.value_first)
        if self.mover_value == -1:  # the search has found the action that holds out longest
            top = tuple(
                stats._replace(value_first=value, proven=True) for stats in result.candidates
            )
            # a forced action needs no search
            top = top or (ActionStats(result.action, 0, value, True),)
            return result._replace(value_first=value, proven=True, candidates=top)
        pv, values = (
            self.endgame_solver.principal_variation(MAX_PV_LENGTH),
            self.endgame_solver.values(),
        )
        best = sorted(values, key=lambda a: (values[a] != values[pv[0]], a != pv[0]))
        top = tuple(
            ActionStats(action, 0, float(values[action]), True) for action in best[:MAX_CANDIDATES]
        )
        return SearchResult(pv[0], result.visits, value, True, pv, top)

    def principal_variations(self) -> tuple[tuple[int, ...], ...]:
        """Return the known principal variations of the best actions, the best first."""
        if (
            self.endgame_solver is not None
            and self.mover_value is not None
            and self.mover_value >= 0
        ):
            return (self.endgame_solver.principal_variation(MAX_PV_LENGTH),)
        return self.search.principal_variations()

    def first_thoughts(self) -> list[tuple[int, int, int]]:
        """Return the likely actions with the network's prior and their share of visits.

        Both are in permille; at least one of them is ``MIN_THOUGHT``.  Without a network there are
        none.
        """
        root = self.search.root
        if root.actions is None or root.policy is None:
            return []
        counts = list(map(int, root.child_visits))
        scale = 1000 / max(sum(counts), 1)
        rows = zip(root.actions.tolist(), root.policy.tolist(), counts, strict=True)
        thoughts = [(action, round(1000 * p), round(scale * visits)) for action, p, visits in rows]
        return [row for row in thoughts if max(row[1:]) >= MIN_THOUGHT]


def is_swap_next(game: Game, state: State) -> bool:
    """Return whether the opponent may take over the next stone where it lies.

    Then the network's policy does not show which first stones are even.
    """
    return not state.occupied and has_untrained_swap(game)


def action_time(seconds: float, state: State) -> float:
    """Return the seconds for the next action; every stone of a turn gets the same share."""
    return seconds / max(state.placed.bit_count() + state.quota, 1)


class Engine:
    """An engine for one session, with a separate search tree for each player.

    With a shared tree, a hint or an analysis would make an opponent stronger than its level.
    """

    def __init__(
        self,
        random: Random,
        evaluators: Evaluators = no_network,
        levels: Callable[[Game, int], LevelSettings] = level_settings,
    ) -> None:
        self.random, self.evaluators, self.levels = random, evaluators, levels
        self.trees: dict[tuple[int, int] | None, PlayerTree] = {}

    def start_task(
        self,
        game: Game,
        states: Sequence[State],
        actions: Sequence[int],
        level: int,
        purpose: str = "play",
    ) -> SearchTask:
        """Return a task for the last of ``states``, the positions that ``actions`` lead through.

        The purpose is "play", "ponder" or one of ``FIXED_EFFORT``.  With "ponder", the player of
        the other colour at this level thinks ahead.  The level does not matter
        for ``FIXED_EFFORT``.
        """
        if any(tree_reuse.game != game for tree_reuse in self.trees.values()):
            self.trees.clear()
        ponders, mover = purpose == "ponder", states[-1].mover
        tree_key = (level, 1 - mover if ponders else mover) if purpose not in FIXED_EFFORT else None
        if tree_key not in self.trees:
            self.trees[tree_key] = PlayerTree(self.random, self.evaluators)
        settings = self.levels(game, level) if tree_key else FIXED_EFFORT[purpose]
        settings = PONDER if ponders else settings
        wants_move = purpose in ("play", "hint")
        return SearchTask(
            self.trees[tree_key], game, states, actions, settings, wants_move=wants_move
        )

    def clear_trees(self) -> None:
        """Drop all search trees.

        A fault may have left one inconsistent, or the network is new.
        """
        self.trees.clear()
