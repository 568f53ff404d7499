"""The chosen look: attributes of the page's root element, used by the style sheets.

``early.js`` sets the same attributes before the first paint.
"""

from js import document, window

from ...page.table import Follower, Table
from ...session.event import Event
from ...session.preferences import DEFAULTS, LOOKS, Preferences
from ...session.session import Session


def follow(table: Table) -> Follower:
    """A follower that applies changed preferences to the page's look."""

    def changed(_event: Event | None, before: Session) -> None:
        if table.session.preferences is not before.preferences:
            apply(table.session.preferences)

    apply(table.session.preferences)
    return changed


def apply(preferences: Preferences) -> None:
    """Set an attribute of the root for each preference that is not the default."""
    root = document.documentElement
    for name in LOOKS:
        value = getattr(preferences, name)
        if value == getattr(DEFAULTS, name):
            root.removeAttribute(f"data-{name}")
        else:
            root.setAttribute(f"data-{name}", value)
    ground = window.getComputedStyle(document.body).backgroundColor
    document.querySelector("meta[name=theme-color]").content = ground
