"""Vibration for events, on devices that support it."""

from js import navigator
from pyodide.ffi import to_js

from ...page.feature import Feature
from ...session.event import Event
from ...session.session import Session
from .sounds import VIBRATIONS, sound_of


class Haptics(Feature):
    """Vibrates with every event that has a sound, if switched on."""

    def on_event(self, event: Event | None, before: Session) -> None:
        """Vibrate for the event."""
        session = self.store.session
        is_enabled = session.preferences.haptics and hasattr(navigator, "vibrate")
        name = sound_of(event, before, session) if event and is_enabled else None
        if name:
            navigator.vibrate(to_js(list(VIBRATIONS[name])))
