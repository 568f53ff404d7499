"""What the board says to those who do not see it: a name for each cell, a message a decision."""

from collections.abc import Callable

from ....rules.notation.actions import shown_action
from ....words import WORDS
from ...session.session import Session
from ...session.tree import ROOT
from .. import who
from .frame import Frame
from .moments import moment

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
    "target",
    "chosen",
)


def cell_labels(session: Session, layers: dict[str, int]) -> Callable[[int], str]:
    """What names a cell: what is on it, who controls it and what can be done there."""
    board, (first, second) = session.game.board, session.game.colours
    sides = (("first", WORDS[first]), ("second", WORDS[second]))
    stones = [(layers.get(side, 0), colour) for side, colour in sides]
    held = [
        (mask, WORDS[f"says-{kind}"].format(colour=colour))
        for side, colour in sides
        for kind in ("control", "claimed")
        if (mask := layers.get(f"{kind}-{side}", 0))
    ]
    marks = [(mask, name) for name in LAYERS if (mask := layers.get(name, 0))]

    def label(cell: int) -> str:
        on = [colour for mask, colour in stones if mask >> cell & 1]
        parts = [board.name(cell), on[0] if on else WORDS["vacant"]]
        parts += [text for mask, text in held if mask >> cell & 1]
        for mask, name in marks:
            if mask >> cell & 1:
                key = "flip" if name == "legal" and on else name
                if key != "threatened" or WORDS["says-flip"] not in parts:
                    parts.append(WORDS[f"says-{key}"])
        return ", ".join(parts)

    return label


def cell_label(session: Session, layers: dict[str, int], cell: int) -> str:
    """The name of one cell."""
    return cell_labels(session, layers)(cell)


def spoken(before: Session | None, session: Session, frame: Frame) -> str | None:
    """The one message after a decision, or None while nothing was decided.

    The engine's reports change no node and no notice, so they are silent.  A turn of the
    engine is told once, when it has placed all its stones or was stopped.
    """
    if before is not None and before.notice != session.notice and session.notice:
        return session.notice.text
    if session.attempt is not None:
        from .exercise_view import spoken as of_exercise

        return of_exercise(before, session)
    if _goes_on(session):
        return None
    if before is not None and _place(before) == _place(session) and not _goes_on(before):
        return None
    parts = [_played(session)] if session.cursor else []
    if before is not None and (begun := moment(before, session)):
        parts.append(begun if begun[-1:] in ".!?" else f"{begun}.")
    parts.extend(text if text[-1:] in ".!?" else f"{text}." for text in _state(frame) if text)
    return " ".join(parts)


def _place(session: Session) -> tuple[object, ...]:
    """What is different after a decision."""
    return session.tree.game, session.tree.setup, session.cursor, session.resigned


def _goes_on(session: Session) -> bool:
    """Whether the engine has acted and acts again before anybody else does."""
    nodes, node = session.tree.nodes, session.cursor
    acted = nodes[nodes[node].parent].state.mover
    return node != ROOT and session.is_engine_due and acted == session.state.mover


def _played(session: Session) -> str:
    """The action that led here; of the engine, all since somebody else acted."""
    game, nodes, node = session.game, session.tree.nodes, session.cursor
    mover = nodes[nodes[node].parent].state.mover
    acted: list[str] = []
    while node != ROOT and nodes[nodes[node].parent].state.mover == mover:
        acted.insert(0, shown_action(game, nodes[nodes[node].parent].state, nodes[node].action))
        node = nodes[node].parent
        if session.seats[mover].level is None:
            break
    if len(acted) > 1 and acted[-1] == "end":
        acted.pop()  # that the turn is over is said by whose turn it is
    kind, told = acted[0] if len(acted) == 1 else "", ", ".join(acted)
    key = kind if kind in ("end", "pass", "swap") else "action"
    if kind.endswith("x"):
        key, told = "flipped", kind[:-1]
    voice = "you-" if mover == who.you(session) else ""
    return WORDS[f"says-{voice}{key}"].format(Name=who.name(session, mover), action=told)


def _state(frame: Frame) -> tuple[str, ...]:
    notes = () if frame.due else tuple(side.note for side in frame.sides)
    goal = "" if frame.node else frame.goal
    return (frame.result,) if frame.result else (frame.status, frame.heard, goal, *notes)
