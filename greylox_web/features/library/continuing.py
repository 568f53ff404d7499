"""Which stored match the one on the table goes on with: links and files carry no id.

Of a stored match that begins like the one on the table, ``compare_lines`` says how they relate:

same     all of it is known: the match on the table is that one
ahead    it goes on with the stored one: that is offered, or done at once if a friend answers
behind   it is a beginning of the stored one: that is offered
differs  they part: that is offered, too, once they have a few actions in common
"""

from collections.abc import Callable
from dataclasses import replace

from js import performance

from ...match.match import MIN_COMMON_ACTIONS, Match, merge_sources
from ...match.merge import LineRelation, compare_lines, contains, is_reply, short_common_prefix
from ...match.tree import ROOT, merge_in_their_order
from ...page.visit import OpenMatch
from ...session.event import Event
from ...session.friends import AnswerSeatOffer
from ...session.opening import MatchMerged
from ...session.seats import FRIEND
from ...session.session import Session
from ...words.library import LIBRARY_WORDS
from .autosave import Autosave
from .collection import find_continued, find_position
from .entry import Entry, friend_of, load_match_alike, seats_of
from .source import source_in

Offer = Callable[[Entry, LineRelation, Callable[[], object]], Callable[[], None]]
"""Offers the player to go on with a stored match, and calls the last argument on acceptance.

It returns a function that removes the offer.
"""


class Finder:
    """Finds the stored match that is on the table: at the start, and after one was opened."""

    def __init__(self, autosave: Autosave, offer: Offer) -> None:
        self._autosave = autosave
        self._visit = autosave.visit
        self._offer = offer
        self._withdraw: Callable[[], None] | None = None  # removes the latest offer from the page

    def resume(self, entry: Entry | None) -> None:
        """Find what the match that the page was opened with is stored as: this entry, or another.

        An earlier version notes no id with the match on its table, but beside it that of the last
        stored match, which may be another one.
        """
        self._find_first(entry)
        self._autosave.flush()
        performance.mark("library-ready")

    def _find_first(self, entry: Entry | None) -> None:
        first, opened = self._visit.first, self._visit.opened
        stored = entry and load_match_alike(entry, opened.tree)
        if entry and stored and (entry.id == opened.id or goes_on(stored, opened, first.match)):
            if first is self._visit.current:
                self._join(entry, stored, None)
                return
            if entry.id != first.match.id:
                self._visit.rename(first, entry.id)
            first.is_stored = True  # and what was played is merged with it when it is written
        self._match_came()

    def changed(self, before: Session, event: Event | None = None) -> None:
        """Note an event; ``before`` is the session of the match before it."""
        is_another = self._visit.current.match.id != before.match.id
        if is_another and not isinstance(event, MatchMerged):
            self._match_came()

    def _match_came(self) -> None:
        """Look, in the background, for the stored match that one on the table continues.

        An empty one and a faulty link continue none.
        """
        self._remove_offer()
        one, session = self._visit.current, self._autosave.session_on_table()
        match = session.match
        has_contents = session.leaf != ROOT or bool(match.source) or match.is_annotated
        if has_contents and not (one.is_stored or one.was_looked_for or session.faulty_link):
            self._autosave.spawn(self._look(one, session))
        one.was_looked_for = True

    async def _look(self, one: OpenMatch, session: Session) -> None:
        """Merge the opened match into the stored one that it continues, or offer that."""
        autosave, record = self._autosave, session.record
        entries = (await autosave.store.read_all()).entries
        if session.leaf == ROOT and (known := find_position(entries, session.tree)):
            await self._continue_with(known.id, one)
            return
        entry = find_continued(entries, record)
        stored = entry and load_match_alike(entry, session.tree)
        way = stored and compare_lines(stored.tree, record)
        if one is not self._visit.current or one.is_stored or one.to_store:
            return
        if entry is None or not stored or not way:
            if session.match.source or session.match.is_annotated:
                one.to_store = True
                autosave.save_soon()
            return
        if autosave.session_on_table().offered_seat is not None:
            if is_reply(stored, session.match, way):
                await self._continue_with(entry.id, one)
                return
            if short_common_prefix(way):
                return
            autosave.dispatch(AnswerSeatOffer(accepts=False))  # it is the player's own game
        if way.relation == "same":
            await self._continue_with(entry.id, one)
            return
        if way.relation == "ahead" or way.common_prefix_length >= MIN_COMMON_ACTIONS:
            name = entry.id
            self._withdraw = self._offer(
                entry, way, lambda: autosave.spawn(self._continue_with(name, one))
            )

    async def _continue_with(self, name: str, one: OpenMatch) -> None:
        """Merge the match on the table into the stored one that it continues."""
        entry, session = await self._autosave.store.read(name), self._autosave.session_on_table()
        if entry is None or one is not self._visit.current:
            return
        if stored := load_match_alike(entry, session.tree):
            is_news = not contains(stored.tree, session.tree)
            self._join(
                entry, stored, LIBRARY_WORDS["joined"].format(title=entry.title) if is_news else ""
            )

    def _join(self, entry: Entry, stored: Match, notice: str | None) -> None:
        """Merge the match on the table and its entry.

        ``notice`` is shown with it; with None the table stays as it is if nothing is new there.
        """
        self._remove_offer()
        session = self._autosave.session_on_table()
        is_stored = self._autosave.with_unsaved(stored) is stored
        stored = self._autosave.with_unsaved(stored)
        source = merge_sources(stored.source, session.match.source)
        is_news = not (is_stored and contains(stored.tree, session.tree))
        if contains(session.tree, stored.tree) and notice is None:  # the entry has nothing new
            match, replay = replace(session.match, id=entry.id), False
        else:
            tree, _ = merge_in_their_order(session.tree, stored.tree)
            leaf, cursor = tree.line_end(session.leaf), session.target_node
            replay = FRIEND in entry.seats
            if replay and cursor == session.leaf:
                cursor = leaf  # an older link of the friend's: the game goes on where it was
            match = Match(
                tree,
                leaf,
                cursor,
                seats_of(entry),
                entry.terms,
                entry.flagged or session.match.lost_on_time,
                friend_of(entry),
                entry.helped or session.unrated_reason,
                source,
                takeback_node=session.match.takeback_node,
                evaluations=session.evaluations,
                id=entry.id,
            )
        one = self._visit.stored(match, entry.revision)
        if match != session.match:
            self._autosave.dispatch(MatchMerged(match, notice or "", replay))
        one.stored_tree = None if is_news else match.tree
        self._autosave.announce(one)
        if is_news or source != source_in(entry.tree):
            self._autosave.save_soon()

    def _remove_offer(self) -> None:
        if self._withdraw is not None:
            self._withdraw()
            self._withdraw = None


def goes_on(stored: Match, opened: Match, now: Match) -> bool:
    """Whether a match goes on with the stored one, as it was when the page was opened or is now."""
    if opened.leaf == ROOT and stored.leaf == ROOT:
        return True
    ways = (compare_lines(stored.tree, match.record) for match in (opened, now))
    return any(way and way.relation != "differs" for way in ways)
