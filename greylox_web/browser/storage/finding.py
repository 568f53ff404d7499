"""Finds the stored game that the game on the table continues, and merges the two."""

from collections.abc import Callable

from ...app.library.collection import find_continued, find_position
from ...app.library.entry import Entry, friend_of, seats_of, session_alike
from ...app.library.keeping import is_annotated
from ...app.library.merge import (
    Continuation,
    answers,
    begins_alike,
    continuation,
    covers,
)
from ...app.session.events import AnswerOffer, OpenTree
from ...app.session.seats import FRIEND
from ...app.session.session import Session
from ...app.session.starting.games import LEAST_COMMON
from ...app.session.tree import ROOT, Tree, merge
from ...words.library import LIBRARY_WORDS
from .early import Early
from .on_table import OnTable
from .place import Place
from .saver import Saver

Offer = Callable[[Entry, Continuation, Callable[[], object]], Callable[[], None]]
"""Asks the player whether to go on with a stored game; what it returns takes the offer back."""


class Finder:
    """Tells which stored game is on the table: at the start, and when a game was opened."""

    def __init__(self, table: OnTable, saver: Saver, offer: Offer) -> None:
        self._table = table
        self._saver = saver
        self._offer = offer

    def resumed(self, entry: Entry, session: Session, early: Early) -> bool:
        """Merge the entry with the table if both are one game; return whether they were."""
        foreign = session.address or session.offered is not None  # it came by a link
        stored = None if foreign else self.goes_on(entry, session, early)
        if stored is None:
            return False
        self._join(entry, stored.tree, session, None)
        return True

    def goes_on(self, entry: Entry, session: Session, early: Early) -> Session | None:
        """The entry's session, if the game is the entry's and did not branch off before."""
        stored, known = session_alike(entry, session.tree), early.known(session)
        if stored is None or (known.leaf == ROOT and stored.leaf == ROOT):
            return stored
        for played in (known, session):
            way = continuation(stored.tree, played.record)
            if way and way.relation != "differs":
                return stored
        return None

    def opened(self, session: Session) -> None:
        """A game was opened from elsewhere: see whether it continues a stored one."""
        place = self._table.place
        told = session.leaf != ROOT or is_annotated(session.tree)
        if told and not place.game and not session.address:
            self._table.spawn(self._look(place, session))

    async def _look(self, place: Place, session: Session) -> None:
        table, record = self._table, session.record
        entries = (await self._saver.store.read_all()).entries
        if session.leaf == ROOT and (known := find_position(entries, session.tree)):
            await self._continue_with(known.id, place)
            return
        entry = find_continued(entries, record)
        stored = entry and session_alike(entry, session.tree)
        way = stored and continuation(stored.tree, record)
        if place is not table.place or place.game:
            return
        if entry is None or not stored or not way:
            if is_annotated(session.tree):
                self._saver.begin(place)
            return
        if table.session.offered is not None:
            if answers(stored, session, way):
                await self._continue_with(entry.id, place)
                return
            if begins_alike(way):
                return
            table.dispatch(AnswerOffer(plays=False))  # it is one of mine
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
        if stored := session_alike(entry, session.tree):
            is_news = not covers(stored.tree, session.tree)
            notice = LIBRARY_WORDS["joined"].format(title=entry.title) if is_news else ""
            self._join(entry, stored.tree, session, notice)

    def _join(self, entry: Entry, stored: Tree, session: Session, notice: str | None) -> None:
        """Merge both into one game; with None as ``notice`` the page need not change."""
        both, numbers = merge(stored, session.tree)
        place = Place(both.nodes[ROOT].state, entry.id, entry.revision)
        leaf, cursor = both.leaf(numbers[session.leaf]), numbers[session.target]
        if FRIEND in entry.seats and session.target == session.leaf:
            cursor = leaf  # an old link of the friend's: what was played since is the game
        if covers(session.tree, stored) and notice is None:  # nothing new for the page
            place.root = session.tree.nodes[ROOT].state
            place.kept = session.tree if both.nodes == stored.nodes else None
            self._table.sit(place)
        else:
            line = (both, leaf, cursor, seats_of(entry), notice or "")
            flagged, helped = entry.flagged or session.flagged, entry.helped or session.helped
            kept = (flagged, entry.terms, friend_of(entry), helped)
            replay = FRIEND in entry.seats
            back = numbers.get(session.taken_back, -1)
            opened = OpenTree(*line, *kept, replay, session.seen, asked=False, taken_back=back)
            self._table.adopt(place, opened)
            if both.nodes == stored.nodes:
                place.kept = both
        self._saver.opened()
        if both.nodes != stored.nodes:
            self._saver.save_soon()
