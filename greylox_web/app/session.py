"""The table as one immutable value; everything on the screen is a function of it."""

from dataclasses import dataclass, field
from typing import NamedTuple

from ..rules import Game
from ..rules.board import NO_CELL
from ..rules.links import write_link
from ..rules.notation import Record, outcome_of
from ..rules.state import Outcome, State
from . import wire
from .editor import Editor
from .events import PERSON, Seat
from .tree import ROOT, Tree, harvest


class Notice(NamedTuple):
    """Something to tell the player, with the cells that show why."""

    text: str
    cell: int = NO_CELL
    cause: int = 0  # mask


@dataclass(frozen=True)
class Session:
    """The table: the game so far, who sits where, and what the engine is doing."""

    tree: Tree
    leaf: int = ROOT  # the end of the line in the move list
    cursor: int = ROOT  # the position shown
    seats: tuple[Seat, Seat] = (PERSON, PERSON)
    engine: str = "starting"  # "starting", "ready" or "failed"
    ticket: int = 0  # of the newest question to the engine
    thinking: bool = False
    paused: bool = False  # the player stopped the engine; it waits until asked again
    report: wire.Report | None = None
    notice: Notice | None = None
    address: str | None = None  # a faulty link that stays in the address until the user acts
    hidden: frozenset[str] = field(default_factory=frozenset)  # layers switched off
    purpose: str = ""  # of the open question: "play" or "analyse"
    analysis: bool = False  # whether positions are analysed as they are shown
    analysed: int = -1  # the node whose analysis came to its end
    visible: bool = True  # whether the page can be seen; analysis rests while it cannot
    taking_back: bool = False  # what is played next replaces what was undone
    mark: str = ""  # the kind of mark that clicks draw, "" while they play
    mark_text: str = ""  # of a label
    editor: Editor | None = None
    trash: tuple[tuple[Tree, int, int], ...] = ()  # trees before deletions and the like

    @property
    def game(self) -> Game:
        """The rules in force."""
        return self.tree.game

    @property
    def state(self) -> State:
        """The position shown."""
        return self.tree.nodes[self.cursor].state

    @property
    def resigned(self) -> bool:
        """Whether the side to move gave up in the position shown."""
        return self.tree.nodes[self.cursor].resigned

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended in the position shown, or None while it goes on."""
        return outcome_of(Record(self.game, resigned=self.resigned), self.state)

    @property
    def record(self) -> Record:
        """The game as a record: the line in the move list, with the rest as variations."""
        return harvest(self.tree, self.leaf, self.cursor)

    @property
    def link(self) -> str:
        """The fragment for the address bar."""
        return write_link(self.record)

    @property
    def people(self) -> tuple[bool, bool]:
        """Which colours are played by somebody at this screen."""
        first, second = (seat.level is None and not seat.away for seat in self.seats)
        return first, second

    @property
    def is_engine_due(self) -> bool:
        """Whether the engine has to move here: its turn, at the end of a line."""
        node = self.tree.nodes[self.cursor]
        return (
            self.seats[node.state.mover].level is not None
            and not node.children
            and not self.paused
            and self.editor is None
            and self.outcome is None
        )

    @property
    def wish(self) -> str:
        """What the engine shall do now: "play", "analyse" or nothing."""
        if self.engine != "ready":
            return ""
        if self.is_engine_due:
            return "play"
        wanted = self.analysis and self.visible and self.editor is None
        return "analyse" if wanted and self.outcome is None and self.analysed != self.cursor else ""

    @property
    def is_friend_due(self) -> bool:
        """Whether somebody far away has to answer with a link."""
        node = self.tree.nodes[self.cursor]
        return self.seats[node.state.mover].away and not node.children and self.outcome is None
