"""The page: turns what people do into events, and what ``update`` says into pictures.

The page holds one variable, the session.  Every event goes through ``Table.dispatch``,
which updates it, carries out the commands, and paints once per animation frame.
"""

import json
from typing import TYPE_CHECKING

from js import CustomEvent, document, history, location, performance, window
from pyodide.ffi import create_proxy

from ..app import events as ev
from ..app import wire
from ..app.moves import seated
from ..app.session import Session
from ..app.speech import cell_label, spoken
from ..app.tree import grow, plant
from ..app.update import update
from ..app.view import Frame, frame
from ..app.words import WORDS
from ..rules import new_game
from ..rules.links import read_link
from .engine import Engine
from .listeners import connect
from .panel import Panel, element
from .store import Kept, keep, kept
from .svg import BoardView

if TYPE_CHECKING:
    from .library import Library

FIRST_VISIT_SEATS = (ev.PERSON, ev.Seat(2))
WIDEST_PHONE = 832  # pixels; the style sheet puts the panel under the board below this


class Table:
    """The session and all that shows it."""

    def __init__(self) -> None:
        self.session = opening_session(kept())
        self.board = BoardView(element("board"))
        self.panel = Panel()
        self.engine = Engine(self.dispatch)
        self.painting = False
        self.library: Library | None = None  # once the engine has been started
        self.next_entry = False  # the next change of the address makes a history entry
        self.storage_works = True
        self.interactive = False
        self.told: Session | None = None  # the session that was last told to those who listen
        self.paint_proxy = create_proxy(self.paint)

    def dispatch(self, event: object) -> None:
        """Carry out one event: the new session, its commands, the address, a picture."""
        before = self.session
        self.session, commands = update(before, event)
        if self.session.tree.nodes[0].state is not before.tree.nodes[0].state:
            self.next_entry = not isinstance(event, ev.OpenLink)  # whose address is there already
        for command in commands:
            if isinstance(command, wire.Think):
                self.engine.think(command)
            elif isinstance(command, ev.StopThinking):
                self.engine.cancel()
            elif isinstance(command, ev.RestartEngine):
                self.engine.restart()
            else:
                self.engine.move_now()
        self.remember(before)
        if self.library is not None:
            self.library.changed(self.session)
        self.paint_soon()

    def remember(self, before: Session) -> None:
        """Keep the address and the storage in step with the session."""
        now = self.session
        moved = (
            now.tree is not before.tree or now.cursor != before.cursor or now.leaf != before.leaf
        )
        if not moved and now.seats == before.seats and now.hidden == before.hidden:
            return
        link = now.link
        if moved and now.address is None and location.hash != f"#{link}":
            place = history.pushState if self.next_entry else history.replaceState
            place(None, "", f"#{link}")
            self.next_entry = False
        if not keep(link, now.seats, now.hidden) and self.storage_works and not now.notice:
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
        self.board.draw(self.session.game, self.turn())
        self.board.paint(picture.layers)
        self.board.write(".mark-label", picture.labels)
        rates = {c.cell: str(c.percent) for c in picture.candidates if c.cell >= 0}
        self.board.write(".rate", rates)
        self.board.show_coordinates("coordinates" not in self.session.hidden)
        self.panel.paint(picture, self.session)
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

    def turn(self) -> int:
        """How the board is turned: a rhombus stands upright on a narrow window."""
        narrow = window.innerWidth < min(window.innerHeight, WIDEST_PHONE)
        return 3 if narrow and self.session.game.board.shape == "rhombus" else 0


def opening_session(memory: Kept) -> Session:
    """The session to begin with: the game as it was left, or a first game to play at once."""
    first = Session(plant(new_game("greylox")), seats=FIRST_VISIT_SEATS, hidden=memory.hidden)
    seats = memory.seats or FIRST_VISIT_SEATS
    reading = read_link(memory.link) if memory.link else None
    if reading is None or reading.record is None or reading.error:
        return first
    return seated(first, *grow(reading.record), seats)


def announce(name: str) -> None:
    """Tell the scripts of the page that something has happened."""
    window.dispatchEvent(CustomEvent.new(f"greylox:{name}"))


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
    table.told = table.session
    table.paint_soon()
    build = json.loads(document.querySelector("meta[name=greylox-build]").content)
    element("version").textContent = build["version"]
    await table.engine.start()
    from .library import Library  # after the start of the engine: nobody waits for it

    library = Library(lambda: table.session, table.dispatch)
    await library.start()
    table.library = library
