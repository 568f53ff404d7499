"""The appearance: attributes of the page's root element, used by the style sheets.

``early.js`` sets the same attributes before the first paint.
"""

from js import document, window

from ...page.feature import Feature
from ...page.store import Store
from ...session.event import Event
from ...session.preferences import APPEARANCE_KEYS, DEFAULTS, Preferences
from ...session.session import Session


class Appearance(Feature):
    """Applies the preferences to the page's appearance."""

    def __init__(self, store: Store) -> None:
        super().__init__(store)
        apply(store.session.preferences)

    def on_event(self, _event: Event | None, before: Session) -> None:
        """Apply the preferences again if they have changed."""
        if self.store.session.preferences is not before.preferences:
            apply(self.store.session.preferences)


def apply(preferences: Preferences) -> None:
    """Set an attribute of the root for each preference that is not the default."""
    root = document.documentElement
    for name in APPEARANCE_KEYS:
        value = getattr(preferences, name)
        if value == getattr(DEFAULTS, name):
            root.removeAttribute(f"data-{name}")
        else:
            root.setAttribute(f"data-{name}", value)
    ground = window.getComputedStyle(document.body).backgroundColor
    document.querySelector("meta[name=theme-color]").content = ground
