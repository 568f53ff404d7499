"""The clock on the page: counting, storing for a reload, and the flag fall."""

from js import document, performance, window
from pyodide.ffi import create_proxy

from ...app.session import events as ev
from ...app.session.session import Session
from ...app.session.starting.games import continues
from ...app.session.terms.clock import (
    LOW_MILLIS,
    NOBODY,
    Clock,
    face,
    left,
    read_clock,
    run,
    wound,
    write_clock,
)
from ...rules.state import State
from ...words import WORDS
from ..dom import at_home, element, listen, repeatedly
from ..storage.memory import keep_clock, kept_clock
from ..table import Follower, Table

OPEN_DIALOG = "dialog[open]"
TICK_MILLIS = 100
KEEP_MILLIS = 1000  # between two writes of the running time
MOST_OTHERS = 8  # games whose clocks are cached
HURRY_PART = 25  # an engine uses 1/25 of its time for an action, and most of an increment


def is_other(event: ev.Event | None, before: Session, session: Session) -> bool:
    """Whether another game has come onto the table, and not more of the same one.

    What was left or stored comes with its own players, and is another game even if it begins alike.
    """
    if session.terms != before.terms:
        return True
    if session.is_same_game(before):
        return False
    if isinstance(event, ev.NewGame | ev.Rematch | ev.PlayFromHere):
        return True
    if isinstance(event, ev.OpenTree) and event.asked and event.seats is not None:
        return True
    return not continues(before, session.tree, session.leaf)


def follow(table: Table) -> Follower:
    """Show the clock; return its follower."""
    return ClockFace(table).follow


class ClockFace:
    """The clock of the game on the table."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.others: list[tuple[State, Clock]] = []  # of games that were left, by their roots
        self.first = kept_clock()  # of the game that was on the table when the page was opened
        self.clock = self.found()
        self.paused = False
        self.kept_at = 0.0
        self.began = 0.0  # when the running side's time began to run, or the engine was asked
        self.ticket = -1  # the question to the engine that this belongs to
        self.hurried = -1  # the question to the engine that was cut short
        self.faces = [element(f"side-{colour}").querySelector(".clock") for colour in (0, 1)]
        tick = create_proxy(lambda: repeatedly("clock", self.tick))
        window.setInterval(tick, TICK_MILLIS)
        listen(window, "pagehide", lambda _: self.keep())

    def follow(self, event: ev.Event | None, before: Session) -> None:
        """Update the clock for the session: another game, or another side's turn."""
        session, before = self.table.session.played, before.played
        if is_other(event, before, session):
            self.put_aside(before)
            self.clock = self.found()
        self.count()
        self.keep()
        self.paint()

    def put_aside(self, left: Session) -> None:
        """Stop the clock of a game that was left, and keep it for the game's return."""
        if left.terms.millis:
            now, root = performance.now(), left.tree.root
            stopped = run(self.clock, left, now, paused=True)
            others = [(other, clock) for other, clock in self.others if other is not root]
            self.others = [(root, stopped), *others][:MOST_OTHERS]

    def found(self) -> Clock:
        """The clock of the game on the table, as it was left, or a new one."""
        session, autosave = self.table.session.played, self.table.autosave
        root = session.tree.root
        for other, clock in self.others:
            if other is root:
                return clock
        if root is self.table.first.tree.root:
            return read_clock(self.first, session.terms)
        game = autosave.game_of(root) if autosave is not None else ""
        return read_clock(kept_clock(game), session.terms) if game else wound(session.terms)

    def count(self) -> None:
        """Subtract the time that has passed, and run for the side to move."""
        now = performance.now()
        self.paused = self.must_pause()
        was, session = self.clock.running, self.table.session.played
        self.clock = run(self.clock, session, now, paused=self.paused)
        if (self.clock.running, session.engine.ticket) != (was, self.ticket):
            self.began, self.ticket = now, session.engine.ticket

    def must_pause(self) -> bool:
        """Whether the game is covered by a dialog, an exercise or home."""
        exercise = self.table.session.attempt is not None
        return exercise or at_home() or bool(document.querySelector(OPEN_DIALOG))

    def tick(self) -> None:
        """Update the time, end it by a flag fall, and hurry an engine that takes too long."""
        session = self.table.session.played
        if session.terms.millis and self.paused != self.must_pause():
            self.count()
            self.paint()
        running, now = self.clock.running, performance.now()
        if running == NOBODY:
            return
        if now - self.kept_at > KEEP_MILLIS:
            self.keep()
        self.paint()
        remaining = left(self.clock, running, now)
        if not remaining:
            self.table.dispatch(ev.FlagFall(running))
        elif session.engine.thinking and session.engine.ticket != self.hurried:
            share = remaining / HURRY_PART + session.terms.increment * 0.7
            if session.seats[running].level is not None and now - self.began > share:
                self.hurried = session.engine.ticket
                self.table.dispatch(ev.MoveNow())

    def keep(self) -> None:
        """Store the time that is left."""
        self.kept_at = performance.now()
        if self.table.session.played.terms.millis:
            autosave = self.table.autosave
            game = autosave.game if autosave is not None else ""
            keep_clock(write_clock(self.clock, self.kept_at), game)

    def paint(self) -> None:
        """Show the time that is left."""
        session, now = self.table.session, performance.now()
        for colour, side in enumerate(self.faces):
            side.hidden = not session.terms.millis
            millis = left(self.clock, colour, now)
            text = face(millis)
            if side.textContent != text:
                side.textContent = text
            title = WORDS["time-of"].format(Colour=WORDS[session.game.colours[colour]])
            if side.getAttribute("aria-label") != title:
                side.setAttribute("aria-label", title)
            side.classList.toggle("running", colour == self.clock.running)
            side.classList.toggle("low", millis < LOW_MILLIS)
