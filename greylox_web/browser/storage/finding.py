"""Finds the stored game that the game on the table continues, and merges the two."""

from collections.abc import Callable
from dataclasses import replace

from ...app.library.collection import find_continued, find_position
from ...app.library.entry import Entry, friend_of, load_match_alike, seats_of
from ...app.library.keeping import is_told_of
from ...app.library.source import source_in
from ...match.match import LEAST_COMMON, Match, joined_source
from ...match.merge import Continuation, answers, begins_alike, continuation, covers
from ...match.tree import ROOT, Tree, merge_in_their_order
from ...session.events import AnswerOffer, Merged
from ...session.seats import FRIEND
from ...session.session import Session
from ...words.library import LIBRARY_WORDS
from .early import Early
from .place import Place
from .saver import Saver
from .stored_table import StoredTable

Offer = Callable[[Entry, Continuation, Callable[[], object]], Callable[[], None]]
"""Offers the player to go on with a stored game, and calls the last argument on acceptance.

It returns a function that removes the offer.
"""


class Finder:
    """Finds the stored game that is on the table: at the start, and after a game was opened."""

    def __init__(self, table: StoredTable, saver: Saver, offer: Offer) -> None:
        self._table = table
        self._saver = saver
        self._offer = offer

    def resume(self, entry: Entry, session: Session, early: Early) -> bool:
        """Merge the entry into the table if both are one game; return whether they are."""
        foreign = session.address or session.offered is not None  # the table's came by a link
        stored = None if foreign else self.goes_on(entry, session.match, early)
        if stored is None:
            return False
        self._join(entry, stored.tree, session, None)
        return True

    def goes_on(self, entry: Entry, match: Match, early: Early) -> Match | None:
        """The entry's match if ``match`` goes on with it, and None if it branches off."""
        stored, known = load_match_alike(entry, match.tree), early.known(match)
        if stored is None or (known.leaf == ROOT and stored.leaf == ROOT):
            return stored
        for played in (known, match):
            way = continuation(stored.tree, played.record)
            if way and way.relation != "differs":
                return stored
        return None

    def look_for_stored(self, session: Session) -> None:
        """Look, in the background, for the stored game that an opened game continues.

        An empty game and a faulty link continue none.
        """
        place = self._table.place
        has_contents = session.leaf != ROOT or is_told_of(session.match)
        if has_contents and not place.game and not session.address:
            self._table.spawn(self._look(place, session))

    async def _look(self, place: Place, session: Session) -> None:
        """Merge the opened game into the stored one that it continues, or offer that."""
        table, record = self._table, session.record
        entries = (await self._saver.store.read_all()).entries
        if session.leaf == ROOT and (known := find_position(entries, session.tree)):
            await self._continue_with(known.id, place)
            return
        entry = find_continued(entries, record)
        stored = entry and load_match_alike(entry, session.tree)
        way = stored and continuation(stored.tree, record)
        if place is not table.place or place.game:
            return
        if entry is None or not stored or not way:
            if is_told_of(session.match):
                self._saver.begin(place)
            return
        if table.session.offered is not None:
            if answers(stored, session.match, way):
                await self._continue_with(entry.id, place)
                return
            if begins_alike(way):
                return
            table.dispatch(AnswerOffer(plays=False))  # it is the player's own game
        if way.relation == "same":
            await self._continue_with(entry.id, place)
            return
        if way.relation == "ahead" or way.common >= LEAST_COMMON:
            name = entry.id
            table.withdraw = self._offer(
                entry, way, lambda: table.spawn(self._continue_with(name, place))
            )

    async def _continue_with(self, name: str, place: Place) -> None:
        """Merge the game on the table into the stored one that it continues."""
        entry, session = await self._saver.store.read(name), self._table.session
        if entry is None or place is not self._table.place:
            return
        if stored := load_match_alike(entry, session.tree):
            is_news = not covers(stored.tree, session.tree)
            notice = LIBRARY_WORDS["joined"].format(title=entry.title) if is_news else ""
            self._join(entry, stored.tree, session, notice)

    def _join(self, entry: Entry, stored: Tree, session: Session, notice: str | None) -> None:
        """Merge the table's session and the entry's tree into one game on the table.

        ``notice`` is shown with it; with None the table stays as it is if nothing is new there.
        """
        both, _ = merge_in_their_order(session.tree, stored)
        known = source_in(entry.tree)
        source = joined_source(known, session.source)
        is_news = not covers(stored, session.tree)
        leaf, cursor = both.leaf(session.leaf), session.target
        if FRIEND in entry.seats and session.target == session.leaf:
            cursor = leaf  # an older link of the friend's: the game goes on where it was
        place = Place(session.tree.root, entry.id, entry.revision)
        if covers(session.tree, stored) and notice is None:  # the entry has nothing new
            match, event_notice, replay = replace(session.match, id=entry.id), "", False
        else:
            match = Match(
                both,
                leaf,
                cursor,
                seats_of(entry),
                entry.terms,
                entry.flagged or session.flagged,
                friend_of(entry),
                entry.helped or session.helped,
                source,
                taken_back=session.taken_back,
                seen=session.seen,
                id=entry.id,
            )
            event_notice, replay = notice or "", FRIEND in entry.seats
        if match != session.match:
            self._table.adopt(place, Merged(match, event_notice, replay))
        else:
            self._table.move_to(place)
        place.kept = None if is_news else match.tree
        self._saver.announce_opened()
        if is_news or source != known:
            self._saver.save_soon()
