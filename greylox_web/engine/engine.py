"""The engine: how a question about a position is answered, whoever asks.

The page's worker, GTP, matches, the calibration and the experiments all go through these tasks, so
they share one engine: its levels, its exact endings and its memory.
"""

from collections.abc import Callable, Generator, Sequence
from contextlib import suppress
from math import inf, isfinite
from random import Random
from time import perf_counter
from typing import TYPE_CHECKING

from ..rules.state import Game, State
from . import search as puct
from .compiled.search import GuidedSearch
from .cores import Crew
from .memory import Evaluators, SearchMemory, untrained
from .search import NetworkOutput, Spot
from .tree import LINE, TOP, Thought, Tried
from .tuning import ANALYSIS, LOST, PONDER, STUDIES, Level, level_of, tuning

if TYPE_CHECKING:
    from .solver import Ending

Work = Generator[list[Spot], list[NetworkOutput] | None, None]
"""Yields leaves for the network to evaluate and receives its outputs.  Where it may pause it yields
an empty list, and nothing is expected in return."""


FAR = 0.25  # the solver's share of its usual work in a position that only ``Level.far`` solves
BESIDE = 2  # search steps after each step of the solver; they take about a quarter as long


class Task:
    """The search of one position, for the action to play or for its value.

    Call ``step`` or ``think`` until ``is_done``, or while there is time; ``thought`` is what has
    been found by then.  A caller that evaluates the leaves of many games in one batch uses
    ``asked`` instead.
    """

    def __init__(
        self,
        memory: SearchMemory,
        game: Game,
        states: Sequence[State],
        actions: Sequence[int],
        level: Level,
        *,
        plays: bool = True,
    ) -> None:
        """``states`` are the positions that ``actions`` lead through; the last one is unfinished.

        With ``plays``, thinking may stop once the choice is settled, even if its value is not.
        """
        self.memory, self.game, self.level, self.plays = memory, game, level, plays
        self.state = states[-1]
        self.search = memory.search(game, states, actions, guided=level.visits > 0)
        self.visits = self.planned(level)  # visits of the root after which it is done
        self.left = share_of(level.seconds, self.state)  # seconds left
        self.ending: Ending | None = None  # the solver, in a late position
        self.is_done = False
        self._work = self.work()

    def planned(self, level: Level) -> int:
        """The visits of the root that a level makes in this position."""
        if self.search.guided:
            return level.visits
        return round(level.playouts * tuning(self.game).pace)

    @property
    def worth(self) -> int | None:
        """The value for the side to move where the solver has found it: 1, 0 or -1."""
        if self.ending is None or self.ending.solution is None:
            return None
        value = self.ending.solution.value_first
        return -value if self.state.mover else value

    def work(self) -> Work:
        """The whole task: a first visit, the solver in a late position, then the search."""
        search, root = self.search, self.search.root
        if self.visits and not root.visits_in:
            yield from search.visit(1)
        if self.level.exact and not (search.is_decided if self.plays else search.is_solved):
            from .solver import Ending, is_late  # not needed for the engine's first answer

            timed = isfinite(self.level.seconds)
            times: float = max(1, round(self.level.seconds)) if timed else 1
            late = is_late(self.game, self.state, int(times))
            if late or (self.level.far and is_late(self.game, self.state, far=True)):
                if not late:
                    times = FAR  # it is solved soon or not at all
                elif timed:  # the clock ends it, and the device may be faster than usual
                    times *= 2
                self.ending = Ending(self.game, self.state, times)
                yield []
                while not self.ending.step():
                    yield []
                    if timed:  # should it end without a solution, the search has seen some
                        for _ in range(BESIDE):
                            yield from search.visit(self.visits - root.visits_in)
                if self.worth == -1 and (late or not self.plays):
                    # the search is to find what holds out longest; a player takes time for that
                    self.visits = min(self.visits, self.planned(LOST))
        while not self._is_enough():
            yield []
            yield from search.visit(self.visits - root.visits_in)

    def _is_enough(self) -> bool:
        """Whether more search cannot change the result that is wanted."""
        search, left = self.search, self.visits - self.search.root.visits_in
        if left <= 0 or search.is_solved or search.is_full:
            return True
        if self.worth is not None and self.worth >= 0:
            return True  # the solver has the best action
        if not self.plays and self.worth is None:
            return False
        if search.is_decided:
            return True
        if isinstance(search, GuidedSearch):
            return False  # it is fast, and the next turn reuses what it still finds
        return search.root.visits_in % 16 == 0 and not search.can_be_overtaken(left)

    def step(self) -> None:
        """Work until the next pause: a few visits, or a part of the exact solution."""
        try:
            leaves = next(self._work)
            while leaves:
                assert isinstance(self.search, puct.Search)
                states, legals = [leaf.state for leaf in leaves], [leaf.legal for leaf in leaves]
                leaves = self._work.send(self.search.evaluator(states, legals))
        except StopIteration:
            self.is_done = True

    def asked(self) -> Generator[list[Spot], list[NetworkOutput], None]:
        """The whole task without pauses; the caller evaluates the leaves that it yields.

        So the leaves of many games can share one batch.
        """
        work = self.work()
        outputs: list[NetworkOutput] | None = None
        with suppress(StopIteration):
            while True:
                leaves = work.send(outputs)
                outputs = (yield leaves) if leaves else None

    def think(self, seconds: float = inf, clock: Callable[[], float] = perf_counter) -> None:
        """Work until it is done or about ``seconds`` have passed; at least one step."""
        begin = now = clock()
        end = begin + min(seconds, self.left)
        while not self.is_done:
            self.step()
            if (now := clock()) >= end:
                break
        self.left -= now - begin
        self.is_done = self.is_done or self.left <= 0

    @property
    def is_shared(self) -> bool:
        """Whether other cores may help: the search is compiled, and its work not fixed."""
        return self.visits >= ANALYSIS.visits and isinstance(self.search, GuidedSearch)

    async def share(self, crew: Crew, seconds: float, clock: Callable[[], float]) -> None:
        """The same as ``think`` with other cores; when it returns no answer is outstanding."""
        search, begin = self.search, clock()
        assert isinstance(search, GuidedSearch)
        before, together = search.root.visits_in, crew.trials.next()
        if together:
            await self._share(search, crew, begin + min(seconds, self.left), clock)
            self.left -= clock() - begin
            self.is_done = self.is_done or self.left <= 0
        else:
            self.think(seconds, clock)
        crew.trials.saw(together, search.root.visits_in - before, clock() - begin)

    async def _share(
        self, search: GuidedSearch, crew: Crew, end: float, clock: Callable[[], float]
    ) -> None:
        while not self.is_done and clock() < end:
            crew.feed(search)
            self.step()
            await crew.turn()
            crew.take(search)
        while crew.is_waiting:
            if not self.is_done:
                self.step()
            await crew.turn()
            crew.take(search)

    def thought(self, *, chosen: bool = False) -> Thought:
        """What has been found so far; with ``chosen``, its action is the one the level plays."""
        found = self.memory.chosen(self.search, self.level) if chosen else self.search.thought()
        if self.ending is None or self.ending.solution is None:
            return found
        value = float(self.ending.solution.value_first)
        if self.worth == -1:  # then the search has found what holds out longest
            top = tuple(tried._replace(value_first=value, proven=True) for tried in found.top)
            top = top or (Tried(found.action, 0, value, True),)  # no choice, and no look
            return found._replace(value_first=value, proven=True, top=top)
        line, values = self.ending.line(LINE), self.ending.values()
        best = sorted(values, key=lambda a: (values[a] != values[line[0]], a != line[0]))
        top = tuple(Tried(action, 0, float(values[action]), True) for action in best[:TOP])
        return Thought(line[0], found.playouts, value, True, line, top)

    def lines(self) -> tuple[tuple[int, ...], ...]:
        """How the best actions would go on, the best one first, as far as that is known."""
        if self.ending is not None and self.worth is not None and self.worth >= 0:
            return (self.ending.line(LINE),)
        return self.search.lines()


def share_of(seconds: float, state: State) -> float:
    """The seconds for the next action of a turn: every stone of the turn gets the same share."""
    return seconds / max(state.placed.bit_count() + state.quota, 1)


class Engine:
    """Answers the questions of one table, with a separate memory for each player.

    If they shared one, a hint or an analysis would make an opponent stronger than its level.
    """

    def __init__(
        self,
        random: Random,
        evaluators: Evaluators = untrained,
        levels: Callable[[Game, int], Level] = level_of,
    ) -> None:
        self.random, self.evaluators, self.levels = random, evaluators, levels
        self.memories: dict[tuple[int, int] | None, SearchMemory] = {}

    def ask(
        self,
        game: Game,
        states: Sequence[State],
        actions: Sequence[int],
        level: int,
        purpose: str = "play",
    ) -> Task:
        """A task about the last of ``states``, the positions that ``actions`` lead through.

        The purpose is "play"; "ponder", where the player of the other colour at this level thinks
        ahead; or one of ``STUDIES``, for which the level does not matter.
        """
        if any(memory.game != game for memory in self.memories.values()):
            self.memories.clear()
        ponders, mover = purpose == "ponder", states[-1].mover
        asker = (level, 1 - mover if ponders else mover) if purpose not in STUDIES else None
        if asker not in self.memories:
            self.memories[asker] = SearchMemory(self.random, self.evaluators)
        chosen = self.levels(game, level) if asker else STUDIES[purpose]
        chosen = PONDER if ponders else chosen
        plays = purpose in ("play", "hint")
        return Task(self.memories[asker], game, states, actions, chosen, plays=plays)

    def forget(self) -> None:
        """Drop all trees: after a fault, which may have left one inconsistent, or a new network."""
        self.memories.clear()
