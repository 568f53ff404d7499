"""Toasts: a phase notice over the board, and the legend of a new sign beside the board."""

from js import Element

from ...page.dom import by_id, create_element
from ...page.feature import Feature
from ...page.lifetime import Lifetime
from ...page.store import Store
from ...session.event import Event, SetPreference
from ...session.requests import EngineReport
from ...session.session import Session
from ...words.moments import MOMENT_WORDS as WORDS
from ..board.marks import layers
from .phase_notices import SIGN_LAYERS, phase_notice, sign_legend

TOAST_MILLIS, LEGEND_MILLIS = 2600, 12_000


class Toast:
    """A text that disappears after ``millis`` milliseconds."""

    def __init__(self, lifetime: Lifetime, name: str, millis: int, **attributes: str) -> None:
        self.lifetime = lifetime
        self.node: Element = create_element("p", id=name, **attributes)
        self.node.hidden = True
        self.millis = millis
        self.show_count = 0  # number of the latest text; timers of earlier texts do nothing

    def show(self, text: str) -> None:
        """Show a text and hide it after the time."""
        self.show_count += 1
        number = self.show_count
        self.node.hidden = True
        self.node.textContent = text
        self.node.hidden = False
        self.lifetime.set_timeout(self.millis, lambda: self.hide(number))

    def hide(self, number: int = 0) -> None:
        """Hide the text; with a ``number``, only if it is still the current text's number."""
        if number in (0, self.show_count):
            self.node.hidden = True


class Toasts(Feature):
    """The toasts, which session events show and hide."""

    def __init__(self, store: Store) -> None:
        super().__init__(store)
        self.phase_toast = Toast(store.lifetime, "phase-toast", TOAST_MILLIS, aria_hidden="true")
        self.legend_toast = Toast(store.lifetime, "legend", LEGEND_MILLIS)
        by_id("board").after(self.phase_toast.node)
        by_id("goal").after(self.legend_toast.node)

    def on_event(self, event: Event | None, before: Session) -> None:
        """Show the phase that has begun and the legend of a new sign."""
        session = self.store.session
        if session.cursor == before.cursor and session.tree is before.tree:
            return
        if notice := phase_notice(before, session):
            self.phase_toast.show(notice)
        if session.outcome is not None or not session.is_same_game(before):
            self.phase_toast.hide()
        if not isinstance(event, EngineReport):
            self.legend_toast.hide()
        explained = session.preferences.legends.split()
        if len(explained) < len(SIGN_LAYERS) and (name := sign_legend(session, layers(session))):
            self.legend_toast.show(WORDS[f"sign-{name}"])
            self.store.dispatch(SetPreference("legends", " ".join([*explained, name])))
