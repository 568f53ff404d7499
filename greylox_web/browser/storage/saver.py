"""Writes the games of this tab, and takes over what other tabs have written.

Every write names the revision that it is based on.  If the stored one differs, another tab has
played on: both trees are merged, stored, and taken over by this tab; nothing is lost.  Reads and
writes run one at a time, so that it is always known which revision the table has.  What could
not be written stays due, also for a game that was left.
"""

import asyncio
from dataclasses import replace

from ...app.library.entry import Entry, load_match_alike
from ...app.library.saving import Saving
from ...match.match import Match
from ...match.merge import covers, followed, is_same, joined, stepped_on
from ...session.events import Merged
from ...words.library import LIBRARY_WORDS
from .database import Database, StorageError
from .place import Place
from .store import Store
from .stored_table import StoredTable
from .tabs import Tabs, ask_to_persist, remember
from .writing import Idle, write


class Saver:
    """Stores what is due, and keeps the browser's tabs in step."""

    def __init__(self, table: StoredTable) -> None:
        self._table = table
        self.database = Database(table.lifetime, table.tell_refusal)
        self.store = Store(self.database, self._stored)
        self._tabs = Tabs(table.lifetime, self._heard)
        self._turn = asyncio.Lock()  # held while a game of ``places`` is written or fetched
        self._idle = Idle(table.lifetime, self.flush)

    # ------------------------------------------------------------ saving

    def begin(self, place: Place) -> None:
        """Begin to store the game on the table, which is at this place, under its id."""
        place.game = self._table.session.match.id
        remember(place.game)
        self.save_soon()

    def save_soon(self) -> None:
        """Save the game on the table when the page is idle."""
        self._table.due = True
        self._idle.soon()

    def flush(self) -> None:
        """Save unsaved changes now."""
        self._table.queue()
        if any(place.due for place in self._table.places.known):
            self._table.spawn(self.save_all())

    async def save_all(self) -> None:
        """Store all that is due; at the end raise StorageError if some of it was refused."""
        refused = dict[int, StorageError]()
        async with self._turn:
            known = self._table.places.known
            while due := [p for p in known if p.due and id(p) not in refused]:
                try:
                    await self._save(due[0])
                except StorageError as error:
                    refused[id(due[0])] = error
        for fault in refused.values():
            raise fault

    async def _save(self, place: Place) -> None:
        """Store what is due at ``place``, and take over what another tab has stored there.

        Raise StorageError if the database refuses; then it stays due.
        """
        table = self._table
        match, place.due = place.due, None
        if place is table.place and table.seen:  # it may have another tab's changes, too
            match, table.due = table.seen.saved_match, False
        assert match is not None
        game = place.game
        try:
            saving = await write(self.database, place, match)
        except StorageError:
            if not place.deleted:
                place.due = place.due or match
            raise
        table.forget_refusals()
        place.game, place.kept = saving.entry.id, None if saving.theirs else match.tree
        if not saving.theirs:
            place.base = saving.entry.revision
        if place.game != game and place is table.place:
            remember(place.game)
        self._saved(place, saving)
        await ask_to_persist()

    def _saved(self, place: Place, saving: Saving) -> None:
        """Handle what a write found under the game's id: tell the player, and take it over."""
        table = self._table
        if saving.newer:
            table.say(LIBRARY_WORDS["newer-on-table"])
        if saving.damaged:
            table.say(LIBRARY_WORDS["set-aside"])
        if saving.theirs and self._take_over(place, saving.theirs):
            place.base = saving.entry.revision
            if not table.due and place.due is None:
                place.kept = table.session.tree
        self._tabs.say("saved", place.game, saving.entry.revision)

    # ------------------------------------------------------------ other tabs

    def announce_opened(self) -> None:
        """Tell the other tabs which stored game was put on the table."""
        self._tabs.say("opened", self._table.place.game, self._table.place.base)

    def _heard(self, kind: str, game: str, revision: int) -> None:
        """Handle a message from another tab; see ``Tabs``."""
        place = self._table.place
        if self._table.seen is None or game != place.game:
            return
        if kind == "opened":
            self.flush()
            self._tabs.say("here", game, place.base)
        if kind in ("opened", "here") and not place.told:
            place.told = True
            self._table.say(LIBRARY_WORDS["two-tabs"])
        if revision != place.base:
            self._table.spawn(self._fetch(place))

    def _stored(self, entry: Entry) -> None:
        """Handle the change of an entry in this tab, from the list of games."""
        table = self._table
        self._tabs.say("saved", entry.id, entry.revision)
        table.places.stored(entry.id)
        if entry.id == table.place.game:
            table.spawn(self._fetch(table.place))

    async def _fetch(self, place: Place) -> None:
        """Take over what is stored of the game on the table, at ``place``."""
        async with self._turn:
            entry = await self.store.read(place.game)
            theirs = entry and load_match_alike(entry, self._table.session.tree)
            if entry is None or not theirs or not self._take_over(place, theirs):
                return
            place.base = entry.revision
        if covers(theirs.tree, self._table.session.tree):
            place.kept = self._table.session.tree
        else:
            self.save_soon()

    def _take_over(self, place: Place, theirs: Match) -> bool:
        """Merge another tab's match into the one on the table; its nodes keep their numbers.

        False if the table has another game by now.
        """
        table, session = self._table, self._table.session
        if place is not table.place or not table.is_at_place:
            return False
        follows = place.kept is session.tree  # nothing was done here since it was stored
        ours = replace(session.match, cursor=session.target)
        both = followed(ours, theirs) if follows else joined(ours, theirs)
        if is_same(both, ours):
            return True
        if follows and ours.cursor in (ours.leaf, place.waits):
            both = stepped_on(both)
            place.waits = both.cursor if both.cursor != both.leaf else -1
        due, place.told = table.due, True
        notice = LIBRARY_WORDS["two-tabs"]
        table.adopt(place, Merged(both, notice))
        place.kept = both.tree if follows else None
        table.due = due
        return True
