"""Small pictures of boards: positions, silhouettes, and a showcase position of each game.

The pictures have no lip, no names and no shadows of stones.  The page and the build use the same
markup, styled by the page's style sheet.
"""

from collections.abc import Mapping
from functools import cache
from itertools import pairwise

from ..rules import Game, default_game
from ..rules.board import Board, bits
from ..rules.notation.links import read_link
from ..rules.play import replay
from ..rules.state import State
from ..text import escape_xml
from . import board_layers, hex_geometry
from .hex_geometry import geometry, number
from .tray import inlays_markup, styled_tile, surface_markup, tray_markup, view_box


def default_masks(game: Game, state: State) -> dict[str, int]:
    """Return the default layers of a position: control or groups, and threatened stones."""
    first, second = state.stones
    masks = {"first": first, "second": second}
    if game.shows_groups:
        masks["grouped"] = state.occupied
    over = not game.legal(state)
    controlled = game.controlled(state)
    if controlled and not (over and game.scores_vacant_cells):
        masks["control-first"], masks["control-second"] = controlled
        if not over:
            masks["tilted"] = first & controlled[1] | second & controlled[0]
    mine, theirs = game.scored_cells(state)
    masks["claimed-first"], masks["claimed-second"] = mine & ~first, theirs & ~second
    masks["chain"] = game.connecting_group(state, 0) | game.connecting_group(state, 1)
    masks["settled"] = masks["chain"] if over else 0
    return masks


def hidden_in_opening(*, opening: bool) -> dict[str, int]:
    """Return empty masks for the layers that have no meaning in an opening."""
    kinds = ("control-first", "control-second", "tilted", "claimed-first", "claimed-second")
    return dict.fromkeys(kinds, 0) if opening else {}


def _empty(game: Game, turn: int) -> tuple[str, str]:
    """Return the view box and the empty board."""
    box = " ".join(number(value) for value in view_box(game, turn, coordinates=False))
    tray = tray_markup(game, turn, False, plain=True)
    return box, tray + inlays_markup(game, turn) + surface_markup(game, turn, plain=True)[0]


def thumbnail(
    game: Game,
    state: State | None = None,
    *,
    turn: int = 0,
    masks: Mapping[str, int] | None = None,
    texts: board_layers.Texts | None = None,
    under_markup: str = "",
    label: str = "",
) -> str:
    """Return the picture as one ``<svg>``: the default layers of ``state``, updated by ``masks``.

    ``board_layers`` lists the names in ``masks`` and ``texts``, such as ``last`` or ``lit``.  The
    mask ``shut`` selects sunk tiles.  ``under_markup`` is drawn between the tiles and the stones.
    Without a ``label`` the picture is hidden from screen readers: text beside it describes it.
    """
    all_masks = default_masks(game, state or game.start()) | dict(masks or {})
    box, empty = _empty(game, turn)
    kinds = board_layers.stone_kinds(game, all_masks)
    layout = geometry(game.board, turn)
    stones = "".join(
        board_layers.positioned_group(
            layout,
            cell,
            "stone faded" if "faded" in kind else "stone",
            board_layers.render_stone(game, kind, shaded=False),
        )
        for cell, kind in kinds.items()
    )
    shut = bits(all_masks.get("shut", 0))
    sunk = "".join(styled_tile(layout, cell, "cell shut") for cell in shut)
    aria_attributes = (
        f'role="img" aria-label="{escape_xml(label)}"' if label else 'aria-hidden="true"'
    )
    below, above = (
        board_layers.layers_below_stones(game, turn, all_masks),
        board_layers.layers_above_stones(game, turn, all_masks, texts),
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="board thumbnail" viewBox="{box}" '
        f'data-game="{game.name}" {aria_attributes}>{empty}{sunk}{"".join(below)}'
        f"{under_markup}{stones}{''.join(above)}</svg>"
    )


GAP = 0.86  # of a cell's radius: gaps separate the cells


@cache
def silhouette(board: Board) -> tuple[str, str]:
    """Return the view box and the path of all cells; a rhombus lies flat."""
    shape = hex_geometry.geometry(board)
    corners = [hex_geometry.Point(GAP * p.x, GAP * p.y) for p in shape.corners]
    steps = [(b.x - a.x, b.y - a.y) for a, b in pairwise(corners)]
    hexagon = "l" + " ".join(f"{x:.1f} {y:.1f}" for x, y in steps) + "z"
    centres = list(shape.centres.values())
    path = "".join(f"M{p.x + corners[0].x:.1f} {p.y + corners[0].y:.1f}{hexagon}" for p in centres)
    left, top = min(p.x for p in centres), min(p.y for p in centres)
    right, bottom = max(p.x for p in centres), max(p.y for p in centres)
    edge = hex_geometry.RADIUS
    width, height = right - left + 2 * edge, bottom - top + 2 * edge
    return f"{left - edge:.0f} {top - edge:.0f} {width:.0f} {height:.0f}", path


SHOWCASE = {
    "greylox": "1/greylox5/m"
    "d2c2f4g4h9h8g6f5d4e4e6e5c5d5f8f7b3c4d7d6e9e8i6h6f2f3b6c6a4b4a1b2e5f4d4g7g8g6b5g9f7i8"
    "g7c1h7/cvh",
    "lox": "1/lox11/m"
    "g2g4f3d6g5g6f5b10e7e9d9f7c11d8e8e6f6d10e10f8g7e8h6h7i7g7a10i5j5h6b9b11c10d9k3j2c9c10"
    "i5j8i8i9h9h8j9j7k7j6/cpj",
    "brink": "1/brink5-x11/me8b2e5e4f5f4d4d3g5c4c3d6f7b3c2g4e6h5h6e7f8b1c1c7i6d5d1i5/cu1",
    "multiplicity": "1/multiplicity5/m"
    "e8d7g9f9a5b6i5h4e1d1a1b1i9h9a3a4i7i6f6g7d4c3f4g4c5c6e9d8c7a2i8c1f2/ctb",
    "byg": "1/byg5/me8b2d4b3e6g7h6c3c2d7e4d3g4b5e3c5g5d2h5h8b4e2g6h7g9a2/cai",
}


def showcase_position(name: str) -> tuple[Game, State]:
    """Return the default game of this name and its showcase position.

    Return the empty board if the game has no showcase position for its default board.
    """
    game = default_game(name)
    record = read_link(SHOWCASE[name]).record if name in SHOWCASE else None
    if record is None or record.game.board != game.board:
        return game, game.start()
    *_, state = replay(game, record.actions)
    return game, state
