"""The base class of features: the parts of a page that handle events, buttons and addresses.

``Store.get_part`` makes the one instance of a class that a page has.
"""

from collections.abc import Mapping
from typing import TYPE_CHECKING, ClassVar

from ..session.event import Event
from ..session.session import Session

if TYPE_CHECKING:
    from js import Element

    from .store import Store


class Feature:
    """A part of the page.  A subclass overrides the methods that it needs."""

    press_events: ClassVar[Mapping[str, Event]] = {}
    """A button's name -> the event that it dispatches."""

    def __init__(self, store: "Store") -> None:
        self.store = store

    def on_event(self, event: Event | None, before: Session) -> None:
        """Handle an event, given the session before it; None means to compare everything anew."""

    def render(self) -> None:
        """Update its elements, in the frame after an event."""

    def on_press(self, name: str, button: "Element") -> None:
        """Handle a press on a button with ``data-press="feature:name"``."""
        self.store.dispatch(self.press_events[name])

    def open(self, path: str) -> bool:
        """Open an address of one of its routes; return whether ``path`` exists."""
        return False

    def close(self) -> None:
        """Close what it shows over the board, as another view needs the space."""
