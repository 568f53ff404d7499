"""Autosave: stores the matches of the visit, and merges the changes of other tabs.

Every write names the revision that it is based on.  If the stored revision differs, another tab has
played on.  Then both trees are merged and stored, and this tab adopts the merged tree; nothing is
lost.  Reads and writes run one at a time, so that the revision of the current match is always
known.  Failed writes stay queued, also those of suspended matches.
"""

import asyncio
from collections.abc import Callable, Coroutine
from contextlib import suppress
from dataclasses import replace
from functools import partial

from js import document, location, window

from ...match.match import Match
from ...match.merge import at_line_end, contains, fast_forward, merge_matches, saves_identically
from ...page.database import Database, StorageError, Transaction
from ...page.dom import is_board_shown
from ...page.lifetime import Lifetime
from ...page.local_storage import StorageWarning
from ...page.tabs import TabChannel, load_current_id, request_persistence, save_current_id
from ...page.visit import OpenMatch, Visit
from ...session.correspondence import NameRemotePlayer
from ...session.event import Event, ShowNotice
from ...session.load_match import LoadMatch, MatchMerged
from ...session.session import Session
from ...session.study import PlayFromHere
from ...words.library import LIBRARY_WORDS
from .conflict_merge import SaveResult, merge_session
from .entry import CorruptEntry, Entry, current_time, load_match, load_matching, write_entry
from .game_repository import GameRepository

IDLE_TIMEOUT_MILLIS = 600  # a change is saved when the page is idle, at the latest after this time


class Autosave:
    """Stores the matches of the visit; call ``start`` once, then ``on_session_changed``.

    ``get_session`` returns the session of the current match, also during an exercise.
    """

    def __init__(
        self,
        lifetime: Lifetime,
        refusal: StorageWarning,
        visit: Visit,
        get_session: Callable[[], Session],
        dispatch: Callable[[Event], None],
    ) -> None:
        self.lifetime, self.visit, self.dispatch = lifetime, visit, dispatch
        self.get_session = get_session
        self._refusal = refusal
        self._refused: set[str] = set()  # reasons that the player was shown
        self.database = Database(lifetime, self._show_refusal)
        self.repository = GameRepository(self.database, self._on_entry_changed)
        self._tabs = TabChannel(lifetime, self._on_message)
        self._lock = asyncio.Lock()  # held while a match is written or read
        self._idle = IdleCallback(lifetime, self.flush)
        self._has_started = False
        self._saved_id: str | None = None  # the id that was stored last

    async def start(self) -> Entry | None:
        """Start saving; return the entry that may belong to the initial match of the page.

        A refusal is shown, not raised.  Games played before the start are saved too, also
        suspended ones.
        """
        self.lifetime.listen(document, "visibilitychange", lambda _: self.flush())
        self.lifetime.listen(window, "pagehide", lambda _: self.flush())
        self.lifetime.on_end(self.finish_saving)
        entry = None
        name = load_current_id()
        try:
            for entry_id in dict.fromkeys((self.visit.first.match.id, name)) if name else ():
                entry = entry or await self.repository.read(entry_id)
        except StorageError as error:
            self._show_refusal(error.reason)
        self._has_started = True
        self.run_in_background(self._import_legacy())
        return entry

    async def _import_legacy(self) -> None:
        """Import what tabs of earlier versions have written since the last import."""
        from .legacy_import import import_legacy

        await import_legacy(self.lifetime, self.database, self.repository)

    # ------------------------------------------------------------ events

    def on_session_changed(self, before: Session, event: Event | None = None) -> None:
        """Save the changes of an event; ``before`` is the session of the match before it."""
        session = self.get_session()
        if session.match.id != before.match.id and not isinstance(event, MatchMerged):
            self.flush()
            self.save_current()
            if isinstance(event, PlayFromHere) and before.match.is_bare_setup:
                # the new match replaces the bare set-up that it was made from
                self.run_in_background(self.delete(before.match.id))
        if self.visit.current.needs_write:
            self.save_current()
            self._idle.schedule()

    def save_current(self) -> None:
        """Store the id of this tab's current match, also for an earlier version of the page."""
        open_match = self.visit.current
        name = open_match.match.id if open_match.is_stored or open_match.to_store else ""
        if name != self._saved_id:
            self._saved_id = name
            save_current_id(name)

    def schedule_save(self) -> None:
        """Save the current match when the page is idle."""
        self.visit.current.is_dirty = True
        self._idle.schedule()

    def flush(self) -> None:
        """Save unsaved changes now."""
        if self._has_started and self.visit.unsaved_matches:
            self.run_in_background(self.save_all())

    async def open(self, name: str) -> bool:
        """Open a stored match; return False if it is gone or damaged, which is shown.

        Raise StorageError if the database refuses.
        """
        await self.finish_saving()  # unsaved changes may belong to this very match
        entry = await self.repository.read(name)
        if entry is None:
            self.show_notice(LIBRARY_WORDS["gone"])
            return False
        try:
            self.open_entry(entry)
        except CorruptEntry:
            await self.repository.quarantine(name)
            self.show_notice(LIBRARY_WORDS["set-aside"])
            return False
        if not is_board_shown():  # no event shows the board if the match was already current
            location.hash = "#go-on"
        return True

    def open_entry(self, entry: Entry) -> None:
        """Open the match of an entry; raise CorruptEntry if it cannot be read."""
        match = self.with_unsaved(load_match(entry))
        open_match = self.visit.mark_stored(match, entry.revision)
        self.dispatch(LoadMatch(match))
        open_match.stored_tree = None if open_match.is_dirty else match.tree
        self.post_opened(open_match)

    def with_unsaved(self, stored: Match) -> Match:
        """Return a stored match merged with this visit's changes that could not be stored."""
        open_match = self.visit.get(stored.id)
        if open_match is None or open_match.match.id != stored.id or not open_match.is_dirty:
            return stored
        return merge_matches(stored, open_match.match)

    def post_opened(self, open_match: OpenMatch) -> None:
        """Record, for this tab and the others, that a stored match is current."""
        self.save_current()
        self._tabs.post("opened", open_match.match.id, open_match.revision)

    def on_renamed(self, name: str, opponent: str) -> None:
        """Update the friend's name in the current match after the stored match was renamed."""
        session = self.get_session()
        if name == session.match.id and any(seat.remote for seat in session.seats):
            self.dispatch(NameRemotePlayer(opponent))

    async def delete(self, name: str) -> None:
        """Delete a match; ``merge_and_write`` restores it.  Raise StorageError if refused."""
        self.visit.mark_deleted(name)
        await self.repository.delete(name)

    # ------------------------------------------------------------ writing

    async def save_all(self) -> None:
        """Store all unsaved matches; at the end raise StorageError if any write was refused."""
        refused = dict[str, StorageError]()
        async with self._lock:
            while pending := [
                open_match
                for open_match in self.visit.unsaved_matches
                if open_match.match.id not in refused
            ]:
                try:
                    await self._save(pending[0])
                except StorageError as error:
                    refused[pending[0].match.id] = error
        for fault in refused.values():
            raise fault

    async def finish_saving(self) -> None:
        """Save unsaved changes as far as the database accepts them; return when all is written."""
        with suppress(StorageError):
            await self.save_all()

    async def _save(self, open_match: OpenMatch) -> None:
        """Store a match, and merge what another tab has stored of it.

        If the database refuses, raise StorageError; the match stays queued.
        """
        match, open_match.is_dirty = open_match.match, False
        try:
            saving = await self._write(match, open_match.revision)
        except StorageError:
            open_match.is_dirty = True
            raise
        self._refused.clear()  # the next refusal is shown again
        if not open_match.is_deleted:
            open_match.is_stored = True
        open_match.stored_tree = None if saving.remote_session else match.tree
        if not saving.remote_session:
            open_match.revision = saving.entry.revision
        if saving.entry.id != match.id:  # its id has another match, or a newer one
            self._rename(open_match, saving.entry.id)
        if open_match is self.visit.current:
            self.save_current()
        if saving.newer:
            self.show_notice(LIBRARY_WORDS["newer-on-table"])
        if saving.damaged:
            self.show_notice(LIBRARY_WORDS["set-aside"])
        if saving.remote_session and self._adopt_remote(open_match, saving.remote_session):
            open_match.revision = saving.entry.revision
            if not open_match.is_dirty:
                open_match.stored_tree = open_match.match.tree
        self._tabs.post("saved", saving.entry.id, saving.entry.revision)
        if match.is_over:
            # some browsers ask the player, who then has a game to keep
            self.lifetime.spawn(request_persistence())

    async def _write(self, match: Match, revision: int) -> SaveResult:
        """Store a match, merged with its stored version."""
        done: list[SaveResult] = []

        def merge_and_write(work: Transaction, text: object) -> None:
            saving = merge_session(text, match, match.id, revision)
            if saving.damaged:
                work.quarantine(match.id, f"{match.id} {current_time()}")
            work.write("games", saving.entry.id, write_entry(saving.entry))
            done.append(saving)

        def begin(work: Transaction) -> None:
            work.read("games", match.id, partial(merge_and_write, work))

        await self.database.run("readwrite", begin)
        return done[0]

    def _rename(self, open_match: OpenMatch, name: str) -> None:
        """Give a match another id."""
        if open_match is self.visit.current:
            self.dispatch(MatchMerged(replace(self.get_session().match, id=name)))
        else:
            self.visit.rename(open_match, name)

    # ------------------------------------------------------------ other tabs

    def _on_message(self, kind: str, name: str, revision: int) -> None:
        """Handle a message from another tab; see ``TabChannel``."""
        open_match = self.visit.current
        if not self._has_started or not open_match.is_stored or name != open_match.match.id:
            return
        if kind == "opened":
            self.flush()
            self._tabs.post("here", name, open_match.revision)
        if kind in ("opened", "here") and not open_match.notified:
            open_match.notified = True
            self.show_notice(LIBRARY_WORDS["two-tabs"])
        if revision != open_match.revision:
            self.run_in_background(self._pull(open_match))

    def _on_entry_changed(self, entry: Entry) -> None:
        """Handle a change that the list of games in this tab has made to an entry."""
        self._tabs.post("saved", entry.id, entry.revision)
        self.visit.mark_restored(entry.id)
        if entry.id == self.visit.current.match.id:
            self.run_in_background(self._pull(self.visit.current))

    async def _pull(self, open_match: OpenMatch) -> None:
        """Merge the stored version of the current match into it."""
        async with self._lock:
            entry = await self.repository.read(open_match.match.id)
            theirs = entry and load_matching(entry, open_match.match.tree)
            if entry is None or not theirs or not self._adopt_remote(open_match, theirs):
                return
            open_match.revision = entry.revision
        if contains(theirs.tree, open_match.match.tree):
            open_match.stored_tree = open_match.match.tree
        else:
            self.schedule_save()

    def _adopt_remote(self, open_match: OpenMatch, theirs: Match) -> bool:
        """Merge another tab's version into the current match, whose nodes keep their numbers.

        Return False if another match is current by now.
        """
        session = self.get_session()
        if open_match is not self.visit.current or open_match.match.id != session.match.id:
            return False
        ours = replace(session.match, cursor=session.target_node)
        is_saved = open_match.stored_tree is ours.tree  # no change since it was stored
        merged = fast_forward(ours, theirs) if is_saved else merge_matches(ours, theirs)
        if saves_identically(merged, ours):
            return True
        if is_saved and ours.cursor in (ours.leaf, open_match.awaited_node):
            merged = at_line_end(merged)
            open_match.awaited_node = merged.cursor if merged.cursor != merged.leaf else -1
        open_match.notified = True
        self.dispatch(MatchMerged(merged, LIBRARY_WORDS["two-tabs"]))
        open_match.stored_tree = merged.tree if is_saved else None
        return True

    # ------------------------------------------------------------ notices

    def show_notice(self, text: str) -> None:
        """Show the player a notice."""
        self.dispatch(ShowNotice(text))

    def _show_refusal(self, reason: str) -> None:
        """Show why nothing is saved, once for each reason, a key of ``LIBRARY_WORDS``."""
        if reason not in self._refused:
            self._refused.add(reason)
            if reason != "denied" or self._refusal.should_show():
                self.show_notice(LIBRARY_WORDS[reason])

    def run_in_background(self, work: Coroutine[object, object, None]) -> None:
        """Run work on the stored games in the background; show a refusal."""

        async def guarded() -> None:
            try:
                await work
            except StorageError as error:
                self._show_refusal(error.reason)

        self.lifetime.spawn(guarded())


class IdleCallback:
    """Calls ``callback`` once when the page is idle, however often ``schedule`` was called."""

    def __init__(self, lifetime: Lifetime, callback: Callable[[], None]) -> None:
        self._lifetime = lifetime
        self._callback = callback
        self._is_scheduled = False

    def schedule(self) -> None:
        """Schedule the callback, unless it is already scheduled."""
        if not self._is_scheduled:
            self._is_scheduled = True
            self._lifetime.request_idle(IDLE_TIMEOUT_MILLIS, self._on_idle)

    def _on_idle(self) -> None:
        self._is_scheduled = False
        self._callback()
