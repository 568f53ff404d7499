"""Matching of the current match with the stored ones, as links and files carry no id.

For a stored match that begins like the current one, ``compare_lines`` returns their relation:

same     the stored match contains all of the current one: they are one match
ahead    the current one continues the stored one: offer it; merge at once if a friend answers
behind   the current one is a beginning of the stored one: offer it
differs  they diverge: offer it if they have at least a few actions in common
"""

from collections.abc import Callable
from dataclasses import replace

from js import performance

from ...match.answers import merged_answers
from ...match.match import MIN_COMMON_ACTIONS, Match, merge_sources
from ...match.merge import LineRelation, compare_lines, contains, is_reply, short_common_prefix
from ...match.tree import ROOT, merge_in_their_order
from ...page.visit import OpenMatch
from ...session.correspondence import AnswerSeatOffer
from ...session.event import Event
from ...session.load_match import MatchMerged
from ...session.seats import REMOTE
from ...session.session import Session
from ...words.library import LIBRARY_WORDS
from .autosave import Autosave
from .collection import find_continued_entry, find_position
from .entry import Entry, decode_seats, get_remote_name, load_matching
from .source import read_source

ShowOffer = Callable[[Entry, LineRelation, Callable[[], object]], Callable[[], None]]
"""Shows an offer to continue a stored match; its last argument is called on acceptance.

Returns a function that removes the offer.
"""


class EntryMatcher:
    """Finds the stored version of the current match: at the start, and after one was opened."""

    def __init__(self, autosave: Autosave, offer: ShowOffer) -> None:
        self._autosave = autosave
        self._visit = autosave.visit
        self._offer = offer
        self._hide_offer: Callable[[], None] | None = None  # removes the latest offer from the page

    def resume(self, entry: Entry | None) -> None:
        """Find the stored version of the match that the page was opened with: ``entry`` or another.

        An earlier version of the page stores no id with its current match.  It stores separately
        the id of the last stored match, which may be another one.
        """
        self._match_first(entry)
        self._autosave.flush()
        performance.mark("library-ready")

    def _match_first(self, entry: Entry | None) -> None:
        first, opened = self._visit.first, self._visit.opened
        stored = entry and load_matching(entry, opened.tree)
        if (
            entry
            and stored
            and (entry.id == opened.id or continues_stored(stored, opened, first.match))
        ):
            if first is self._visit.current:
                self._merge(entry, stored, None)
                return
            if entry.id != first.match.id:
                self._visit.rename(first, entry.id)
            first.is_stored = True  # the next write merges the changes
        self._on_match_opened()

    def on_session_changed(self, before: Session, event: Event | None = None) -> None:
        """Handle an event; ``before`` is the session of the match before it."""
        is_another = self._visit.current.match.id != before.match.id
        if is_another and not isinstance(event, MatchMerged):
            self._on_match_opened()

    def _on_match_opened(self) -> None:
        """Search in the background for the stored match that the opened match continues.

        An empty match and a faulty link continue none.
        """
        self._remove_offer()
        open_match, session = self._visit.current, self._autosave.get_session()
        match = session.match
        has_contents = session.leaf != ROOT or bool(match.source) or match.is_annotated
        if has_contents and not (
            open_match.is_stored or open_match.is_compared or session.faulty_link
        ):
            self._autosave.run_in_background(self._match(open_match, session))
        open_match.is_compared = True

    async def _match(self, open_match: OpenMatch, session: Session) -> None:
        """Merge the opened match into the stored match that it continues, or offer to do so."""
        autosave, record = self._autosave, session.record
        entries = (await autosave.repository.read_all()).entries
        if session.leaf == ROOT and (position_entry := find_position(entries, session.tree)):
            await self._merge_into(position_entry.id, open_match)
            return
        entry = find_continued_entry(entries, record)
        stored = entry and load_matching(entry, session.tree)
        relation = stored and compare_lines(stored.tree, record)
        if open_match is not self._visit.current or open_match.is_stored or open_match.to_store:
            return
        if entry is None or not stored or not relation:
            if session.match.source or session.match.is_annotated:
                open_match.to_store = True
                autosave.schedule_save()
            return
        if autosave.get_session().offered_seat is not None:
            if is_reply(stored, session.match, relation):
                await self._merge_into(entry.id, open_match)
                return
            if short_common_prefix(relation):
                return
            autosave.dispatch(AnswerSeatOffer(accepts=False))  # a game of the player's own
        if relation.relation == "same":
            await self._merge_into(entry.id, open_match)
            return
        if relation.relation == "ahead" or relation.common_prefix_length >= MIN_COMMON_ACTIONS:
            name = entry.id
            self._hide_offer = self._offer(
                entry,
                relation,
                lambda: autosave.run_in_background(self._merge_into(name, open_match)),
            )

    async def _merge_into(self, name: str, open_match: OpenMatch) -> None:
        """Merge the current match into the stored match that it continues."""
        entry, session = await self._autosave.repository.read(name), self._autosave.get_session()
        if entry is None or open_match is not self._visit.current:
            return
        if stored := load_matching(entry, session.tree):
            has_changes = not contains(stored.tree, session.tree)
            self._merge(
                entry,
                stored,
                LIBRARY_WORDS["joined"].format(title=entry.title) if has_changes else "",
            )

    def _merge(self, entry: Entry, stored: Match, notice: str | None) -> None:
        """Merge the current match and its entry.

        ``notice`` is shown on the merge.  With None, the current match does not change if the entry
        has nothing new.
        """
        self._remove_offer()
        session = self._autosave.get_session()
        as_stored, stored = stored, self._autosave.with_unsaved(stored)
        source = merge_sources(stored.source, session.match.source)
        has_changes = not (stored is as_stored and contains(stored.tree, session.tree))
        if contains(session.tree, stored.tree) and notice is None:  # the entry has nothing new
            match, replay = replace(session.match, id=entry.id, source=source), False
        else:
            tree, _ = merge_in_their_order(session.tree, stored.tree)
            leaf, cursor = tree.line_end(session.leaf), session.target_node
            replay = REMOTE in entry.seats
            if replay and cursor == session.leaf:
                cursor = leaf  # an older link from the friend: resume at the end of the stored line
            match = Match(
                tree,
                leaf,
                cursor,
                decode_seats(entry),
                entry.terms,
                entry.flagged or session.match.lost_on_time,
                get_remote_name(entry),
                unrated_reason=entry.helped or session.unrated_reason,
                names=session.match.names,
                source=source,
                takeback_node=session.match.takeback_node,
                state_values=session.state_values,
                id=entry.id,
            )
            is_link = not any(seat.remote for seat in session.seats)
            answers = merged_answers(stored, session.match, is_link=is_link)
            match = replace(match, answers=answers)
        open_match = self._visit.mark_stored(match, entry.revision)
        if match != session.match:
            self._autosave.dispatch(MatchMerged(match, notice or "", replay))
        open_match.stored_tree = None if has_changes else match.tree
        self._autosave.post_opened(open_match)
        if has_changes or source != read_source(entry.tree):
            self._autosave.schedule_save()

    def _remove_offer(self) -> None:
        if self._hide_offer is not None:
            self._hide_offer()
            self._hide_offer = None


def continues_stored(stored: Match, opened: Match, current: Match) -> bool:
    """Return whether a match, as first opened or as it is now, continues the stored one."""
    if opened.leaf == ROOT and stored.leaf == ROOT:
        return True
    relations = (compare_lines(stored.tree, match.record) for match in (opened, current))
    return any(relation and relation.relation != "differs" for relation in relations)
