"""The page: turns what people do into events, and what ``update`` says into pictures.

The page holds one variable, the session.  Every event goes through ``Table.dispatch``,
which updates it, carries out the commands, and paints once per animation frame.
"""

import json
from urllib.parse import urldefrag

from js import CustomEvent, document, history, location, navigator, performance, window
from pyodide.ffi import JsException, create_proxy

from ..app import session as table
from ..app import wire
from ..app.session import Session, update
from ..app.tree import grow, plant
from ..app.view import frame
from ..app.words import WORDS
from ..rules import GAMES, new_game
from ..rules.links import read_link
from .dialogs import NewGameDialog, fill_seats, seat_of, show_error, show_rules
from .engine import Engine
from .panel import Panel, element
from .store import Kept, keep, kept
from .svg import BoardView

FIRST_VISIT_SEATS = (table.PERSON, table.Seat(2))
ACTION_BUTTONS = {
    "undo": table.Undo,
    "redo": table.Redo,
    "resign": table.Resign,
    "now": table.MoveNow,
    "pause": table.Pause,
    "ask": table.Ask,
}
STEP_BUTTONS = {"first": -10_000, "back": -1, "forward": 1, "last": 10_000}
KEYS = {"Home": -10_000, "ArrowLeft": -1, "ArrowRight": 1, "End": 10_000}


def listen(target, kind: str, handler) -> None:  # type: ignore[no-untyped-def]
    """Call ``handler(event)`` for every event of this kind, for as long as the page lives."""
    target.addEventListener(kind, create_proxy(handler))


class Table:
    """The session and all that shows it."""

    def __init__(self) -> None:
        self.session = opening_session(kept())
        self.board = BoardView(element("board"))
        self.panel = Panel()
        self.engine = Engine(self.dispatch)
        self.dialog = NewGameDialog(self.new_game)
        self.painting = False
        self.next_entry = False  # the next change of the address makes a history entry
        self.storage_works = True
        self.paint_proxy = create_proxy(self.paint)

    # -------------------------------------------------------- events

    def dispatch(self, event: object) -> None:
        """Carry out one event: the new session, its commands, the address, a picture."""
        before = self.session
        self.session, commands = update(before, event)
        for command in commands:
            if isinstance(command, wire.Think):
                self.engine.think(command)
            elif isinstance(command, table.StopThinking):
                self.engine.cancel()
            else:
                self.engine.move_now()
        self.remember(before)
        self.paint_soon()

    def remember(self, before: Session) -> None:
        """Keep the address and the storage in step with the session."""
        now = self.session
        moved = now.tree is not before.tree or now.cursor != before.cursor or now.leaf != before.leaf
        if not moved and now.seats == before.seats and now.hidden == before.hidden:
            return
        link = now.link
        if moved and now.address is None and urldefrag(location.href).fragment != link:
            place = history.pushState if self.next_entry else history.replaceState
            place(None, "", f"#{link}")
            self.next_entry = False
        if not keep(link, now.seats, now.hidden) and self.storage_works:
            self.storage_works = False
            self.session, _ = update(self.session, table.Say(WORDS["storage"]))

    def new_game(self, event: table.NewGame) -> None:
        """Start a game from the dialog, or say there why not."""
        self.next_entry = True
        self.dispatch(event)
        notice = self.session.notice
        show_error(notice.text if notice else "")
        if notice is None:
            element("new-game").close()

    def open_address(self) -> None:
        """The address was changed by hand, by a link or by the Back button."""
        fragment = location.hash
        if fragment and fragment != f"#{self.session.link}":
            self.dispatch(table.OpenLink(fragment))
            self.next_entry = True

    # -------------------------------------------------------- pictures

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
        self.board.show_coordinates("coordinates" not in self.session.hidden)
        self.panel.paint(picture)
        for colour in (0, 1):
            level = self.session.seats[colour].level
            seat = element(f"side-{colour}").querySelector(".seat")
            seat.value = "" if level is None else str(level)

    def turn(self) -> int:
        """How the board is turned: a rhombus stands upright on a narrow window."""
        narrow = window.innerWidth < min(window.innerHeight, 832)
        return 3 if narrow and self.session.game.board.shape == "rhombus" else 0

    # -------------------------------------------------------- listeners

    def listen(self) -> None:
        """Connect the page to the table."""
        listen(element("board"), "click", self.on_board)
        listen(element("moves"), "click", self.on_move)
        listen(document, "keydown", self.on_key)
        listen(window, "hashchange", lambda event: self.open_address())
        listen(window, "resize", lambda event: self.paint_soon())
        for name, event in ACTION_BUTTONS.items():
            listen(element(name), "click", lambda _, event=event: self.dispatch(event()))
        for name, actions in STEP_BUTTONS.items():
            listen(element(name), "click", lambda _, n=actions: self.dispatch(table.Step(n)))
        for name in ("end", "pass", "swap"):
            listen(element(name), "click", lambda _, name=name: self.on_special(name))
        for colour in (0, 1):
            seat = element(f"side-{colour}").querySelector(".seat")
            fill_seats(seat)
            listen(seat, "change", lambda _, colour=colour: self.on_seat(colour))
        self.dialog.listen(listen)
        listen(element("open-new"), "click", lambda _: self.dialog.open(self.session))
        listen(element("open-rules"), "click", lambda _: self.on_rules())
        listen(element("rules-tabs"), "click", self.on_rules_tab)
        listen(element("open-layers"), "click", lambda _: element("layers").showModal())
        listen(element("layers"), "change", self.on_layer)
        listen(element("copy-link"), "click", lambda _: self.copy_link())
        listen(element("check-update"), "click", lambda _: announce("check-update"))
        listen(window, "greylox:update-status", self.on_update_status)
        for button in document.querySelectorAll("[data-close]"):
            listen(button, "click", lambda event: event.target.closest("dialog").close())
        for box in document.querySelectorAll("[data-layer]"):
            box.checked = box.dataset.layer not in self.session.hidden

    def on_board(self, event) -> None:  # type: ignore[no-untyped-def]
        """A click or tap on the board."""
        cell = event.target.closest("[data-cell]")
        if cell:
            self.dispatch(table.Click(self.session.game.board.cell(cell.dataset.cell)))

    def on_move(self, event) -> None:  # type: ignore[no-untyped-def]
        """A stone in the move list was chosen."""
        stone = event.target.closest("[data-node]")
        if stone:
            self.dispatch(table.Go(int(stone.dataset.node)))

    def on_key(self, event) -> None:  # type: ignore[no-untyped-def]
        """Arrows, Home and End walk through the game unless a control wants them."""
        if event.ctrlKey or event.altKey or event.metaKey or event.key not in KEYS:
            return
        if event.target.closest("input, select, textarea, dialog, [contenteditable]"):
            return
        event.preventDefault()
        self.dispatch(table.Step(KEYS[event.key]))

    def on_special(self, name: str) -> None:
        """End turn, pass or swap."""
        board = self.session.game.board
        self.dispatch(table.Act(board.swap if name == "swap" else board.end))

    def on_seat(self, colour: int) -> None:
        """Another player takes a colour."""
        seats = list(self.session.seats)
        seats[colour] = seat_of(element(f"side-{colour}").querySelector(".seat").value)
        self.dispatch(table.TakeSeats((seats[0], seats[1])))

    def on_rules(self) -> None:
        """Open the rules at the game on the table."""
        show_rules(self.session.game.name)
        element("rules").showModal()

    def on_rules_tab(self, event) -> None:  # type: ignore[no-untyped-def]
        """Another game's rules."""
        tab = event.target.closest("[data-rules]")
        if tab and tab.dataset.rules in GAMES:
            show_rules(tab.dataset.rules)

    def on_layer(self, event) -> None:  # type: ignore[no-untyped-def]
        """A layer was switched."""
        self.dispatch(table.Toggle(event.target.dataset.layer))

    def on_update_status(self, event) -> None:  # type: ignore[no-untyped-def]
        """The search for a newer version has ended."""
        self.dispatch(table.Say(WORDS[f"update-{event.detail}"]))

    def copy_link(self) -> None:
        """Put the address of this position on the clipboard."""
        address = f"{urldefrag(location.href).url}#{self.session.link}"

        def failed(_: object) -> None:
            self.dispatch(table.Say(f"{WORDS['not-copied']} {address}"))

        try:
            copied = navigator.clipboard.writeText(address)
        except (JsException, AttributeError):
            failed(None)
            return
        copied.then(
            create_proxy(lambda _: self.dispatch(table.Say(WORDS["copied"]))), create_proxy(failed)
        )


def opening_session(memory: Kept) -> Session:
    """The session to begin with: the game as it was left, or a first game to play at once."""
    first = Session(plant(new_game("greylox")), seats=FIRST_VISIT_SEATS, hidden=memory.hidden)
    seats = memory.seats or FIRST_VISIT_SEATS
    reading = read_link(memory.link) if memory.link else None
    if reading is None or reading.record is None or reading.error:
        return first
    return table.seated(first, *grow(reading.record), seats)


def announce(name: str) -> None:
    """Tell the scripts of the page that something has happened."""
    window.dispatchEvent(CustomEvent.new(f"greylox:{name}"))


async def start() -> None:
    """Make the page playable, then start the engine."""
    players = Table()
    players.board.adopt(new_game("greylox"))
    players.listen()
    players.open_address()
    players.dispatch(None)
    players.paint()
    performance.mark("board-interactive")
    announce("board-interactive")
    build = json.loads(document.querySelector("meta[name=greylox-build]").content)
    element("version").textContent = build["version"]
    await players.engine.start()
