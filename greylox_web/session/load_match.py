"""Loading matches into the session: new matches, and matches from links, files and the library.

A link contains no match id.  The actions decide whether a link continues the current match: one
line must be a prefix of the other (``is_continuation``).  A remote reply to an undone turn also
continues the match (``replies_to_undone_turn``).  A link with only the first few actions may
belong to another match (``_is_short_prefix``).  ``features/library/entry_matching.py`` compares
links with stored matches.
"""

import re
from dataclasses import dataclass, replace
from typing import ClassVar, NamedTuple

from ..match.match import (
    MIN_COMMON_ACTIONS,
    PERSON,
    UNTIMED,
    GameTerms,
    Match,
    Seat,
    clean_name,
)
from ..match.tree import ROOT, Tree, merge, new_tree, tree_from_record
from ..rules import Game, NotationError, new_game
from ..rules.notation.actions import localized_action
from ..rules.notation.links import extract_fragment, has_checksum, read_link
from ..text import plain_text, sentence_case
from ..words import WORDS, error_text
from . import naming
from .activity import Activity
from .editor import Editor
from .event import Event
from .playing import swap_sentence
from .session import NO_ENDING, TEACH_REASON, Notice, Session

PAGE_NAME_PATTERN = re.compile(r"[a-z][a-z0-9_/-]*")  # no link matches this pattern
MAX_PAGE_NAME = 24  # displayed characters of a page's name


class Answered(NamedTuple):
    """What is said while a replay shows answers that were given in advance."""

    heading: str
    line: str  # "" for the remote player's actions
    note: str  # a sentence that follows the notice after the replay


@dataclass(frozen=True)
class RemoteReplay(Activity):
    """The replay of a remote turn; ``correspondence.StepReplay`` shows its next action."""

    name: ClassVar[str] = "replay"
    node: int  # the end of the turn
    answered: Answered | None = None  # if the turn has answers in advance

    def on_interrupt(self, session: Session) -> Session:
        shown = session.with_match(cursor=self.node).without(self.name)
        return replace(shown, notice=Notice(self.answered.note)) if self.answered else shown

    def status(self, session: Session) -> tuple[str, str] | None:
        if session.outcome is not None:
            return None
        if self.answered:
            return self.answered.heading, self.answered.line or last_remote_turn(session)
        rival = naming.display_name(session, 0 if session.seats[0].remote else 1)
        name, you = naming.display_name(session, 1), naming.colour_called_you(session)
        swap = plain_text(swap_sentence(session, self.node, name, you))
        return WORDS["friend-played"].format(Name=rival), swap or last_remote_turn(session)


class NewGame(Event):
    """Start a game with these settings; invalid settings show a notice."""

    name: str
    size: int
    options: tuple[tuple[str, str | int | bool], ...] = ()
    seats: tuple[Seat, Seat] = (PERSON, PERSON)
    terms: GameTerms = UNTIMED
    unrated_reason: str = ""  # ``LESSON_REASON`` for a course's small game, or ``TEACH_REASON``
    names: tuple[str, str] = ("", "")  # of two local players

    def apply(self, session: Session) -> Session:
        return start_game(session, self)


def new_game_on(
    board: Game, seats: tuple[Seat, Seat], terms: GameTerms = UNTIMED, unrated_reason: str = ""
) -> NewGame:
    """Return the event that starts a game on a board, with its options."""
    options = tuple(board.options.items())
    return NewGame(board.name, board.size, options, seats, terms, unrated_reason)


class Rematch(Event):
    """Start the same game again, from the same initial position and on the same terms."""

    seats: tuple[Seat, Seat]

    def apply(self, session: Session) -> Session:
        return rematch(session, self.seats)


class ChangeSeats(Event):
    """Change the seats of the current game."""

    seats: tuple[Seat, Seat]

    def apply(self, session: Session) -> Session:
        engine = session.engine._replace(paused=False)
        return replace(
            session.with_match(seats=self.seats, offered_seat=None, declined_offer=None),
            engine=engine,
        )

    def why_unrated(self, session: Session) -> str:
        return "seats" if len(session.tree.nodes) > 1 else ""


class LeaveExercise(Event):
    """Close the exercise and resume the suspended game."""

    def apply(self, session: Session) -> Session:
        return session if session.exercise_attempt is None else without_exercise(session)


class OpenLink(Event):
    """Open a link that was followed, or typed into the address bar."""

    text: str

    def apply(self, session: Session) -> Session:
        return open_link(session, self.text)


class LoadMatch(Event):
    """Load a match from the library, a file or a text, or resume a suspended match."""

    match: Match
    notice: str = ""
    imported: bool = False  # from a file or a text, which contains no terms
    editor: Editor | None = None  # the set-up editor's state in a suspended match

    def apply(self, session: Session) -> Session:
        return load_match(session, self)


class MatchMerged(Event):
    """Replace the current or suspended match by its merge with a stored version.

    The nodes keep their numbers.  The id changes if the match is recognised as a stored match.
    """

    match: Match
    notice: str = ""
    replay: bool = False  # replay the remote player's last turn
    is_automatic = True

    def apply(self, session: Session) -> Session:
        return apply_merged_match(session, self)


def start_game(session: Session, event: NewGame) -> Session:
    """Return the session with a new game, or with a notice why the settings are invalid."""
    try:
        game = new_game(event.name, event.size, dict(event.options))
    except NotationError as error:
        return replace(session, notice=Notice(sentence_case(str(error))))
    match = Match(
        new_tree(game),
        seats=event.seats,
        terms=event.terms,
        names=(clean_name(event.names[0]), clean_name(event.names[1])),
        unrated_reason=event.unrated_reason,
    )
    return with_new_game(session, match)


def rematch(session: Session, seats: tuple[Seat, Seat]) -> Session:
    """Return the session with the same game from its initial position, with these seats.

    If costly turns stopped the game, they stop the next one too.
    """
    tree = new_tree(session.game, session.tree.setup)
    match = Match(
        tree,
        seats=seats,
        terms=session.terms,
        remote_name=session.remote_name,
        names=session.match.player_names,
        unrated_reason=TEACH_REASON if session.unrated_reason == TEACH_REASON else "",
    )
    return with_new_game(session, match)


def with_new_game(session: Session, match: Match) -> Session:
    """Return the session with another match, without activities.  Analysis is switched off."""
    return replace(
        session,
        match=_with_line_through_cursor(match),
        activities=(),
        engine=session.engine.detached()._replace(paused=False, analysis=False),
        notice=None,
        offer_withheld=False,
        faulty_link=None,
        ending=NO_ENDING,
        restore_stack=(),
    )


def _with_line_through_cursor(match: Match) -> Match:
    """Return the match with a line through the position shown."""
    return replace(match, leaf=match.tree.line_end_through(match.leaf, match.cursor))


def open_link(session: Session, text: str) -> Session:
    """Open the game of a link.

    A faulty link shows its legal prefix and a notice with the fault.  If the text is not a link
    but could be a route name, the notice says that no such page exists.

    A valid link that continues the current game is merged into it, and a remote turn is replayed.
    A link to another unfinished game offers the seat of the side to move.  If only the first few
    actions match, the link counts as another game.
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
    continues = is_continuation(session.match, tree, leaf) and not _is_short_prefix(
        session.match, tree, leaf
    )
    if continues:
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
    if opened.match.answers or reading.record.answers:
        from ..match.answers import answers_of_link, merged_answers

        came = Match(tree, leaf, answers=answers_of_link(reading.record, tree, leaf))
        opened = opened.with_match(answers=merged_answers(opened.match, came, is_link=True))
    is_free = was_faulty or not continues  # no local player has taken a seat yet
    if is_free and has_checksum(text) and cursor == leaf and tree.outcome(leaf) is None:
        opened = opened.with_match(offered_seat=opened.state.mover)
    notices = [WORDS["cut-link"]] if reading.lacks_checksum else []
    if any(annotation.comment for annotation in reading.record.annotations):
        notices.append(WORDS["link-has-comments"])
    if reading.partial:
        notices.append(sentence_case(error_text("link-partial")))
    if reading.drops_answers:
        notices.append(sentence_case(error_text("link-answers")))
    if not notices:
        return opened
    return replace(
        opened, notice=Notice(" ".join(notices)), offer_withheld=reading.lacks_checksum and is_free
    )


def _is_short_prefix(match: Match, tree: Tree, leaf: int) -> bool:
    """Whether a link has only the first few actions of the current game.

    Another game may start with the same actions.  In an unfinished game with a remote player the
    result is False, because the link is an earlier one of the same game.
    """
    count = len(tree.actions(leaf))
    if count >= min(MIN_COMMON_ACTIONS, len(match.tree.actions(match.leaf))):
        return False
    is_over = match.tree.outcome(match.leaf) is not None
    return is_over or not any(seat.remote for seat in match.seats)


def _forged_mover(match: Match, tree: Tree, leaf: int) -> int | None:
    """Return the local colour for which a remote player's link acts or resigns, or None.

    Actions that are already in the tree are not forged, whichever position is shown.
    """
    if not any(seat.remote for seat in match.seats):
        return None
    movers = match.new_movers(tree, leaf)
    return next((mover for mover in movers if not match.seats[mover].remote), None)


def merge_link(session: Session, tree: Tree, leaf: int, cursor: int) -> Session:
    """Merge another record of the same game into the session's tree.

    A link that is shorter than the line shows a position of the line, and the line stays.  In a
    game with a remote player such a link is outdated, so the end of the line is shown.
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
    return replace(opened, restore_stack=session.restore_stack, engine=engine)


def without_exercise(session: Session) -> Session:
    """Return the session with the suspended game instead of the exercise."""
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
    """Start the replay of the remote turn at the end of the line, if there is such a turn.

    The local player's answers in advance that the remote player's page played are part of it.
    """
    tree, node = session.tree, session.cursor
    given, answered = frozenset[int](), None
    if session.match.answers:
        from ..match.answers import given_nodes

        given = given_nodes(tree, node, session.match.answers)
    while node != ROOT and (node in given or session.seats[tree.state_before(node).mover].remote):
        node = tree.nodes[node].parent
    if node == session.cursor or session.cursor != session.leaf:
        return session
    if given.intersection(session.tree.path(session.leaf)[len(session.tree.path(node)) :]):
        from .answers import given_text

        answered = given_text(session, node, given)
    return session.with_match(cursor=node).with_activity(RemoteReplay(session.leaf, answered))


def is_continuation(match: Match, tree: Tree, leaf: int) -> bool:
    """Whether one of two games starts with all actions of the other.

    Two games without actions match, too.
    If the remote player moves first, their first turn continues the empty game that is waiting for
    it.
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
    """Whether a remote player replies to a turn that was undone after its link had been sent.

    False if the remote player has already replied to the replacement of that turn.
    """
    our_tree = match.tree
    node = our_tree.find_deepest(tree.actions(leaf))
    off_line = node not in our_tree.path(match.leaf) and not our_tree.nodes[node].children
    remote_to_move = match.seats[our_tree.nodes[match.live_node].state.mover].remote
    return off_line and remote_to_move and _has_only_remote_moves(match, tree, leaf)


def _has_only_remote_moves(match: Match, tree: Tree, leaf: int) -> bool:
    """Whether a line has new actions, all by remote players."""
    movers = match.new_movers(tree, leaf)
    return bool(movers) and all(match.seats[mover].remote for mover in movers)


def load_match(session: Session, event: LoadMatch) -> Session:
    """Return the session with the match of the event."""
    match = event.match
    if event.imported and is_continuation(session.match, match.tree, match.leaf):
        # a file or a text contains no terms, so the terms of the current match apply
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
    """Return the session with the merged match; start the replay if the event requires it."""
    notice = Notice(event.notice) if event.notice else session.notice
    match = _with_line_through_cursor(event.match)
    now = replace(
        session.without(RemoteReplay.name), match=match, notice=notice, offer_withheld=False
    )
    return start_replay(now) if event.replay else now


def last_remote_turn(session: Session) -> str:
    """Return the text of the remote player's actions since the last local action.

    During a replay, the text includes the actions that are still to be shown.
    """
    tree, node = session.tree, session.target_node
    parts: list[str] = []
    while node != ROOT and session.seats[(before := tree.state_before(node)).mover].remote:
        parts.insert(0, localized_action(tree.game, before, tree.nodes[node].action))
        node = tree.nodes[node].parent
    if len(parts) > 1 and parts[-1] == WORDS["action-end"]:
        parts.pop()
    return ", ".join(parts)
