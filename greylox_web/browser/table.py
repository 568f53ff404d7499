"""The session that the page shows, and the one door through which it changes."""

import asyncio
from collections.abc import Callable
from typing import TYPE_CHECKING

from js import Element, document, location, window

from ..app.drawing.scene import STANDING, rotated
from ..app.session.events import Command, Event, Prefer, Say
from ..app.session.session import Session
from ..app.session.update import update
from ..app.view.board.layers import is_on, switched

if TYPE_CHECKING:
    from .storage.autosave import Autosave
    from .storage.progress import Progress

WIDEST_PHONE = 599  # pixels of a window, as the style sheet has it
WIDEST_NARROW = 832  # of one in which a rhombus stands
BESIDE_BOARD = 475  # by so much more of a tablet's height than of its width goes to the rest

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
        self._progress: Progress | None = None
        self.verdict: Element | None = None  # what a game that is over counts for
        self.library = asyncio.Event()  # is set when it is there

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

    def progress(self) -> "Progress":
        """What the player has achieved; it is read when it is first asked for."""
        if self._progress is None:
            from .storage.progress import Progress

            self._progress = Progress(lambda text: self.dispatch(Say(text)))
        return self._progress

    def address(self, session: Session | None = None) -> str:
        """The whole address of the game as it is shown, or as another session has it."""
        return f"{location.href.partition('#')[0]}#{(session or self.session).link}"

    def is_phone(self) -> bool:
        """Whether the window is as narrow as a phone."""
        return window.innerWidth <= WIDEST_PHONE

    def is_on(self, layer: str) -> bool:
        """Whether a layer of the board is shown."""
        session = self.session
        told = session.card and session.review is not None  # turns are named on the card
        names = self.is_reading() or session.attempt is not None or told  # are read beside it
        return is_on(self.session, layer, phone=self.is_phone() and not names)

    def is_reading(self) -> bool:
        """Whether the sheet with the moves is open on a small screen."""
        return bool(document.getElementById("table").classList.contains("reading"))

    def switch(self, layer: str) -> None:
        """Show a layer of the board, or show it no more."""
        self.dispatch(Prefer(layer, switched(self.session, layer, phone=self.is_phone())))

    def stands(self) -> bool:
        """Whether a hexagon stands on its corner; ``board.css`` knows this too."""
        return self.is_phone() and window.innerWidth <= window.innerHeight

    def upright(self, shape: str = "") -> int:
        """How a board of this shape, or else that of the game, is turned of its own accord.

        On a phone a hexagon stands on its corner, for larger cells; a rhombus stands upright in
        a narrow window where its board has more height than width.
        """
        if (shape or self.session.game.board.shape) == "rhombus":
            high = window.innerHeight - (0 if self.is_phone() else BESIDE_BOARD)
            return 3 if window.innerWidth < min(high, WIDEST_NARROW) else 0
        return STANDING if self.stands() else 0

    def turn(self, shape: str = "") -> int:
        """How the board, or one of this shape, is turned."""
        chosen = getattr(self.session.preferences, shape or self.session.game.board.shape)
        return rotated(chosen, self.upright(shape))
