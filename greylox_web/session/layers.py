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
from typing import TYPE_CHECKING

from ..rules import Game
from ..rules.state import State
from .playing import why_blocked
from .preferences import set_value
from .session import Session
from .visible_report import drawn_engine_layer

if TYPE_CHECKING:
    from ..explanations.model import Forecast


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


def drawn_forecast(session: Session) -> "Forecast | None":
    """Return the forecast on the board, which hides what the rules say of cells; or None."""
    if drawn_engine_layer(session) != "hold":
        return None
    from .forecasts import shown_forecast  # few sessions show it

    return shown_forecast(session)


def drawn_rule_layers(session: Session) -> dict[str, int]:
    """Return the masks of ``rule_layers``, without those that a forecast may hide."""
    return {} if drawn_forecast(session) else rule_layers(session)


def rule_layers(session: Session) -> dict[str, int]:
    """Return the masks of the layers that the user has switched on."""
    game, state, chosen = session.game, session.state, session.preferences
    masks: dict[str, int] = {}
    outcome, controlled = session.outcome, game.controlled(state)
    if is_on(session, "groups"):
        masks["grouped"] = state.occupied
    if controlled and chosen.control and not (outcome and game.scores_vacant_cells):
        masks["control-first"], masks["control-second"] = controlled
    if controlled and chosen.threatened and outcome is None:
        masks["threatened"] = masks["tilted"] = threatened(state, controlled)
    is_past = session.review is not None and session.review.shows_past(session)
    if chosen.legal and clicks_play(session) and not is_past:
        legal = masks["legal"] = game.legal(state) & game.board.cells
        masks["tilted"] = masks.get("tilted", 0) | legal & state.occupied
        shown_closed = controlled[1 - state.mover] if controlled and chosen.control else 0
        masks |= _legal_layer(game, state, legal, shown_closed)
    if chosen.bound and state.is_bound_due and not is_past and session.line is None:
        masks["anchor"] = 1 << state.anchor
    return masks


def _legal_layer(game: Game, state: State, legal: int, shown_closed: int) -> dict[str, int]:
    """Return the layer of legal cells: "lit" for an opening's stones, else "shut" for closed cells.

    The choice depends on the kind of action and not on the number of cells: otherwise the meaning
    of the board's appearance would change from turn to turn. ``shown_closed`` is the mask of cells
    that another layer already shows as closed.
    """
    vacant = game.board.cells & ~state.occupied
    closed = vacant & ~legal & ~shown_closed
    if not closed:
        return {}
    opening = game.prompt_key(state) in ("bound", "free")
    return {"lit": vacant & legal} if opening else {"shut": closed}


def clicks_play(session: Session) -> bool:
    """Return whether a click on a legal cell plays there."""
    if session.line is not None or session.editor is not None or session.drawing_mark:
        return False
    return not why_blocked(session)


def threatened(state: State, controlled: tuple[int, int]) -> int:
    """Return the stones on cells that the other colour controls."""
    return state.stones[0] & controlled[1] | state.stones[1] & controlled[0]
