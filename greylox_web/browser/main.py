"""The page: turns what people do into events, and what ``update`` says into pictures.

The page holds one variable, the session.  Every event goes through ``Table.dispatch``,
which updates it, carries out the commands, and paints once per animation frame.
"""

import json
from collections.abc import Callable
from dataclasses import replace
from importlib import import_module
from typing import TYPE_CHECKING

from js import document, history, location, performance, window
from pyodide.ffi import create_once_callable, create_proxy

from ..app.preferences import changes
from ..app.session import events as ev
from ..app.session.moves import seated
from ..app.session.session import Session
from ..app.session.tree import grow, plant
from ..app.session.update import update
from ..app.thinking import wire
from ..app.view.frame import Frame, frame
from ..app.view.layers import drawn_over
from ..app.view.scene import rotated
from ..app.view.speech import cell_label, spoken
from ..rules import new_game
from ..rules.notation.links import read_link
from ..words import WORDS
from .board.svg import BoardView
from .dom import announce, element
from .engine import Engine
from .listeners import connect
from .panels.panel import Panel
from .storage.memory import Kept, keep, keep_preferences, kept, kept_preferences

if TYPE_CHECKING:
    from .board.pointer import BoardPointer
    from .storage.autosave import Autosave

FIRST_VISIT_SEATS = (ev.PERSON, ev.Seat(2))
WIDEST_PHONE = 832  # pixels; the style sheet puts the panel under the board below this


PACES = {"at-once": 0, "calm": 1200, "slow": 3000}  # milliseconds before an answer is shown
FOLLOWERS: dict[str, Callable[[Session], object]] = {  # module -> when it is first needed
    "panels.clock": lambda session: session.terms.millis,
    "sound": lambda session: session.preferences.sound,
    "panels.greeting": lambda session: (
        not session.preferences.greeted and len(session.tree.nodes) == 1
    ),
}


class Table:
    """The session and all that shows it."""

    def __init__(self) -> None:
        self.session = opening_session(kept())
        self.board = BoardView(element("board"))
        self.panel = Panel()
        self.engine = Engine(self.hear)
        self.pointer: BoardPointer | None = None  # see ``pointing``
        self.painting = False
        self.autosave: Autosave | None = None  # once the engine has been started
        self.followers: dict[str, Callable[[object, Session], None]] = {}
        self.answer: object = None  # the engine's, while it is held back until
        self.answer_at = 0.0
        self.next_entry = False  # the next change of the address makes a history entry
        self.storage_works = True
        self.interactive = False
        self.told: Session | None = None  # the session that was last told to those who listen
        self.paint_proxy = create_proxy(self.paint)
        self.painters: dict[str, Callable[[], None]] = {}  # of parts loaded on their first use

    def dispatch(self, event: object) -> None:
        """Carry out one event: the new session, its commands, the address, a picture."""
        before = self.session
        self.session, commands = update(before, event)
        if self.session.tree.nodes[0].state is not before.tree.nodes[0].state:
            self.next_entry = not isinstance(event, ev.OpenLink)  # whose address is there already
        for command in commands:
            if isinstance(command, wire.Think):
                self.answer_at = performance.now() + PACES[self.session.preferences.pace]
                self.answer = None
                self.engine.think(command)
            elif isinstance(command, ev.StopThinking):
                self.engine.cancel()
            elif isinstance(command, ev.RestartEngine):
                self.engine.restart()
            else:
                self.answer_at = 0.0
                self.engine.move_now()
                self.show(self.answer)
        if self.pointer is not None:
            self.pointer.keep_up()
        self.remember(before)
        if self.autosave is not None:
            self.autosave.changed(self.session)
        self.lead(event, before)
        self.paint_soon()

    def lead(self, event: object, before: Session) -> None:
        """Tell the parts that follow every event, and load those that are needed by now."""
        for name, is_needed in FOLLOWERS.items():
            if self.interactive and name not in self.followers and is_needed(self.session):
                module = import_module(f".{name}", __package__)
                self.followers[name] = module.follow(self)
        for follow in tuple(self.followers.values()):
            follow(event, before)

    def hear(self, event: object) -> None:
        """Take what the engine says; its answer not before the player wants to see it."""
        wait = self.answer_at - performance.now()
        if isinstance(event, wire.EngineAnswer) and self.session.purpose == "play" and wait > 0:
            self.answer = event
            window.setTimeout(create_once_callable(lambda: self.show(event)), wait)
        else:
            self.dispatch(event)

    def show(self, event: object) -> None:
        """Carry out the answer that waits, unless that has happened."""
        if event is self.answer is not None:
            self.answer = None
            self.dispatch(event)

    def pointing(self) -> "BoardPointer":
        """The board under fingers and mice; loaded with the first press, or after the start."""
        if self.pointer is None:
            from .board.pointer import BoardPointer

            self.pointer = BoardPointer(self)
        return self.pointer

    def remember(self, before: Session) -> None:
        """Keep the address and the storage in step with the session."""
        now = self.session
        if now.preferences is not before.preferences:
            self._hold(keep_preferences(changes(before.preferences, now.preferences)))
        moved = (
            now.tree is not before.tree or now.cursor != before.cursor or now.leaf != before.leaf
        )
        agreed = (now.seats, now.terms, now.flagged)
        if not moved and agreed == (before.seats, before.terms, before.flagged):
            return
        link = now.link
        if moved and now.address is None and location.hash != f"#{link}":
            place = history.pushState if self.next_entry else history.replaceState
            place(None, "", f"#{link}")
            self.next_entry = False
        self._hold(keep(Kept(link, *agreed)))

    def _hold(self, held: bool) -> None:
        """Say once that the browser keeps nothing."""
        if not held and self.storage_works and not self.session.notice:
            self.storage_works = False
            self.session, _ = update(self.session, ev.Say(WORDS["storage"]))

    def open_address(self) -> None:
        """The address was changed by hand, by a link or by the Back button."""
        fragment = location.hash
        if fragment and fragment != f"#{self.session.link}":
            self.next_entry = False
            self.dispatch(ev.OpenLink(fragment))
            self.next_entry = True
        elif not fragment:
            history.replaceState(None, "", f"#{self.session.link}")

    def address(self) -> str:
        """The whole address of the game as it is shown."""
        return f"{location.href.partition('#')[0]}#{self.session.link}"

    def paint_soon(self) -> None:
        """Paint once, in the next animation frame."""
        if not self.painting:
            self.painting = True
            window.requestAnimationFrame(self.paint_proxy)

    def paint(self, _time: float = 0) -> None:
        """Show the session."""
        self.painting = False
        picture = frame(self.session)
        if self.board.draw(self.session.game, self.turn()) and self.pointer is not None:
            self.pointer.measure()
        self.board.paint(picture.layers)
        self.board.write(".mark-label", picture.labels)
        self.board.rate(picture.rates)
        self.board.show_coordinates(self.session.preferences.coordinates)
        self.panel.paint(picture, self.session)
        if "over" not in self.painters and drawn_over(self.session):
            from .board.overlay import Over

            self.painters["over"] = Over(self).paint
        if "review" not in self.painters and self.session.review is not None:
            from .panels.review import ReviewPanel

            self.painters["review"] = ReviewPanel(self).paint
        for paint in self.painters.values():
            paint()
        if self.interactive:
            self.speak(picture)

    def speak(self, picture: Frame) -> None:
        """Say what was decided, and name the cells that changed."""
        session = self.session
        self.board.speak(lambda cell: cell_label(session, picture.layers, cell))
        text = spoken(self.told, session, picture)
        self.told = session
        if text:
            said = element("spoken")
            # the same words twice are only read when they differ by something
            said.textContent = text + "\u00a0" if said.textContent == text else text

    def upright(self) -> int:
        """How a board is turned of its own accord: a rhombus stands on a narrow window."""
        narrow = window.innerWidth < min(window.innerHeight, WIDEST_PHONE)
        return 3 if narrow and self.session.game.board.shape == "rhombus" else 0

    def turn(self) -> int:
        """How the board is turned."""
        chosen = getattr(self.session.preferences, self.session.game.board.shape)
        return rotated(chosen, self.upright())


def opening_session(memory: Kept) -> Session:
    """The session to begin with: the game as it was left, or a first game to play at once."""
    first = Session(
        plant(new_game("greylox")),
        seats=FIRST_VISIT_SEATS,
        preferences=kept_preferences(),
    )
    seats = memory.seats or FIRST_VISIT_SEATS
    reading = read_link(memory.link) if memory.link else None
    if reading is None or reading.record is None or reading.error:
        return first
    table = seated(first, *grow(reading.record), seats, memory.terms)
    return replace(table, flagged=memory.flagged)


async def start() -> None:
    """Make the page playable, then start the engine."""
    table = Table()
    table.board.adopt(new_game("greylox"))
    connect(table)
    table.open_address()
    table.dispatch(None)
    table.paint()
    performance.mark("board-interactive")
    announce("board-interactive")
    table.interactive = True
    table.lead(None, table.session)
    table.told = table.session
    table.paint_soon()
    build = json.loads(document.querySelector("meta[name=greylox-build]").content)
    element("version").textContent = build["version"]
    await table.engine.start()
    table.pointing()
    from .storage.autosave import Autosave  # after the start of the engine: nobody waits for it

    autosave = Autosave(lambda: table.session, table.dispatch)
    await autosave.start()
    table.autosave = autosave
    if str(build["news"]["lines"]) != table.session.preferences.news:
        from .panels.news import tell

        await tell(build["news"])
