"""The session that the page shows, and the one door through which it changes."""

from collections.abc import Callable
from typing import TYPE_CHECKING

from js import location, window

from ..app.session.events import Command, Event
from ..app.session.session import Session
from ..app.session.update import update
from ..app.view.scene import rotated

if TYPE_CHECKING:
    from .storage.autosave import Autosave

WIDEST_PHONE = 832  # pixels; the style sheet puts the panel under the board below this

Follower = Callable[[Event | None, Session], object]
"""Is told of an event, None at the start, and of the session before it."""


class Table:
    """The session and those who follow it; every room of the page works through it."""

    def __init__(
        self,
        session: Session,
        carry_out: Callable[[Command], None],
        paint_soon: Callable[[], None],
    ) -> None:
        self.session = session
        self.carry_out = carry_out  # what a command of the session asks for
        self.paint_soon = paint_soon
        self.followers: list[Follower] = []
        self.painters: dict[str, Callable[[], None]] = {}  # of parts loaded on their first use
        self.autosave: Autosave | None = None  # once the engine has been started

    def dispatch(self, event: Event) -> None:
        """Carry out one event: the new session, its commands, those who follow, a picture."""
        before = self.session
        self.session, commands = update(before, event)
        for command in commands:
            self.carry_out(command)
        self.tell(event, before)
        self.paint_soon()

    def tell(self, event: Event | None, before: Session) -> None:
        """Tell all who follow, and those too that one of them brings."""
        for follow in self.followers:
            follow(event, before)

    def address(self) -> str:
        """The whole address of the game as it is shown."""
        return f"{location.href.partition('#')[0]}#{self.session.link}"

    def upright(self) -> int:
        """How a board is turned of its own accord: a rhombus stands on a narrow window."""
        narrow = window.innerWidth < min(window.innerHeight, WIDEST_PHONE)
        return 3 if narrow and self.session.game.board.shape == "rhombus" else 0

    def turn(self) -> int:
        """How the board is turned."""
        chosen = getattr(self.session.preferences, self.session.game.board.shape)
        return rotated(chosen, self.upright())
