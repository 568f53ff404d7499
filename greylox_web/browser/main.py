"""The page: creates its parts, renders the session, and starts the engine."""

import asyncio
from dataclasses import replace
from functools import partial

from js import Element, Event, document, location, performance, window

from ..features.board.panel import Board
from ..features.prompt.announcements import announcement
from ..match.match import Match
from ..match.tree import new_tree
from ..page.deferred import DeferredFinder
from ..page.dom import (
    HOME,
    LANGUAGE_BY_KEYBOARD,
    THIS_TAB,
    announce,
    build_facts,
    by_id,
    emit,
    focus_in_place,
    is_board_shown,
    load_text,
)
from ..page.faults import Faults
from ..page.intl import BrowserFormats
from ..page.lifetime import Lifetime
from ..page.local_storage import load_match, load_preferences, pop_attempt
from ..page.store import Store
from ..rules import DEFAULT_GAME
from ..session.last_choices import newcomer_game
from ..session.local_record import read_local_record
from ..session.seats import DEFAULT_SEATS
from ..session.session import Session
from ..words import locale_format
from .controls import bind_controls
from .engine import Engine
from .local_game import LocalRecords
from .registry import STARTUP_FEATURES, LazyFeatureLoader
from .router import EXERCISE_ROUTES, Router, route_prefix, view_route

NOT_FOCUSABLE = "[hidden], :disabled"
FOCUSABLE_BUTTON = "button:enabled:not([hidden])"


class App:
    """The store and the features that render it."""

    def __init__(self) -> None:
        self.faults = Faults()
        self.lifetime = Lifetime(self.faults)
        self.store = Store(
            opening_session(load_match()),
            lambda before: self.engine.on_state_changed(before),
            self.schedule_render,
            self.lifetime,
        )
        self.engine = Engine(self.store)
        self.store.get_part(LocalRecords)
        self.router = self.store.get_part(Router)
        self.render_pending = False
        self.interactive = False
        self.restarting: object = None  # the task that restarts the page
        self.announced_session: Session | None = None  # as last announced to screen readers

    async def start(self, deferred: DeferredFinder) -> None:
        """Make the page playable, then start the engine and load the deferred parts."""
        build = build_facts()
        store = self.store
        locale_format.set_formats(BrowserFormats())
        self.lifetime.on_end(lambda: locale_format.set_formats(locale_format.Formats()))
        for feature in STARTUP_FEATURES.values():
            store.get_part(feature)
        loader = store.get_part(LazyFeatureLoader)
        bind_controls(store, self.router.open_address)
        self.router.open_address()
        forget_exercise()
        self.render()
        performance.mark("board-interactive")
        emit("board-interactive")
        self.interactive = True
        self.announced_session = store.session
        store.get_part(Board).play_tap()
        self.schedule_render()
        by_id("version").textContent = build["version"]
        engine = self.lifetime.spawn(self.engine.start())
        await deferred.load()
        await loader.load_needed()
        from ..page.sheet_history import close_sheets_on_back

        close_sheets_on_back(store)
        store.notify()
        if load_text(LANGUAGE_BY_KEYBOARD, THIS_TAB):
            from ..features.settings.panel import Settings

            store.get_part(Settings).restore_language_focus()
        await engine
        await asyncio.sleep(0)  # the page answers taps before the import
        from .deferred_features import begin  # late, to not delay the engine

        await begin(store, build)
        self.lifetime.listen(window, "greylox:restart", lambda event: self.restart(deferred, event))

    def restart(self, deferred: DeferredFinder, event: Event) -> None:
        """Start another page in place of this one: see ``restart.py``."""
        from .restart import begin

        begin(self, App, deferred, event.detail)

    async def stop(self) -> None:
        """Save unsaved changes and stop everything, so that another page can start."""
        await self.lifetime.end()

    def schedule_render(self) -> None:
        """Schedule one rendering for the next animation frame."""
        if not self.render_pending:
            self.render_pending = True
            self.lifetime.request_frame(self.render)

    def render(self) -> None:
        """Render the session; a fault of one feature does not affect the others."""
        self.render_pending = False
        held = document.querySelector(":focus-visible")
        for feature in self.store.features:  # a feature may add others, which are rendered too
            self.faults.run_repeated(type(feature).__name__, feature.render)
        if self.interactive:
            self.faults.run_repeated("speech", self.announce)
        if held and is_board_shown():
            self.faults.run_repeated("focus", partial(self.keep_focus, held))

    def keep_focus(self, focused: Element) -> None:
        """If the focused element disappeared, focus a neighbour of it, or the board.

        This matters only to keyboard users.
        """
        is_unfocusable = not focused.isConnected or focused.closest(NOT_FOCUSABLE)
        active = document.activeElement
        if not is_unfocusable or not (active in (None, document.body) or active == focused):
            return
        row = focused.closest(".actions, .steps")
        neighbour = (
            row.querySelector(FOCUSABLE_BUTTON) if row and not row.closest("[hidden]") else None
        )
        if neighbour:
            focus_in_place(neighbour)
        else:
            self.store.get_part(Board).view.focus_cell()

    def announce(self) -> None:
        """Announce the last decision, and update the names of the cells.

        On other pages, which hide the board, only notices are announced.
        """
        session = self.store.session
        self.store.get_part(Board).update_labels()
        text = announcement(self.announced_session, session)
        self.announced_session = session
        if not is_board_shown() or view_route(location.hash):  # a page is about to open
            notice = session.notice.text if session.notice else ""
            text = notice if text == notice else ""
        if text:
            announce(f"{self.faults.text} {text}" if self.faults.is_new else text)
        self.faults.is_new = False


def opening_session(text: str) -> Session:
    """Return the initial session: the match of a stored text, or a first game."""
    record = read_local_record(text)
    session = (
        record.session
        if record
        else Session(Match(new_tree(newcomer_game(DEFAULT_GAME)), seats=DEFAULT_SEATS))
    )
    return replace(session, preferences=load_preferences())


def forget_exercise() -> None:
    """Forget the exercise stored before a reload if the address leads to a game, or home.

    A choice of another language reloads the page of settings, from which Back leads to it.
    """
    is_page = view_route(location.hash) and location.hash != HOME
    if route_prefix(location.hash) not in EXERCISE_ROUTES and not is_page:
        pop_attempt()


async def start() -> None:
    """Start the page."""
    build = build_facts()
    deferred = DeferredFinder(build["rest"])  # first, as the page may need deferred modules
    await App().start(deferred)
