"""Which buttons of the page are enabled."""

from ...match.tree import ROOT
from ...session.playing import can_resign, can_undo
from ...session.session import Session


def usable_buttons(session: Session) -> dict[str, bool]:
    """Return for each button whether it is enabled."""
    game, state, engine = session.game, session.state, session.engine
    line, opened = session.tree.path(session.leaf), session.line
    over = session.outcome is not None
    person = session.local_colours[state.mover] and session.editor is None
    legal = 0 if over or not person else game.legal(state)
    ends = bool(legal >> game.board.end_action & 1)
    is_playing = engine.thinking and engine.purpose == "play"
    return {
        "undo": can_undo(session) or session.exercise_attempt is not None,
        "redo": session.cursor != session.leaf,
        "back": opened.ply > 0 if opened else session.cursor != line[0],
        "forward": not opened.is_at_end if opened else session.cursor != line[-1],
        "end": ends and game.end_label == "end",
        "pass": ends and game.end_label == "pass",
        "swap": bool(legal >> game.board.swap_action & 1),
        "resign": can_resign(session) and session.cursor != line[0],
        "show-result": over and not session.ending.is_card_open,
        "move-now": is_playing,
        "pause": is_playing,
        "resume-engine": (engine.paused or engine.status == "failed")
        and session.seats[state.mover].level is not None
        and not over,
        "promote": _is_off_main_line(session),
        "delete": session.cursor != ROOT,
        "restore": bool(session.restore_stack),
        "hint": session.can_hint or session.exercise_attempt is not None,
        "analyse": session.can_analyse,
        "teach": session.can_teach,
        "review-game": len(line) > 1 and session.review is None and engine.status != "failed",
    }


def _is_off_main_line(session: Session) -> bool:
    """Return whether the current node is off the main line."""
    path, nodes = session.tree.path(session.cursor), session.tree.nodes
    return any(nodes[nodes[node].parent].children[0] != node for node in path[1:])
