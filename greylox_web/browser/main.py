"""The page: creates its parts, paints the session, and starts the engine."""

import json
from dataclasses import replace
from functools import partial

from js import Element, Event, document, location, performance, window

from ..features.board.panel import Board
from ..features.prompt.speech import spoken
from ..match.match import Match
from ..match.tree import new_tree
from ..page.dom import (
    BY_KEYS,
    HOME,
    THIS_TAB,
    announce,
    at_home,
    element,
    focus_in_place,
    say,
    stored,
)
from ..page.faults import Faults
from ..page.intl import BrowserFormats
from ..page.lifetime import Lifetime
from ..page.memory import kept_attempt, kept_match, kept_preferences
from ..page.rest import Rest
from ..page.table import Table
from ..rules import DEFAULT_GAME
from ..session.choices import newcomer_game
from ..session.local_record import read_local_record
from ..session.seats import DEFAULT_SEATS
from ..session.session import Session
from ..words import tongue
from .engine import Engine
from .listeners import connect
from .local import LocalRecords
from .registry import START, LateFeatures
from .router import ROUTES, Router, room_of

GONE = "[hidden], :disabled"
BESIDE = "button:enabled:not([hidden])"


class Page:
    """The table and the features that show it."""

    def __init__(self) -> None:
        self.faults = Faults()
        self.lifetime = Lifetime(self.faults)
        self.table = Table(
            opening_session(kept_match()),
            lambda before: self.engine.changed(before),
            self.paint_soon,
            self.lifetime,
        )
        self.engine = Engine(self.table)
        self.table.part(LocalRecords)
        self.router = self.table.part(Router)
        self.painting = False
        self.interactive = False
        self.restarting: object = None  # the task that puts another page in the place of this one
        self.spoken: Session | None = None  # the session that screen readers were told of last

    async def start(self, rest: Rest) -> None:
        """Make the page playable, then start the engine and load the deferred parts."""
        build = json.loads(document.querySelector("meta[name=greylox-build]").content)
        table = self.table
        tongue.set_formats(BrowserFormats())
        self.lifetime.at_end(lambda: tongue.set_formats(tongue.Formats()))
        for feature in START.values():
            table.part(feature)
        late = table.part(LateFeatures)
        connect(table, self.router.open_address)
        self.router.open_address()
        forget_exercise()
        self.paint()
        performance.mark("board-interactive")
        announce("board-interactive")
        self.interactive = True
        self.spoken = table.session
        table.part(Board).play_tap()
        self.paint_soon()
        element("version").textContent = build["version"]
        engine = self.lifetime.spawn(self.engine.start())
        await rest.bring()
        late.is_complete = True
        from ..page.sheet import close_by_back

        close_by_back(table)
        table.tell()
        if stored(BY_KEYS, THIS_TAB):
            from ..features.settings.panel import Settings

            table.part(Settings).come_back()
        await engine
        from .late import begin  # nobody waits for it, but the engine would

        await begin(table, build)
        self.lifetime.listen(window, "greylox:restart", lambda event: self.restart(rest, event))

    def restart(self, rest: Rest, event: Event) -> None:
        """Start another page in the place of this one: see ``restart.py``."""
        from .restart import begin

        begin(self, Page, rest, event.detail)

    async def stop(self) -> None:
        """Save what is not saved yet, and end all that was begun: another page can start then."""
        await self.lifetime.end()

    def paint_soon(self) -> None:
        """Schedule one paint for the next animation frame."""
        if not self.painting:
            self.painting = True
            self.lifetime.frame(self.paint)

    def paint(self) -> None:
        """Paint the session; where a feature fails, the others are painted all the same."""
        self.painting = False
        held = document.querySelector(":focus-visible")
        for feature in self.table.features:  # one may add others, which are painted as well
            self.faults.repeatedly(type(feature).__name__, feature.paint)
        if self.interactive:
            self.faults.repeatedly("speech", self.speak)
        if held and not at_home():
            self.faults.repeatedly("focus", partial(self.keep_focus, held))

    def keep_focus(self, held: Element) -> None:
        """If the focused element disappeared, focus a neighbour of it, or the board.

        This concerns only those who use the keyboard.
        """
        gone = not held.isConnected or held.closest(GONE)
        active = document.activeElement
        if not gone or not (active in (None, document.body) or active == held):
            return
        row = held.closest(".actions, .steps")
        beside = row.querySelector(BESIDE) if row and not row.closest("[hidden]") else None
        if beside:
            focus_in_place(beside)
        else:
            self.table.part(Board).view.take_focus()

    def speak(self) -> None:
        """Announce the last decision, and update the names of the cells.

        In the home view, where the table is hidden, nothing is announced.
        """
        session = self.table.session
        self.table.part(Board).speak()
        text = spoken(self.spoken, session)
        self.spoken = session
        if at_home() or location.hash == HOME:  # it is on its way
            notice = session.notice.text if session.notice else ""
            text = notice if text == notice else ""
        if text:
            say(f"{self.faults.text} {text}" if self.faults.is_new else text)
        self.faults.is_new = False


def opening_session(text: str) -> Session:
    """The initial session: the match of a stored text as it was left, or a first game."""
    found = read_local_record(text)
    session = (
        found.session
        if found
        else Session(Match(new_tree(newcomer_game(DEFAULT_GAME)), seats=DEFAULT_SEATS))
    )
    return replace(session, preferences=kept_preferences())


def forget_exercise() -> None:
    """Forget the exercise that was left before a reload, where the address leads to none."""
    if room_of(location.hash) not in ROUTES:
        kept_attempt()


async def start() -> None:
    """Start the page."""
    build = json.loads(document.querySelector("meta[name=greylox-build]").content)
    rest = Rest(build["rest"])  # first: what a page begins with may need some of it
    await Page().start(rest)
