"""Playing and looking around: actions of a person, refusals, takebacks, resigning, steps."""

from dataclasses import replace

from ..match.match import Match
from ..match.tree import ROOT
from ..rules.play import illegal_reason
from ..text import sentence_case
from ..words import WORDS
from .event import Event
from .session import Notice, Session


class Click(Event):
    """A cell was chosen."""

    cell: int
    may_end = True

    def apply(self, session: Session) -> Session:
        return by_hand(session, self.cell)


class Act(Event):
    """A button that is an action: END (end of turn, pass) or SWAP."""

    action: int
    may_end = True

    def apply(self, session: Session) -> Session:
        return by_hand(session, self.action)


class Undo(Event):
    """Go back to before the player's last decision."""

    def apply(self, session: Session) -> Session:
        return undo(session)


class Redo(Event):
    """Go forward again by one decision."""

    is_look = True

    def apply(self, session: Session) -> Session:
        return redo(session)


class Step(Event):
    """Show the position so many actions before or after."""

    actions: int
    is_look = True

    def apply(self, session: Session) -> Session:
        return step(session, self.actions)


class Go(Event):
    """Show a node of the tree."""

    node: int
    end: int = ROOT  # a node after it: the line through both is shown
    is_look = True

    def apply(self, session: Session) -> Session:
        return go(session, self.node, self.end)


class Sibling(Event):
    """Show the variation before or after this one, from the same position."""

    by: int  # -1 or 1
    is_look = True

    def apply(self, session: Session) -> Session:
        return sibling(session, self.by)


class Resign(Event):
    """The person to move gives up."""

    may_end = True

    def apply(self, session: Session) -> Session:
        return resign(session)


class FlagFall(Event):
    """The time of a colour is up."""

    colour: int
    may_end = True
    is_automatic = True

    def apply(self, session: Session) -> Session:
        return flag_fall(session, self.colour)


def by_hand(session: Session, action: int) -> Session:
    """The session after a person's action, or with a notice why it is refused."""
    why = not_now(session)
    if why:
        name = session.friend or WORDS["your-friend"]
        return replace(session, notice=Notice(WORDS[why].format(Name=name)))
    refusal = illegal_reason(session.game, session.state, action)
    if refusal:
        text = sentence_case(refusal.message)
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
    back = -1 if session.is_taken_back else session.match.takeback_node
    leaf = tree.line_end_through(session.leaf, node)
    return replace(
        session,
        match=replace(
            _passed_over(session.match), tree=tree, cursor=node, leaf=leaf, takeback_node=back
        ),
        engine=session.engine._replace(paused=False),
        address=None,
        unasked=False,
    )


def swap_sentence(session: Session, node: int, name: str, you: int | None) -> str:
    """What the swap that led to ``node`` has done; "" after any other action.

    ``name`` is what the second side is called, which swaps, and ``you`` the colour called You.
    """
    swapped = session.tree.swap_cells(node)
    if swapped is None:
        return ""
    from ..words.moments import MOMENT_WORDS

    game, (cell, mirror) = session.game, swapped
    whose = "theirs" if you is None else ("yours", "you")[you]
    return MOMENT_WORDS[f"swap-{whose}" if cell != mirror else f"swap-{whose}-here"].format(
        Name=name, Colour=WORDS[game.colours[1]], mirror=game.board.cell_name(mirror)
    )


def _passed_over(match: Match) -> Match:
    """The match before an action: playing for both sides declines an offered seat."""
    nodes, offered, node = match.tree.nodes, match.offered_seat, match.cursor
    if offered is None or offered == match.state.mover:
        return match
    while node != ROOT and nodes[nodes[node].parent].state.mover == offered:
        node = nodes[node].parent
    return replace(match, offered_seat=None, declined_offer=(offered, node))


def resign(session: Session) -> Session:
    """The person to move resigns; the line ends here.

    In a record only the side to move resigns, so while the engine thinks it has to play first.
    """
    may = can_resign(session)
    session = replace(session, resigning=may and session.is_engine_due)
    if session.resigning or not may:
        return session
    tree = session.tree.resign(session.cursor)
    resigned = session.with_match(tree=tree, leaf=session.cursor, lost_on_time=False)
    return replace(resigned.without("hint"), address=None)


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
    there = session.with_match(cursor=node)
    if there.outcome is not None or there.state.mover != colour:
        return session
    tree = session.tree.resign(node)
    ended = there.with_match(tree=tree, leaf=node, lost_on_time=True, takeback_node=-1)
    return replace(ended.without("hint", "editor"), address=None)


def undo(session: Session) -> Session:
    """Back to the last position before this one in which a person had to decide.

    Time that ran out does not come back; one can still look back and play from there.  What a
    friend far away has played stays: they would not hear of it.  A turn that is tried again is
    taken back to where the try began.
    """
    nodes, node = session.tree.nodes, session.cursor
    tried = session.review.trying if session.review else -1
    if node == tried or (session.resigned and session.match.lost_on_time):
        return session
    if session.resigned:
        if session.seats[nodes[node].state.mover].remote and not session.is_trying:
            return session
        return replace(session.with_match(tree=session.tree.resign(node, False)), address=None)
    people = session.people
    while node != ROOT:
        node = nodes[node].parent
        if session.seats[nodes[node].state.mover].remote and not session.is_trying:
            return session
        if node == tried or people[nodes[node].state.mover] or not any(people):
            back = node if node != tried and not session.is_trying else -1
            if (
                session.match.declined_offer and session.match.declined_offer[1] == node
            ):  # the seat is offered again
                session = session.with_match(
                    offered_seat=session.match.declined_offer[0], declined_offer=None
                )
            return replace(session.with_match(cursor=node, takeback_node=back), address=None)
    return session


def can_undo(session: Session) -> bool:
    """Whether there is a person's decision to take back."""
    return undo(session) is not session


def redo(session: Session) -> Session:
    """Forward to the next position in which a person decides, or to the end of the line."""
    line = session.tree.path(session.leaf)
    people, taken = session.people, session.is_taken_back
    for node in line[line.index(session.cursor) + 1 :]:
        session = session.with_match(cursor=node)
        if people[session.state.mover] or not any(people):
            break
    if session.cursor == session.leaf:
        return session.with_match(takeback_node=-1)
    return (
        session.with_match(takeback_node=session.cursor)
        if taken
        else _shown(session, session.cursor)
    )


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
    leaf = tree.line_end_through(session.leaf, end) if end in known else session.leaf
    return _shown(session.with_match(leaf=tree.line_end_through(leaf, node)), node)


def _shown(session: Session, node: int) -> Session:
    """A node of the line, looked at: the game stays taken back until its end is seen again."""
    back = -1 if node == session.tree.end_of_game() else session.match.takeback_node
    return session.with_match(cursor=node, takeback_node=back)


def sibling(session: Session, by: int) -> Session:
    """Show the sibling before (-1) or after (1) the node shown."""
    nodes = session.tree.nodes
    children = nodes[nodes[session.cursor].parent].children
    if session.cursor == ROOT or len(children) < 2:
        return session
    return go(session, children[(children.index(session.cursor) + by) % len(children)])
