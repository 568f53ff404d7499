"""Putting matches on the table: new ones, and those of links, files and the library.

A link carries no id.  Whether it goes on with the match on the table is guessed here, by its
actions: one of the two lines begins with the other (``is_continuation``), a friend's reply to a
turn that was undone counts too (``replies_to_undone_turn``), and a few first actions may be those
of another match (``_is_short_prefix``).  ``features/library/entry_matching.py`` compares with
stored matches.
"""

import re
from dataclasses import dataclass, replace
from typing import ClassVar

from ..match.match import MIN_COMMON_ACTIONS, PERSON, UNTIMED, GameTerms, Match, Seat
from ..match.tree import ROOT, Tree, merge, new_movers, new_tree, tree_from_record
from ..rules import NotationError, new_game
from ..rules.notation.actions import localized_action
from ..rules.notation.links import extract_fragment, has_checksum, read_link
from ..text import sentence_case
from ..words import WORDS, error_text
from . import naming
from .activity import Activity
from .editor import Editor
from .event import Event
from .playing import swap_sentence
from .session import NO_ENDING, Notice, Session

PAGE_NAME_PATTERN = re.compile(r"[a-z][a-z0-9_/-]*")  # no link begins like that
MAX_PAGE_NAME = 24  # characters of a page's name that are shown


@dataclass(frozen=True)
class FriendTurn(Activity):
    """What a friend has played is shown action by action; ``friends.Replay`` goes on with it."""

    name: ClassVar[str] = "friend-turn"
    node: int  # at the end of the turn

    def on_interrupt(self, session: Session) -> Session:
        return session.with_match(cursor=self.node).without(self.name)

    def status(self, session: Session) -> tuple[str, str] | None:
        if session.outcome is not None:
            return None
        rival = naming.display_name(session, 0 if session.seats[0].remote else 1)
        swap = swap_sentence(
            session, self.node, naming.display_name(session, 1), naming.colour_called_you(session)
        )
        return WORDS["friend-played"].format(Name=rival), swap or last_remote_turn(session)


class NewGame(Event):
    """Begin a game with these settings; invalid ones are refused with a sentence."""

    name: str
    size: int
    options: tuple[tuple[str, str | int | bool], ...] = ()
    seats: tuple[Seat, Seat] = (PERSON, PERSON)
    terms: GameTerms = UNTIMED
    unrated_reason: str = ""  # "lesson" for the small game of a course

    def apply(self, session: Session) -> Session:
        return start_game(session, self)


class Rematch(Event):
    """Begin the same game once more, from the same position and on the same terms."""

    seats: tuple[Seat, Seat]

    def apply(self, session: Session) -> Session:
        return rematch(session, self.seats)


class ChangeSeats(Event):
    """Change who plays which colour in the running game."""

    seats: tuple[Seat, Seat]

    def apply(self, session: Session) -> Session:
        engine = session.engine._replace(paused=False)
        return replace(
            session.with_match(seats=self.seats, offered_seat=None, declined_offer=None),
            engine=engine,
        )

    def assistance_kind(self, session: Session) -> str:
        return "seats" if len(session.tree.nodes) > 1 else ""


class LeaveExercise(Event):
    """Put the game beneath the exercise back on the table."""

    def apply(self, session: Session) -> Session:
        return session if session.exercise_attempt is None else without_exercise(session)


class OpenLink(Event):
    """A link was opened, followed or typed into the address."""

    text: str

    def apply(self, session: Session) -> Session:
        return open_link(session, self.text)


class LoadMatch(Event):
    """Put a match on the table: of the library, a file or a text, or one that was left."""

    match: Match
    notice: str = ""
    imported: bool = False  # a file or a text, which does not say how it was played
    editor: Editor | None = None  # the position that was being set up when the match was left

    def apply(self, session: Session) -> Session:
        return load_match(session, self)


class MatchMerged(Event):
    """The match on the table, or beneath an exercise, was merged with a stored version of it.

    Its nodes keep their numbers.  Its id is another one where it turned out to be a stored match.
    """

    match: Match
    notice: str = ""
    replay: bool = False  # show the friend's last turn action by action
    is_automatic = True

    def apply(self, session: Session) -> Session:
        return apply_merged_match(session, self)


def start_game(session: Session, event: NewGame) -> Session:
    """The session with a new game, or with a notice why there is no such game."""
    try:
        game = new_game(event.name, event.size, dict(event.options))
    except NotationError as error:
        return replace(session, notice=Notice(sentence_case(str(error))))
    match = Match(
        new_tree(game), seats=event.seats, terms=event.terms, unrated_reason=event.unrated_reason
    )
    return with_new_game(session, match)


def rematch(session: Session, seats: tuple[Seat, Seat]) -> Session:
    """The same game from its beginning, with these players."""
    tree = new_tree(session.game, session.tree.setup)
    match = Match(tree, seats=seats, terms=session.terms, friend=session.friend)
    return with_new_game(session, match)


def with_new_game(session: Session, match: Match) -> Session:
    """The session with another match on the table.  Analysis is switched off."""
    return replace(
        session,
        match=_on_line(match),
        activities=(),
        engine=session.engine.detached()._replace(paused=False, analysis=False),
        notice=None,
        offer_withheld=False,
        faulty_link=None,
        ending=NO_ENDING,
        undo_stack=(),
    )


def _on_line(match: Match) -> Match:
    """The match with a line that leads through the position shown."""
    return replace(match, leaf=match.tree.line_end_through(match.leaf, match.cursor))


def open_link(session: Session, text: str) -> Session:
    """The game of a link; a faulty one is shown as far as it is legal, with the fault.

    What cannot be a link, but is a name such as an address may end in, is told to name no page.

    A sound link that goes on with the game on the table is joined to it, and what a friend has
    played is shown action by action.  Of another game that goes on, the seat of the side to move
    is offered; a few first actions are taken for another game.
    """
    reading = read_link(text)
    if reading.record is None:
        name = extract_fragment(text)
        if PAGE_NAME_PATTERN.fullmatch(name):
            message = sentence_case(error_text("no-page", name=name[:MAX_PAGE_NAME]))
        else:
            message = f"{WORDS['bad-link']} {sentence_case(reading.error or '')}"
        return replace(session, notice=Notice(message), faulty_link=text)
    tree, leaf, cursor = tree_from_record(reading.record)
    if reading.error:
        unparsed_text = f" {WORDS['link-rest']} {reading.unparsed[:60]}" if reading.unparsed else ""
        why = Notice(f"{WORDS['damaged-link']} {sentence_case(reading.error)}{unparsed_text}")
        opened = with_new_game(session, Match(tree, leaf, cursor))
        return replace(opened, notice=why, faulty_link=text)
    faulty = session.faulty_link is not None or session.offer_withheld
    was_faulty = faulty and session.seats == (PERSON, PERSON)
    is_more = is_continuation(session.match, tree, leaf) and not _is_short_prefix(
        session.match, tree, leaf
    )
    if is_more:
        forged = _forged_mover(session.match, tree, leaf)
        if forged is not None:
            colour = WORDS[session.game.colours[forged]]
            why = Notice(WORDS["forged"].format(Colour=colour))
            return replace(session, notice=why, faulty_link=text)
        opened = merge_link(session, tree, leaf, cursor)
        if len(opened.tree.nodes) > len(session.tree.nodes):
            opened = start_replay(opened)
    else:
        opened = with_new_game(session, Match(tree, leaf, cursor))
    is_free = was_faulty or not is_more  # nobody here plays it yet
    if is_free and has_checksum(text) and cursor == leaf and tree.outcome(leaf) is None:
        opened = opened.with_match(offered_seat=opened.state.mover)
    notices = [WORDS["cut-link"]] if reading.lacks_checksum else []
    if reading.partial:
        notices.append(sentence_case(error_text("link-partial")))
    if not notices:
        return opened
    return replace(
        opened, notice=Notice(" ".join(notices)), offer_withheld=reading.lacks_checksum and is_free
    )


def _is_short_prefix(match: Match, tree: Tree, leaf: int) -> bool:
    """Whether a link has only a few first actions of the game here, with which others begin, too.

    In a game with a friend that goes on it is an old link of that game.
    """
    count = len(tree.actions(leaf))
    if count >= min(MIN_COMMON_ACTIONS, len(match.tree.actions(match.leaf))):
        return False
    is_over = match.tree.outcome(match.leaf) is not None
    return is_over or not any(seat.remote for seat in match.seats)


def _forged_mover(match: Match, tree: Tree, leaf: int) -> int | None:
    """The colour of this screen that a far friend's link acts or resigns for, or None.

    What is in the tree already was played here, whatever is looked at meanwhile.
    """
    if not any(seat.remote for seat in match.seats):
        return None
    movers = new_movers(match.tree, tree, leaf)
    return next((mover for mover in movers if not match.seats[mover].remote), None)


def merge_link(session: Session, tree: Tree, leaf: int, cursor: int) -> Session:
    """The session with another record of the same game put into its tree.

    A link that is shorter than the line shows a position of it, and the line stays; in a game
    with a friend far away it is an old one, and what was played since is shown.
    """
    both, numbers = merge(session.tree, tree)
    if replies_to_undone_turn(session.match, tree, leaf):
        both = both.promote(numbers[leaf])
    end = numbers[leaf] if tree.nodes[leaf].resigned else both.line_end(numbers[leaf])
    is_old = cursor == leaf and any(seat.remote for seat in session.seats)
    shown_node = end if is_old else numbers[cursor]
    offered = (
        session.offered_seat if both.nodes[shown_node].state.mover == session.offered_seat else None
    )
    match = replace(
        session.match,
        tree=both,
        leaf=end,
        cursor=shown_node,
        offered_seat=offered,
        declined_offer=None,
        takeback_node=-1,
    )
    opened = with_new_game(session, match)
    engine = opened.engine._replace(analysis=session.engine.analysis)
    return replace(opened, undo_stack=session.undo_stack, engine=engine)


def without_exercise(session: Session) -> Session:
    """The session with the game beneath back on the table."""
    game = session.game_session
    engine = session.engine.detached()
    return replace(
        game,
        engine=engine._replace(paused=game.engine.paused, analysis=game.engine.analysis),
        preferences=session.preferences,
        visible=session.visible,
        notice=None,
        faulty_link=None,
    )


def start_replay(session: Session) -> Session:
    """The session shown before what a friend has just played, which ``Replay`` goes through."""
    nodes, node = session.tree.nodes, session.cursor
    while node != ROOT and session.seats[nodes[nodes[node].parent].state.mover].remote:
        node = nodes[node].parent
    if node == session.cursor or session.cursor != session.leaf:
        return session
    return session.with_match(cursor=node).with_activity(FriendTurn(session.leaf))


def is_continuation(match: Match, tree: Tree, leaf: int) -> bool:
    """Whether one of the two games begins with all actions of the other, at least one.

    Where a friend far away begins, their first turn goes on with the empty board that waits for it.
    """
    if tree.game != match.game or tree.setup != match.tree.setup:
        return False
    ours, theirs = match.tree.actions(match.leaf), tree.actions(leaf)
    if theirs and not ours:
        return _has_only_remote_moves(match, tree, leaf)
    length = min(len(ours), len(theirs))
    if ours[:length] == theirs[:length]:
        return length > 0 or ours == theirs
    return replies_to_undone_turn(match, tree, leaf)


def replies_to_undone_turn(match: Match, tree: Tree, leaf: int) -> bool:
    """Whether a friend far away replies to a turn that was undone after its link had been sent.

    Not where they have already replied to what was played instead.
    """
    our_tree = match.tree
    node = our_tree.find_deepest(tree.actions(leaf))
    off_line = node not in our_tree.path(match.leaf) and not our_tree.nodes[node].children
    friend_to_move = match.seats[our_tree.nodes[match.live_node].state.mover].remote
    return off_line and friend_to_move and _has_only_remote_moves(match, tree, leaf)


def _has_only_remote_moves(match: Match, tree: Tree, leaf: int) -> bool:
    """Whether a line has new actions, all of them by a friend far away."""
    movers = new_movers(match.tree, tree, leaf)
    return bool(movers) and all(match.seats[mover].remote for mover in movers)


def load_match(session: Session, event: LoadMatch) -> Session:
    """The session with a match of the library, of a file or text, or one that was left."""
    match = event.match
    if event.imported and is_continuation(session.match, match.tree, match.leaf):
        # a file or a text does not tell how it was played
        flagged, helped = (
            session.match.lost_on_time or match.lost_on_time,
            session.unrated_reason or match.unrated_reason,
        )
        match = replace(match, terms=session.terms, lost_on_time=flagged, unrated_reason=helped)
    opened = with_new_game(session, match)
    if event.editor is not None:
        opened = opened.with_activity(event.editor)
    if not event.notice:
        return opened
    return replace(opened, notice=Notice(event.notice), offer_withheld=event.imported)


def apply_merged_match(session: Session, event: MatchMerged) -> Session:
    """The session with the match merged with a stored version of it."""
    notice = Notice(event.notice) if event.notice else session.notice
    match = _on_line(event.match)
    now = replace(
        session.without(FriendTurn.name), match=match, notice=notice, offer_withheld=False
    )
    return start_replay(now) if event.replay else now


def last_remote_turn(session: Session) -> str:
    """What the friend has played since somebody here played, or begins to play in a replay."""
    nodes, node = session.tree.nodes, session.target_node
    parts: list[str] = []
    while node != ROOT and session.seats[nodes[nodes[node].parent].state.mover].remote:
        before = nodes[nodes[node].parent].state
        parts.insert(0, localized_action(session.game, before, nodes[node].action))
        node = nodes[node].parent
    if len(parts) > 1 and parts[-1] == WORDS["action-end"]:
        parts.pop()
    return ", ".join(parts)
