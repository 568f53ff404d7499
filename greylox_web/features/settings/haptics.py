"""Vibration for events, on devices that support it."""

from js import navigator
from pyodide.ffi import to_js

from ...page.table import Follower, Table
from ...session.event import Event
from ...session.session import Session
from .sounds import PULSES, sound_of


def follow(table: Table) -> Follower:
    """A follower that vibrates with every event that has a sound, if switched on."""

    def felt(event: Event | None, before: Session) -> None:
        wanted = table.session.preferences.haptics and hasattr(navigator, "vibrate")
        name = sound_of(event, before, table.session) if event and wanted else None
        if name:
            navigator.vibrate(to_js(list(PULSES[name])))

    return felt
