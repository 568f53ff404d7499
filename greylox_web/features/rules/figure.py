"""The rule sheets and their figures: the position of a link, with marks chosen by directives.

The rules of the game compute what each directive shows:

``control``  who controls which cell, and which stones may be flipped
``sight x``  the lines of sight that leave the cell x, and the stones that see it
``sees x``   how far the stone on x sees
``groups``   the stones of each group joined, with their number
``region``   the cells where a stone may be placed, lit as one region
``shut``     the vacant cells where none may be placed
``target x`` an outline around the cell x
``anchor``   the stone that the next one must touch
``last``     the stones of the last turn
``won``      what decided the game

Stones of an unfinished turn are always marked.
"""

import json
from functools import cache
from itertools import pairwise
from typing import Any
from zipimport import zipimporter

from ... import translation
from ...drawing.board_layers import Texts
from ...drawing.marks import cased
from ...drawing.thumbnail import default_masks, thumbnail
from ...match.match import Match
from ...match.tree import ROOT, Tree, tree_from_record
from ...rules.notation.links import read_link
from ...session.session import Session
from ...words import rules
from ..board.deciding_groups import deciding_layers, size_labels
from ..layers.overlay import CellPainter, sight_svg
from ..layers.preview import sight_rays


@cache
def rule_sheets() -> dict[str, Any]:
    """Load the rule sheets that the build has parsed; ``tools/rule_sheets.py`` defines them."""
    if translation.rule_sheets:
        return translation.rule_sheets
    archive, _, _ = (rules.__file__ or "").rpartition("/greylox_web/")
    text = zipimporter(archive).get_data("greylox_web/words/rules.json")
    sheets: dict[str, Any] = json.loads(text)
    return sheets


def figure(link: str, directives: str) -> str:
    """Return the ``<svg>`` of the position in ``link``; raise ValueError if it has none.

    ``directives`` is a list of the directives above, separated by spaces.
    """
    record = read_link(link).record
    if record is None:
        raise ValueError(f"{link} leads to no position")
    tree, leaf, _ = tree_from_record(record)
    words = directives.split()
    cells = {
        word: tree.game.board.parse_cell(name)
        for word, name in pairwise(words)
        if word in ("sight", "sees", "target")
    }
    state = tree.nodes[leaf].state
    masks, texts = figure_layers(tree, leaf, words)
    if "target" in cells:
        masks["target"] = 1 << cells["target"]
    under_markup, pen = "", CellPainter(tree.game, 0)
    if "sight" in cells:
        under_markup = sight_svg(pen, state.stones, cells["sight"], state.mover)
    if "sees" in cells:
        start = cells["sees"]
        ends = (ray.end for ray in sight_rays(tree.game.board, state.stones, start))
        under_markup = cased("ray", "".join(pen.line_path(start, end, 0) for end in ends))
    return thumbnail(tree.game, state, masks=masks, texts=texts, under_markup=under_markup)


def figure_layers(tree: Tree, leaf: int, words: list[str]) -> tuple[dict[str, int], Texts]:
    """Return the masks by layer name and the texts by kind and cell, for a figure's directives."""
    game, state = tree.game, tree.nodes[leaf].state
    vacant = game.board.cells & ~state.occupied
    masks = default_masks(game, state) | {"grouped": 0, "pending": state.placed}
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
        masks["last"] = tree.last_turn_mask(leaf)
    if "won" not in words:
        return masks, {}
    session = Session(Match(tree, leaf, leaf))
    return masks | deciding_layers(session), {"plaque": size_labels(session)}
