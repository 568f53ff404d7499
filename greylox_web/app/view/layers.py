"""The cells to mark on the board, by the classes that the style sheet knows.

A layer is something that the player can switch on and off: a preference of that name.

``legal``        where a stone may be put
``bound``        the stone that a bound stone has to touch
``control``      who controls which cell
``threatened``   stones on cells that the other colour controls
``counts``       how many stones see each cell, of how many that control it takes
``sight``        the lines of sight of the cell under the pointer or the focus
``groups``       what is connected, with sizes
``factors``      the product of group sizes with its factors, in the panel
``preview``      what a stone on the cell under the pointer or the focus would change
``coordinates``  letters and numbers beside the board
"""

from ...rules import Game
from ...rules.state import OPENING, State
from ..session.actions import not_now
from ..session.editor import Editor
from ..session.session import Session
from ..session.tree import MARKS
from .engine_card import best_line, candidates

KEYS = {  # letters that no cell's name begins with
    "p": "groups",
    "s": "sight",
    "t": "threatened",
    "u": "counts",
    "v": "preview",
    "w": "control",
    "x": "factors",
}


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


def drawn_over(session: Session) -> bool:
    """Whether a layer is on that is drawn over the cells, as ``overlay`` does."""
    chosen = session.preferences
    return chosen.counts or chosen.sight or chosen.groups or chosen.preview


def layers(session: Session) -> dict[str, int]:
    """The cells to mark, by the class that the style sheet knows."""
    if session.editor is not None:
        return _editor_layers(session.editor)
    game, state, chosen = session.game, session.state, session.preferences
    found = {
        "first": state.stones[0],
        "second": state.stones[1],
        "pending": state.placed,
        "last": session.tree.last_turn(session.cursor),
    }
    outcome = session.outcome
    controlled = game.controlled(state)
    if controlled and chosen.control:
        found["control-first"], found["control-second"] = controlled
    if controlled and chosen.threatened and outcome is None:
        found["threatened"] = threatened(state, controlled)
    if chosen.legal and may_play(session):
        found["legal"] = game.legal(state) & game.board.cells
    if chosen.bound and state.phase == OPENING and state.quota == 2:
        found["anchor"] = 1 << state.anchor
    found["chain"] = game.chain(state, 0) | game.chain(state, 1)
    first, second = game.holdings(state)
    found["claimed-first"] = first & ~state.stones[0]
    found["claimed-second"] = second & ~state.stones[1]
    if session.notice:
        found["cause"] = session.notice.cause
        if session.notice.cell >= 0:
            found["refused"] = (1 << session.notice.cell) & game.board.cells
    if session.hint is not None:
        found |= session.hint.layers(game)
    if line := best_line(session):
        for colour, name in enumerate(("line-first", "line-second")):
            found[name] = sum(1 << cell for cell, (_, mover) in line.items() if mover == colour)
    elif session.engine.analysis:
        found["candidate"] = sum(1 << c.cell for c in candidates(session) if c.cell >= 0)
        found["best"] = sum(1 << c.cell for c in candidates(session)[:1] if c.cell >= 0)
    for kind in MARKS:
        found[f"mark-{kind}"] = sum(
            1 << mark.cell for mark in session.tree.nodes[session.cursor].marks if mark.kind == kind
        )
    return found


def may_play(session: Session) -> bool:
    """Whether a click on a legal cell plays there."""
    return not (not_now(session) or session.editor is not None or session.mark)


def _editor_layers(editor: Editor) -> dict[str, int]:
    state = editor.state
    found = {"first": state.stones[0], "second": state.stones[1], "pending": state.placed}
    if state.anchor >= 0:
        found["anchor"] = 1 << state.anchor
    return found


def threatened(state: State, controlled: tuple[int, int]) -> int:
    """The stones on cells that the other colour controls."""
    return state.stones[0] & controlled[1] | state.stones[1] & controlled[0]
