"""The engine's part of the session: its status, its search request and its last report."""

from typing import Any, Literal, NamedTuple

from ..engine.messages import SearchPurpose, SearchReport
from ..rules.state import State

EngineLayer = Literal["best", "thought", "hold"]
Status = Literal["starting", "ready", "failed"]
MAX_CACHED_REPORTS = 100  # positions whose analysis reports are cached


class ActiveSearch(NamedTuple):
    """A search that the session requested, for a position of the game."""

    ticket: int  # the request's number, larger than all earlier numbers
    purpose: SearchPurpose
    node: int
    state: State
    level: int
    hurry: bool = False  # the engine answers at once with its current best action
    line: tuple[int, ...] = ()  # actions from the node to ``state``


class EngineState(NamedTuple):
    """The engine's state in the session, and the player's settings for it.

    The page compares the state before and after an event, and sends the changes to the worker.
    Nodes are numbers of the game's tree.
    """

    status: Status = "starting"
    restarts: int = 0  # the number of restarts by the player
    latest_search: ActiveSearch | None = None
    thinking: bool = False  # whether the latest search is running
    progress: int = 0  # of the engine's turn, in percent: playouts, or time of a timed level
    paused: bool = False  # whether the player, or an error, stopped the engine until it is resumed
    report: SearchReport | None = None
    report_state: State | None = None  # the position that the report is about
    analysis: bool = False  # whether the position shown is analysed
    analysed_node: int = -1  # the node whose analysis is complete, or -1
    analysis_cache: tuple[tuple[State, SearchReport], ...] = ()  # analysis reports, the newest last
    assessed_state: State | None = None  # the position that an "assess" search evaluated last
    pondered_node: int = -1  # the node whose pondering is complete, or -1
    line_previewed: bool = False  # whether the board shows a principal variation
    previewed_action: str = ""  # the first action of that variation; "": the best one
    # what an analysis shows on the board: its best actions, the network's first thought, or who
    # will hold each cell
    layer: EngineLayer = "best"
    # of the types in ``forecasts``, which few visits need; a quoted type would be compiled here
    forecasts: tuple[Any, ...] = ()  # each a ``CachedForecast``, the newest last
    wanted_forecasts: tuple[Any, ...] = ()  # each a ``ForecastRequest``, for explanations

    @property
    def active_search(self) -> ActiveSearch | None:
        """The running search, or None."""
        return self.latest_search if self.thinking else None

    @property
    def ticket(self) -> int:
        """The number of the latest search; 0 before the first."""
        return self.latest_search.ticket if self.latest_search else 0

    @property
    def purpose(self) -> SearchPurpose | None:
        """The purpose of the latest search, or None before the first."""
        return self.latest_search.purpose if self.latest_search else None

    def is_current_ticket(self, ticket: int) -> bool:
        """Whether ``ticket`` is the number of the running search."""
        return self.thinking and ticket == self.ticket

    def cached_report(self, state: State) -> SearchReport | None:
        """Return the cached analysis report on a position, or None."""
        return next(
            (
                report
                for cached_state, report in reversed(self.analysis_cache)
                if cached_state == state
            ),
            None,
        )

    def with_deeper_report(self, state: State, report: SearchReport) -> "EngineState":
        """Store an analysis report, unless the cached report on the position is deeper.

        A report with a warning (``SearchReport.warning``) is not cached.
        """
        before = self.cached_report(state)
        if before is not None and _is_deeper(before, report):
            return self._replace(report=before, report_state=state)
        others = tuple(pair for pair in self.analysis_cache if pair[0] != state)[
            -MAX_CACHED_REPORTS + 1 :
        ]
        analysis_cache = others if report.warning else (*others, (state, report))
        return self._replace(report=report, report_state=state, analysis_cache=analysis_cache)

    def detached(self) -> "EngineState":
        """Return the state without reports and without references to nodes of a tree."""
        detached = self._replace(
            report=None, analysed_node=-1, assessed_state=None, pondered_node=-1, analysis_cache=()
        )
        return detached._replace(
            line_previewed=False, previewed_action="", forecasts=(), wanted_forecasts=()
        )


def _is_deeper(one: SearchReport, other: SearchReport) -> bool:
    """Whether the first of two reports on one position is proven, or has more playouts."""
    return (one.proven, one.visits) > (other.proven, other.visits)


INITIAL_ENGINE_STATE = EngineState()
