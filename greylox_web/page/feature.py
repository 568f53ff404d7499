"""A feature: a part of the page that hears of events, paints, and answers to buttons and addresses.

``Store.part`` makes the one instance of a class that a page has.
"""

from collections.abc import Mapping
from typing import TYPE_CHECKING, ClassVar

from ..session.event import Event
from ..session.session import Session

if TYPE_CHECKING:
    from js import Element

    from .store import Store


class Feature:
    """A part of the page.  A feature overrides the methods that concern it."""

    press_events: ClassVar[
        Mapping[str, Event]
    ] = {}  # a button's name -> the event that it dispatches

    def __init__(self, store: "Store") -> None:
        self.store = store

    def on_event(self, event: Event | None, before: Session) -> None:
        """After an event, with the session before it; None to look at everything anew."""

    def render(self) -> None:
        """Bring its elements up to date, in the frame after an event."""

    def on_press(self, name: str, button: "Element") -> None:
        """A button with ``data-press="feature:name"`` was pressed."""
        self.store.dispatch(self.press_events[name])

    def open(self, path: str) -> bool:
        """An address of one of its routes was opened; return whether ``path`` leads somewhere."""
        return False

    def close(self) -> None:
        """Put away what it shows over the table, for which another view has no room."""
