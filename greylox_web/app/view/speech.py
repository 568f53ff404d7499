"""What the board says to those who do not see it: a name for each cell, a message a decision."""

from ...rules.notation.actions import shown_action
from ...words import WORDS
from ..session.session import Session
from .frame import Frame

LAYERS = (
    "legal",
    "last",
    "pending",
    "anchor",
    "threatened",
    "chain",
    "cause",
    "hint",
    "hint-region",
)


def cell_label(session: Session, layers: dict[str, int], cell: int) -> str:
    """The cell's name, what is on it, who controls it and what can be done there."""
    colours = [WORDS[colour] for colour in session.game.colours]
    parts = [session.game.board.name(cell)]
    on = [n for n, layer in enumerate(("first", "second")) if layers.get(layer, 0) >> cell & 1]
    parts.append(colours[on[0]] if on else WORDS["vacant"])
    for side, colour in zip(("first", "second"), colours, strict=True):
        for kind in ("control", "claimed"):
            if layers.get(f"{kind}-{side}", 0) >> cell & 1:
                parts.append(WORDS[f"says-{kind}"].format(colour=colour))
    for layer in LAYERS:
        if layers.get(layer, 0) >> cell & 1:
            key = "flip" if layer == "legal" and on else layer
            if key != "threatened" or WORDS["says-flip"] not in parts:
                parts.append(WORDS[f"says-{key}"])
    return ", ".join(parts)


def spoken(before: Session | None, session: Session, frame: Frame) -> str | None:
    """The one message after a decision, or None while nothing was decided.

    The engine's reports change no node and no notice, so they are silent.
    """
    if before is not None and before.notice != session.notice and session.notice:
        return session.notice.text
    if before is not None and (before.tree.game, before.cursor, before.resigned) == (
        session.tree.game,
        session.cursor,
        session.resigned,
    ):
        return None
    node = session.tree.nodes[session.cursor]
    parts = []
    if session.cursor:
        state = session.tree.nodes[node.parent].state
        action = shown_action(session.game, state, node.action)
        key = action if node.action >= session.game.board.end else "action"
        if action.endswith("x"):
            key, action = "flipped", action[:-1]
        colour = WORDS[session.game.colours[state.mover]]
        parts.append(WORDS[f"says-{key}"].format(Colour=colour, action=action))
    parts.extend(text if text[-1:] in ".!?" else f"{text}." for text in _state(frame) if text)
    return " ".join(parts)


def _state(frame: Frame) -> tuple[str, ...]:
    notes = tuple(side.note for side in frame.sides)
    goal = "" if frame.node else frame.goal
    return (frame.result,) if frame.result else (frame.status, frame.due, goal, *notes)
