"""Undo, redo and steps through the tree; none of them changes a node."""

from dataclasses import replace

from ...match.tree import ROOT
from .session import Session


def undo(session: Session) -> Session:
    """Back to the last position before this one in which a person had to decide.

    Time that ran out does not come back; one can still look back and play from there.  What a
    friend far away has played stays: they would not hear of it.  A turn that is tried again is
    taken back to where the try began.
    """
    nodes, node = session.tree.nodes, session.cursor
    tried = session.review.trying if session.review else -1
    if node == tried or (session.resigned and session.flagged):
        return session
    if session.resigned:
        if session.seats[nodes[node].state.mover].away and not session.is_trying:
            return session
        return replace(session, tree=session.tree.resign(node, False), address=None)
    people = session.people
    while node != ROOT:
        node = nodes[node].parent
        if session.seats[nodes[node].state.mover].away and not session.is_trying:
            return session
        if node == tried or people[nodes[node].state.mover] or not any(people):
            back = node if node != tried and not session.is_trying else -1
            if session.passed_over and session.passed_over[1] == node:  # the seat is offered again
                session = replace(session, offered=session.passed_over[0], passed_over=None)
            return replace(session, cursor=node, address=None, taken_back=back)
    return session


def can_undo(session: Session) -> bool:
    """Whether there is a person's decision to take back."""
    return undo(session) is not session


def redo(session: Session) -> Session:
    """Forward to the next position in which a person decides, or to the end of the line."""
    line = session.tree.path(session.leaf)
    people, taken = session.people, session.is_taken_back
    for node in line[line.index(session.cursor) + 1 :]:
        session = replace(session, cursor=node)
        if people[session.state.mover] or not any(people):
            break
    if session.cursor == session.leaf:
        return replace(session, taken_back=-1)
    return replace(session, taken_back=session.cursor) if taken else _shown(session, session.cursor)


def step(session: Session, actions: int) -> Session:
    """So many actions forward (or, if negative, back) along the line."""
    line = session.tree.path(session.leaf)
    place = line.index(session.cursor) + actions
    cursor = line[max(0, min(place, len(line) - 1))]
    return _shown(session, cursor)


def go(session: Session, node: int, end: int = ROOT) -> Session:
    """Show a node of the tree, and its line: if possible one that leads to ``end``, too."""
    tree, known = session.tree, session.tree.reachable()
    if node not in known:
        return session
    leaf = tree.on_line(session.leaf, end) if end in known else session.leaf
    return _shown(replace(session, leaf=tree.on_line(leaf, node)), node)


def _shown(session: Session, node: int) -> Session:
    """A node of the line, looked at: the game stays taken back until its end is seen again."""
    back = -1 if node == session.tree.end_of_game() else session.taken_back
    return replace(session, cursor=node, taken_back=back)


def sibling(session: Session, by: int) -> Session:
    """Show the sibling before (-1) or after (1) the node shown."""
    nodes = session.tree.nodes
    children = nodes[nodes[session.cursor].parent].children
    if session.cursor == ROOT or len(children) < 2:
        return session
    return go(session, children[(children.index(session.cursor) + by) % len(children)])
