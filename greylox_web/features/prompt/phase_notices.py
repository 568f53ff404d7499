"""Temporary messages: a notice when a phase begins, and a legend for each sign on the board."""

from ...session.session import Session

SIGN_LAYERS = {  # sign with a legend -> the layers that show it
    "lit": ("lit",),
    "open": ("pending",),
    "shut": ("shut",),
    "control": ("control-first", "control-second"),
    "tilted": ("threatened",),
    "bridge": ("chain",),
}


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


def sign_legend(session: Session, layers: dict[str, int]) -> str:
    """Return the sign on the board to explain now, a key of ``SIGN_LAYERS``, or "".

    Each sign is explained once.  The player must be to move, without a seat offer to answer first.
    """
    if session.outcome is not None or session.editor is not None or session.is_retrying:
        return ""
    if session.exercise_attempt is not None or session.has_seat_offer:
        return ""
    if not session.local_colours[session.state.mover]:
        return ""
    explained = session.preferences.legends.split()
    for sign, layer_names in SIGN_LAYERS.items():
        if sign not in explained and any(layers.get(layer) for layer in layer_names):
            return sign
    return ""
