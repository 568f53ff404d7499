"""The page: creates its parts, paints the session, and starts the engine."""

import json
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from js import Element, Event, document, location, performance, window

from ..app.view.panel.frame import Frame, frame
from ..app.view.panel.speech import cell_labels, spoken
from ..drawing.scene import empty_corners
from ..match.match import Match
from ..match.tree import plant
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
from ..rules import USUAL
from ..session.choices import first_game
from ..session.event import Event as SessionEvent
from ..session.event import Say
from ..session.local_record import read_local_record
from ..session.playing import Click
from ..session.seats import FIRST_SEATS
from ..session.session import Session
from ..words import WORDS, tongue
from .board.svg import BoardView
from .engine import Engine
from .listeners import connect
from .local import LocalRecords
from .panels.panel import Panel
from .registry import FOLLOWERS, PAINTERS, LateFollower, LatePainter
from .router import ROUTES, Router, room_of

if TYPE_CHECKING:
    from ..features.library.entry import Entry
    from ..match.merge import Continuation
    from .board.pointer import BoardPointer

GONE = "[hidden], :disabled"
BESIDE = "button:enabled:not([hidden])"


class Page:
    """The table and the parts that show it."""

    def __init__(self) -> None:
        self.faults = Faults()
        self.lifetime = Lifetime(self.faults)
        self.table = Table(
            opening_session(kept_match()),
            lambda before: self.engine.changed(before),
            self.paint_soon,
            self.lifetime,
        )
        self.board = BoardView(element("board"))
        self.panel = Panel()
        self.engine = Engine(self.table)
        self.local = LocalRecords(self.table)
        self.router = Router(self.table)
        self.pointer: BoardPointer | None = None  # see ``pointing``
        self.late_followers = [*FOLLOWERS]  # those that are not loaded yet
        self.late_painters = [*PAINTERS]
        self.painting = False
        self.interactive = False
        self.restarting: object = None  # the task that puts another page in the place of this one
        self.complete = False  # once all of Python's library and of this package is here
        self.picture: Frame | None = None  # what is painted; None where it could not be made
        self.told: Session | None = None  # the session that was last told to those who listen
        self.table.followers.append(self.bring_followers)

    async def start(self, rest: Rest) -> None:
        """Make the page playable, then start the engine and load the deferred parts."""
        build = json.loads(document.querySelector("meta[name=greylox-build]").content)
        table = self.table
        tongue.use(BrowserFormats())
        self.lifetime.at_end(lambda: tongue.use(tongue.Formats()))
        self.board.adopt(first_game(USUAL), stands=table.stands())
        connect(table, self.board, self.pointing, self.router.open)
        self.panel.comment.listen(table)
        self.router.open()
        forget_exercise()
        self.paint()
        performance.mark("board-interactive")
        announce("board-interactive")
        self.interactive = True
        self.told = table.session
        self.play_tap()
        self.paint_soon()
        element("version").textContent = build["version"]
        engine = self.lifetime.spawn(self.engine.start())
        await rest.bring()
        self.complete = True
        from ..page.sheet import Swiping, close_by_back

        close_by_back(table)
        table.tell()
        if stored(BY_KEYS, THIS_TAB):
            from ..features.settings.panel import come_back

            come_back(table)
        await engine
        self.pointing()
        Swiping(self.lifetime)
        # after the start of the engine: nobody waits for it
        from ..features.library.autosave import Autosave
        from ..features.library.continuing import Finder

        autosave = Autosave(
            self.lifetime,
            table.refusal,
            table.visit,
            lambda: table.session.played,
            table.dispatch,
        )
        finder = Finder(autosave, partial(offer, self.lifetime))
        finder.resume(await autosave.start())
        table.autosave = autosave
        table.library.set()

        def changed(event: SessionEvent | None, before: Session) -> None:
            autosave.changed(before.played, event)
            finder.changed(before.played, event)

        table.followers.append(changed)
        from ..features.install.panel import Install

        Install(table)
        from ..features.puzzles.new_day import watch

        watch(table)
        if str(build["news"]["lines"]) != table.session.preferences.news:
            from ..features.news.panel import tell

            path, count = build["news"]["path"], build["news"]["lines"]
            self.lifetime.spawn(tell(self.lifetime, path, count))
        self.lifetime.listen(window, "greylox:restart", lambda event: self.restart(rest, event))

    def restart(self, rest: Rest, event: Event) -> None:
        """Start another page in the place of this one: see ``restart.py``."""
        from .restart import begin

        begin(self, Page, rest, event.detail)

    async def stop(self) -> None:
        """Save what is not saved yet, and end all that was begun: another page can start then."""
        await self.lifetime.end()

    def bring_followers(self, _event: SessionEvent | None, _before: Session) -> None:
        """Import the followers that the session needs by now."""
        if self.complete:
            session = self.table.session
            for late in [late for late in self.late_followers if late.is_needed(session)]:
                self.late_followers.remove(late)
                self.faults.safely(partial(self.bring_follower, late))

    def bring_follower(self, late: LateFollower) -> None:
        """Import a follower."""
        self.table.followers.append(late.load(self))

    def pointing(self) -> "BoardPointer":
        """The pointer handling of the board; imported at the first press, or after the start."""
        if self.pointer is None:
            from .board.pointer import BoardPointer

            self.pointer = pointer = BoardPointer(self.table, self.board)
            self.table.followers.append(lambda *_: pointer.keep_up())
        return self.pointer

    def play_tap(self) -> None:
        """Play the cell that was tapped while Python was loading, or say why not.

        The tap was meant for the empty board that the page was built with.
        """
        name = element("board").getAttribute("data-tapped")
        if not name:
            return
        session, first = self.table.session, first_game(USUAL)
        drawn = self.board.drawn
        moved = drawn is None or drawn[:2] != self.board.built
        if moved or session.game != first or session.state != first.start():
            self.table.dispatch(Say(WORDS["tapped-early"].format(cell=name)))
        elif session.preferences.confirm:
            self.pointing().hold(first.board.cell(name))
        else:
            self.table.dispatch(Click(first.board.cell(name)))

    def paint_soon(self) -> None:
        """Schedule one paint for the next animation frame."""
        if not self.painting:
            self.painting = True
            self.lifetime.frame(self.paint)

    def paint(self) -> None:
        """Paint the session; where a part fails, the others are painted all the same."""
        self.painting = False
        painters = self.table.painters
        held = document.querySelector(":focus-visible")
        self.faults.repeatedly("frame", self.paint_frame)
        for late in [*self.late_painters]:
            self.faults.repeatedly(late.name, partial(self.bring_painter, late))
        for name, paint in [*painters.items()]:
            self.faults.repeatedly(name, paint)
        if self.interactive:
            self.faults.repeatedly("speech", self.speak)
        if held and not at_home():
            self.faults.repeatedly("focus", partial(self.keep_focus, held))

    def paint_frame(self) -> None:
        """Paint the board and the panel."""
        session = self.table.session
        self.picture = None
        self.picture = picture = frame(session)
        self.faults.repeatedly("board", partial(self.paint_board, picture))
        self.panel.paint(picture, session, self.faults.text)

    def paint_board(self, picture: Frame) -> None:
        """Draw the board, if it is another one, and paint it."""
        session, turn = self.table.session, self.table.turn()
        if self.board.draw(session.game, turn, self.table.is_on("coordinates")):
            element("table").dataset.corners = empty_corners(session.game.board, turn)
            if self.pointer is not None:
                self.pointer.measure()
        self.board.paint(picture.layers, picture.texts, session.state.mover)

    def bring_painter(self, late: LatePainter) -> None:
        """Import what paints a part of the page, once the session needs it."""
        if late.is_needed(self):
            self.table.painters[late.name] = late.load(self)
            self.late_painters.remove(late)

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
            self.board.take_focus()

    def speak(self) -> None:
        """Announce the last decision, and update the names of the cells.

        In the home view, where the table is hidden, nothing is announced.
        """
        session, picture = self.table.session, self.picture
        if picture is None:
            return
        self.board.speak(cell_labels(session, picture.layers))
        text = spoken(self.told, session, picture)
        self.told = session
        if at_home() or location.hash == HOME:  # it is on its way
            text = picture.notice if text == picture.notice else ""
        if text:
            say(f"{self.faults.text} {text}" if self.faults.is_new else text)
        self.faults.is_new = False


def opening_session(text: str) -> Session:
    """The initial session: the match of a stored text as it was left, or a first game."""
    found = read_local_record(text)
    session = (
        found.session if found else Session(Match(plant(first_game(USUAL)), seats=FIRST_SEATS))
    )
    return replace(session, preferences=kept_preferences())


def forget_exercise() -> None:
    """Forget the exercise that was left before a reload, where the address leads to none."""
    if room_of(location.hash) not in ROUTES:
        kept_attempt()


def offer(
    lifetime: Lifetime, entry: "Entry", way: "Continuation", accept: Callable[[], object]
) -> Callable[[], None]:
    """Offer to continue a stored game; imported on use, as that is rare."""
    from ..features.library import continue_bar

    return continue_bar.offer(lifetime, entry, way, accept)


async def start() -> None:
    """Start the page."""
    build = json.loads(document.querySelector("meta[name=greylox-build]").content)
    rest = Rest(build["rest"])  # first: what a page begins with may need some of it
    await Page().start(rest)
