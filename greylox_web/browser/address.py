"""What outlives a visit: the address with the game in it, and the table as the browser keeps it.

Instead of a game the address may name a route; ``assets/early.js`` lists them.
"""

from js import document, history, location

from ..app.preferences import changes
from ..app.session import events as ev
from ..app.session.games import continues
from ..app.session.session import Session
from ..app.session.update import update
from ..rules import GAMES
from ..words import WORDS
from .dom import announce, at_home
from .storage.memory import Kept, keep, keep_preferences
from .table import Table

HOME, GO_ON, PLAY = "#home", "#go-on", "#play/"
MOST_LEFT = 8  # games that Back and Forward bring back as they were left


class Address:
    """Keeps the address and the storage in step with the session, and takes new addresses."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.next_entry = False  # the next change of the address makes a history entry
        self.arriving = False  # what happens was asked for by the address
        self.left: list[Session] = []  # tables with other games that were left, the last one first
        self.behind = ""  # the address before home: Back leads to the game as it is by then
        self.storage_works = True
        table.followers.append(self.follow)

    def follow(self, event: ev.Event | None, before: Session) -> None:
        """Bring the address and the storage up to date."""
        now = self.table.session
        if now.tree.nodes[0].state is not before.tree.nodes[0].state:
            self.next_entry = not self.arriving
            self.left = [before, *self.left][:MOST_LEFT]
            if at_home() and is_wanted(event, before, now):
                announce("leave-home")
        if now.preferences is not before.preferences:
            self._hold(keep_preferences(changes(before.preferences, now.preferences)))
        moved = (
            now.tree is not before.tree or now.cursor != before.cursor or now.leaf != before.leaf
        )
        agreed = (now.seats, now.terms, now.flagged)
        if not moved and agreed == (before.seats, before.terms, before.flagged):
            return
        link = now.link
        if moved and now.address is None and location.hash != f"#{link}" and not at_home():
            place = history.pushState if self.next_entry else history.replaceState
            place(None, "", f"#{link}")
            self.next_entry = False
        self._hold(keep(Kept(link, *agreed, now.is_going)))
        document.documentElement.toggleAttribute("data-going", now.is_going)

    def open(self) -> None:
        """The address was changed by hand, by a link or by the Back button."""
        fragment, session = location.hash, self.table.session
        if fragment == HOME:
            self.behind = f"#{session.link}"
            self.table.tell(None, session)
        elif fragment in ("", GO_ON, self.behind):
            history.replaceState(None, "", f"#{session.link}")
            self.behind = ""
        elif fragment != f"#{session.link}":
            event = self._meant(fragment)
            self.arriving = True
            self.table.dispatch(event)
            self.arriving = False
            self.next_entry = isinstance(event, ev.OpenLink)
            if at_home():  # a route that leads nowhere
                announce("leave-home")

    def _meant(self, fragment: str) -> ev.Event:
        """What an address asks for: a new game, one that was left, or one from elsewhere."""
        name = fragment.removeprefix(PLAY)
        if name != fragment and name in GAMES:
            from .playing import begun

            return begun(self.table.session, name)
        for left in self.left:
            if fragment == f"#{left.link}":
                return ev.OpenTree(
                    left.tree, left.leaf, left.cursor, left.seats, flagged=left.flagged
                )
        return ev.OpenLink(fragment)

    def _hold(self, held: bool) -> None:
        """Say once that the browser keeps nothing."""
        if not held and self.storage_works and not self.table.session.notice:
            self.storage_works = False
            self.table.session, _ = update(self.table.session, ev.Say(WORDS["storage"]))


def is_wanted(event: ev.Event | None, before: Session, now: Session) -> bool:
    """Whether somebody wants to see the game that came onto the table.

    The one that lay there may also have been put together with what is stored of it.
    """
    return isinstance(event, ev.NewGame) or not continues(before, now.tree, now.leaf)
