"""Playing, taking back, looking back and opening: the part of ``update`` that is the game."""

from dataclasses import replace

from ...rules import NotationError, new_game
from ...rules.board import NO_CELL
from ...rules.notation.actions import action_named
from ...rules.notation.links import read_link
from ...rules.play import why_not
from ...words import WORDS
from ..thinking import wire
from .events import FREE, PERSON, NewGame, OpenTree, Seat, Terms
from .session import Notice, Session
from .tree import ROOT, Tree, grow, merge, plant


def by_hand(session: Session, action: int) -> Session:
    """A person's action, or the reason why it is refused."""
    why = not_now(session)
    if why:
        return replace(session, notice=Notice(WORDS[why]))
    refusal = why_not(session.game, session.state, action)
    if refusal:
        text = sentence_case(refusal.sentence)
        return replace(session, notice=Notice(text, action, refusal.cause))
    return play(session, action)


def not_now(session: Session) -> str:
    """Why nobody at this screen may play in the position shown, as a key of WORDS; or ""."""
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
    if session.taking_back:
        tree = tree.promote(node)
    stays = node in tree.path(session.leaf)
    return replace(
        session,
        tree=tree,
        cursor=node,
        leaf=session.leaf if stays else tree.leaf(node),
        paused=False,
        address=None,
        taking_back=False,
    )


def undo(session: Session) -> Session:
    """Back to the last position, before this one, in which a person decided.

    Time that ran out does not come back; one can still look back and play from there.
    """
    nodes, node = session.tree.nodes, session.cursor
    if session.resigned and session.flagged:
        return session
    if session.resigned:
        return replace(session, tree=session.tree.resign(node, False), address=None)
    people = session.people
    while node != ROOT:
        node = nodes[node].parent
        if people[nodes[node].state.mover] or not any(people):
            taking_back = not session.is_trying
            return replace(session, cursor=node, address=None, taking_back=taking_back)
    return session


def can_undo(session: Session) -> bool:
    """Whether there is a decision of a person to take back."""
    return undo(session) is not session


def redo(session: Session) -> Session:
    """Forward to the next position in which a person decides, or to the end of the line."""
    line = session.tree.path(session.leaf)
    people = session.people
    for node in line[line.index(session.cursor) + 1 :]:
        session = replace(session, cursor=node)
        if people[session.state.mover] or not any(people):
            break
    return replace(session, taking_back=session.taking_back and session.cursor != session.leaf)


def step(session: Session, actions: int) -> Session:
    """So many actions on or back along the line."""
    line = session.tree.path(session.leaf)
    place = line.index(session.cursor) + actions
    cursor = line[max(0, min(place, len(line) - 1))]
    return replace(session, cursor=cursor, taking_back=False)


def go(session: Session, node: int) -> Session:
    """To a node of the tree, and onto its line."""
    if node not in session.tree.reachable():
        return session
    on_line = node in session.tree.path(session.leaf)
    leaf = session.leaf if on_line else session.tree.leaf(node)
    return replace(session, cursor=node, leaf=leaf, taking_back=False)


def sibling(session: Session, by: int) -> Session:
    """To the variation before or after the action that led here."""
    nodes = session.tree.nodes
    children = nodes[nodes[session.cursor].parent].children
    if session.cursor == ROOT or len(children) < 2:
        return session
    return go(session, children[(children.index(session.cursor) + by) % len(children)])


def new(session: Session, event: NewGame) -> Session:
    """A new game, or the reason why there is no such game."""
    try:
        game = new_game(event.name, event.size, dict(event.options))
    except NotationError as error:
        return replace(session, notice=Notice(sentence_case(str(error))))
    return seated(session, plant(game), ROOT, ROOT, event.seats, event.terms)


def seated(
    session: Session,
    tree: Tree,
    leaf: int,
    cursor: int,
    seats: tuple[Seat, Seat],
    terms: Terms = FREE,
) -> Session:
    """The session with another game on the table."""
    return replace(
        session,
        tree=tree,
        leaf=leaf,
        cursor=cursor,
        seats=seats,
        terms=terms,
        flagged=False,
        paused=False,
        report=None,
        analysed=-1,
        asked=ROOT,
        notice=None,
        address=None,
        taking_back=False,
        editor=None,
        mark="",
        trash=(),
        hint=None,
        review=None,
    )


def resign(session: Session) -> Session:
    """The person to move gives up; the line ends here."""
    if not can_resign(session):
        return session
    tree = session.tree.resign(session.cursor)
    return replace(session, tree=tree, leaf=session.cursor, address=None, flagged=False, hint=None)


def can_resign(session: Session) -> bool:
    """Whether a person is to move at the end of a line, or where it was taken back to."""
    node = session.tree.nodes[session.cursor]
    return (
        session.outcome is None
        and session.people[node.state.mover]
        and session.editor is None
        and not session.is_trying
        and (session.taking_back or not node.children)
    )


def flag_fall(session: Session, colour: int) -> Session:
    """The colour to move has no time left; a record can only say that it resigned."""
    from .clock import present

    node = present(session)
    there = replace(session, cursor=node)
    if there.outcome is not None or there.state.mover != colour:
        return session
    ended = replace(there, tree=session.tree.resign(node), leaf=node, address=None, hint=None)
    return replace(ended, flagged=True, taking_back=False, editor=None)


def open_link(session: Session, text: str) -> Session:
    """The game of a link; a faulty one is shown as far as it is legal, with the fault.

    A sound link that goes on with the game on the table is joined to it.
    """
    reading = read_link(text)
    if reading.record is None:
        why = Notice(f"{WORDS['bad-link']} {sentence_case(reading.error or '')}")
        return replace(session, notice=why, address=text)
    tree, leaf, cursor = grow(reading.record)
    if reading.error:
        rest = f" {WORDS['link-rest']} {reading.rest[:60]}" if reading.rest else ""
        why = Notice(f"{WORDS['damaged-link']} {sentence_case(reading.error)}{rest}")
        return replace(
            seated(session, tree, leaf, cursor, (PERSON, PERSON)), notice=why, address=text
        )
    if continues(session, tree, leaf):
        forged = _plays_for_us(session, tree, leaf)
        if forged is not None:
            colour = WORDS[session.game.colours[forged]]
            why = Notice(WORDS["forged"].format(Colour=colour))
            return replace(session, notice=why, address=text)
        return joined(session, tree, leaf, cursor)
    return seated(session, tree, leaf, cursor, (PERSON, PERSON))


def _plays_for_us(session: Session, tree: Tree, leaf: int) -> int | None:
    """The colour of this screen that a far friend's link acts for, or None."""
    if not any(seat.away for seat in session.seats):
        return None
    for node in tree.path(leaf)[len(session.tree.path(session.leaf)) :]:
        mover = tree.nodes[tree.nodes[node].parent].state.mover
        if not session.seats[mover].away:
            return mover
    return None


def joined(session: Session, tree: Tree, leaf: int, cursor: int) -> Session:
    """The session with another record of the same game put into its tree."""
    both, numbers = merge(session.tree, tree)
    opened = seated(session, both, numbers[leaf], numbers[cursor], session.seats, session.terms)
    return replace(opened, trash=session.trash, flagged=session.flagged)


def continues(session: Session, tree: Tree, leaf: int) -> bool:
    """Whether one of the two games begins with all actions of the other, at least one."""
    if tree.game != session.game or tree.setup != session.tree.setup:
        return False
    ours, theirs = session.tree.actions(session.leaf), tree.actions(leaf)
    length = min(len(ours), len(theirs))
    return ours[:length] == theirs[:length] and (length > 0 or ours == theirs)


def open_tree(session: Session, event: OpenTree) -> Session:
    """A game from the library, a file or a pasted text; or more of the game on the table."""
    if event.tree.nodes[ROOT].state is session.tree.nodes[ROOT].state:
        return replace(
            session,
            tree=event.tree,
            leaf=event.leaf,
            cursor=event.cursor,
            seats=event.seats or session.seats,
            notice=Notice(event.notice) if event.notice else session.notice,
            flagged=session.flagged or event.flagged,
        )
    seats = event.seats or (PERSON, PERSON)
    opened = seated(session, event.tree, event.leaf, event.cursor, seats)
    opened = replace(opened, flagged=event.flagged)
    if continues(session, event.tree, event.leaf):
        opened = replace(opened, terms=session.terms, flagged=session.flagged or event.flagged)
    return replace(opened, notice=Notice(event.notice) if event.notice else None)


def heard(session: Session, report: wire.Report) -> Session:
    """The session with what the engine says of the position it was asked about."""
    return replace(session, report=report, told=session.tree.nodes[session.asked].state)


def answer(session: Session, report: wire.Report) -> Session:
    """The engine's answer, through the same checked door as a click."""
    session = replace(session, thinking=False)
    if session.purpose == "hint":
        from ..thinking.hint import answered

        return answered(session, report)
    if session.purpose == "review":
        from ..thinking.review import answered as judged

        return judged(session, report)
    session = heard(session, report)
    if session.purpose == "analyse":
        notice = Notice(report.error) if report.error else session.notice
        return replace(session, analysed=session.cursor, notice=notice)
    if report.error or report.action is None:
        return replace(session, paused=True, notice=Notice(report.error or WORDS["no-answer"]))
    try:
        action = action_named(session.game.board, report.action)
    except NotationError:
        action = NO_CELL
    if why_not(session.game, session.state, action):
        return replace(session, paused=True, notice=Notice(WORDS["bad-answer"]))
    return play(session, action)


def engine_failed(session: Session, ticket: int | None, text: str) -> Session:
    """The engine's worker died, or one question could not be answered."""
    if ticket is None:
        return replace(session, engine="failed", thinking=False, notice=Notice(text))
    if not session.thinking or ticket != session.ticket:
        return session
    if session.purpose == "analyse":
        return replace(session, thinking=False, analysis=False, notice=Notice(text))
    if session.purpose == "hint":
        return replace(session, thinking=False, hint=None, notice=Notice(text))
    if session.purpose == "review":
        from ..thinking.review import stop

        return replace(stop(session), thinking=False, notice=Notice(text))
    return replace(session, thinking=False, paused=True, notice=Notice(text))


def sentence_case(text: str) -> str:
    """The text as a sentence: a capital first, unless a cell's name is, and a full stop last."""
    first = text[:1] if text[1:2].isdigit() else text[:1].upper()
    return first + text[1:] + ("" if text[-1:] in ".?!" else ".")
