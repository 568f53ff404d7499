"""The clock on the page: countdown, storage for reloads, and the flag fall."""

from js import Element, document, location, performance, window

from ...page.dom import by_id, create_element, is_board_shown
from ...page.feature import Feature
from ...page.local_storage import load_clock, save_clock
from ...page.store import Store
from ...session.clock import (
    LOW_MILLIS,
    NO_COLOUR,
    Clock,
    advance,
    format_time,
    new_clock,
    read_clock,
    running_colour,
    time_left,
    write_clock,
)
from ...session.event import Event
from ...session.load_match import LoadMatch, MatchMerged, is_continuation
from ...session.playing import FlagFall
from ...session.requests import MoveNow
from ...session.session import Session
from ...words import WORDS
from ...words.ending import ENDING_WORDS

OPEN_DIALOG = "dialog[open]"
TICK_MILLIS = 100
BUSY_MILLIS = 3000  # maximum gap between ticks or events on a busy phone, near the flag fall
SLEPT_MILLIS = 10_000  # maximum gap otherwise; after a longer one, the device has slept
STORE_MILLIS = 1000  # between two writes of the running time
TIME_SHARE, INCREMENT_SHARE = 1 / 25, 0.7  # of its time and its increment, for an engine's action


def needs_other_clock(event: Event | None, before: Session, session: Session) -> bool:
    """Return whether the clock of another match is needed.

    A pasted text or a file that continues the match keeps its clock.
    """
    if session.terms != before.terms:
        return True
    if session.is_same_game(before) or isinstance(event, MatchMerged):
        return False
    is_imported = isinstance(event, LoadMatch) and event.imported
    return not (is_imported and is_continuation(before.match, session.tree, session.leaf))


class ClockView(Feature):
    """The clock of the current game."""

    def __init__(self, store: Store) -> None:
        super().__init__(store)
        self.first_clock = load_clock()  # of the match that the page was opened with
        self.clock = self.restored_clock()
        self.paused = False
        self.last_awake_at = performance.now()  # the last time at which the page was running
        self.dialog: Element | None = None  # the dialog "play on?"; None before its first use
        self.question_open = False  # whether that dialog is open
        self.stored_at = 0.0
        self.started_at = 0.0  # when the running side's time started, or the engine search
        self.ticket = -1  # the engine ticket of that search
        self.finish_requested = -1  # the engine ticket of a search that was cut short
        self.elements = [by_id(f"side-{colour}").querySelector(".clock") for colour in (0, 1)]
        store.lifetime.set_interval(
            TICK_MILLIS, lambda: store.faults.run_repeated("clock", self.tick)
        )
        store.lifetime.listen(window, "pagehide", lambda _: self.save())

    def on_event(self, event: Event | None, before: Session) -> None:
        """Update the clock after an event: another match, or the other side's turn."""
        session, before = self.store.session.game_session, before.game_session
        slept = self.has_slept(before)
        if needs_other_clock(event, before, session):
            self.suspend(before)
            self.clock = self.restored_clock()
        elif slept and running_colour(session) != NO_COLOUR:
            self.show_dialog()
        if self.question_open and session.tree.outcome(session.live_node) is not None:
            self.close()
        self.tick_down()
        self.save()
        self.show()

    def suspend(self, session: Session) -> None:
        """Stop the clock of a suspended match, and store it for when the match is resumed."""
        open_match = self.store.visit.get(session.match.id)
        if session.terms.time_millis and open_match is not None:
            now = performance.now()
            open_match.clock = advance(self.clock, session, now, paused=True)
            if open_match.is_stored:
                save_clock(write_clock(open_match.clock, now), session.match.id)

    def restored_clock(self) -> Clock:
        """Return the stored clock of the current match, or a new one."""
        session, visit = self.store.session.game_session, self.store.visit
        open_match = visit.get(session.match.id)
        if open_match is not None and open_match.clock is not None:
            return open_match.clock
        if open_match is visit.first:
            return read_clock(self.first_clock, session.terms)
        stored = load_clock(session.match.id)
        return read_clock(stored, session.terms) if stored else new_clock(session.terms)

    def tick_down(self) -> None:
        """Subtract the elapsed time, and run the clock of the side to move."""
        now = performance.now()
        self.paused = self.is_covered()
        previous, session = self.clock.running, self.store.session.game_session
        self.clock = advance(self.clock, session, now, paused=self.paused)
        if (self.clock.running, session.engine.ticket) != (previous, self.ticket):
            self.started_at, self.ticket = now, session.engine.ticket

    def is_covered(self) -> bool:
        """Return whether a dialog, an exercise or home covers the game."""
        exercise = self.store.session.exercise_attempt is not None
        covered = exercise or not is_board_shown() or bool(document.querySelector(OPEN_DIALOG))
        return covered or self.question_open

    def has_slept(self, session: Session) -> bool:
        """Return whether the page slept while a clock was running; the clock then stops.

        The clock stops at the last moment at which the page was running. This detects a sleeping
        device when the browser sends the page no visibility event.
        """
        now, last_awake_at = performance.now(), self.last_awake_at
        gap, self.last_awake_at, running = now - last_awake_at, now, self.clock.running
        if running == NO_COLOUR:
            return False
        runs_out = gap >= time_left(self.clock, running, last_awake_at)
        slept = gap > (BUSY_MILLIS if runs_out else SLEPT_MILLIS)
        if slept:
            self.clock = advance(self.clock, session, last_awake_at, paused=True)
        return slept

    def show_dialog(self) -> None:
        """Ask whether to play on, unless the game is covered. The clock is stopped meanwhile."""
        if self.is_covered():
            return
        self.question_open = True
        listen = self.store.lifetime.listen
        if self.dialog is None:
            self.dialog = create_element(
                "dialog", id="clock-stopped", aria_labelledby="slept-question"
            )
            heading = create_element("h2", ENDING_WORDS["slept-question"], id="slept-question")
            play_button = create_element(
                "button", ENDING_WORDS["play-on"], type="button", autofocus=""
            )
            play_button.className = "main"
            later_button = create_element("button", ENDING_WORDS["later"], type="button")
            buttons = create_element("div", **{"class": "actions"})
            buttons.append(play_button, later_button)
            self.dialog.append(heading, create_element("p", ENDING_WORDS["slept"]), buttons)
            listen(play_button, "click", lambda _: self.close())
            listen(
                later_button, "click", lambda _: setattr(location, "hash", "home")
            )  # this closes the dialog
            listen(self.dialog, "close", lambda _: self.on_dialog_closed())
            document.body.append(self.dialog)
        self.dialog.showModal()

    def close(self) -> None:
        """Close the dialog."""
        if self.dialog is not None:
            self.dialog.close()

    def on_dialog_closed(self) -> None:
        """Restart the clock after the dialog was closed, by a button or otherwise."""
        self.question_open = False
        self.last_awake_at = performance.now()
        self.tick_down()
        self.show()

    def tick(self) -> None:
        """Update the time, dispatch a flag fall, and hurry an engine that takes too long."""
        session = self.store.session.game_session
        if self.has_slept(session):
            self.show_dialog()
        if session.terms.time_millis and self.paused != self.is_covered():
            self.tick_down()
            self.show()
        running, now = self.clock.running, performance.now()
        if running == NO_COLOUR:
            return
        if now - self.stored_at > STORE_MILLIS:
            self.save()
        self.show()
        remaining = time_left(self.clock, running, now)
        if not remaining:
            self.store.dispatch(FlagFall(running))
        elif session.engine.thinking and session.engine.ticket != self.finish_requested:
            limit = remaining * TIME_SHARE + session.terms.increment_millis * INCREMENT_SHARE
            if session.seats[running].level is not None and now - self.started_at > limit:
                self.finish_requested = session.engine.ticket
                self.store.dispatch(MoveNow())

    def save(self) -> None:
        """Store the remaining time."""
        if self.has_slept(self.store.session.game_session):
            self.show_dialog()
        self.stored_at = performance.now()
        if self.store.session.game_session.terms.time_millis:
            open_match = self.store.visit.current
            save_clock(
                write_clock(self.clock, self.stored_at),
                open_match.match.id if open_match.is_stored else "",
            )

    def show(self) -> None:
        """Show the remaining time."""
        session, now = self.store.session, performance.now()
        for colour, side in enumerate(self.elements):
            side.hidden = not session.terms.time_millis
            millis = time_left(self.clock, colour, now)
            text = format_time(millis)
            if side.textContent != text:
                side.textContent = text
            title = WORDS["time-of"].format(Colour=WORDS[session.game.colours[colour]])
            if side.getAttribute("aria-label") != title:
                side.setAttribute("aria-label", title)
            side.classList.toggle("running", colour == self.clock.running)
            side.classList.toggle("low", millis < LOW_MILLIS)
