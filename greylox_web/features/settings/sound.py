"""The sounds of events, synthesized from fading waves and filtered noise, and vibration."""

from array import array
from typing import Any

from js import document, navigator, window
from pyodide.ffi import to_js

from ...page.feature import Feature
from ...page.store import Store
from ...session.event import Event
from ...session.session import Session
from .sounds import SOUNDS, VIBRATIONS, Tone, sound_of

MAX_GAIN = 0.6
SILENCE = 0.0001  # an exponential fade cannot end at 0
ATTACK = {"ring": 0.002, "bell": 0.014, "brush": 0.001}  # seconds
NOISE_SECONDS = 0.1
LOWPASS_HERTZ = 5200  # the cutoff of the low-pass filter


class Sound(Feature):
    """Plays the sounds of events, if sound is switched on."""

    def __init__(self, store: Store) -> None:
        super().__init__(store)
        self.player: SoundPlayer | None = None  # made at the first sound

    def on_event(self, event: Event | None, before: Session) -> None:
        """Play the sound of the event."""
        session = self.store.session
        chosen = session.preferences
        name = sound_of(event, before, session) if event and chosen.sound else None
        if name and can_sound():
            if self.player is None:
                self.player = player = SoundPlayer()
                self.store.lifetime.on_end(lambda: player.context.close())
            self.player.play(SOUNDS[name], chosen.volume)


class Haptics(Feature):
    """Vibrates with every event that has a sound, if switched on."""

    def on_event(self, event: Event | None, before: Session) -> None:
        """Vibrate for the event."""
        session = self.store.session
        is_enabled = session.preferences.haptics and hasattr(navigator, "vibrate")
        name = sound_of(event, before, session) if event and is_enabled else None
        if name:
            navigator.vibrate(to_js(list(VIBRATIONS[name])))


def can_sound() -> bool:
    """Return whether the page is visible and was pressed before, and the browser has sound."""
    activation = getattr(navigator, "userActivation", None)  # some browsers have no such property
    was_pressed = activation is None or bool(activation.hasBeenActive)
    return was_pressed and not document.hidden and hasattr(window, "AudioContext")


class SoundPlayer:
    """The audio graph that mixes the components of a sound."""

    def __init__(self) -> None:
        self.context = context = window.AudioContext.new()
        self.volume = context.createGain()
        soft = context.createBiquadFilter()
        soft.type, soft.frequency.value = "lowpass", LOWPASS_HERTZ
        self.volume.connect(soft)
        soft.connect(context.destination)
        self.noise = self._noise()

    def play(self, parts: tuple[Tone, ...], volume: int) -> None:
        """Play these components together, at a volume of 1 to 5."""
        self.context.resume()  # browsers suspend the audio until the first user gesture
        self.volume.gain.value = MAX_GAIN * (volume / 5) ** 1.7
        now = self.context.currentTime
        for part in parts:
            self._start(part, now + part.start)

    def _start(self, part: Tone, at: float) -> None:
        context = self.context
        source: Any
        if part.kind == "brush":
            source, band = context.createBufferSource(), context.createBiquadFilter()
            source.buffer = self.noise
            band.type, band.frequency.value, band.Q.value = "bandpass", part.hertz, 1.1
            source.connect(band)
            last = band
        else:
            source = last = context.createOscillator()
            source.type = "sine" if part.kind == "ring" else "triangle"
            source.frequency.value = part.hertz
        fade = context.createGain()
        fade.gain.setValueAtTime(SILENCE, at)
        fade.gain.exponentialRampToValueAtTime(part.loudness, at + ATTACK[part.kind])
        fade.gain.exponentialRampToValueAtTime(SILENCE, at + part.seconds)
        last.connect(fade)
        fade.connect(self.volume)
        source.start(at)
        source.stop(at + part.seconds)

    def _noise(self) -> Any:
        """Make a buffer of noise; it is reused for all sounds."""
        rate = int(self.context.sampleRate)
        buffer = self.context.createBuffer(1, int(rate * NOISE_SECONDS), rate)
        seed, samples = 1, array("f")
        for _ in range(int(rate * NOISE_SECONDS)):
            seed = (seed * 1_103_515_245 + 12_345) & 0x7FFF_FFFF
            samples.append(seed / 0x3FFF_FFFF - 1)
        buffer.copyToChannel(to_js(samples), 0)
        return buffer
