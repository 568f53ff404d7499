"""The engine's part of the session: its status, what it is asked, and its last report."""

from typing import Literal, NamedTuple

from ..engine.messages import SearchPurpose, SearchReport
from ..rules.state import State

Status = Literal["starting", "ready", "failed"]
MOST_KNOWN = 100  # positions of which it is kept what their analyses found


class Question(NamedTuple):
    """What the engine is asked about a position of the game."""

    ticket: int  # its number, larger than those of earlier questions
    purpose: SearchPurpose
    node: int
    state: State
    level: int
    hurry: bool = False  # the best action found so far is enough


class EnginePart(NamedTuple):
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
    told: State | None = None  # the position that the report is about
    analysis: bool = False  # whether positions are analysed as they are shown
    analysed: int = -1  # the node whose analysis came to its end
    known: tuple[tuple[State, SearchReport], ...] = ()  # reports of analyses, the newest last
    assessed: State | None = None  # the position that was evaluated last by ``assess``
    pondered: int = -1  # the node whose pondering came to its end
    line_shown: bool = False  # whether a line of the engine's is drawn on the board
    line_by: str = ""  # the action that this line begins with, "" for the best line

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

    def is_asked(self, ticket: int) -> bool:
        """Whether this is the question that the engine is thinking about."""
        return self.thinking and ticket == self.ticket

    def known_of(self, state: State) -> SearchReport | None:
        """What the analysis of a position has found."""
        return next((report for known, report in reversed(self.known) if known == state), None)

    def deepest(self, state: State, report: SearchReport) -> "EnginePart":
        """The same after a report of an analysis, which may be less than what is known."""
        before = self.known_of(state)
        if before is not None and _is_deeper(before, report):
            return self._replace(report=before, told=state)
        others = tuple(pair for pair in self.known if pair[0] != state)[-MOST_KNOWN + 1 :]
        known = others if report.note else (*others, (state, report))
        return self._replace(report=report, told=state, known=known)

    def of_another_tree(self) -> "EnginePart":
        """The part without all that refers to the nodes of a tree."""
        apart = self._replace(report=None, analysed=-1, assessed=None, pondered=-1, known=())
        return apart._replace(line_shown=False, line_by="")


def _is_deeper(one: SearchReport, other: SearchReport) -> bool:
    """Whether a report has more playouts behind it than another of the same position."""
    return (one.proven, one.playouts) > (other.proven, other.playouts)


STARTING = EnginePart()
