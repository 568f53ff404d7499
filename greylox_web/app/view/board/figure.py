"""The figures of the rule sheets: a position from a link, and what is to be seen of it.

What a figure shows is said in words, and what they mean is asked of the rules:

``control``  who controls which cell, and which stones may be flipped
``sight x``  the lines of sight that leave the cell x, and the stones that see it
``sees x``   how far the stone on x sees
``groups``   the stones of a group joined, with their number
``region``   where a stone may be placed, as one lit region
``shut``     the vacant cells where none may be placed
``target x`` the cell x
``anchor`` ``last`` ``pending``  the stone to touch, the last one, those of the open turn
``won``      what decided, as at the end of a game
"""

from itertools import pairwise

from ....rules.notation.links import read_link
from ...drawing.pieces import Texts, cased
from ...drawing.thumbnail import thumbnail, usual_masks
from ...session.session import Session
from ...session.tree import ROOT, Tree, grow
from .decided import marks, plaques
from .overlay import Pen, sight
from .preview import rays


def figure(link: str, shows: str) -> str:
    """The SVG of the position that ``link`` leads to; ValueError when it leads to none."""
    record = read_link(link).record
    if record is None:
        raise ValueError(f"{link} leads to no position")
    tree, leaf, _ = grow(record)
    words = shows.split()
    cells = {
        word: tree.game.board.cell(name)
        for word, name in pairwise(words)
        if word in ("sight", "sees", "target")
    }
    state = tree.nodes[leaf].state
    masks, texts = seen(tree, leaf, words)
    if "target" in cells:
        masks["hint"] = 1 << cells["target"]
    beneath, pen = "", Pen(tree.game, 0)
    if "sight" in cells:
        beneath = sight(pen, state.stones, cells["sight"], state.mover)
    if "sees" in cells:
        start = cells["sees"]
        ends = (ray.end for ray in rays(tree.game.board, state.stones, start))
        beneath = cased("ray", "".join(pen.between(start, end, 0, 0) for end in ends))
    return thumbnail(tree.game, state, masks=masks, texts=texts, beneath=beneath)


def seen(tree: Tree, leaf: int, words: list[str]) -> tuple[dict[str, int], Texts]:
    """The masks and texts of what is shown."""
    game, state = tree.game, tree.nodes[leaf].state
    vacant = game.board.cells & ~state.occupied
    masks = usual_masks(game, state) | {"grouped": 0, "pending": state.placed}
    if "control" not in words:
        masks |= dict.fromkeys(("control-first", "control-second", "tilted"), 0)
    if "groups" in words:
        masks["grouped"] = state.occupied
    if "region" in words:
        masks["lit"] = game.legal(state) & vacant
    if "shut" in words:
        masks["shut"] = vacant & ~game.legal(state)
    if "anchor" in words:
        masks["anchor"] = 1 << state.anchor
    if "last" in words and leaf != ROOT:
        masks["last"] = tree.last_turn(leaf)
    if "won" not in words:
        return masks, {}
    table = Session(tree, leaf, leaf)
    return masks | marks(table), {"plaque": plaques(table)}
