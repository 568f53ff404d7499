"""Automatic saving: writes the matches of the visit, and takes over what other tabs have written.

Every write names the revision that it is based on.  If the stored one differs, another tab has
played on: both trees are merged, stored, and taken over by this tab; nothing is lost.  Reads and
writes run one at a time, so that it is always known which revision the table has.  What could not
be written stays due, also in a match that was left.
"""

import asyncio
from collections.abc import Callable, Coroutine
from contextlib import suppress
from dataclasses import replace
from functools import partial

from js import document, location, window

from ...match.match import Match
from ...match.merge import at_line_end, contains, fast_forward, merge_matches, saves_identically
from ...page.database import Database, StorageError, Work
from ...page.dom import at_home
from ...page.lifetime import Lifetime
from ...page.memory import Refusal
from ...page.tabs import Tabs, ask_to_persist, remember, remembered
from ...page.visit import OpenMatch, Visit
from ...session.event import Event, ShowNotice
from ...session.friends import NameFriend
from ...session.opening import LoadMatch, MatchMerged
from ...session.session import Session
from ...session.study import PlayFromHere
from ...words.library import LIBRARY_WORDS
from .entry import Damaged, Entry, load_match, load_match_alike, now, write_entry
from .saving import Saving, save_over
from .store import Store

LATEST_MILLIS = 600  # a change is saved when the page is idle, and at the latest after this time


class Autosave:
    """Stores the matches of the visit; call ``start`` once and ``changed`` after every event.

    ``session_on_table`` returns the session of the match there, also during an exercise.
    """

    def __init__(
        self,
        lifetime: Lifetime,
        refusal: Refusal,
        visit: Visit,
        session_on_table: Callable[[], Session],
        dispatch: Callable[[Event], None],
    ) -> None:
        self.lifetime, self.visit, self.dispatch = lifetime, visit, dispatch
        self.session_on_table = session_on_table
        self._refusal = refusal
        self._refused: set[str] = set()  # the reasons that the player knows
        self.database = Database(lifetime, self._show_refusal)
        self.store = Store(self.database, self._stored)
        self._tabs = Tabs(lifetime, self._heard)
        self._turn = asyncio.Lock()  # held while a match is written or read
        self._idle = Idle(lifetime, self.flush)
        self._has_started = False
        self._remembered: str | None = None  # what was noted last

    async def start(self) -> Entry | None:
        """Begin to save; return what may be stored of the match that the page was opened with.

        A refusal is shown, not raised.  What was played before is saved too, also in matches that
        were left.
        """
        self.lifetime.listen(document, "visibilitychange", lambda _: self.flush())
        self.lifetime.listen(window, "pagehide", lambda _: self.flush())
        self.lifetime.at_end(self._save_all)
        entry = None
        name = remembered()
        try:
            for each in dict.fromkeys((self.visit.first.match.id, name)) if name else ():
                entry = entry or await self.store.read(each)
        except StorageError as error:
            self._show_refusal(error.reason)
        self._has_started = True
        self.spawn(self._late())
        return entry

    async def _late(self) -> None:
        """Import what tabs of earlier versions have written since the last time."""
        from .late import gather

        await gather(self.lifetime, self.database, self.store)

    # ------------------------------------------------------------ what happens on the table

    def changed(self, before: Session, event: Event | None = None) -> None:
        """Save what an event has changed; ``before`` is the session of the match before it."""
        session = self.session_on_table()
        if session.match.id != before.match.id and not isinstance(event, MatchMerged):
            self.flush()
            self.remember()
            if isinstance(event, PlayFromHere) and before.match.is_bare_setup:
                # the new match replaces the bare set-up that it was made from
                self.spawn(self.delete(before.match.id))
        if self.visit.current.is_due:
            self.remember()
            self._idle.soon()

    def remember(self) -> None:
        """Note which stored match is on this tab's table, also for an earlier version."""
        one = self.visit.current
        name = one.match.id if one.is_stored or one.to_store else ""
        if name != self._remembered:
            self._remembered = name
            remember(name)

    def save_soon(self) -> None:
        """Save the match on the table when the page is idle."""
        self.visit.current.is_dirty = True
        self._idle.soon()

    def flush(self) -> None:
        """Save unsaved changes now."""
        if self._has_started and self.visit.due:
            self.spawn(self.save_all())

    async def open(self, name: str) -> bool:
        """Put a stored match on the table; False if it is gone or damaged, which is shown.

        Raise StorageError if the database refuses.
        """
        await self._save_all()  # what is not saved yet may be this very match
        entry = await self.store.read(name)
        if entry is None:
            self.say(LIBRARY_WORDS["gone"])
            return False
        try:
            self.load(entry)
        except Damaged:
            await self.store.set_aside(name)
            self.say(LIBRARY_WORDS["set-aside"])
            return False
        if at_home():  # as nothing leaves home if the match was on the table already
            location.hash = "#go-on"
        return True

    def load(self, entry: Entry) -> None:
        """Put the match of an entry on the table; raise Damaged if it cannot be read."""
        match = self.with_unsaved(load_match(entry))
        one = self.visit.stored(match, entry.revision)
        self.dispatch(LoadMatch(match))
        one.stored_tree = None if one.is_dirty else match.tree
        self.announce(one)

    def with_unsaved(self, stored: Match) -> Match:
        """A stored match with what was played in it in this visit and could not be stored."""
        one = self.visit.get(stored.id)
        if one is None or one.match.id != stored.id or not one.is_dirty:
            return stored
        return merge_matches(stored, one.match)

    def announce(self, one: OpenMatch) -> None:
        """Note, for this tab and the others, that a stored match is on the table."""
        self.remember()
        self._tabs.say("opened", one.match.id, one.revision)

    def renamed(self, name: str, opponent: str) -> None:
        """Update the friend's name on the table after a stored match was renamed."""
        session = self.session_on_table()
        if name == session.match.id and any(seat.remote for seat in session.seats):
            self.dispatch(NameFriend(opponent))

    async def delete(self, name: str) -> None:
        """Delete a match; ``store.put`` brings it back.  Raise StorageError if refused."""
        self.visit.deleted(name)
        await self.store.delete(name)

    # ------------------------------------------------------------ writing

    async def save_all(self) -> None:
        """Store all that is due; at the end raise StorageError if some of it was refused."""
        refused = dict[str, StorageError]()
        async with self._turn:
            while due := [one for one in self.visit.due if one.match.id not in refused]:
                try:
                    await self._save(due[0])
                except StorageError as error:
                    refused[due[0].match.id] = error
        for fault in refused.values():
            raise fault

    async def _save_all(self) -> None:
        """Save unsaved changes, as far as the database takes them, and wait for that."""
        with suppress(StorageError):
            await self.save_all()

    async def _save(self, one: OpenMatch) -> None:
        """Store a match, and take over what another tab has stored of it.

        Raise StorageError if the database refuses; then it stays due.
        """
        match, one.is_dirty = one.match, False
        try:
            saving = await self._write(match, one.revision)
        except StorageError:
            one.is_dirty = True
            raise
        self._refused.clear()  # the next refusal is shown again
        if not one.is_deleted:
            one.is_stored = True
        one.stored_tree = None if saving.theirs else match.tree
        if not saving.theirs:
            one.revision = saving.entry.revision
        if saving.entry.id != match.id:  # under its id is another match, or one that is newer
            self._rename(one, saving.entry.id)
        if one is self.visit.current:
            self.remember()
        if saving.newer:
            self.say(LIBRARY_WORDS["newer-on-table"])
        if saving.damaged:
            self.say(LIBRARY_WORDS["set-aside"])
        if saving.theirs and self._take_over(one, saving.theirs):
            one.revision = saving.entry.revision
            if not one.is_dirty:
                one.stored_tree = one.match.tree
        self._tabs.say("saved", saving.entry.id, saving.entry.revision)
        await ask_to_persist()

    async def _write(self, match: Match, revision: int) -> Saving:
        """Store a match, merged with what is stored of it already."""
        done: list[Saving] = []

        def put(work: Work, text: object) -> None:
            saving = save_over(text, match, match.id, revision)
            if saving.damaged:
                work.set_aside(match.id, f"{match.id} {now()}")
            work.write("games", saving.entry.id, write_entry(saving.entry))
            done.append(saving)

        def begin(work: Work) -> None:
            work.read("games", match.id, partial(put, work))

        await self.database.run("readwrite", begin)
        return done[0]

    def _rename(self, one: OpenMatch, name: str) -> None:
        """Give a match another id."""
        if one is self.visit.current:
            self.dispatch(MatchMerged(replace(self.session_on_table().match, id=name)))
        else:
            self.visit.rename(one, name)

    # ------------------------------------------------------------ other tabs

    def _heard(self, kind: str, name: str, revision: int) -> None:
        """Handle a message from another tab; see ``Tabs``."""
        one = self.visit.current
        if not self._has_started or not one.is_stored or name != one.match.id:
            return
        if kind == "opened":
            self.flush()
            self._tabs.say("here", name, one.revision)
        if kind in ("opened", "here") and not one.notified:
            one.notified = True
            self.say(LIBRARY_WORDS["two-tabs"])
        if revision != one.revision:
            self.spawn(self._fetch(one))

    def _stored(self, entry: Entry) -> None:
        """Handle the change of an entry in this tab, from the list of games."""
        self._tabs.say("saved", entry.id, entry.revision)
        self.visit.restored(entry.id)
        if entry.id == self.visit.current.match.id:
            self.spawn(self._fetch(self.visit.current))

    async def _fetch(self, one: OpenMatch) -> None:
        """Take over what is stored of the match on the table."""
        async with self._turn:
            entry = await self.store.read(one.match.id)
            theirs = entry and load_match_alike(entry, one.match.tree)
            if entry is None or not theirs or not self._take_over(one, theirs):
                return
            one.revision = entry.revision
        if contains(theirs.tree, one.match.tree):
            one.stored_tree = one.match.tree
        else:
            self.save_soon()

    def _take_over(self, one: OpenMatch, theirs: Match) -> bool:
        """Merge another tab's version into the match on the table; its nodes keep their numbers.

        False if the table has another match by now.
        """
        session = self.session_on_table()
        if one is not self.visit.current or one.match.id != session.match.id:
            return False
        ours = replace(session.match, cursor=session.target_node)
        follows = one.stored_tree is ours.tree  # nothing was done here since it was stored
        both = fast_forward(ours, theirs) if follows else merge_matches(ours, theirs)
        if saves_identically(both, ours):
            return True
        if follows and ours.cursor in (ours.leaf, one.awaited_node):
            both = at_line_end(both)
            one.awaited_node = both.cursor if both.cursor != both.leaf else -1
        one.notified = True
        self.dispatch(MatchMerged(both, LIBRARY_WORDS["two-tabs"]))
        one.stored_tree = both.tree if follows else None
        return True

    # ------------------------------------------------------------ what the player is told

    def say(self, text: str) -> None:
        """Show the player a sentence."""
        self.dispatch(ShowNotice(text))

    def _show_refusal(self, reason: str) -> None:
        """Show why nothing is saved, a key of ``LIBRARY_WORDS``: once each."""
        if reason not in self._refused:
            self._refused.add(reason)
            if reason != "denied" or self._refusal.to_be_told():
                self.say(LIBRARY_WORDS[reason])

    def spawn(self, work: Coroutine[object, object, None]) -> None:
        """Run work on the stored games in the background, and show a refusal."""

        async def guarded() -> None:
            try:
                await work
            except StorageError as error:
                self._show_refusal(error.reason)

        self.lifetime.spawn(guarded())


class Idle:
    """Calls ``then`` once when the page is idle, however often ``soon`` was called before."""

    def __init__(self, lifetime: Lifetime, then: Callable[[], None]) -> None:
        self._lifetime = lifetime
        self._then = then
        self._waiting = False

    def soon(self) -> None:
        """Wait for an idle moment, unless this is waiting already."""
        if not self._waiting:
            self._waiting = True
            self._lifetime.idle(LATEST_MILLIS, self._on_idle)

    def _on_idle(self) -> None:
        self._waiting = False
        self._then()
