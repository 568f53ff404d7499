"""The cells to mark on the board, by the classes that the style sheet knows."""

from ..rules.greylox import Greylox
from ..rules.lox import Lox
from ..rules.state import OPENING, State
from .balance import candidates
from .editor import Editor
from .session import Session
from .tree import MARKS


def layers(session: Session) -> dict[str, int]:
    """The cells to mark, by the class that the style sheet knows."""
    if session.editor is not None:
        return _editor_layers(session.editor)
    game, state = session.game, session.state
    found = {
        "first": state.stones[0],
        "second": state.stones[1],
        "pending": state.placed,
        "last": session.tree.last_turn(session.cursor),
    }
    outcome = session.outcome
    controlled = game.controlled(state)
    if controlled and "control" not in session.hidden:
        found["control-first"], found["control-second"] = controlled
        if outcome is None:
            found["threatened"] = threatened(state, controlled)
    if outcome is None and "legal" not in session.hidden and _may_play(session):
        found["legal"] = game.legal(state) & game.board.cells
    if state.phase == OPENING and state.quota == 2:
        found["anchor"] = 1 << state.anchor
    if isinstance(game, Lox):
        found["chain"] = game.chain(state, 0) | game.chain(state, 1)
    if isinstance(game, Greylox) and game.outcome(state):
        first, second = game.holdings(state)
        found["claimed-first"] = first & ~state.stones[0]
        found["claimed-second"] = second & ~state.stones[1]
    if session.notice:
        found["cause"] = session.notice.cause
        if session.notice.cell >= 0:
            found["refused"] = (1 << session.notice.cell) & game.board.cells
    if session.analysis:
        found["candidate"] = sum(1 << c.cell for c in candidates(session) if c.cell >= 0)
        found["best"] = sum(1 << c.cell for c in candidates(session)[:1] if c.cell >= 0)
    for kind in MARKS:
        found[f"mark-{kind}"] = sum(
            1 << mark.cell for mark in session.tree.nodes[session.cursor].marks if mark.kind == kind
        )
    return found


def _may_play(session: Session) -> bool:
    """Whether a click on a legal cell plays there."""
    return not (session.is_engine_due or session.is_friend_due or session.mark)


def _editor_layers(editor: Editor) -> dict[str, int]:
    state = editor.state
    found = {"first": state.stones[0], "second": state.stones[1], "pending": state.placed}
    if state.anchor >= 0:
        found["anchor"] = 1 << state.anchor
    return found


def threatened(state: State, controlled: tuple[int, int]) -> int:
    """The stones on cells that the other colour controls."""
    return state.stones[0] & controlled[1] | state.stones[1] & controlled[0]
