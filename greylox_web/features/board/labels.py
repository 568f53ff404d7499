"""The names of the cells for screen readers."""

from collections.abc import Callable

from ...rules.board import bits, partition
from ...session.session import Session
from ...words import WORDS
from .marks import cell_ranks

HELD = ("control", "claimed")  # masks of each side that a cell's accessible name mentions
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
    board, ranks = session.game.board, cell_ranks(session)
    is_drawn_on = session.editor is None and session.tree.nodes[session.cursor].marks
    descriptions = dict[int, list[str]]()  # of all cells, made for the first name

    def describe() -> None:
        held = (f"{kind}-{side}" for side in ("first", "second") for kind in HELD)
        named = ("first", "second", *held, *LAYERS, "flipped")
        masks = [(name, mask) for name in named if (mask := layers.get(name, 0))]
        swapped = bool(layers.get("swapped-here"))
        for part, names in partition(board.cells, masks):
            description = _description(session, names, swapped=swapped)
            descriptions.update(dict.fromkeys(bits(part), description))

    def label(cell: int) -> str:
        if not descriptions:
            describe()
        parts = [board.cell_name(cell), *descriptions[cell]]
        if rank := ranks.get(cell):
            key = "says-alternative" if rank[0].isalpha() else "says-choice"
            parts.append(WORDS[key].format(rank=rank))
        if is_drawn_on:
            parts += spoken_marks(session, cell)
        return ", ".join(parts)

    return label


def _description(session: Session, names: list[str], *, swapped: bool) -> list[str]:
    """Return the parts of the accessible name that all cells in the same masks have.

    ``names`` are these masks.  ``swapped`` says whether a swap turned the flipped stone over.
    """
    colours = dict(zip(("first", "second"), session.game.colours, strict=True))
    stones = [WORDS[colour] for side, colour in colours.items() if side in names]
    parts = stones[:1] or [WORDS["vacant"]]
    for name in names:
        kind, _, side = name.partition("-")
        if kind in HELD:
            parts.append(WORDS[f"says-{kind}"].format(colour=WORDS[colours[side]]))
        if name not in LAYERS:
            continue
        key = "flip" if name == "legal" and stones else name
        if name == "last" and "flipped" in names:
            key = "swapped-here" if swapped else "last-flip"
        if key != "threatened" or WORDS["says-flip"] not in parts:
            rival = colours["second" if stones != [WORDS[colours["second"]]] else "first"]
            parts.append(WORDS[f"says-{key}"].format(Colour=WORDS[rival]))
    return parts
