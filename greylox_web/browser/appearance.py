"""The look that the player chose: marks on the page's root, which the style sheets know.

``early.js`` sets the same marks before the first paint.
"""

from js import document, window

from ..app.preferences import DEFAULTS, LOOKS, Preferences
from ..app.session.events import Event
from ..app.session.session import Session
from .table import Follower, Table


def follow(table: Table) -> Follower:
    """Keep the page's look as it is chosen."""

    def changed(_event: Event | None, before: Session) -> None:
        if table.session.preferences is not before.preferences:
            apply(table.session.preferences)

    apply(table.session.preferences)
    return changed


def apply(preferences: Preferences) -> None:
    """Mark the root with each choice that is not the default."""
    root = document.documentElement
    for name in LOOKS:
        value = getattr(preferences, name)
        if value == getattr(DEFAULTS, name):
            root.removeAttribute(f"data-{name}")
        else:
            root.setAttribute(f"data-{name}", value)
    ground = window.getComputedStyle(document.body).backgroundColor
    document.querySelector("meta[name=theme-color]").content = ground
