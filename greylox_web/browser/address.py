"""The address bar and what is stored between visits, kept in step with the session.

Instead of a game the address may name a route; ``assets/early.js`` lists them.  A route of
``ROUTES`` puts an exercise on the table, one of ``SHEETS`` shows a dialog over it, one of ``PAGES``
is a page of its own, and one of ``OTHER_NAMES`` is what people may type for another.
"""

from collections.abc import Callable, Iterable
from importlib import import_module
from types import ModuleType
from typing import NamedTuple

from js import document, location

from ..app.thinking import wire
from ..rules import GAMES
from ..rules.notation.links import EDGES
from ..session import events as ev
from ..session.local_record import write_local_record
from ..session.opening import continues
from ..session.preferences import changes
from ..session.session import Session
from ..session.update import update
from ..words import WORDS
from .dom import HOME, announce, at_home
from .storage.memory import keep_match, keep_preferences
from .table import Table
from .visit import OpenMatch

GO_ON, PLAY = "#go-on", "#play/"
ROUTES = {
    "learn": "exercises.lessons",
    "puzzle": "exercises.puzzles",
    "puzzles": "exercises.all_puzzles",
}
"""The first part of a route -> the module whose ``open(table, rest)`` goes there.

It returns whether the route exists; what it has to fetch may come later.
"""
SHEETS = {
    "my-games": "dialogs.games.my_games",
    "new": "dialogs.starting.new_game",
    "rules": "dialogs.rules",
    "settings": "dialogs.settings",
    "share": "dialogs.sharing.share",
    "statistics": "dialogs.statistics",
}
"""A route -> the module whose ``open(table)`` shows that dialog over the table."""
OTHER_NAMES = {
    "games": "home",
    "lessons": "learn",
    "library": "my-games",
    "new-game": "new",
    "preferences": "settings",
    "puzzle": "puzzles",
} | {name: f"{PLAY[1:]}{name}" for name in GAMES}
PAGES = {"studies": "./studies/index.html"}
NAMES = {name: name for name in ("home", *ROUTES, *SHEETS, *PAGES)} | OTHER_NAMES
BOOK = ".reading"
DRAWERS = {BOOK: "panels.book", "#layers:not([hidden])": "panels.layers"}
"""The selector of an open drawer -> the module whose ``close(table)`` closes it."""
LATER_PAGE = "#tab-moves[aria-selected=false]"
MOST_LEFT = 8  # games that Back and Forward bring back as they were left


class Left(NamedTuple):
    """A match that was left, and its addresses in the history."""

    match_id: str
    addresses: tuple[str, ...]


class Address:
    """Updates the address and the storage after events, and follows new addresses."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.next_entry = False  # the next change of the address makes a history entry
        self.arriving = False  # what happens was asked for by the address
        self.left: list[Left] = []  # the last one first
        self.behind = ""  # the address before home: Back leads to the game as it is by then
        self.earlier: tuple[str, ...] = ()  # of the game on the table, which went on out of sight
        table.followers.append(self.follow)

    def follow(self, event: ev.Event | None, before: Session) -> None:
        """Bring the address and the storage up to date."""
        now = self.table.session
        exchanged, another = not now.is_same_game(before), is_another(event, before, now)
        if exchanged:
            if not by_itself(event):  # else it is more of the same game
                self.next_entry = not self.arriving
                if before.attempt is None:
                    left = Left(before.match.id, (f"#{before.link}", *self.earlier))
                    self.left = [left, *self.left][:MOST_LEFT]
                self.earlier, self.behind = (), ""
            if at_home() and is_wanted(event, before, now):
                announce("leave-home")
        if now.preferences is not before.preferences:
            self._hold(keep_preferences(changes(before.preferences, now.preferences)))
        if isinstance(event, ev.BeginExercise):
            self._put_drawers_away()  # one may have been opened while the exercise was fetched
        elif isinstance(event, ev.OpenLink) or another or (self.arriving and exchanged):
            self._put_drawers_away([BOOK])  # it hides what has come
        if another and document.querySelector(LATER_PAGE):
            import_module(f".{DRAWERS[BOOK]}", __package__).turn_to("moves")
        moved = has_moved(before, now)
        waits = by_itself(event) and room_of(location.hash) in ROUTES
        if moved and now.address is None:
            if not (waits or at_home()):
                self._write(now.link)
            elif now.is_same_game(before):
                self._stands(self.behind if at_home() else f"#{before.link}")
        game, old = now.played, before.played
        if game.match is not old.match or game.editor is not old.editor:
            self._hold(keep_match(write_local_record(game)))
            document.documentElement.toggleAttribute("data-going", game.is_going)

    def _write(self, link: str) -> None:
        """Put a link into the address."""
        if self.table.address_bar.is_followed() and location.hash != f"#{link}":
            self.table.address_bar.write(link, entry=self.next_entry)
            self.next_entry = False

    def _stands(self, address: str) -> None:
        """Keep an address in mind that stands in the history though the game has gone on."""
        if address and address not in self.earlier:
            self.earlier = (*self.earlier, address)[-MOST_LEFT:]

    def open(self) -> None:
        """The address was changed by hand, by a link or by the Back button."""
        fragment, session = usual(location.hash), self.table.session
        if fragment == HOME != location.hash:
            location.replace(HOME)  # which shows it, and comes back here
            return
        before, self.table.address_bar.known = self.table.address_bar.known, location.hash
        if fragment != location.hash and room_of(fragment) in ROUTES:
            # what is fetched for it asks whether it still stands
            self.table.address_bar.write(fragment[1:])
        for dialog in document.querySelectorAll("dialog[open]"):
            dialog.close()  # what is asked for would lie behind it
        if fragment == HOME:
            self._put_drawers_away()
            self.behind = before
            self.table.tell()
        elif self._is_on_table(fragment):
            if fragment == GO_ON and session.attempt is None:
                self._stands(self.behind)
            if fragment != self.behind and session.attempt is not None:
                self._arrive(lambda: self.table.dispatch(ev.LeaveExercise()))
                session = self.table.session
            self.table.address_bar.write(session.link)
            self.behind = ""
        elif fragment.removeprefix(PLAY) in GAMES:
            from .playing import go_to

            go_to(self.table, fragment.removeprefix(PLAY), self._arrive)
        elif session.attempt or session.address or fragment != f"#{session.link}":
            gone: list[ev.Event | None] = []
            self._arrive(lambda: gone.append(self._gone_to(fragment)))
            event = gone[0]
            self.next_entry = isinstance(event, ev.OpenLink)

    def _put_drawers_away(self, drawers: Iterable[str] = tuple(DRAWERS)) -> None:
        """Close the drawers, for which another view has no room."""
        for shown in drawers:
            if document.querySelector(shown):
                import_module(f".{DRAWERS[shown]}", __package__).close(self.table)

    def _arrive(self, put: Callable[[], object]) -> None:
        """Put what the address names on the table, and show it."""
        self.arriving = True
        try:
            put()
        finally:
            self.arriving = False
        self.next_entry = False
        if at_home():  # a route that leads nowhere, or to what was on the table
            announce("leave-home")
        if location.hash.removeprefix(PLAY) in GAMES:
            self.table.address_bar.write(self.table.session.link)

    def _gone_to(self, fragment: str) -> ev.Event | None:
        """Follow an address; return the event for that, None for a route."""
        room, _, rest = fragment.removeprefix("#").partition("/")
        if room in ROUTES and import_module(f".{ROUTES[room]}", __package__).open(self.table, rest):
            return None
        if room in SHEETS and not rest:
            self._show(room)
            return None
        if room in PAGES and not rest:
            self.table.address_bar.write(self.table.session.link)  # Back leads to the game
            location.assign(PAGES[room])
            return None
        event = self._meant(fragment)
        self.table.dispatch(event)
        return event

    def _show(self, name: str) -> None:
        """Show a dialog over the table, and restore the table's address."""
        attempt = self.table.session.attempt
        self.table.address_bar.write(attempt.exercise.route if attempt else self.table.session.link)
        dialog = import_module(f".{SHEETS[name]}", __package__)
        if name == "my-games" and self.table.autosave is None:  # the page is just starting
            self.table.lifetime.spawn(self._show_later(dialog))
        else:
            dialog.open(self.table)

    async def _show_later(self, dialog: ModuleType) -> None:
        """Show a dialog once the storage can be read."""
        await self.table.library.wait()
        dialog.open(self.table)

    def _meant(self, fragment: str) -> ev.Event:
        """The event for an address: back to a game that was left, or a link to open."""
        session = self.table.session
        if session.attempt is not None and fragment == f"#{session.played.link}":
            return ev.LeaveExercise()
        left = self._left_as(fragment)
        if left is not None:
            return ev.Open(left.match, editor=left.editor)
        return ev.OpenLink(fragment)

    def _is_on_table(self, fragment: str) -> bool:
        """Whether an address leads to what is on the table, or to the game beneath it."""
        attempt = self.table.session.attempt
        if attempt is not None and fragment == f"#{self.table.session.link}":
            from datetime import date  # the start has no use for it

            if attempt.is_past(date.today()):
                return False  # it leads to another day's puzzle
        known = fragment in ("", GO_ON, self.behind, *self.earlier)
        return known or self._is_here(fragment)

    def _left_as(self, fragment: str) -> OpenMatch | None:
        """The match that was left at an address; None for any other address."""
        found = next((left for left in self.left if fragment in left.addresses), None)
        return found and self.table.visit.get(found.match_id)

    def _is_here(self, fragment: str) -> bool:
        """Whether a match that was left is on the table again, or waits beneath an exercise."""
        return self._left_as(fragment) is self.table.visit.current

    def _hold(self, held: bool) -> None:
        """Tell the player once that the browser stores nothing."""
        if not held and not self.table.session.notice and self.table.refusal.to_be_told():
            self.table.session, _ = update(self.table.session, ev.Say(WORDS["storage"]))


def usual(fragment: str) -> str:
    """The canonical form of an address: ``#settings`` for ``#Preferences/``."""
    name = fragment.removeprefix("#").removesuffix("%20").strip(EDGES).lower()
    if name in NAMES:
        return f"#{NAMES[name]}"
    return f"#{name}" if room_of(name) in (*ROUTES, "play") else fragment


def room_of(fragment: str) -> str:
    """The first part of an address: ``learn`` of ``#learn/lox/join``."""
    return fragment.removeprefix("#").partition("/")[0]


def has_moved(before: Session, now: Session) -> bool:
    """Whether another position, line or match is on the table, or the tree has grown."""
    places = [(one.cursor, one.leaf, one.match.id) for one in (before, now)]
    return now.tree is not before.tree or places[0] != places[1]


def is_another(event: ev.Event | None, before: Session, now: Session) -> bool:
    """Whether another game was opened; one that is set up here goes on with the study of it."""
    study = isinstance(event, ev.PlayFromHere | ev.Restore)
    return not (study or by_itself(event) or now.played.is_same_game(before.played))


def by_itself(event: ev.Event | None) -> bool:
    """Whether nobody at this screen has done this: who asked for an exercise still waits for it."""
    automatic = wire.EngineAnswer | ev.Replay | ev.PlayReply | ev.FlagFall | ev.Merged
    return isinstance(event, automatic)


def is_wanted(event: ev.Event | None, before: Session, now: Session) -> bool:
    """Whether the user asked for the game that came onto the table.

    Otherwise the game there may only have been merged with its stored version.
    """
    return isinstance(event, ev.NewGame | ev.BeginExercise) or not continues(
        before.match, now.tree, now.leaf
    )
