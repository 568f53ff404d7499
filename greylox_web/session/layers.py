"""The layers of the board: which of them a game has, and which are switched on.

They can be switched on and off, by the preferences of the same names:

``legal``        where a stone may be put
``bound``        the stone that a bound stone has to touch
``control``      who controls which cell
``threatened``   stones on cells that the other colour controls
``counts``       how many stones see each cell, out of how many control takes
``sight``        the lines of sight of the cell under the pointer or the focus
``groups``       the groups, with sizes; by default as the game says (``shows_groups``)
``factors``      the product of group sizes with its factors, in the panel
``preview``      what a stone on the cell under the pointer or the focus would change
``coordinates``  letters and numbers beside the board; by default off on a phone
"""

from dataclasses import replace

from ..rules import Game
from .preferences import set_value
from .session import Session


def available_layers(game: Game) -> tuple[str, ...]:
    """The layers that ``game`` has, in the order of the menu."""
    return (
        "legal",
        *(("bound",) if game.has_anchors else ()),
        *(("control", "counts", "threatened", "sight") if game.uses_sight else ()),
        "groups",
        *(("factors",) if game.score_label == "product" else ()),
        "preview",
        "coordinates",
    )


def is_on(session: Session, layer: str, *, phone: bool = False) -> bool:
    """Whether a layer is shown; the default of some depends on whether it is on a ``phone``."""
    chosen = getattr(session.preferences, layer)
    if chosen == "usual":
        return session.game.shows_groups if layer == "groups" else not phone
    return chosen in (True, "on")


def toggled_value(session: Session, layer: str, *, phone: bool = False) -> bool | str:
    """The preference's value after switching a layer; "usual" where that equals the default."""
    switched_on = not is_on(session, layer, phone=phone)
    if isinstance(getattr(session.preferences, layer), bool):
        return switched_on
    reset = replace(session, preferences=set_value(session.preferences, layer, "usual"))
    if is_on(reset, layer, phone=phone) == switched_on:
        return "usual"
    return "on" if switched_on else "off"


def has_overlay(session: Session) -> bool:
    """Whether a layer is on that ``overlay`` draws; an exercise may always need one."""
    chosen = session.preferences
    return chosen.counts or chosen.sight or chosen.preview or session.exercise_attempt is not None
