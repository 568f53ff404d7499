"""A notice over the board when a phase of the game begins."""

from ...page.dom import by_id, create_element
from ...page.feature import Feature
from ...page.store import Store
from ...session.event import Event
from ...session.session import Session
from .announcements import phase_notice

TOAST_MILLIS = 2600


class Toasts(Feature):
    """The notice, which disappears after a time."""

    def __init__(self, store: Store) -> None:
        super().__init__(store)
        self.node = create_element("p", id="phase-toast", aria_hidden="true")
        self.node.hidden = True
        self.show_count = 0  # number of the latest text; timers of earlier texts do nothing
        by_id("board").after(self.node)

    def on_event(self, event: Event | None, before: Session) -> None:
        """Show the phase that has begun."""
        session = self.store.session
        if session.cursor == before.cursor and session.tree is before.tree:
            return
        if notice := phase_notice(before, session):
            self._show(notice)
        if session.outcome is not None or not session.is_same_game(before):
            self.node.hidden = True

    def _show(self, text: str) -> None:
        """Show a text and hide it after the time."""
        self.show_count += 1
        number = self.show_count
        self.node.hidden = True
        self.node.textContent = text
        self.node.hidden = False
        self.store.lifetime.set_timeout(TOAST_MILLIS, lambda: self._hide(number))

    def _hide(self, number: int) -> None:
        """Hide the text if its number is that of the latest one."""
        if number == self.show_count:
            self.node.hidden = True
