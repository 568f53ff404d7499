"""The layers of the board: the available layers of a game, and the visible ones.

Each layer is switched by the preference of the same name:

``legal``        the cells where a stone may be placed
``bound``        the stone that a bound stone must touch
``control``      the colour that controls each cell
``threatened``   stones on cells that the other colour controls
``counts``       the number of stones that see each cell, and the number needed for control
``sight``        the rays of the cell under the pointer or the focus
``groups``       the groups, with sizes; the game sets the default (``shows_groups``)
``factors``      the product of group sizes with its factors, in the panel
``preview``      the changes that a stone on the cell under the pointer or the focus would cause
``coordinates``  letters and numbers at the edge of the board
"""

from dataclasses import replace

from ..rules import Game
from .preferences import set_value
from .session import Session


def available_layers(game: Game) -> tuple[str, ...]:
    """Return the available layers of ``game``, in the order of the menu."""
    return (
        "legal",
        *(("bound",) if game.has_anchors else ()),
        *(("control", "counts", "threatened", "sight") if game.uses_sight else ()),
        "groups",
        *(("factors",) if game.score_label == "product" else ()),
        "preview",
        "coordinates",
    )


def is_on(session: Session, layer: str) -> bool:
    """Whether a layer is visible; the default of ``groups`` depends on the game."""
    chosen = getattr(session.preferences, layer)
    if chosen == "usual":
        return session.game.shows_groups if layer == "groups" else True
    return chosen in (True, "on")


def toggled_value(session: Session, layer: str) -> bool | str:
    """Return a layer's preference after a toggle; "usual" if that equals the default."""
    switched_on = not is_on(session, layer)
    if isinstance(getattr(session.preferences, layer), bool):
        return switched_on
    reset = replace(session, preferences=set_value(session.preferences, layer, "usual"))
    if is_on(reset, layer) == switched_on:
        return "usual"
    return "on" if switched_on else "off"


def has_overlay(session: Session) -> bool:
    """Whether to load ``features.layers.overlay``: one is on, or an exercise may need one."""
    chosen = session.preferences
    is_chosen = chosen.counts or chosen.sight or chosen.preview
    return is_chosen or session.exercise_attempt is not None or session.engine.layer != "best"
