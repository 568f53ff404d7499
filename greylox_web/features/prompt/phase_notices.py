"""A notice when a phase of the game begins."""

from ...session.session import Session


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
