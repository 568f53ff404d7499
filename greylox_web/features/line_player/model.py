"""A line that is open in the player: the board shows one of its positions instead of the game's.

The game, its tree and its address stay as they are: the line has a tree of its own, and only the
board draws it (``Session.board_session``).  Steps through the game step through the open line
instead.  Everything else that a player does closes the line, and so shows the game again.
"""

from dataclasses import dataclass, replace
from typing import ClassVar, NamedTuple

from ...match.match import Match
from ...match.tree import new_tree
from ...rules import Game
from ...rules.state import State
from ...session.activity import Activity
from ...session.event import Event, ShowNotice
from ...session.playing import ClickCell, StepBy
from ...session.session import Session
from ...words.line_player import LINE_WORDS


class Line(NamedTuple):
    """Actions from a position, and the cells that the explanation beside them speaks of."""

    game: Game
    state: State
    actions: tuple[int, ...]
    explained: int = 0  # mask


@dataclass(frozen=True)
class OpenLine(Activity):
    """An open line and the number of its actions played on the board."""

    name: ClassVar[str] = "line"
    line: Line
    match: Match  # the line alone: node ``k`` of its tree is the position after ``k`` actions
    is_playing: bool = False  # whether the page plays one action after another

    @property
    def ply(self) -> int:
        """The number of the line's actions played on the board."""
        return self.match.cursor

    @property
    def is_at_end(self) -> bool:
        """Whether the whole line is played."""
        return self.ply == self.match.leaf

    def at(self, ply: int, *, is_playing: bool = False) -> "OpenLine":
        """Return the line after ``ply`` actions, or after the nearest number that it has."""
        cursor = max(0, min(ply, self.match.leaf))
        match = replace(self.match, cursor=cursor)
        return OpenLine(self.line, match, is_playing and cursor < match.leaf)

    def board_session(self, session: Session) -> Session:
        return Session(self.match, preferences=session.preferences, activities=(self,))

    def handle(self, session: Session, event: Event) -> Session | None:
        if not isinstance(event, StepBy):
            return None
        return session.with_activity(self.at(self.ply + event.actions))

    def press(self, session: Session, cell: int) -> Session:
        """Return the game again; while the line is played out, a press only stops that."""
        if self.is_playing:
            return session.with_activity(replace(self, is_playing=False))
        return session.without(self.name)

    def after_event(self, before: Session, session: Session, event: Event) -> Session:
        moved = session.tree is not before.tree or session.cursor != before.cursor
        stays = event.interrupts_nothing or isinstance(event, (StepBy, ClickCell, ShowNotice))
        return session.without(self.name) if moved or not stays else session

    def board_masks(self, session: Session) -> dict[str, int]:
        """Return the explained cells; before the first action, also the stones to come."""
        masks = {"explained": self.line.explained}
        if self.ply == 0:
            movers = self._movers()
            for colour, name in enumerate(("line-first", "line-second")):
                masks[name] = sum(1 << cell for cell, mover in movers.items() if mover == colour)
        return masks

    def cell_numbers(self, session: Session) -> dict[int, str]:
        """Return the numbers of the line's stones: those played, or all before the first action."""
        actions = self.line.actions[: self.ply or None]
        end = self.line.game.board.end_action
        return {cell: str(number) for number, cell in enumerate(actions, 1) if cell < end}

    def status(self, session: Session) -> tuple[str, str]:
        total = len(self.line.actions)
        return LINE_WORDS["status"].format(done=self.ply, total=total), LINE_WORDS["about"]

    def _movers(self) -> dict[int, int]:
        """Return the colour that plays on each cell of the line, at the last time."""
        nodes, board = self.match.tree.nodes, self.line.game.board
        return {
            node.action: nodes[node.parent].state.mover
            for node in nodes[1:]
            if node.action < board.end_action
        }


def open_line(line: Line, ply: int, *, is_playing: bool = False) -> OpenLine:
    """Return a line that is open after ``ply`` actions."""
    tree, node = new_tree(line.game, line.state), 0
    for action in line.actions:
        tree, node = tree.add(node, action)
    return OpenLine(line, Match(tree, leaf=node)).at(ply, is_playing=is_playing)


class ShowLine(Event):
    """Show the position after some actions of a line; with ``is_playing``, go on from there."""

    line: Line
    ply: int
    is_playing: bool = False
    interrupts_nothing = True

    def apply(self, session: Session) -> Session:
        return session.with_activity(open_line(self.line, self.ply, is_playing=self.is_playing))


class PlayNext(Event):
    """Play the next action of the line that is played out."""

    is_automatic = True
    interrupts_nothing = True

    def apply(self, session: Session) -> Session:
        line = session.line
        if line is None or not line.is_playing:
            return session
        return session.with_activity(line.at(line.ply + 1, is_playing=True))


class StopPlaying(Event):
    """Stop to play the line out, and keep its position."""

    interrupts_nothing = True

    def apply(self, session: Session) -> Session:
        line = session.line
        return session.with_activity(replace(line, is_playing=False)) if line else session


class CloseLine(Event):
    """Show the game's position again."""

    interrupts_nothing = True

    def apply(self, session: Session) -> Session:
        return session.without(OpenLine.name)
