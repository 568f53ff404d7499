"""The engine's part of the session: its status, what it is asked, and its last report."""

from typing import Literal, NamedTuple

from ..engine.messages import SearchPurpose, SearchReport
from ..rules.state import State

Status = Literal["starting", "ready", "failed"]
MAX_CACHED_REPORTS = 100  # positions of which it is kept what their analyses found


class Question(NamedTuple):
    """What the engine is asked about a position of the game."""

    ticket: int  # its number, larger than those of earlier questions
    purpose: SearchPurpose
    node: int
    state: State
    level: int
    hurry: bool = False  # the best action found so far is enough


class EngineState(NamedTuple):
    """The state of the engine as the session knows it, and the player's wishes for it.

    The page compares it before and after an event, and passes on to the engine what has changed.
    Nodes are numbers of the game's tree.
    """

    status: Status = "starting"
    starts: int = 0  # how often the player had the engine started again
    newest: Question | None = None
    thinking: bool = False  # about the newest question
    paused: bool = False  # the player stopped the engine; it waits until asked again
    report: SearchReport | None = None
    report_state: State | None = None  # the position that the report is about
    analysis: bool = False  # whether positions are analysed as they are shown
    analysed_node: int = -1  # the node whose analysis came to its end
    analysis_cache: tuple[
        tuple[State, SearchReport], ...
    ] = ()  # reports of analyses, the newest last
    assessed_state: State | None = None  # the position that was evaluated last by ``assess``
    pondered_node: int = -1  # the node whose pondering came to its end
    line_previewed: bool = False  # whether a line of the engine's is drawn on the board
    previewed_action: str = ""  # the action that this line begins with, "" for the best line

    @property
    def question(self) -> Question | None:
        """The question that the engine is thinking about."""
        return self.newest if self.thinking else None

    @property
    def ticket(self) -> int:
        """The number of the newest question."""
        return self.newest.ticket if self.newest else 0

    @property
    def purpose(self) -> SearchPurpose | None:
        """The purpose of the newest question."""
        return self.newest.purpose if self.newest else None

    def is_current_ticket(self, ticket: int) -> bool:
        """Whether this is the question that the engine is thinking about."""
        return self.thinking and ticket == self.ticket

    def cached_report(self, state: State) -> SearchReport | None:
        """What the analysis of a position has found."""
        return next(
            (
                report
                for cached_state, report in reversed(self.analysis_cache)
                if cached_state == state
            ),
            None,
        )

    def with_deeper_report(self, state: State, report: SearchReport) -> "EngineState":
        """The same after a report of an analysis, which may be less than what is known."""
        before = self.cached_report(state)
        if before is not None and _is_deeper(before, report):
            return self._replace(report=before, report_state=state)
        others = tuple(pair for pair in self.analysis_cache if pair[0] != state)[
            -MAX_CACHED_REPORTS + 1 :
        ]
        analysis_cache = others if report.note else (*others, (state, report))
        return self._replace(report=report, report_state=state, analysis_cache=analysis_cache)

    def detached(self) -> "EngineState":
        """The part without all that refers to the nodes of a tree."""
        detached = self._replace(
            report=None, analysed_node=-1, assessed_state=None, pondered_node=-1, analysis_cache=()
        )
        return detached._replace(line_previewed=False, previewed_action="")


def _is_deeper(one: SearchReport, other: SearchReport) -> bool:
    """Whether a report has more playouts behind it than another of the same position."""
    return (one.proven, one.playouts) > (other.proven, other.playouts)


INITIAL_ENGINE_STATE = EngineState()
