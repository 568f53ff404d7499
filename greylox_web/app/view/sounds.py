"""What can be heard of an event: a sound, or none."""

from typing import Literal

from ..session import events as ev
from ..session.session import Session

Sound = Literal["place", "flip", "end", "refusal"]
Tone = tuple[int, float, float]  # hertz, seconds after the first one, seconds it lasts

TONES: dict[Sound, tuple[Tone, ...]] = {
    "place": ((196, 0.0, 0.07),),
    "flip": ((196, 0.0, 0.06), (294, 0.07, 0.07)),
    "end": ((262, 0.0, 0.14), (330, 0.14, 0.14), (392, 0.28, 0.3)),
    "refusal": ((110, 0.0, 0.12),),
}


def sound_of(event: ev.Event, before: Session, after: Session) -> Sound | None:
    """The sound that goes with an event, None for silence.

    A stone that is played is heard whoever plays it; looking at the game makes no sound.
    """
    if isinstance(event, ev.Prefer):
        return "place" if event == ev.Prefer("sound", True) else None
    same_game = after.tree.nodes[0].state is before.tree.nodes[0].state
    if not same_game or after.editor is not None or after.mark:
        return None
    if after.tree is before.tree and after.cursor == before.cursor:
        refused = isinstance(event, ev.Click | ev.Act) and after.notice is not None
        return "refusal" if refused else None
    if isinstance(event, ev.Step | ev.Go | ev.Sibling | ev.Undo | ev.Redo | ev.OpenTree):
        return None
    if after.outcome is not None and before.outcome is None:
        return "end"
    node = after.tree.nodes[after.cursor]
    if node.parent != before.cursor or after.cursor == before.cursor:
        return None
    placed = after.game.board.cells >> node.action & 1
    flipped = placed and (before.state.stones[0] | before.state.stones[1]) >> node.action & 1
    return "flip" if flipped else "place"
