"""A small picture of a position, for cards, tiles and diagrams: the board as it is drawn large.

It has no lip, no names and no shades, and is the same for the page, which knows the classes by its
style sheet, as when the page is built.
"""

from collections.abc import Mapping

from ...rules import Game
from ...rules.board import bits
from ...rules.state import State
from ...text import xml
from . import pieces
from .scene import geometry, number
from .tray import inlays_markup, shut_tile, surface_markup, tray_markup, view_box


def usual_masks(game: Game, state: State) -> dict[str, int]:
    """What is shown of a position where nobody has chosen: ground, or groups, and who threatens."""
    first, second = state.stones
    found = {"first": first, "second": second}
    if game.shows_groups:
        found["grouped"] = state.occupied
    over = not game.legal(state)
    controlled = game.controlled(state)
    if controlled and not (over and game.claims_vacant):
        found["control-first"], found["control-second"] = controlled
        if not over:
            found["tilted"] = first & controlled[1] | second & controlled[0]
    mine, theirs = game.holdings(state)
    found["claimed-first"], found["claimed-second"] = mine & ~first, theirs & ~second
    found["chain"] = game.chain(state, 0) | game.chain(state, 1)
    found["settled"] = found["chain"] if over else 0
    return found


def quiet(*, opening: bool) -> dict[str, int]:
    """The masks that are not shown in an opening: what counts after it only."""
    kinds = ("control-first", "control-second", "tilted", "claimed-first", "claimed-second")
    return dict.fromkeys(kinds, 0) if opening else {}


def _empty(game: Game, turn: int) -> tuple[str, str]:
    """The view box and the empty board."""
    box = " ".join(number(value) for value in view_box(game, turn, coordinates=False))
    tray = tray_markup(game, turn, False, plain=True)
    return box, tray + inlays_markup(game, turn) + surface_markup(game, turn, plain=True)[0]


def thumbnail(
    game: Game,
    state: State | None = None,
    *,
    turn: int = 0,
    masks: Mapping[str, int] | None = None,
    texts: pieces.Texts | None = None,
    beneath: str = "",
    label: str = "",
) -> str:
    """The picture as one ``<svg>``: of ``state`` as it is usually shown, with ``masks`` added.

    ``masks`` and ``texts`` are those that ``pieces`` knows, such as ``last`` or ``lit``; those of
    ``shut`` are sunk tiles.  ``beneath`` is drawn on the tiles, under the stones.  Without a
    ``label`` it is hidden from screen readers: the text beside it says what it shows.
    """
    shown = usual_masks(game, state or game.start()) | dict(masks or {})
    box, empty = _empty(game, turn)
    kinds = pieces.stone_kinds(game, shown)
    places = geometry(game.board, turn)
    stones = "".join(
        pieces.placed(
            places,
            cell,
            "stone faded" if "faded" in kind else "stone",
            pieces.stone_of(game, kind, shaded=False),
        )
        for cell, kind in kinds.items()
    )
    sunk = "".join(shut_tile(places, cell) for cell in bits(shown.get("shut", 0)))
    told = f'role="img" aria-label="{xml(label)}"' if label else 'aria-hidden="true"'
    below, above = pieces.below(game, turn, shown), pieces.above(game, turn, shown, texts)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="board thumbnail" viewBox="{box}" '
        f'data-game="{game.name}" {told}>{empty}{sunk}{"".join(below)}'
        f"{beneath}{stones}{''.join(above)}</svg>"
    )
