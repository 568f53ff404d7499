"""The engine's part of the table: how it is, what it was asked last, and what it said."""

from typing import Literal, NamedTuple

from ...rules.state import State
from .wire import Purpose, Report

Status = Literal["starting", "ready", "failed"]


class EnginePart(NamedTuple):
    """What the table knows of the engine, and what the player wants of it.

    Nodes are numbers of the game's tree.
    """

    status: Status = "starting"
    ticket: int = 0  # of the newest question
    thinking: bool = False  # about that question
    purpose: Purpose | None = None  # of that question
    asked: int = 0  # the node that it is about
    paused: bool = False  # the player stopped the engine; it waits until asked again
    report: Report | None = None
    told: State | None = None  # the position that the report is about
    analysis: bool = False  # whether positions are analysed as they are shown
    analysed: int = -1  # the node whose analysis came to its end
    assessed: State | None = None  # the position whose chances need not be asked for again
    pondered: int = -1  # the node at which there is no more to think ahead
    line_shown: bool = False  # whether a line of the engine's is drawn on the board,
    line_by: str = ""  # the one that begins with this action, "": the best one

    def is_asked(self, ticket: int) -> bool:
        """Whether this is the question that the engine is thinking about."""
        return self.thinking and ticket == self.ticket

    def of_another_tree(self) -> "EnginePart":
        """The same where other positions are on the table: nothing is known of them."""
        return self._replace(report=None, analysed=-1, assessed=None, pondered=-1)


STARTING = EnginePart()
