"""The cells to mark on the board, by the classes that the style sheet knows.

A layer can be switched on and off; it is a preference of the same name.

``legal``        where a stone may be put
``bound``        the stone that a bound stone has to touch
``control``      who controls which cell
``threatened``   stones on cells that the other colour controls
``counts``       how many stones see each cell, of how many that control it takes
``sight``        the lines of sight of the cell under the pointer or the focus
``groups``       the groups, with sizes; on or off by the game unless the player has chosen
``factors``      the product of group sizes with its factors, in the panel
``preview``      what a stone on the cell under the pointer or the focus would change
``coordinates``  letters and numbers beside the board; off on a phone unless chosen

``drawing.pieces`` draws the masks that are computed here.
"""

from dataclasses import replace

from ....rules import Game
from ....rules.state import OPENING, State
from ...preferences import with_value
from ...session.actions import not_now
from ...session.session import Session
from ...session.tree import MARKS, ROOT
from ..opinion import best_line, candidates


def offered(game: Game) -> tuple[str, ...]:
    """The layers that ``game`` has, in the order of the menu."""
    return (
        "legal",
        *(("bound",) if game.has_anchors else ()),
        *(("control", "counts", "threatened", "sight") if game.sight else ()),
        "groups",
        *(("factors",) if game.score_word == "product" else ()),
        "preview",
        "coordinates",
    )


def is_on(session: Session, layer: str, *, phone: bool = False) -> bool:
    """Whether a layer is shown, on a phone or elsewhere."""
    chosen = getattr(session.preferences, layer)
    if chosen == "usual":
        return session.game.shows_groups if layer == "groups" else not phone
    return chosen in (True, "on")


def switched(session: Session, layer: str, *, phone: bool = False) -> bool | str:
    """The preference's value after switching a layer; the default is stored as such."""
    wanted = not is_on(session, layer, phone=phone)
    if isinstance(getattr(session.preferences, layer), bool):
        return wanted
    usual = replace(session, preferences=with_value(session.preferences, layer, "usual"))
    if is_on(usual, layer, phone=phone) == wanted:
        return "usual"
    return "on" if wanted else "off"


def drawn_over(session: Session) -> bool:
    """Whether a layer is on that ``overlay`` draws over the cells."""
    chosen = session.preferences
    return chosen.counts or chosen.sight or chosen.preview or session.attempt is not None


def layers(session: Session) -> dict[str, int]:
    """The masks to draw, by the names in ``pieces`` and the style sheet."""
    if session.editor is not None:
        return _editor_layers(session)
    game, state, chosen = session.game, session.state, session.preferences
    newest = session.tree.newest(session.cursor)
    found = {
        "first": state.stones[0],
        "second": state.stones[1],
        "pending": state.placed,
        "last": sum(1 << cell for cell in newest),
        "earlier": sum(1 << cell for cell in newest[1:]),
        "flipped": _flipped(session),
    }
    if is_on(session, "groups"):
        found["grouped"] = state.occupied
    outcome = session.outcome
    controlled = game.controlled(state)
    if controlled and chosen.control and not (outcome and game.claims_vacant):
        found["control-first"], found["control-second"] = controlled
    if controlled and chosen.threatened and outcome is None:
        found["threatened"] = found["tilted"] = threatened(state, controlled)
    if chosen.legal and may_play(session):
        legal = found["legal"] = game.legal(state) & game.board.cells
        found["tilted"] = found.get("tilted", 0) | legal & state.occupied
        seen = controlled[1 - state.mover] if controlled and chosen.control else 0
        found |= _allowed(game, state, legal, seen)
    if chosen.bound and state.phase == OPENING and state.quota == 2:
        found["anchor"] = 1 << state.anchor
    found["chain"] = game.chain(state, 0) | game.chain(state, 1)
    if outcome is not None:
        from .decided import marks

        found["settled"] = found["chain"]
        found |= marks(session)
    first, second = game.holdings(state)
    found["claimed-first"] = first & ~state.stones[0]
    found["claimed-second"] = second & ~state.stones[1]
    if session.notice:
        found["cause"] = session.notice.cause
        if session.notice.cell >= 0:
            found["refused"] = (1 << session.notice.cell) & game.board.cells
    if session.attempt is not None:
        from .exercise_layers import marks as marks_of_exercise

        found |= marks_of_exercise(session)
    if session.hint is not None:
        found |= session.hint.layers(game)
    if session.review is not None and session.review.best_shown:
        from ...session.engine.reviewing import best_cells

        found["hint"] = best_cells(session)
    if line := best_line(session):
        for colour, name in enumerate(("line-first", "line-second")):
            found[name] = sum(1 << cell for cell, (_, mover) in line.items() if mover == colour)
    elif best := candidates(session):
        found["candidate"] = sum(1 << c.cell for c in best if c.cell >= 0)
        found["best"] = sum(1 << c.cell for c in best[:1] if c.cell >= 0)
    for kind in MARKS:
        found[f"mark-{kind}"] = sum(
            1 << mark.cell for mark in session.tree.nodes[session.cursor].marks if mark.kind == kind
        )
    return found


def _flipped(session: Session) -> int:
    """The stone that the last action turned over, as a mask."""
    there = session.tree.nodes[session.cursor]
    before = session.tree.nodes[there.parent].state
    if session.cursor == ROOT or there.action >= session.game.board.end:
        return 0
    return before.occupied & 1 << there.action


def _allowed(game: Game, state: State, legal: int, seen: int) -> dict[str, int]:
    """The masks for where a stone may go: cells for a bound stone are lit, else closed cells sink.

    The kind of action decides which, not the number of cells: a sign that depended on their
    number would change its meaning from one turn to the next.

    ``seen`` are cells that other drawings already show to be closed.
    """
    vacant = game.board.cells & ~state.occupied
    closed = vacant & ~legal & ~seen
    if not closed:
        return {}
    return {"lit": vacant & legal} if game.due(state) == "bound" else {"shut": closed}


def may_play(session: Session) -> bool:
    """Whether a click on a legal cell plays there."""
    return not (not_now(session) or session.editor is not None or session.mark)


def _editor_layers(session: Session) -> dict[str, int]:
    editor = session.editor
    assert editor is not None
    state = editor.state
    found = {"first": state.stones[0], "second": state.stones[1], "pending": state.placed}
    if is_on(session, "groups"):
        found["grouped"] = state.occupied
    if state.anchor >= 0:
        found["anchor"] = 1 << state.anchor
    return found


def threatened(state: State, controlled: tuple[int, int]) -> int:
    """The stones on cells that the other colour controls."""
    return state.stones[0] & controlled[1] | state.stones[1] & controlled[0]
