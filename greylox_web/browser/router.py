"""The router: the address follows what is on the table, and what an address names comes there.

Each entry of the history has the id of its match in its state, so Back and Forward lead to that
match as it is by now.  An address without such a state was typed, followed or is from before the
page was loaded; what it names is a link.

Instead of a game the address may name a route; ``assets/early.js`` lists them.  A route of
``EXERCISE_ROUTES`` puts an exercise on the table, one of ``DIALOG_ROUTES`` shows a dialog over it,
one of ``EXTERNAL_PAGES`` is a page of its own, and one of ``ROUTE_ALIASES`` is what people may type
for another.
"""

from collections.abc import Callable, Iterable

from js import document, location

from ..page.address_bar import EntryState
from ..page.dom import HOME, emit, is_home
from ..page.feature import Feature
from ..page.store import Store
from ..page.visit import OpenMatch
from ..rules import GAMES
from ..rules.notation.links import STRIP_CHARS
from ..session.event import Event
from ..session.load_match import LeaveExercise, LoadMatch, OpenLink
from ..session.session import Session
from ..session.study import is_other_game
from . import registry

RESUME, PLAY_PREFIX = "#go-on", "#play/"
EXERCISE_ROUTES = {"learn": "lessons", "puzzle": "puzzles", "puzzles": "all-puzzles"}
"""The first part of a route -> the feature that opens it; what it has to fetch may come later."""
DIALOG_ROUTES = {
    "my-games": "library",
    "new": "new-game",
    "rules": "rules",
    "settings": "settings",
    "share": "share",
    "statistics": "statistics",
}
"""A route -> the feature that shows its dialog over the table."""
ROUTE_ALIASES = {
    "games": "home",
    "lessons": "learn",
    "library": "my-games",
    "new-game": "new",
    "preferences": "settings",
    "puzzle": "puzzles",
} | {name: f"{PLAY_PREFIX[1:]}{name}" for name in GAMES}
EXTERNAL_PAGES = {"studies": "./studies/index.html"}
CANONICAL_NAMES = {
    name: name for name in ("home", *EXERCISE_ROUTES, *DIALOG_ROUTES, *EXTERNAL_PAGES)
} | ROUTE_ALIASES
RECORD_DRAWER = ".record-open"
DRAWERS = {RECORD_DRAWER: "record", "#layers:not([hidden])": "layers"}
"""The selector of an open drawer -> its feature."""


class Router(Feature):
    """Updates the address after events, and follows new addresses."""

    def __init__(self, store: Store) -> None:
        super().__init__(store)
        self.pushes_history = False  # the next change of the address makes a history entry
        self.is_navigating = False  # what happens was asked for by the address

    def on_event(self, event: Event | None, before: Session) -> None:
        """Bring the address up to date."""
        now = self.store.session
        match_changed, another = not now.is_same_game(before), is_other_game(event, before, now)
        if match_changed and not is_automatic(event):  # else it is more of the same game
            self.pushes_history = not self.is_navigating
            if is_home():
                emit("show-board")
        if match_changed and now.exercise_attempt is not None:
            self._close_drawers()  # one may have been opened while the exercise was fetched
        elif isinstance(event, OpenLink) or another or (self.is_navigating and match_changed):
            self._close_drawers([RECORD_DRAWER])  # it hides what has come
        moved = has_moved(before, now)
        exercise_pending = is_automatic(event) and route_prefix(location.hash) in EXERCISE_ROUTES
        if moved and now.faulty_link is None and not (exercise_pending or is_home()):
            self._write(now.link)

    def _write(self, link: str) -> None:
        """Put a link into the address, and the id of its match into the state of the entry."""
        bar = self.store.address_bar
        if bar.is_current() and not bar.shows(link):
            bar.write(link, entry=self.pushes_history)
            self.pushes_history = False

    def open_address(self) -> None:
        """The address was changed by hand, by a link or by the Back button."""
        fragment, session = canonical_fragment(location.hash), self.store.session
        if fragment == HOME != location.hash:
            location.replace(HOME)  # which shows it, and comes back here
            return
        self.store.address_bar.last_hash = location.hash
        if fragment != location.hash and route_prefix(fragment) in EXERCISE_ROUTES:
            # what is fetched for it asks whether it still stands
            self.store.address_bar.write(fragment[1:])
        for dialog in document.querySelectorAll("dialog[open]"):
            dialog.close()  # what is asked for would lie behind it
        if fragment == HOME:
            self._close_drawers()
            self.store.notify()
        elif self._is_exercise(fragment):
            self.store.address_bar.write(session.link)
        elif fragment in ("", RESUME) or self._match_at(fragment) is self.store.visit.current:
            if session.exercise_attempt is not None:
                self._navigate(lambda: self.store.dispatch(LeaveExercise()))
            self.store.address_bar.write(self.store.session.link)
        elif fragment.removeprefix(PLAY_PREFIX) in GAMES:
            self.store.get_part(registry.load_play()).go_to_game(
                fragment.removeprefix(PLAY_PREFIX), self._navigate
            )
        elif session.exercise_attempt or session.faulty_link or fragment != f"#{session.link}":
            events: list[Event | None] = []
            self._navigate(lambda: events.append(self._follow_route(fragment)))
            event = events[0]
            if event is not None and self.store.session.faulty_link is None:
                self._write(self.store.session.link)
            self.pushes_history = isinstance(event, OpenLink)

    def _close_drawers(self, drawers: Iterable[str] = tuple(DRAWERS)) -> None:
        """Close the drawers, for which another view has no room."""
        for selector in drawers:
            if document.querySelector(selector):
                registry.get_feature(self.store, DRAWERS[selector]).close()

    def _navigate(self, navigate: Callable[[], object]) -> None:
        """Put what the address names on the table, and show it."""
        self.is_navigating = True
        try:
            navigate()
        finally:
            self.is_navigating = False
        self.pushes_history = False
        if is_home():  # a route that leads nowhere, or to what was on the table
            emit("show-board")
        if location.hash.removeprefix(PLAY_PREFIX) in GAMES:
            self.store.address_bar.write(self.store.session.link)

    def _follow_route(self, fragment: str) -> Event | None:
        """Follow an address; return the event for that, None for a route."""
        route, _, path = fragment.removeprefix("#").partition("/")
        if route in EXERCISE_ROUTES and registry.get_feature(
            self.store, EXERCISE_ROUTES[route]
        ).open(path):
            return None
        if route in DIALOG_ROUTES and not path:
            self._show_dialog(route)
            return None
        if route in EXTERNAL_PAGES and not path:
            self.store.address_bar.write(self.store.session.link)  # Back leads to the game
            location.assign(EXTERNAL_PAGES[route])
            return None
        suspended = self._match_at(fragment)
        event = (
            OpenLink(fragment)
            if suspended is None
            else LoadMatch(suspended.match, editor=suspended.editor)
        )
        self.store.dispatch(event)
        return event

    def _show_dialog(self, name: str) -> None:
        """Show a dialog over the table, and restore the table's address."""
        attempt = self.store.session.exercise_attempt
        self.store.address_bar.write(attempt.exercise.route if attempt else self.store.session.link)
        if name == "my-games" and self.store.autosave is None:  # the page is just starting
            self.store.lifetime.spawn(self._show_when_ready(name))
        else:
            registry.get_feature(self.store, DIALOG_ROUTES[name]).open("")

    async def _show_when_ready(self, name: str) -> None:
        """Show a dialog once the storage can be read."""
        await self.store.library_ready.wait()
        registry.get_feature(self.store, DIALOG_ROUTES[name]).open("")

    def _is_exercise(self, fragment: str) -> bool:
        """Whether an address leads to the exercise on the table."""
        attempt = self.store.session.exercise_attempt
        if attempt is None or fragment != f"#{self.store.session.link}":
            return False
        from datetime import date  # the start has no use for it

        return not attempt.is_past(date.today())  # else it leads to another day's puzzle

    def _match_at(self, fragment: str) -> OpenMatch | None:
        """The match of the history's entry, where the address is a link; None if unknown."""
        if route_prefix(fragment) in CANONICAL_NAMES or fragment.startswith(PLAY_PREFIX):
            return None
        return self.store.visit.get(EntryState.read_current().match)


def canonical_fragment(fragment: str) -> str:
    """The canonical form of an address: ``#settings`` for ``#Preferences/``."""
    name = fragment.removeprefix("#").removesuffix("%20").strip(STRIP_CHARS).lower()
    if name in CANONICAL_NAMES:
        return f"#{CANONICAL_NAMES[name]}"
    return f"#{name}" if route_prefix(name) in (*EXERCISE_ROUTES, "play") else fragment


def route_prefix(fragment: str) -> str:
    """The first part of an address: ``learn`` of ``#learn/lox/join``."""
    return fragment.removeprefix("#").partition("/")[0]


def has_moved(before: Session, now: Session) -> bool:
    """Whether another position, line or match is on the table, or the tree has grown."""
    positions = [(one.cursor, one.leaf, one.match.id) for one in (before, now)]
    return now.tree is not before.tree or positions[0] != positions[1]


def is_automatic(event: Event | None) -> bool:
    """Whether nobody at this screen has done this: who asked for an exercise still waits for it."""
    return event is not None and event.is_automatic
