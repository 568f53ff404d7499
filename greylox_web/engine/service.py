"""The engine's service: it runs a request in slices of thinking, with a report for each slice.

The page polls: ``begin``, then ``slice_`` until the report is final.  To stop, the page makes no
more calls, or gets the result so far with ``stop``.

Every call returns one report as a line of JSON (``messages``).  Every ticket gets exactly one final
report, which later calls repeat.  A fault is a final report with an error message.
"""

from collections.abc import Callable
from dataclasses import dataclass
from math import inf
from random import Random
from time import perf_counter
from typing import TYPE_CHECKING

from ..rules.notation.actions import action_name
from ..rules.notation.links import read_link
from ..rules.state import Game
from ..words import WORDS
from . import messages
from .engine import Engine, SearchTask
from .evaluator_pool import EvaluatorPool
from .levels import LEVELS, RANDOM_LEVEL
from .network import NetworkError
from .network_registry import NetworkRegistry
from .search import Evaluator
from .tuning import LevelSettings, level_settings

if TYPE_CHECKING:
    from .forecast import ForecastTask
    from .proof import ProofTask

FORECAST_SEED = 1  # a position has the same forecast at any time
PV_INTERVAL_SECONDS = 0.5  # seconds between two updates of the principal variations


class RequestError(ValueError):
    """The request cannot be run; the message is a sentence for people."""


@dataclass
class ActiveRequest:
    """The current request."""

    ticket: int
    task: "SearchTask | ForecastTask | ProofTask | None" = None
    warning: str = ""  # for the player; "" without a warning
    seconds: float = 0.0  # thinking time so far
    cores: int = 1  # cores that evaluate positions
    reports_pvs: bool = False  # whether the report includes the PV of each of the best actions
    pvs: tuple[list[str], ...] = ()  # the PVs as last computed
    thoughts: tuple[messages.FirstThought, ...] = ()  # as last computed, in an analysis
    pv_time: float = -inf  # ``seconds`` when both were computed
    final_report: messages.SearchReport | None = None  # set when the request is done


class Service:
    """The service that runs the page's requests; a new request ends the current one."""

    def __init__(
        self,
        random: Random | None = None,
        clock: Callable[[], float] = perf_counter,
        nets: NetworkRegistry | None = None,
        levels: Callable[[Game, int], LevelSettings] = level_settings,
    ):
        self.engine = Engine(random or Random(), self.evaluator, levels)
        self.clock = clock
        self.get_pool: Callable[[], EvaluatorPool | None] = lambda: None
        """Returns the pool of other cores; every slice that can use them calls it."""
        self.nets = nets or NetworkRegistry()
        self.faults: dict[str, str] = {}  # why a game's network cannot be used, by game name
        self.active_request = ActiveRequest(ticket=0, final_report=_unknown(0))

    def evaluator(self, game: Game) -> Evaluator | None:
        """Return the network of a game, or None without a usable one."""
        try:
            return self.nets.evaluator(game)
        except NetworkError as error:
            self.faults[game.name] = str(error)
            return None

    def add_network(self, name: str, data: bytes) -> None:
        """Add the network of a game, or record why it cannot be used."""
        self.engine.clear_trees()
        try:
            self.nets.add(name, data)
            self.faults.pop(name, None)
        except NetworkError as error:
            self.faults[name] = str(error)

    def begin(self, message: str) -> str:
        """Begin a request; the report may be final already."""
        self._drop_task()
        self.active_request = ActiveRequest(ticket=0)
        return self._report_errors(lambda: self._begin(message))

    def slice_(self, ticket: int, millis: float) -> str:
        """Search for about ``millis`` milliseconds, at least one step."""
        if ticket != self.active_request.ticket:
            return messages.write_report(_unknown(ticket))
        return self._report_errors(lambda: self._think(self.active_request, millis / 1000))

    async def slice_parallel(self, ticket: int, millis: float) -> str:
        """Run ``slice_`` with other cores if they can help."""
        active_request = self.active_request
        task = active_request.task if ticket == active_request.ticket else None
        if not isinstance(task, SearchTask) or not task.can_parallelise:
            return self.slice_(ticket, millis)
        if not (pool := self.get_pool()):
            return self.slice_(ticket, millis)
        start = self.clock()
        try:
            await task.think_parallel(pool, millis / 1000, self.clock)
            active_request.seconds += self.clock() - start
            active_request.cores = 1 + pool.size
            report = self._report(active_request, final=task.is_done)
        except Exception as error:
            pool.close()  # the pool's pending answers no longer belong to any search
            report = self._crash_report(error)
        return self._remember(report)

    def stop(self, ticket: int) -> str:
        """End a request; the final report has the result so far."""
        if ticket != self.active_request.ticket:
            return messages.write_report(_unknown(ticket))
        return self._report_errors(lambda: self._report(self.active_request, final=True))

    def _report_errors(self, run: Callable[[], messages.SearchReport]) -> str:
        """Return the report of ``run``; any exception becomes a final report."""
        try:
            report = run()
        except RequestError as refused:
            report = _fault(self.active_request.ticket, str(refused))
        except Exception as error:
            report = self._crash_report(error)
        return self._remember(report)

    def _crash_report(self, error: Exception) -> messages.SearchReport:
        """Return the final report after an unexpected exception."""
        self.engine.clear_trees()
        sentence = WORDS["engine-fault"].format(error=f"{type(error).__name__}: {error}")
        return _fault(self.active_request.ticket, sentence)

    def _remember(self, report: messages.SearchReport) -> str:
        if report.final:
            self.active_request.final_report = report
            self._drop_task()
        return messages.write_report(report)

    def _drop_task(self) -> None:
        """Drop the task of the current request."""
        if (task := self.active_request.task) is not None:
            task.close()
            self.active_request.task = None

    def _begin(self, message: str) -> messages.SearchReport:
        try:
            request = messages.read_request(message)
        except messages.WireError as error:
            raise RequestError(WORDS["engine-puzzled"].format(error=error)) from error
        self.active_request = active_request = ActiveRequest(request.ticket)
        if request.level not in LEVELS:
            raise RequestError(WORDS["engine-no-level"].format(level=request.level))
        reading = read_link(request.position, allow_small=True)
        if reading.record is None or reading.error:
            raise RequestError(WORDS["engine-no-position"].format(error=reading.error))
        record, states = reading.record, reading.states
        game = record.game
        if record.resigned or not game.legal(states[-1]):
            raise RequestError(WORDS["over"])
        if request.purpose == "proof":
            from .proof import ProofTask  # the engine's first answer does not need it

            active_request.task = ProofTask(game, states[-1])
            return self._think(active_request, 0)
        active_request.reports_pvs = request.purpose == "analyse"
        if request.purpose == "forecast":
            from .forecast import ForecastTask  # imported late, like the solver

            evaluator, random = self.evaluator(game), Random(FORECAST_SEED)
            active_request.task = ForecastTask(game, states[-1], evaluator, random)
        else:
            active_request.task = self.engine.start_task(
                game, states, record.actions, request.level, request.purpose
            )
        if game.name in self.faults and request.level != RANDOM_LEVEL:
            active_request.warning = WORDS["engine-no-network"].format(error=self.faults[game.name])
        return self._think(active_request, 0)

    def _think(self, active_request: ActiveRequest, seconds: float) -> messages.SearchReport:
        if active_request.task is None:
            return self._report(active_request, final=True)
        start = self.clock()
        active_request.task.think(seconds, self.clock)
        active_request.seconds += self.clock() - start
        return self._report(active_request, final=active_request.task.is_done)

    def _report(self, active_request: ActiveRequest, final: bool) -> messages.SearchReport:
        """Return a report of the result so far, with action names."""
        if active_request.final_report is not None:
            return active_request.final_report
        task = active_request.task
        assert task is not None
        if not isinstance(task, SearchTask):
            return _task_report(active_request, task, final=final)
        _update_lines(active_request, task, final=final)
        result, board = task.result(chosen=final and task.wants_move), task.game.board
        names = [action_name(board, action) for action in result.pv]
        return messages.SearchReport(
            ticket=active_request.ticket,
            final=final,
            action=names[0],
            visits=result.visits,
            value_first=result.value_first,
            proven=result.proven,
            pv=names,
            candidates=[
                messages.CandidateMove(action_name(board, candidate.action), *candidate[1:])
                for candidate in result.candidates
            ],
            millis=round(active_request.seconds * 1000),
            error=None,
            visit_limit=task.visits,
            warning=active_request.warning,
            memory_bytes=task.search.memory,
            memory_limit=task.search.memory_limit,
            cores=active_request.cores,
            pvs=active_request.pvs,
            thoughts=active_request.thoughts,
        )


def _task_report(
    active_request: ActiveRequest, task: "ForecastTask | ProofTask", *, final: bool
) -> messages.SearchReport:
    """Return the report of a task that is not a search."""
    millis = round(active_request.seconds * 1000)
    empty = messages.SearchReport(
        active_request.ticket, final, None, 0, 0.0, False, [], [], millis, None
    )
    return empty._replace(warning=active_request.warning, **task.report_fields)


def _update_lines(active_request: ActiveRequest, task: SearchTask, *, final: bool) -> None:
    """Update the PVs of the best actions and the first thoughts, now and then to save time."""
    if active_request.reports_pvs and (
        final or active_request.seconds - active_request.pv_time >= PV_INTERVAL_SECONDS
    ):
        board, active_request.pv_time = task.game.board, active_request.seconds
        active_request.pvs = tuple(
            [action_name(board, a) for a in pv] for pv in task.principal_variations()
        )
        active_request.thoughts = tuple(
            messages.FirstThought(action_name(board, action), *permille)
            for action, *permille in task.first_thoughts()
        )


def _unknown(ticket: int) -> messages.SearchReport:
    """Return the report for a ticket other than the current request's."""
    return _fault(ticket, WORDS["engine-other-question"].format(ticket=ticket))


def _fault(ticket: int, sentence: str) -> messages.SearchReport:
    """Return a final report with an error."""
    return messages.SearchReport(max(ticket, 0), True, None, 0, 0.0, False, [], [], 0, sentence)
