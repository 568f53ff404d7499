"""What outlives a visit: the address with the game in it, and the table as the browser keeps it."""

from js import history, location

from ..app.preferences import changes
from ..app.session import events as ev
from ..app.session.session import Session
from ..app.session.update import update
from ..words import WORDS
from .storage.memory import Kept, keep, keep_preferences
from .table import Table


class Address:
    """Keeps the address and the storage in step with the session, and takes new addresses."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.next_entry = False  # the next change of the address makes a history entry
        self.storage_works = True
        table.followers.append(self.follow)

    def follow(self, event: ev.Event | None, before: Session) -> None:
        """Bring the address and the storage up to date."""
        now = self.table.session
        if now.tree.nodes[0].state is not before.tree.nodes[0].state:
            self.next_entry = not isinstance(event, ev.OpenLink)  # whose address is there already
        if now.preferences is not before.preferences:
            self._hold(keep_preferences(changes(before.preferences, now.preferences)))
        moved = (
            now.tree is not before.tree or now.cursor != before.cursor or now.leaf != before.leaf
        )
        agreed = (now.seats, now.terms, now.flagged)
        if not moved and agreed == (before.seats, before.terms, before.flagged):
            return
        link = now.link
        if moved and now.address is None and location.hash != f"#{link}":
            place = history.pushState if self.next_entry else history.replaceState
            place(None, "", f"#{link}")
            self.next_entry = False
        self._hold(keep(Kept(link, *agreed)))

    def open(self) -> None:
        """The address was changed by hand, by a link or by the Back button."""
        fragment, session = location.hash, self.table.session
        if fragment and fragment != f"#{session.link}":
            self.next_entry = False
            self.table.dispatch(ev.OpenLink(fragment))
            self.next_entry = True
        elif not fragment:
            history.replaceState(None, "", f"#{session.link}")

    def _hold(self, held: bool) -> None:
        """Say once that the browser keeps nothing."""
        if not held and self.storage_works and not self.table.session.notice:
            self.storage_works = False
            self.table.session, _ = update(self.table.session, ev.Say(WORDS["storage"]))
