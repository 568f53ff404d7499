"""The sound of an event, synthesized from a few components, and the matching vibration."""

from typing import Literal, NamedTuple

from ...session import naming
from ...session.event import Event, SetPreference
from ...session.load_match import LoadMatch, MatchMerged
from ...session.playing import ClickCell, GoToNode, GoToSibling, PlayAction, Redo, StepBy, Undo
from ...session.session import Session

SoundName = Literal["place", "flip", "sweep", "turn", "phase", "won", "lost", "drawn", "refusal"]
"""A sweep is a flip that changes who controls ``SWEEP_MIN_CELLS`` cells or more."""


class Tone(NamedTuple):
    """One component of a sound."""

    kind: Literal["ring", "bell", "brush"]  # struck ceramic, a struck bell, noise
    hertz: float
    start: float  # seconds after the beginning of the sound
    seconds: float  # until the component has faded away
    loudness: float  # 0 to 1


def stone_sound(hertz: float, start: float = 0.0, loudness: float = 1.0) -> tuple[Tone, ...]:
    """Make the sound of a stone on ceramic: a click, two inharmonic partials, a low tone."""
    return (
        Tone("brush", 3.1 * hertz, start, 0.018, 0.5 * loudness),
        Tone("ring", hertz, start, 0.09, 0.5 * loudness),
        Tone("ring", 2.76 * hertz, start, 0.045, 0.22 * loudness),
        Tone("ring", 0.26 * hertz, start, 0.07, 0.6 * loudness),
    )


def chime(*notes: float, step: float = 0.11) -> tuple[Tone, ...]:
    """Make soft notes, one every ``step`` seconds; each note is in hertz."""
    return tuple(Tone("bell", hertz, number * step, 0.7, 0.4) for number, hertz in enumerate(notes))


LIFT_SOUND = (Tone("brush", 1500, 0.0, 0.07, 0.16),)  # a stone is turned in the air
SWEEP_SOUND = tuple(
    part for n in range(4) for part in stone_sound(900 + 120 * n, 0.15 + 0.045 * n, 0.3 - 0.04 * n)
)
SOUNDS: dict[SoundName, tuple[Tone, ...]] = {
    "place": stone_sound(660),
    "flip": LIFT_SOUND + stone_sound(780, 0.08),
    "sweep": LIFT_SOUND + stone_sound(780, 0.08) + SWEEP_SOUND,
    "turn": stone_sound(420, loudness=0.5),
    "phase": chime(392.0, 587.3, step=0.14),
    "won": chime(392.0, 493.9, 587.3, 784.0),
    "lost": chime(392.0, 349.2, 293.7, step=0.16),
    "drawn": chime(392.0, 440.0, 392.0, step=0.16),
    "refusal": (Tone("brush", 240, 0.0, 0.08, 0.5), Tone("ring", 110, 0.0, 0.1, 0.5)),
}
VIBRATIONS: dict[SoundName, tuple[int, ...]] = {  # milliseconds of vibration and pause, alternating
    "place": (9,),
    "flip": (5, 40, 9),
    "sweep": (5, 40, 9, 40, 5),
    "turn": (5,),
    "phase": (12, 60, 12),
    "won": (15, 80, 15, 80, 40),
    "lost": (40,),
    "drawn": (20, 80, 20),
    "refusal": (30,),
}
SWEEP_MIN_CELLS = 4  # changed cells from which a flip sounds like a sweep


def sound_of(event: Event, before: Session, after: Session) -> SoundName | None:
    """Return the sound of an event, or None for silence.

    Every player's stones sound; browsing the game makes no sound.
    """
    if isinstance(event, SetPreference):
        is_preview = event == SetPreference("sound", True) or event.name in ("volume", "haptics")
        return "place" if is_preview and event.value else None
    same_game = after.is_same_game(before)
    if not same_game or after.editor is not None or after.drawing_mark:
        return None
    if after.tree is before.tree and after.cursor == before.cursor:
        refused = isinstance(event, ClickCell | PlayAction) and after.notice is not None
        return "refusal" if refused else None
    if isinstance(event, StepBy | GoToNode | GoToSibling | Undo | Redo | LoadMatch | MatchMerged):
        return None
    if after.outcome is not None and before.outcome is None:
        winner, local_colour = after.outcome.winner, naming.colour_called_you(after)
        return "drawn" if winner is None else "won" if local_colour in (winner, None) else "lost"
    node = after.tree.nodes[after.cursor]
    if node.parent != before.cursor or after.cursor == before.cursor:
        return None
    if after.state.phase != before.state.phase:
        return "phase"
    if not after.game.board.cells >> node.action & 1:
        return "turn"
    if not before.state.occupied >> node.action & 1:
        return "place"
    return "sweep" if _changed(before, after) >= SWEEP_MIN_CELLS else "flip"


def _changed(before: Session, after: Session) -> int:
    """Return how many cells each colour gained or lost control of, both colours added."""
    old, new = before.game.controlled(before.state), after.game.controlled(after.state)
    if not old or not new:
        return 0
    return sum((a ^ b).bit_count() for a, b in zip(old, new, strict=True))
