"""Passing messages: that something begins, and, once for each, what a sign on the board means."""

from ...session.session import Session

SIGNS = {  # a sign that a legend explains -> the layers that show it
    "lit": ("lit",),
    "open": ("pending",),
    "shut": ("shut",),
    "control": ("control-first", "control-second"),
    "tilted": ("threatened",),
    "bridge": ("chain",),
}


def moment(before: Session, session: Session) -> str:
    """What the last action has begun, in a sentence: a phase, or a connection; "" for nothing."""
    there = session.tree.nodes[session.cursor]
    if (
        session.exercise_attempt is not None
        or session.outcome is not None
        or session.editor is not None
    ):
        return ""
    if there.parent != before.cursor or session.cursor == before.cursor:
        return ""
    if not session.is_same_game(before):
        return ""
    game, state = session.game, session.state
    waiting, key = 1 - state.mover, ""
    if before.state.phase != state.phase:
        key = game.required_action(state)
    elif game.connecting_group(state, waiting) and not game.connecting_group(before.state, waiting):
        key = "connected"
    if not key:
        return ""
    from ...words.moments import MOMENT_WORDS

    return MOMENT_WORDS[f"begins-{key}"]


def legend(session: Session, layers: dict[str, int]) -> str:
    """The sign on the board to explain now, a key of ``SIGNS``; "" for none.

    Each is explained once, to a person who has to move and need not answer an offered seat first.
    """
    if session.outcome is not None or session.editor is not None or session.is_retrying:
        return ""
    if session.exercise_attempt is not None or session.has_seat_offer:
        return ""
    if not session.local_colours[session.state.mover]:
        return ""
    seen = session.preferences.legends.split()
    for sign, shown in SIGNS.items():
        if sign not in seen and any(layers.get(layer) for layer in shown):
            return sign
    return ""
