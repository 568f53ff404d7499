"""Playing and navigation: actions of a person, refusals, takebacks, resignation, steps."""

from dataclasses import replace

from ..match.match import Match
from ..match.tree import ROOT
from ..rules.play import illegal_reason
from ..text import sentence_case
from ..words import WORDS
from .event import Event
from .session import Notice, Session


class ClickCell(Event):
    """Play at a cell, or apply the current tool to it."""

    cell: int
    may_end_game = True

    def apply(self, session: Session) -> Session:
        return play_by_person(session, self.cell)


class PlayAction(Event):
    """Play an action that has a button: END (end of turn, pass) or SWAP."""

    action: int
    may_end_game = True

    def apply(self, session: Session) -> Session:
        return play_by_person(session, self.action)


class Undo(Event):
    """Undo the player's last decision."""

    def apply(self, session: Session) -> Session:
        return undo(session)


class Redo(Event):
    """Redo one decision."""

    is_navigation = True

    def apply(self, session: Session) -> Session:
        return redo(session)


class StepBy(Event):
    """Show the position ``actions`` later, or earlier if negative."""

    actions: int
    is_navigation = True

    def apply(self, session: Session) -> Session:
        return step_by(session, self.actions)


class GoToNode(Event):
    """Show a node of the tree."""

    node: int
    end: int = ROOT  # a descendant: the line through both nodes is shown
    is_navigation = True

    def apply(self, session: Session) -> Session:
        return go_to_node(session, self.node, self.end)


class GoToSibling(Event):
    """Show the previous or next variation from the same position."""

    offset: int  # -1 or 1
    is_navigation = True

    def apply(self, session: Session) -> Session:
        return go_to_sibling(session, self.offset)


class Resign(Event):
    """Resign for the person to move."""

    may_end_game = True

    def apply(self, session: Session) -> Session:
        return resign(session)


class FlagFall(Event):
    """End the game because a colour's time is up."""

    colour: int
    may_end_game = True
    is_automatic = True

    def apply(self, session: Session) -> Session:
        return lose_on_time(session, self.colour)


def play_by_person(session: Session, action: int) -> Session:
    """Play a person's action, or return the session with a notice why it is refused."""
    why = why_blocked(session)
    if why:
        name = session.remote_name or WORDS["your-friend"]
        return replace(session, notice=Notice(WORDS[why].format(Name=name)))
    refusal = illegal_reason(session.game, session.state, action)
    if refusal:
        text = sentence_case(refusal.message)
        return replace(session, notice=Notice(text, action, refusal.cause))
    return play(session, action)


def why_blocked(session: Session) -> str:
    """Return why no local player may play in the position shown, as a key of WORDS, or ""."""
    if session.exercise_attempt is not None:
        return "" if session.exercise_attempt.awaits_person(session.state.mover) else "over"
    if session.outcome is not None:
        return "over"
    if session.is_engine_to_move:
        return "engine-turn"
    return "friend-turn" if session.is_remote_to_move else ""


def can_play(session: Session, action: int) -> bool:
    """Whether a person may play the action in the position shown."""
    return not why_blocked(session) and bool(session.game.legal(session.state) >> action & 1)


def play(session: Session, action: int) -> Session:
    """Play a legal action in the position shown.

    Before the end of the line, the action starts a variation.  After an undo, the action becomes
    the main line.
    """
    tree, node = session.tree.add(session.cursor, action)
    if session.is_at_takeback:
        tree = tree.promote(node)
    takeback_node = -1 if session.is_at_takeback else session.match.takeback_node
    leaf = tree.line_end_through(session.leaf, node)
    return replace(
        session,
        match=replace(
            _decline_offer(session.match),
            tree=tree,
            cursor=node,
            leaf=leaf,
            takeback_node=takeback_node,
        ),
        engine=session.engine._replace(paused=False),
        faulty_link=None,
        offer_withheld=False,
    )


def swap_sentence(session: Session, node: int, name: str, you: int | None) -> str:
    """Return a sentence on the swap that led to ``node``; "" after any other action.

    ``name`` is the name of the second side, which swaps.  ``you`` is the colour called You.  The
    sentence has ``*terms*``, see ``text.rich_parts``.
    """
    swapped = session.tree.swap_cells(node)
    if swapped is None:
        return ""
    from ..words.moments import MOMENT_WORDS

    game, (cell, mirror) = session.game, swapped
    owner = "theirs" if you is None else ("yours", "you")[you]
    return MOMENT_WORDS[f"swap-{owner}" if cell != mirror else f"swap-{owner}-here"].format(
        Name=name,
        Colour=WORDS[game.colours[1]],
        cell=game.board.cell_name(cell),
        mirror=game.board.cell_name(mirror),
    )


def _decline_offer(match: Match) -> Match:
    """Return the match before an action: playing for both sides declines an offered seat."""
    tree, offered, node = match.tree, match.offered_seat, match.cursor
    if offered is None or offered == match.state.mover:
        return match
    while node != ROOT and tree.state_before(node).mover == offered:
        node = tree.nodes[node].parent
    return replace(match, offered_seat=None, declined_offer=(offered, node))


def resign(session: Session) -> Session:
    """Resign for the person to move, which ends the line.

    In a record only the side to move can resign.  While the engine thinks, the resignation stays
    pending until the engine has played.
    """
    allowed = can_resign(session)
    session = replace(session, resign_pending=allowed and session.is_engine_to_move)
    if session.resign_pending or not allowed:
        return session
    tree = session.tree.resign(session.cursor)
    resigned = session.with_match(tree=tree, leaf=session.cursor, lost_on_time=False)
    return replace(resigned.without("hint"), faulty_link=None)


def can_resign(session: Session) -> bool:
    """Whether a person may resign.

    A person must be to move at the end of a line or at the takeback node, or the engine must be
    thinking against a person, or its reply be held.
    """
    node = session.tree.nodes[session.cursor]
    if session.is_engine_to_move and session.exercise_attempt is None:
        engine = session.engine
        is_replying = engine.thinking and engine.purpose == "play"
        return (is_replying or session.is_reply_held) and session.local_colour is not None
    return (
        session.outcome is None
        and session.local_colours[node.state.mover]
        and session.editor is None
        and session.exercise_attempt is None
        and not session.is_retrying
        and (session.is_at_takeback or not node.children)
    )


def lose_on_time(session: Session, colour: int) -> Session:
    """End the game by the flag fall of the colour to move; the record has a resignation."""
    node = session.live_node
    shown = session.with_match(cursor=node)
    if shown.outcome is not None or shown.state.mover != colour:
        return session
    tree = session.tree.resign(node)
    ended = shown.with_match(tree=tree, leaf=node, lost_on_time=True, takeback_node=-1)
    return replace(ended.without("hint", "editor"), faulty_link=None)


def undo(session: Session) -> Session:
    """Return to the previous position in which a person had to decide.

    A loss on time cannot be undone; earlier positions can still be viewed and played from.  Never
    undo a remote player's actions: the other side would not be notified.  A retried turn is undone
    at most to the start of the retry.
    """
    nodes, node = session.tree.nodes, session.cursor
    retry_node = session.review.retry_node if session.review else -1
    if node == retry_node or (session.resigned and session.match.lost_on_time):
        return session
    if session.resigned:
        if session.seats[nodes[node].state.mover].remote and not session.is_retrying:
            return session
        return replace(session.with_match(tree=session.tree.resign(node, False)), faulty_link=None)
    local_colours = session.local_colours
    while node != ROOT:
        node = nodes[node].parent
        if session.seats[nodes[node].state.mover].remote and not session.is_retrying:
            return session
        if node == retry_node or local_colours[nodes[node].state.mover] or not any(local_colours):
            takeback_node = node if node != retry_node and not session.is_retrying else -1
            declined = session.match.declined_offer
            if declined and declined[1] == node:  # the undo takes the refusal of the seat back
                session = session.with_match(offered_seat=declined[0], declined_offer=None)
            return replace(
                session.with_match(cursor=node, takeback_node=takeback_node), faulty_link=None
            )
    return session


def can_undo(session: Session) -> bool:
    """Whether there is a person's decision to undo."""
    return undo(session) is not session


def redo(session: Session) -> Session:
    """Go forward to the next position in which a person decides, or to the end of the line."""
    line = session.tree.path(session.leaf)
    local_colours, was_at_takeback = session.local_colours, session.is_at_takeback
    for node in line[line.index(session.cursor) + 1 :]:
        session = session.with_match(cursor=node)
        if local_colours[session.state.mover] or not any(local_colours):
            break
    if session.cursor == session.leaf:
        return session.with_match(takeback_node=-1)
    return (
        session.with_match(takeback_node=session.cursor)
        if was_at_takeback
        else _show_node(session, session.cursor)
    )


def step_by(session: Session, actions: int) -> Session:
    """Go forward by ``actions`` along the line, or back if negative."""
    line = session.tree.path(session.leaf)
    ply = line.index(session.cursor) + actions
    cursor = line[max(0, min(ply, len(line) - 1))]
    return _show_node(session, cursor)


def go_to_node(session: Session, node: int, end: int = ROOT) -> Session:
    """Show a node of the tree and a line through it, if possible also through ``end``."""
    tree, reachable = session.tree, session.tree.reachable()
    if node not in reachable:
        return session
    leaf = tree.line_end_through(session.leaf, end) if end in reachable else session.leaf
    return _show_node(session.with_match(leaf=tree.line_end_through(leaf, node)), node)


def _show_node(session: Session, node: int) -> Session:
    """Show a node of the line.  The takeback stays until the end of the game is shown again."""
    takeback_node = -1 if node == session.tree.end_of_game() else session.match.takeback_node
    return session.with_match(cursor=node, takeback_node=takeback_node)


def go_to_sibling(session: Session, offset: int) -> Session:
    """Show the sibling at ``offset`` from the node shown; the siblings wrap around."""
    nodes = session.tree.nodes
    children = nodes[nodes[session.cursor].parent].children
    if session.cursor == ROOT or len(children) < 2:
        return session
    return go_to_node(session, children[(children.index(session.cursor) + offset) % len(children)])
