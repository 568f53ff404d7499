"""The names of the cells for screen readers."""

from collections.abc import Callable

from ...session.session import Session
from ...words import WORDS
from .marks import cell_ranks

LAYERS = (  # masks that a cell's accessible name mentions
    "legal",
    "shut",
    "last",
    "swapped",
    "pending",
    "anchor",
    "threatened",
    "chain",
    "won",
    "cause",
    "explained",
    "hint",
    "hint-region",
    "target",
    "chosen",
)


def spoken_marks(session: Session, cell: int) -> list[str]:
    """Return what the player has drawn on a cell, in words."""
    if session.editor is not None:
        return []
    name, parts = session.game.board.cell_name, []
    for mark in session.tree.nodes[session.cursor].marks:
        if mark.cell == cell:
            end = name(mark.end) if mark.kind == "arrow" else ""
            parts.append(WORDS[f"says-{mark.kind}"].format(cell=end, text=mark.text))
        elif mark.end == cell:
            parts.append(WORDS["says-arrow-end"].format(cell=name(mark.cell)))
    return parts


def cell_labels(session: Session, layers: dict[str, int]) -> Callable[[int], str]:
    """Return a function that returns a cell's accessible name.

    The accessible name lists the cell's name, its stone, the controlling colour and the marks.
    ``layers`` are the masks on the board.
    """
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
    flipped, ranks = layers.get("flipped", 0), cell_ranks(session)
    last_key = "swapped-here" if layers.get("swapped-here") else "last-flip"

    def label(cell: int) -> str:
        on = [colour for mask, colour in stones if mask >> cell & 1]
        parts = [board.cell_name(cell), on[0] if on else WORDS["vacant"]]
        parts += [text for mask, text in held if mask >> cell & 1]
        for mask, name in marks:
            if mask >> cell & 1:
                key = "flip" if name == "legal" and on else name
                key = last_key if name == "last" and flipped >> cell & 1 else key
                if key != "threatened" or WORDS["says-flip"] not in parts:
                    rival = WORDS[first if on[:1] == [WORDS[second]] else second]
                    parts.append(WORDS[f"says-{key}"].format(Colour=rival))
        if rank := ranks.get(cell):
            key = "says-alternative" if rank[0].isalpha() else "says-choice"
            parts.append(WORDS[key].format(rank=rank))
        parts += spoken_marks(session, cell)
        return ", ".join(parts)

    return label
