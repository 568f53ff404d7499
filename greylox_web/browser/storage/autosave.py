"""Automatic saving: stores the game on the table, and keeps the browser's tabs in step.

Every write names the revision that it is based on.  If the stored one differs, another tab has
played on: both trees are merged, stored, and taken over by this tab; nothing is lost.  Reads and
writes run one at a time, so that it is always known which revision the table has.  What could
not be written stays due, also for a game that was left.
"""

import asyncio
from collections.abc import Callable, Coroutine
from contextlib import suppress

from js import document, location, performance, window
from pyodide.ffi import create_proxy

from ...app.library.collection import find_continued, find_position
from ...app.library.entry import Damaged, Entry, friend_of, new_id, seats_of, session_of
from ...app.library.keeping import is_acted_in, is_annotated, is_bare_setup, is_worth_keeping
from ...app.library.merge import (
    Continuation,
    alike,
    answers,
    continuation,
    covers,
    followed,
    is_same,
    joined,
    stepped_on,
)
from ...app.library.saving import Saving
from ...app.session.events import (
    AnswerOffer,
    Click,
    Event,
    NameFriend,
    OpenTree,
    PlayFromHere,
    Say,
)
from ...app.session.seats import FRIEND
from ...app.session.session import Session
from ...app.session.tree import ROOT, Tree, merge
from ...rules.state import State
from ...words.library import LIBRARY_WORDS
from ..dom import at_home
from ..tasks import soon
from .database import Database, StorageError
from .early import Early
from .memory import Refusal
from .place import Place, Places
from .store import Store
from .tabs import Tabs, ask_to_persist, remember, remembered
from .writing import Idle, write

LEAST_COMMON = 3  # actions that a link which goes another way must share to be worth an offer


class Autosave:
    """Stores the game on the table; call ``start`` once and ``changed`` after every event."""

    def __init__(
        self,
        session_on_table: Callable[[], Session],
        dispatch: Callable[[Event], None],
        offer: Callable[[Entry, Continuation, Callable[[], object]], Callable[[], None]],
    ) -> None:
        self._session = session_on_table
        self._dispatch = dispatch
        self._offer = offer  # asks the player whether to go on with a stored game
        self._database = Database(self._refuse)
        self._tabs = Tabs(self._heard)
        self.store = Store(self._database, self._stored)
        self._seen: Session | None = None  # the last one that we know of; None before the start
        self._first = session_on_table()
        self._places = Places(self._first.tree.nodes[ROOT].state)
        self._due = False  # the table has something new for its place
        self._turn = asyncio.Lock()  # for what is written, and fetched, of the games at the places
        self._adopting = False  # the change that comes is our own
        self._refused: set[str] = set()
        self._idle = Idle(self.flush)
        self._withdraw: Callable[[], None] | None = None  # takes an offer off the page

    async def start(self, early: Early) -> None:
        """Find the stored game of the table, and begin to save; raises nothing.

        What was played before the start, also in games that were left, is saved too.
        """
        leave = create_proxy(lambda _: self.flush())
        document.addEventListener("visibilitychange", leave)
        window.addEventListener("pagehide", leave)
        entry = None
        if name := remembered():
            try:
                entry = await self.store.read(name)
            except StorageError as error:
                self._refuse(error.reason)
        self._seen = session = self._session()
        root = session.tree.nodes[ROOT].state
        resumed = entry is not None and self._resumed(entry, session, early)
        if not resumed:
            self._opened(session)
            self._seen = self._first
            self.changed(session)  # what was played in the meantime is saved too
        for one in early.sessions:
            if not (resumed and one.tree.nodes[ROOT].state is root):
                self._keep_early(one, entry, early)
        performance.mark("library-ready")
        self._spawn(self._late())

    def _keep_early(self, session: Session, entry: Entry | None, early: Early) -> None:
        """Save, once, a game that was played before saving had started."""
        root = session.tree.nodes[ROOT].state
        here = self._place.root is root
        place = self._place if here else self._places.of(root)
        if place.game or not is_worth_keeping(session):
            return
        stored = entry and self._goes_on(entry, session, early)
        place.game = entry.id if entry and stored else new_id()
        if here:
            remember(place.game)
            self._save_soon()
        else:
            self._places.add(place)
            place.due = session
            self._spawn(self._save_all())

    async def _late(self) -> None:
        """Import what tabs of earlier versions have written meanwhile."""
        from .late import gather

        await gather(self._database, self.store)

    def changed(self, session: Session, event: Event | None = None) -> None:
        """Note the session after an event, to save it if the game has changed.

        A new game is stored at once when its first position was set up here, or when a stone
        began it, as in the small game of a course.
        """
        seen = self._seen
        if seen is None or self._adopting:
            return
        same = session.leaf == seen.leaf and session.seats == seen.seats
        same = same and session.friend == seen.friend and session.helped == seen.helped
        if session.tree is seen.tree and same:
            return
        root = session.tree.nodes[ROOT].state
        grown = session.tree is not seen.tree
        if root is not self._place.root:
            self.flush()
            self._seen = session
            back, before = self._places.knows(root), self._place
            self._sit(self._places.of(root))
            if not back:  # what was kept apart, or never played, is not asked about again
                self._opened(session)
            if isinstance(event, PlayFromHere | Click):
                if isinstance(event, PlayFromHere) and is_bare_setup(seen):
                    # its place is taken by what was made of it
                    self._spawn(self.delete(before.game))
                self._begin(self._place)
                self._save_soon()
            return
        self._seen = session
        place = self._place
        if not place.game and grown and is_worth_keeping(session):
            self._begin(place)
        if place.game and (not place.deleted or is_acted_in(seen, session)):
            place.deleted = False
            self._save_soon()

    def _begin(self, place: Place) -> None:
        """Begin to store the game on the table."""
        place.game = new_id()
        remember(place.game)

    def flush(self) -> None:
        """Save unsaved changes now."""
        self._note()
        if any(place.due for place in self._places.known):
            self._spawn(self._save_all())

    def _note(self) -> None:
        """Note in the table's place what is to be stored."""
        if self._due and self._seen is not None:
            self._due, self._place.due = False, self._seen

    async def open(self, name: str) -> bool:
        """Put a stored game on the table; False if it cannot be read or is gone."""
        self._note()
        with suppress(StorageError):  # it may be this one
            await self._save_all()
        entry = await self.store.read(name)
        if entry is None:
            self._say(LIBRARY_WORDS["gone"])
            return False
        try:
            self.seat(entry)
        except Damaged:
            await self.store.set_aside(name)
            self._say(LIBRARY_WORDS["set-aside"])
            return False
        if at_home():  # still, when the game was on the table already
            location.hash = "#go-on"
        return True

    def seat(self, entry: Entry) -> None:
        """Put the game of an entry on the table; raise Damaged if it cannot be read."""
        found = session_of(entry)
        self.flush()
        place = Place(found.tree.nodes[ROOT].state, entry.id, entry.revision, kept=found.tree)
        line = (found.tree, found.leaf, found.cursor, found.seats)
        kept = (found.flagged, found.terms, found.friend, found.helped)
        self._adopt(place, OpenTree(*line, "", *kept))
        self._tabs.say("opened", entry.id, place.base)

    def is_deleted(self, root: State) -> bool:
        """Whether the game with this root was deleted and not played on since."""
        return self._places.of(root).deleted

    @property
    def game(self) -> str:
        """The id of the game on the table, "" where it has none, or none yet."""
        here = self._place.root is self._session().tree.nodes[ROOT].state
        return self._place.game if here else ""

    def renamed(self, name: str, opponent: str) -> None:
        """A stored game was renamed; update the friend's name on the table."""
        if name == self._place.game and any(seat.away for seat in self._session().seats):
            self._dispatch(NameFriend(opponent))

    async def delete(self, name: str) -> None:
        """Remove a stored game; ``store.put`` brings it back."""
        self._places.deleted(name)
        self._due = self._due and not self._place.deleted
        await self.store.delete(name)

    async def _continue_with(self, name: str, place: Place) -> None:
        """Merge the game on the table into the stored one that it continues."""
        entry, session = await self.store.read(name), self._session()
        if entry is None or place is not self._place:
            return
        if stored := self._table(entry, session.tree):
            is_news = not covers(stored.tree, session.tree)
            notice = LIBRARY_WORDS["joined"].format(title=entry.title) if is_news else ""
            self._join(entry, stored.tree, session, notice)

    # ------------------------------------------------------------ which game it is

    @property
    def _place(self) -> Place:
        """The place of the game on the table."""
        return self._places.here

    def _sit(self, place: Place) -> None:
        self._due = False
        if self._withdraw is not None:
            self._withdraw()
        self._places.sit(place)

    def _adopt(self, place: Place, event: OpenTree) -> None:
        """Put a tree that comes from the library on the table."""
        self._sit(place)
        self._adopting = True
        try:
            self._dispatch(event)
        finally:
            self._adopting = False
        self._seen = self._session()

    def _resumed(self, entry: Entry, session: Session, early: Early) -> bool:
        """Merge the entry with the table if both are one game; return whether they were."""
        foreign = session.address or session.offered is not None  # it came by a link
        stored = None if foreign else self._goes_on(entry, session, early)
        if stored is None:
            return False
        self._join(entry, stored.tree, session, None)
        return True

    def _goes_on(self, entry: Entry, session: Session, early: Early) -> Session | None:
        """The entry's session, if the game is the entry's and did not branch off before."""
        stored, known = self._table(entry, session.tree), early.known(session)
        if stored is None or (known.leaf == ROOT and stored.leaf == ROOT):
            return stored
        for played in (known, session):
            way = continuation(stored.tree, played.record)
            if way and way.relation != "differs":
                return stored
        return None

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
            self._sit(place)
        else:
            line = (both, leaf, cursor, seats_of(entry), notice or "")
            flagged, helped = entry.flagged or session.flagged, entry.helped or session.helped
            kept = (flagged, entry.terms, friend_of(entry), helped)
            replay = FRIEND in entry.seats
            back = numbers.get(session.taken_back, -1)
            opened = OpenTree(*line, *kept, replay, session.seen, asked=False, taken_back=back)
            self._adopt(place, opened)
            if both.nodes == stored.nodes:
                place.kept = both
        self._tabs.say("opened", place.game, place.base)
        if both.nodes != stored.nodes:
            self._save_soon()

    def _opened(self, session: Session) -> None:
        """A game was opened from elsewhere: see whether it continues a stored one."""
        told = session.leaf != ROOT or is_annotated(session.tree)
        if told and not self._place.game and not session.address:
            self._spawn(self._look(self._place, session))

    async def _look(self, place: Place, session: Session) -> None:
        record, entries = session.record, (await self.store.read_all()).entries
        if session.leaf == ROOT and (known := find_position(entries, session.tree)):
            await self._continue_with(known.id, place)
            return
        entry = find_continued(entries, record)
        stored = entry and self._table(entry, session.tree)
        way = stored and continuation(stored.tree, record)
        if place is not self._place or place.game:
            return
        if entry is None or not stored or not way:
            if is_annotated(session.tree):
                self._begin(place)
                self._save_soon()
            return
        if self._session().offered is not None:
            if answers(stored, session, way):
                await self._continue_with(entry.id, place)
                return
            self._dispatch(AnswerOffer(plays=False))  # it is one of mine
        if way.relation == "same":
            await self._continue_with(entry.id, place)
            return
        if way.relation == "ahead" or way.common >= LEAST_COMMON:
            name = entry.id
            self._withdraw = self._offer(
                entry, way, lambda: self._spawn(self._continue_with(name, place))
            )

    def _table(self, entry: Entry, like: Tree) -> Session | None:
        """The entry's session, None if it cannot be read or begins differently from ``like``."""
        try:
            found = session_of(entry)
        except Damaged:
            return None
        return found if alike(found.tree, like) else None

    # ------------------------------------------------------------ saving

    def _save_soon(self) -> None:
        self._due = True
        self._idle.soon()

    async def _save_all(self) -> None:
        """Store all that is due; raise StorageError at the end if some was refused."""
        refused = dict[int, StorageError]()
        async with self._turn:
            while due := [p for p in self._places.known if p.due and id(p) not in refused]:
                try:
                    await self._save(due[0])
                except StorageError as error:
                    refused[id(due[0])] = error
        for fault in refused.values():
            raise fault

    async def _save(self, place: Place) -> None:
        """Store the due changes of the game at ``place``, and take over another tab's."""
        session, place.due = place.due, None
        if place is self._place:  # which may have got what another tab stored
            session, self._due = self._seen, False
        assert session is not None
        game = place.game
        try:
            saving = await write(self._database, place, session)
        except StorageError:
            if not place.deleted:
                place.due = place.due or session
            raise
        self._refused.clear()
        place.game, place.kept = saving.entry.id, None if saving.theirs else session.tree
        if not saving.theirs:
            place.base = saving.entry.revision
        if place.game != game and place is self._place:
            remember(place.game)
        self._saved(place, saving)
        await ask_to_persist()

    def _saved(self, place: Place, saving: Saving) -> None:
        """Handle what was stored under the game's id: tell the player, and take it over."""
        if saving.newer:
            self._say(LIBRARY_WORDS["newer-on-table"])
        if saving.damaged:
            self._say(LIBRARY_WORDS["set-aside"])
        if saving.theirs and self._gather(place, saving.theirs):
            place.base = saving.entry.revision
            if not self._due and place.due is None:
                place.kept = self._session().tree
        self._tabs.say("saved", place.game, saving.entry.revision)

    # ------------------------------------------------------------ other tabs

    def _heard(self, kind: str, game: str, revision: int) -> None:
        place = self._place
        if self._seen is None or game != place.game:
            return
        if kind == "opened":
            self.flush()
            self._tabs.say("here", game, place.base)
        if kind in ("opened", "here") and not place.told:
            place.told = True
            self._say(LIBRARY_WORDS["two-tabs"])
        if revision != place.base:
            self._spawn(self._fetch(place))

    def _stored(self, entry: Entry) -> None:
        """An entry was changed from the list of games, in this tab."""
        self._tabs.say("saved", entry.id, entry.revision)
        self._places.stored(entry.id)
        if entry.id == self._place.game:
            self._spawn(self._fetch(self._place))

    async def _fetch(self, place: Place) -> None:
        """Take over what another tab has stored of the game on the table."""
        async with self._turn:
            entry = await self.store.read(place.game)
            theirs = entry and self._table(entry, self._session().tree)
            if entry is None or not theirs or not self._gather(place, theirs):
                return
            place.base = entry.revision
        if covers(theirs.tree, self._session().tree):
            place.kept = self._session().tree
        else:
            self._save_soon()

    def _gather(self, place: Place, theirs: Session) -> bool:
        """Put what another tab has into the tree on the table; its nodes keep their numbers.

        False where the table has another game by now.
        """
        session = self._session()
        if place is not self._place or session.tree.nodes[ROOT].state is not place.root:
            return False
        follows = place.kept is session.tree  # nothing has been done here since
        both = followed(session, theirs) if follows else joined(session, theirs)
        if is_same(both, session):
            return True
        if follows and session.target in (session.leaf, place.waits):
            both = stepped_on(both)
            place.waits = both.target if both.target != both.leaf else -1
        due, place.told = self._due, True
        notice = LIBRARY_WORDS["two-tabs"]
        line = (both.tree, both.leaf, both.target, both.seats)
        helped, back = both.helped, both.taken_back
        told = OpenTree(*line, notice, both.flagged, helped=helped, asked=False, taken_back=back)
        self._adopt(place, told)
        place.kept = both.tree if follows else None
        self._due = due
        return True

    # ------------------------------------------------------------ words and tasks

    def _say(self, text: str) -> None:
        self._dispatch(Say(text))

    def _refuse(self, reason: str) -> None:
        """Say once why nothing is saved, until something is saved again."""
        if reason not in self._refused:
            self._refused.add(reason)
            if reason != "denied" or Refusal.to_be_told():
                self._say(LIBRARY_WORDS[reason])

    def _spawn(self, work: Coroutine[object, object, None]) -> None:
        async def guarded() -> None:
            try:
                await work
            except StorageError as error:
                self._refuse(error.reason)

        soon(guarded())
