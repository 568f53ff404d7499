"""Sounds made on the spot: a few short tones, no files."""

from js import AudioContext

from ..app.session.events import Event
from ..app.session.session import Session
from ..app.view.sounds import TONES, sound_of
from .table import Follower, Table

LOUDNESS = 0.25
SILENCE = 0.0001  # an exponential fade cannot end at 0


def follow(table: Table) -> Follower:
    """Make the sounds of all events while the player wants them."""
    context = AudioContext.new()

    def heard(event: Event | None, before: Session) -> None:
        name = sound_of(event, before, table.session) if event else None
        if name and table.session.preferences.sound:
            context.resume()  # a browser keeps it silent until the player has done something
            for hertz, after, seconds in TONES[name]:
                play(context, hertz, context.currentTime + after, seconds)

    return heard


def play(context: AudioContext, hertz: float, start: float, seconds: float) -> None:
    """One tone that fades away."""
    tone, volume = context.createOscillator(), context.createGain()
    tone.type = "triangle"
    tone.frequency.value = hertz
    volume.gain.setValueAtTime(LOUDNESS, start)
    volume.gain.exponentialRampToValueAtTime(SILENCE, start + seconds)
    tone.connect(volume)
    volume.connect(context.destination)
    tone.start(start)
    tone.stop(start + seconds)
