"""Actions of a person: who may play, refusals and their reasons, swapping and resigning."""

from dataclasses import replace

from ...match.tree import ROOT
from ...rules.play import why_not
from ...text import sentence_case
from ...words import WORDS
from .session import Notice, Session


def by_hand(session: Session, action: int) -> Session:
    """The session after a person's action, or with a notice why it is refused."""
    why = not_now(session)
    if why:
        name = session.friend or WORDS["your-friend"]
        return replace(session, notice=Notice(WORDS[why].format(Name=name)))
    refusal = why_not(session.game, session.state, action)
    if refusal:
        text = sentence_case(refusal.sentence)
        return replace(session, notice=Notice(text, action, refusal.cause))
    return play(session, action)


def not_now(session: Session) -> str:
    """Why nobody at this screen may play in the position shown, as a key of WORDS, or ""."""
    if session.attempt is not None:
        return "" if session.attempt.waits(session.state.mover) else "over"
    if session.outcome is not None:
        return "over"
    if session.is_engine_due:
        return "engine-turn"
    return "friend-turn" if session.is_friend_due else ""


def playable(session: Session, action: int) -> bool:
    """Whether a person may play the action in the position shown."""
    return not not_now(session) and bool(session.game.legal(session.state) >> action & 1)


def play(session: Session, action: int) -> Session:
    """The session after a legal action at the position shown.

    Elsewhere than at the end it opens a variation; after an undo it becomes the main line.
    """
    tree, node = session.tree.add(session.cursor, action)
    if session.is_taken_back:
        tree = tree.promote(node)
    return replace(
        _passed_over(session),
        tree=tree,
        cursor=node,
        leaf=tree.on_line(session.leaf, node),
        engine=session.engine._replace(paused=False),
        address=None,
        unasked=False,
        taken_back=-1 if session.is_taken_back else session.taken_back,
    )


def swap_sentence(session: Session, node: int, name: str, you: int | None) -> str:
    """What the swap that led to ``node`` has done; "" after any other action.

    ``name`` is what the second side is called, which swaps, and ``you`` the colour called You.
    """
    swapped = session.tree.swapped(node)
    if swapped is None:
        return ""
    from ...words.moments import MOMENT_WORDS

    game, (cell, mirror) = session.game, swapped
    whose = "theirs" if you is None else ("yours", "you")[you]
    return MOMENT_WORDS[f"swap-{whose}" if cell != mirror else f"swap-{whose}-here"].format(
        Name=name, Colour=WORDS[game.colours[1]], mirror=game.board.name(mirror)
    )


def _passed_over(session: Session) -> Session:
    """The session before an action: playing for both sides declines an offered seat."""
    nodes, offered, node = session.tree.nodes, session.offered, session.cursor
    if offered is None or offered == session.state.mover:
        return session
    while node != ROOT and nodes[nodes[node].parent].state.mover == offered:
        node = nodes[node].parent
    return replace(session, offered=None, passed_over=(offered, node))


def resign(session: Session) -> Session:
    """The person to move resigns; the line ends here.

    In a record only the side to move resigns, so while the engine thinks it has to play first.
    """
    may = can_resign(session)
    session = replace(session, resigning=may and session.is_engine_due)
    if session.resigning or not may:
        return session
    tree = session.tree.resign(session.cursor)
    return replace(session, tree=tree, leaf=session.cursor, address=None, flagged=False, hint=None)


def can_resign(session: Session) -> bool:
    """Whether a person is to move at the end of a line, or where it was taken back to.

    Or the engine thinks there, against a person.
    """
    node = session.tree.nodes[session.cursor]
    if session.is_engine_due and session.attempt is None:
        engine = session.engine
        return engine.thinking and engine.purpose == "play" and session.here is not None
    return (
        session.outcome is None
        and session.people[node.state.mover]
        and session.editor is None
        and session.attempt is None
        and not session.is_trying
        and (session.is_taken_back or not node.children)
    )


def flag_fall(session: Session, colour: int) -> Session:
    """The flag of the colour to move falls; in the record this is a resignation."""
    node = session.present
    there = replace(session, cursor=node)
    if there.outcome is not None or there.state.mover != colour:
        return session
    ended = replace(there, tree=session.tree.resign(node), leaf=node, address=None, hint=None)
    return replace(ended, flagged=True, taken_back=-1, editor=None)
