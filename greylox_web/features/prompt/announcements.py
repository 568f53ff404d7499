"""The announcements for screen readers: one message for each decision."""

from collections.abc import Callable

from ...match.tree import ROOT
from ...rules.board import NO_CELL, bits
from ...rules.notation.actions import localized_action
from ...session.announcement_parts import OFF_BOARD, join_sentences, move_sentence
from ...session.editor import Editor
from ...session.prompt import prompt
from ...session.session import Session
from ...text import sentence_case
from ...words import WORDS, labelled
from ..board.labels import cell_labels
from ..board.marks import layers
from ..players.sides import sides

MAX_NAMED_CELLS = 2  # up to so many changed cells of the editor are named with their contents


def announcement(before: Session | None, session: Session) -> str | None:
    """Return the message after a decision, or None if nothing was decided.

    The engine's reports change no node and no notice, so they stay silent.  The engine's turn is
    announced once, when all its stones are placed or it was stopped.
    """
    if before is not None and before.notice is not session.notice and session.notice:
        return session.notice.text  # also if the text is the same: the event has happened again
    if session.exercise_attempt is not None:
        return session.exercise_attempt.spoken(before, session)
    if session.editor is not None:
        return _editor_text(before, session)
    if _engine_continues(session):
        return None
    retry_text = _retry_text(before, session)
    if (
        before is not None
        and _announcement_key(before) == _announcement_key(session)
        and not _engine_continues(before)
    ):
        return (
            join_sentences(*_state_text(session))
            if before.editor is not None
            else retry_text or None
        )
    if retry_text and session.review is not None and session.cursor == session.review.retry_node:
        return join_sentences(retry_text, prompt(session).aria_text)
    if before is None or not session.is_same_game(before):
        return join_sentences(_last_move_text(session), *_state_text(session))
    if _is_browsing(session):
        from ...words.review import REVIEW_WORDS

        first = not _is_browsing(before)
        move_text = _last_move_text(session) or REVIEW_WORDS["start"]
        return join_sentences(move_text, retry_text or (WORDS["browsing"] if first else ""))
    change_text = _takeback_text(before, session)
    if not change_text and (session.cursor != before.cursor or _engine_continues(before)):
        change_text = _last_move_text(session)
    return join_sentences(
        change_text, phase_notice(before, session), *_state_text(session), retry_text
    )


def _announcement_key(session: Session) -> tuple[object, ...]:
    """Return a key that changes with every decision."""
    return session.tree.game, session.tree.setup, session.cursor, session.resigned


def _engine_continues(session: Session) -> bool:
    """Return whether the engine has just acted and is to act again."""
    node = session.cursor
    last_mover = session.tree.state_before(node).mover
    return node != ROOT and session.is_engine_to_move and last_mover == session.state.mover


def _is_browsing(session: Session) -> bool:
    """Return whether an earlier position of the game is shown."""
    has_next = bool(session.tree.nodes[session.cursor].children) and not session.is_at_takeback
    return (
        has_next
        and session.replay_node < 0
        and not session.is_retrying
        and session.exercise_attempt is None
    )


def _takeback_text(before: Session, session: Session) -> str:
    """Return a sentence on the actions taken back, or "" if there are none."""
    tree, path = before.tree, before.tree.path(before.cursor)
    if before.resigned and session.cursor == before.cursor:
        return WORDS["says-taken-back"]
    if not session.is_at_takeback or session.cursor not in path[:-1]:
        return ""
    undone_nodes = path[path.index(session.cursor) + 1 :]
    undone = [
        localized_action(tree.game, tree.state_before(n), tree.nodes[n].action)
        for n in undone_nodes
    ]
    names = ", ".join(text for text in undone if text not in OFF_BOARD)
    return labelled(WORDS["says-taken-back"], names) if names else WORDS["says-taken-back"]


def _retry_text(before: Session | None, session: Session) -> str:
    """Return the new text about a retried turn; the engine's best turn comes first."""
    if before is None or session.review is None or session.review.retry_node < 0:
        return ""
    best, undone = session.review.retry_texts(session)
    old_best, old = before.review.retry_texts(before) if before.review else ("", "")
    return best if best not in ("", old_best) else undone if undone != old else ""


def _editor_text(before: Session | None, session: Session) -> str | None:
    """Return the changes in the set-up editor, and its remark on the position if it is new."""
    editor, old = session.editor, before.editor if before else None
    assert editor is not None
    if before is None or old is None:
        return join_sentences(*editor.status(session))
    parts = _changed(old, editor, cell_labels(session, layers(session)))
    if old.remark != editor.remark:
        parts.append(editor.remark)
    return join_sentences(*parts) or None


def _changed(old: Editor, editor: Editor, label: Callable[[int], str]) -> list[str]:
    """Return texts for the cells that changed in the editor, and for a new side to move."""
    game, was, now = editor.game, old.state, editor.state
    cells = was.placed ^ now.placed
    for before, after in zip(was.stones, now.stones, strict=True):
        cells |= before ^ after
    if was.anchor != now.anchor:
        cells |= sum(1 << anchor for anchor in (was.anchor, now.anchor) if anchor != NO_CELL)
    parts = []
    if cells.bit_count() <= MAX_NAMED_CELLS:
        parts = [label(cell) for cell in bits(cells)]
    elif not any(now.stones):
        parts = [sentence_case(WORDS["no-stones"])]
    else:
        for colour, stones in zip(game.colours, now.stones, strict=True):
            names = ", ".join(game.board.cell_name(cell) for cell in bits(stones))
            parts.append(labelled(WORDS[colour], names or WORDS["none"]))
    if was.mover != now.mover:
        parts.append(WORDS["to-move"].format(Name=WORDS[game.colours[now.mover]]))
    return parts


def _last_move_text(session: Session) -> str:
    """Return a sentence on the last action, or on all of the engine's turn; "" at the start."""
    if session.cursor == ROOT:
        return ""
    tree, node = session.tree, session.cursor
    mover = tree.state_before(node).mover
    action_texts: list[str] = []
    while node != ROOT and (before := tree.state_before(node)).mover == mover:
        action_texts.insert(0, localized_action(tree.game, before, tree.nodes[node].action))
        node = tree.nodes[node].parent
        if session.seats[mover].level is None:
            break
    if len(action_texts) > 1 and OFF_BOARD.get(action_texts[-1]) == "end":
        action_texts.pop()  # the side to move, announced next, implies the end of the turn
    return move_sentence(session, mover, action_texts)


def _state_text(session: Session) -> tuple[str, ...]:
    """Return the result, or during the game the side to move, prompt, goal and notes."""
    now = prompt(session)
    if now.result:
        return (now.result,)
    notes = () if now.prompt_line else tuple(side.note for side in sides(session))
    goal = "" if session.cursor else now.goal
    return now.status, now.aria_text, goal, *notes


def phase_notice(before: Session, session: Session) -> str:
    """Return a sentence on the phase or connection that the last action began, or ""."""
    node = session.tree.nodes[session.cursor]
    if (
        session.exercise_attempt is not None
        or session.outcome is not None
        or session.editor is not None
    ):
        return ""
    if node.parent != before.cursor or session.cursor == before.cursor:
        return ""
    if not session.is_same_game(before):
        return ""
    game, state = session.game, session.state
    opponent, key = 1 - state.mover, ""
    if before.state.phase != state.phase:
        key = game.prompt_key(state)
    elif game.connecting_group(state, opponent) and not game.connecting_group(
        before.state, opponent
    ):
        key = "connected"
    if not key:
        return ""
    from ...words.moments import MOMENT_WORDS

    return MOMENT_WORDS[f"begins-{key}"]
