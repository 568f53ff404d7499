"""The router: writes the session's address, and opens what an address names.

Each history entry has the id of its match in its state, so Back and Forward lead to the match in
its current state.  An address without such a state was typed, followed, or written before the page
was loaded; it is opened as a link.

Instead of a game the address may name a route; ``assets/early.js`` lists the routes.  A route of
``EXERCISE_ROUTES`` opens an exercise.  A route of ``VIEW_ROUTES`` shows a page of the site in place
of the board.  A route of ``EXTERNAL_PAGES`` is a page of its own.  ``ROUTE_ALIASES`` maps
alternative spellings to routes.
"""

import re
from collections.abc import Callable, Iterable

from js import document, location

from ..page.address_bar import EntryState
from ..page.dom import emit, is_board_shown
from ..page.feature import Feature
from ..page.store import Store
from ..page.visit import OpenMatch
from ..rules import GAMES
from ..rules.notation.links import STRIP_CHARS
from ..session.event import Event, ShowNotice
from ..session.load_match import LeaveExercise, LoadMatch, OpenLink
from ..session.session import Session
from ..session.study import is_other_game
from . import registry

RESUME, PLAY_PREFIX = "#go-on", "#play/"
EXERCISE_ROUTES = {"learn": "lessons", "mistake": "mistakes", "puzzle": "puzzles"}
"""The first part of a route -> the feature that opens it, which may fetch its data later."""
VIEW_ROUTES = {
    "home": "home",
    "learn": "all-lessons",
    "measure": "measure",
    "play": "new-game",
    "puzzles": "all-puzzles",
    "share": "share",
    "you": "library",
    "you/mistakes": "all-mistakes",
    "you/settings": "settings",
    "you/strength": "statistics",
}
"""A route -> the feature of its page, as in ``PAGES`` of ``assets/early.js``."""
OPENING_MAP = re.compile(r"learn/(\w+)/map")
"""The route of the page of all lessons at the opening map of a game."""
STUDY_PREFIX = "measure"
"""The first part of the route of a study, on the page that measures variants."""
DIALOG_ROUTES = {"rules": "rules"}
"""A route -> the feature that shows its dialog over the board."""
ROUTE_ALIASES = {
    "games": "home",
    "lessons": "learn",
    "library": "you",
    "mistake": "you/mistakes",
    "mistakes": "you/mistakes",
    "my-games": "you",
    "new": "play",
    "new-game": "play",
    "preferences": "you/settings",
    "puzzle": "puzzles",
    "settings": "you/settings",
    "statistics": "you/strength",
    "strength": "you/strength",
} | {name: f"{PLAY_PREFIX[1:]}{name}" for name in GAMES}
EXTERNAL_PAGES = {"studies": "./studies/index.html"}
CANONICAL_NAMES = {
    name: name for name in (*VIEW_ROUTES, *DIALOG_ROUTES, *EXTERNAL_PAGES)
} | ROUTE_ALIASES
REWRITE_MILLIS = 3000  # after which a refused change of the address is tried again
RECORD_DRAWER = ".record-open"
DRAWERS = {RECORD_DRAWER: "record", ".layers-open": "layers"}
"""The selector of an open drawer -> its feature."""


class Router(Feature):
    """Updates the address after events, and follows new addresses."""

    def __init__(self, store: Store) -> None:
        super().__init__(store)
        self.pushes_history = False  # whether the next change of the address adds a history entry
        self.is_navigating = False  # whether the address caused the current event
        self.is_rewriting = False  # whether a refused change of the address will be tried again

    def on_event(self, event: Event | None, before: Session) -> None:
        """Update the address after an event."""
        now = self.store.session
        match_changed, another = not now.is_same_game(before), is_other_game(event, before, now)
        if match_changed and not is_automatic(event):  # an automatic event continues the same game
            self.pushes_history = not self.is_navigating
            if not is_board_shown():
                emit("show-board")
        if match_changed and now.exercise_attempt is not None:
            self._close_drawers()  # one may have been opened while the exercise was fetched
        elif isinstance(event, OpenLink) or another or (self.is_navigating and match_changed):
            self._close_drawers([RECORD_DRAWER])  # on a small screen it hides the new game
        moved = has_moved(before, now)
        exercise_pending = is_automatic(event) and route_prefix(location.hash) in EXERCISE_ROUTES
        if moved and now.faulty_link is None and not exercise_pending and is_board_shown():
            self._write(now.link)

    def _write(self, link: str) -> None:
        """Write a link to the address, and the id of its match to the state of the entry."""
        bar = self.store.address_bar
        if not bar.is_current() or bar.shows(link):
            return
        if bar.write(link, entry=self.pushes_history):
            self.pushes_history = False
        elif not self.is_rewriting:
            self.is_rewriting = True
            self.store.lifetime.set_timeout(REWRITE_MILLIS, self._rewrite)

    def _rewrite(self) -> None:
        """Write the address that the browser refused, or the newer one."""
        self.is_rewriting = False
        is_pending = route_prefix(location.hash) in EXERCISE_ROUTES
        if self.store.session.faulty_link is None and not is_pending and is_board_shown():
            self._write(self.store.session.link)

    def open_address(self) -> None:
        """Open an address that was changed by hand, by a link or by Back."""
        fragment, session = canonical_fragment(location.hash), self.store.session
        view = view_route(fragment)
        if view and fragment != location.hash:
            location.replace(fragment)  # triggers this handler again
            return
        self.store.address_bar.last_hash = location.hash
        if fragment != location.hash and route_prefix(fragment) in EXERCISE_ROUTES:
            # the fetch callback checks that the address is still current
            self.store.address_bar.write(fragment[1:])
        for dialog in document.querySelectorAll("dialog[open]"):
            dialog.close()  # an open dialog would cover the requested view
        if view:
            self._show_view(*view)
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
        """Close the drawers, as another view needs the space."""
        for selector in drawers:
            if document.querySelector(selector):
                registry.get_feature(self.store, DRAWERS[selector]).close()

    def _navigate(self, navigate: Callable[[], object]) -> None:
        """Open what the address names, and show the board."""
        self.is_navigating = True
        try:
            navigate()
        finally:
            self.is_navigating = False
        self.pushes_history = False
        if not is_board_shown():  # the route is unknown, or leads to the current game
            emit("show-board")
        if location.hash.removeprefix(PLAY_PREFIX) in GAMES:
            self.store.address_bar.write(self.store.session.link)

    def _follow_route(self, fragment: str) -> Event | None:
        """Follow an address; return the event for it, None for a route."""
        route, _, path = fragment.removeprefix("#").partition("/")
        if route in EXERCISE_ROUTES and registry.get_feature(
            self.store, EXERCISE_ROUTES[route]
        ).open(path):
            return None
        if route in DIALOG_ROUTES and not path:
            self._show_dialog(route)
            return None
        if route in EXTERNAL_PAGES and not path:
            self.store.address_bar.write(self.store.session.link)  # so that Back leads to the game
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

    def _show_view(self, feature: str, path: str) -> None:
        """Fill a page of the site, which ``early.js`` has shown."""
        self._close_drawers()
        if self.store.session.notice:
            self.store.dispatch(ShowNotice(""))  # it was about the page before
        if feature != "home":  # the features of its cards are loaded after the start
            registry.get_feature(self.store, feature).open(path)
        self.store.notify()

    def _show_dialog(self, name: str) -> None:
        """Show a dialog over the board, and restore the address of the game or exercise."""
        attempt = self.store.session.exercise_attempt
        self.store.address_bar.write(attempt.exercise.route if attempt else self.store.session.link)
        registry.get_feature(self.store, DIALOG_ROUTES[name]).open("")

    def _is_exercise(self, fragment: str) -> bool:
        """Return whether an address leads to the current exercise."""
        attempt = self.store.session.exercise_attempt
        if attempt is None or fragment != f"#{self.store.session.link}":
            return False
        from datetime import date  # the start does not need it

        return not attempt.is_past(date.today())  # it may be another day's puzzle

    def _match_at(self, fragment: str) -> OpenMatch | None:
        """Return the match of the history entry if the address is a link; None if unknown."""
        if route_prefix(fragment) in CANONICAL_NAMES or fragment.startswith(PLAY_PREFIX):
            return None
        return self.store.visit.get(EntryState.read_current().match)


def view_route(fragment: str) -> tuple[str, str] | None:
    """Return the feature of a page of the site and the path in it; None for another address."""
    route = fragment.removeprefix("#")
    if route in VIEW_ROUTES:
        return VIEW_ROUTES[route], ""
    if opening_map := OPENING_MAP.fullmatch(route):
        return VIEW_ROUTES["learn"], opening_map[1]
    name, _, path = route.partition("/")
    if name == STUDY_PREFIX and path:
        return VIEW_ROUTES[name], path
    return None


def canonical_fragment(fragment: str) -> str:
    """Return the canonical form of an address: ``#settings`` for ``#Preferences/``."""
    name = fragment.removeprefix("#").removesuffix("%20").strip(STRIP_CHARS).lower()
    if name in CANONICAL_NAMES:
        return f"#{CANONICAL_NAMES[name]}"
    return f"#{name}" if route_prefix(name) in (*EXERCISE_ROUTES, "play") else fragment


def route_prefix(fragment: str) -> str:
    """Return the first part of an address: ``learn`` of ``#learn/lox/join``."""
    return fragment.removeprefix("#").partition("/")[0]


def has_moved(before: Session, now: Session) -> bool:
    """Return whether the position, line, match or answers have changed, or the tree has grown."""
    positions = [(one.cursor, one.leaf, one.match.id) for one in (before, now)]
    answered = now.match.answers != before.match.answers
    return now.tree is not before.tree or positions[0] != positions[1] or answered


def is_automatic(event: Event | None) -> bool:
    """Return whether the event was automatic, and so must not cancel a pending exercise."""
    return event is not None and event.is_automatic
