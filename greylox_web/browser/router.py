"""The router: the address follows what is on the table, and what an address names comes there.

Each entry of the history has the id of its match in its state, so Back and Forward lead to that
match as it is by now.  An address without such a state was typed, followed or is from before the
page was loaded; what it names is a link.

Instead of a game the address may name a route; ``assets/early.js`` lists them.  A route of
``ROUTES`` puts an exercise on the table, one of ``SHEETS`` shows a dialog over it, one of ``PAGES``
is a page of its own, and one of ``OTHER_NAMES`` is what people may type for another.
"""

from collections.abc import Callable, Iterable

from js import document, location

from ..page.address_bar import EntryState
from ..page.dom import HOME, announce, at_home
from ..page.feature import Feature
from ..page.table import Table
from ..page.visit import OpenMatch
from ..rules import GAMES
from ..rules.notation.links import STRIP_CHARS
from ..session.event import Event
from ..session.opening import LeaveExercise, LoadMatch, OpenLink
from ..session.session import Session
from ..session.study import is_other_game
from . import registry

GO_ON, PLAY = "#go-on", "#play/"
ROUTES = {"learn": "lessons", "puzzle": "puzzles", "puzzles": "all-puzzles"}
"""The first part of a route -> the feature that opens it; what it has to fetch may come later."""
SHEETS = {
    "my-games": "library",
    "new": "new-game",
    "rules": "rules",
    "settings": "settings",
    "share": "share",
    "statistics": "statistics",
}
"""A route -> the feature that shows its dialog over the table."""
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
DRAWERS = {BOOK: "book", "#layers:not([hidden])": "layers"}
"""The selector of an open drawer -> its feature."""


class Router(Feature):
    """Updates the address after events, and follows new addresses."""

    def __init__(self, table: Table) -> None:
        super().__init__(table)
        self.next_entry = False  # the next change of the address makes a history entry
        self.arriving = False  # what happens was asked for by the address

    def changed(self, event: Event | None, before: Session) -> None:
        """Bring the address up to date."""
        now = self.table.session
        exchanged, another = not now.is_same_game(before), is_other_game(event, before, now)
        if exchanged and not by_itself(event):  # else it is more of the same game
            self.next_entry = not self.arriving
            if at_home():
                announce("leave-home")
        if exchanged and now.exercise_attempt is not None:
            self._put_drawers_away()  # one may have been opened while the exercise was fetched
        elif isinstance(event, OpenLink) or another or (self.arriving and exchanged):
            self._put_drawers_away([BOOK])  # it hides what has come
        moved = has_moved(before, now)
        waits = by_itself(event) and room_of(location.hash) in ROUTES
        if moved and now.faulty_link is None and not (waits or at_home()):
            self._write(now.link)

    def _write(self, link: str) -> None:
        """Put a link into the address, and the id of its match into the state of the entry."""
        bar = self.table.address_bar
        if bar.is_followed() and not bar.shows(link):
            bar.write(link, entry=self.next_entry)
            self.next_entry = False

    def open_address(self) -> None:
        """The address was changed by hand, by a link or by the Back button."""
        fragment, session = usual(location.hash), self.table.session
        if fragment == HOME != location.hash:
            location.replace(HOME)  # which shows it, and comes back here
            return
        self.table.address_bar.known = location.hash
        if fragment != location.hash and room_of(fragment) in ROUTES:
            # what is fetched for it asks whether it still stands
            self.table.address_bar.write(fragment[1:])
        for dialog in document.querySelectorAll("dialog[open]"):
            dialog.close()  # what is asked for would lie behind it
        if fragment == HOME:
            self._put_drawers_away()
            self.table.tell()
        elif self._is_exercise(fragment):
            self.table.address_bar.write(session.link)
        elif fragment in ("", GO_ON) or self._match_at(fragment) is self.table.visit.current:
            if session.exercise_attempt is not None:
                self._arrive(lambda: self.table.dispatch(LeaveExercise()))
            self.table.address_bar.write(self.table.session.link)
        elif fragment.removeprefix(PLAY) in GAMES:
            self.table.part(registry.play()).go_to(fragment.removeprefix(PLAY), self._arrive)
        elif session.exercise_attempt or session.faulty_link or fragment != f"#{session.link}":
            gone: list[Event | None] = []
            self._arrive(lambda: gone.append(self._gone_to(fragment)))
            event = gone[0]
            if event is not None and self.table.session.faulty_link is None:
                self._write(self.table.session.link)
            self.next_entry = isinstance(event, OpenLink)

    def _put_drawers_away(self, drawers: Iterable[str] = tuple(DRAWERS)) -> None:
        """Close the drawers, for which another view has no room."""
        for shown in drawers:
            if document.querySelector(shown):
                registry.feature(self.table, DRAWERS[shown]).close()

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

    def _gone_to(self, fragment: str) -> Event | None:
        """Follow an address; return the event for that, None for a route."""
        room, _, rest = fragment.removeprefix("#").partition("/")
        if room in ROUTES and registry.feature(self.table, ROUTES[room]).open(rest):
            return None
        if room in SHEETS and not rest:
            self._show(room)
            return None
        if room in PAGES and not rest:
            self.table.address_bar.write(self.table.session.link)  # Back leads to the game
            location.assign(PAGES[room])
            return None
        left = self._match_at(fragment)
        event = OpenLink(fragment) if left is None else LoadMatch(left.match, editor=left.editor)
        self.table.dispatch(event)
        return event

    def _show(self, name: str) -> None:
        """Show a dialog over the table, and restore the table's address."""
        attempt = self.table.session.exercise_attempt
        self.table.address_bar.write(attempt.exercise.route if attempt else self.table.session.link)
        if name == "my-games" and self.table.autosave is None:  # the page is just starting
            self.table.lifetime.spawn(self._show_later(name))
        else:
            registry.feature(self.table, SHEETS[name]).open("")

    async def _show_later(self, name: str) -> None:
        """Show a dialog once the storage can be read."""
        await self.table.library.wait()
        registry.feature(self.table, SHEETS[name]).open("")

    def _is_exercise(self, fragment: str) -> bool:
        """Whether an address leads to the exercise on the table."""
        attempt = self.table.session.exercise_attempt
        if attempt is None or fragment != f"#{self.table.session.link}":
            return False
        from datetime import date  # the start has no use for it

        return not attempt.is_past(date.today())  # else it leads to another day's puzzle

    def _match_at(self, fragment: str) -> OpenMatch | None:
        """The match of the history's entry, where the address is a link; None if unknown."""
        if room_of(fragment) in NAMES or fragment.startswith(PLAY):
            return None
        return self.table.visit.get(EntryState.shown().match)


def usual(fragment: str) -> str:
    """The canonical form of an address: ``#settings`` for ``#Preferences/``."""
    name = fragment.removeprefix("#").removesuffix("%20").strip(STRIP_CHARS).lower()
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


def by_itself(event: Event | None) -> bool:
    """Whether nobody at this screen has done this: who asked for an exercise still waits for it."""
    return event is not None and event.is_automatic
