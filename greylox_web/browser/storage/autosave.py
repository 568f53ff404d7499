"""Automatic saving: follows the table's changes, and begins, updates and loads stored games.

``saver`` writes them and listens to the other tabs; ``finding`` finds the one that is on the table.
"""

from collections.abc import Callable
from contextlib import suppress

from js import document, location, performance, window

from ...app.library.entry import Damaged, Entry, load_match
from ...app.library.keeping import is_acted_in, is_bare_setup, is_worth_keeping
from ...match.match import Match
from ...rules.state import State
from ...session.events import Click, Event, NameFriend, Open, PlayFromHere
from ...session.session import Session
from ...words.library import LIBRARY_WORDS
from ..dom import at_home
from ..lifetime import Lifetime
from .database import StorageError
from .early import Early
from .finding import Finder, Offer
from .memory import Refusal
from .place import Place
from .saver import Saver
from .stored_table import StoredTable
from .tabs import remember, remembered


class Autosave:
    """Stores the game on the table; call ``start`` once and ``changed`` after every event."""

    def __init__(
        self,
        lifetime: Lifetime,
        refusal: Refusal,
        session_on_table: Callable[[], Session],
        dispatch: Callable[[Event], None],
        offer: Offer,
    ) -> None:
        self._table = StoredTable(lifetime, refusal, session_on_table, dispatch)
        self._saver = Saver(self._table)
        self._finder = Finder(self._table, self._saver, offer)
        self.store = self._saver.store

    async def start(self, early: Early) -> None:
        """Find the stored game of the table, and begin to save; a refusal is shown, not raised.

        What was played before, also in games that were left, is saved too.
        """
        table = self._table
        table.lifetime.listen(document, "visibilitychange", lambda _: self.flush())
        table.lifetime.listen(window, "pagehide", lambda _: self.flush())
        table.lifetime.at_end(self._save_all)
        entry = None
        if name := remembered():
            try:
                entry = await self.store.read(name)
            except StorageError as error:
                table.tell_refusal(error.reason)
        table.seen = session = table.session
        root = session.tree.root
        resumed = entry is not None and self._finder.resume(entry, session, early)
        if not resumed:
            self._finder.look_for_stored(session)
            table.seen = table.first
            self.changed(session)  # what was played in the meantime is saved too
        for one in early.matches:
            if not (resumed and one.tree.root is root):
                self._keep_early(one, entry, early)
        performance.mark("library-ready")
        table.spawn(self._late())

    def _keep_early(self, match: Match, entry: Entry | None, early: Early) -> None:
        """Save a game that was played before saving started, unless it is stored already.

        ``entry`` is the stored game of the table, if there is one.
        """
        table = self._table
        root = match.tree.root
        here = table.place.root is root
        place = table.place if here else table.places.of(root)
        if place.game or not is_worth_keeping(match):
            return
        stored = entry and self._finder.goes_on(entry, match, early)
        place.game = entry.id if entry and stored else match.id
        if here:
            remember(place.game)
            self._saver.save_soon()
        else:
            table.places.add(place)
            place.due = match
            table.spawn(self._saver.save_all())

    async def _late(self) -> None:
        """Import what tabs of earlier versions have written since the last time."""
        from .late import gather

        await gather(self._table.lifetime, self._saver.database, self.store)

    def changed(self, session: Session, event: Event | None = None) -> None:
        """Note the session after an event, to save it if the game has changed.

        A new game is stored at once if its first position was set up here, or if a stone began
        it, as in the small game of a course.
        """
        table = self._table
        seen = table.seen
        if seen is None or table.adopting:
            return
        same = session.leaf == seen.leaf and session.seats == seen.seats
        same = same and session.friend == seen.friend and session.helped == seen.helped
        if session.tree is seen.tree and same:
            return
        root = session.tree.root
        if root is not table.place.root:
            self._exchanged(session, seen, event)
            return
        table.seen = session
        place = table.place
        if not place.game and session.tree is not seen.tree and is_worth_keeping(session.match):
            self._saver.begin(place)
        elif place.game and (not place.deleted or is_acted_in(seen.match, session.match)):
            place.deleted = False
            self._saver.save_soon()

    def _exchanged(self, session: Session, seen: Session, event: Event | None) -> None:
        """Another game came onto the table; ``seen`` is the session before."""
        table = self._table
        self.flush()
        table.seen = session
        root = session.tree.root
        back, before = table.places.knows(root), table.place
        table.move_to(table.places.of(root))
        if not back:  # else it was decided before whether it is a stored game
            self._finder.look_for_stored(session)
        if isinstance(event, PlayFromHere | Click):
            if isinstance(event, PlayFromHere) and is_bare_setup(seen.match):
                # the new game replaces the bare set-up that it was made from
                table.spawn(self.delete(before.game))
            self._saver.begin(table.place)

    def flush(self) -> None:
        """Save unsaved changes now."""
        self._saver.flush()

    async def _save_all(self) -> None:
        """Save unsaved changes, as far as the database takes them, and wait for that."""
        self._table.queue()
        with suppress(StorageError):
            await self._saver.save_all()

    async def open(self, name: str) -> bool:
        """Put a stored game on the table; False if it is gone or damaged, which is shown.

        Raise StorageError if the database refuses.
        """
        await self._save_all()  # what is not saved yet may be this very game
        entry = await self.store.read(name)
        if entry is None:
            self._table.say(LIBRARY_WORDS["gone"])
            return False
        try:
            self.load(entry)
        except Damaged:
            await self.store.set_aside(name)
            self._table.say(LIBRARY_WORDS["set-aside"])
            return False
        if at_home():  # as nothing leaves home if the game was on the table already
            location.hash = "#go-on"
        return True

    def load(self, entry: Entry) -> None:
        """Put the game of an entry on the table; raise Damaged if it cannot be read."""
        found = load_match(entry)
        self.flush()
        place = Place(found.tree.root, entry.id, entry.revision, kept=found.tree)
        self._table.adopt(place, Open(found))
        self._saver.announce_opened()

    def is_deleted(self, root: State) -> bool:
        """Whether the game with this root was deleted and not played on since."""
        return self._table.places.of(root).deleted

    def game_of(self, root: State) -> str:
        """The id of the stored game with this root, "" if it is not stored, or not yet."""
        return self._table.places.of(root).game

    @property
    def game(self) -> str:
        """The id of the stored game on the table, "" if it is not stored, or not yet."""
        return self._table.place.game if self._table.is_at_place else ""

    def renamed(self, name: str, opponent: str) -> None:
        """Update the friend's name on the table after a stored game was renamed."""
        table = self._table
        if name == table.place.game and any(seat.away for seat in table.session.seats):
            table.dispatch(NameFriend(opponent))

    async def delete(self, name: str) -> None:
        """Delete a stored game; ``store.put`` brings it back.  Raise StorageError if refused."""
        table = self._table
        table.places.deleted(name)
        table.due = table.due and not table.place.deleted
        await self.store.delete(name)
