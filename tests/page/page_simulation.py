"""The page without a browser: its store, router, clock and autosave, and a history.

This module does the browser's part: the address and its history entries, the view that
``early.js`` shows, timers and storage.  Nothing is rendered.
"""

import asyncio
import datetime
import sys
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from datetime import date
from functools import partial
from types import ModuleType, SimpleNamespace
from typing import Any
from unittest.mock import MagicMock

import pytest

from greylox_web.engine import messages
from greylox_web.features.exercise.model import PlayReply
from greylox_web.features.puzzles.puzzle import Puzzle
from greylox_web.match.match import PERSON, Seat
from greylox_web.progress import Fact, FactLog
from greylox_web.rules.notation.actions import action_name
from greylox_web.session.engine_state import EngineState
from greylox_web.session.event import Event
from greylox_web.session.load_match import NewGame
from greylox_web.session.playing import ClickCell
from greylox_web.session.requests import EngineReady, EngineReport, make_search_request
from greylox_web.session.session import Session
from tests.features.puzzles.shipped_puzzles import SITE
from tests.page.fake_browser import fake_js
from tests.page.tab_simulation import BrowserSimulation, FakeIdle


async def do_nothing(*_: object) -> None:
    """Do nothing: a stand-in for work that the test does not wait for."""


def raise_error(error: BaseException) -> None:
    """Raise the error."""
    raise error


VIEWS = {
    "#home": "home",
    "#learn": "learn",
    "#measure": "measure",
    "#play": "new-game",
    "#puzzles": "puzzles",
    "#share": "share",
    "#you": "library",
    "#you/mistakes": "your-mistakes",
    "#you/settings": "settings",
    "#you/strength": "statistics",
}
"""The pages of the site by their addresses, as in ``early.js``."""


class FakeStorage(dict[str, str]):
    """A fake of ``localStorage`` or ``sessionStorage``."""

    def getItem(self, key: str) -> str | None:  # noqa: N802
        return self.get(key)

    def setItem(self, key: str, text: str) -> None:  # noqa: N802
        self[key] = text


class History:
    """The address bar and the history entries."""

    def __init__(self, js: MagicMock) -> None:
        self.js, self.entries, self.states, self.index = js, [""], [None], 0
        self.moved = 0  # address changes that the page has not handled yet
        js.history.state = None
        js.history.pushState = lambda state, _title, address: self.push(address, state)
        js.history.replaceState = lambda state, _title, address="": self.replace(address, state)
        js.location.replace = lambda address: self.on_navigated(lambda: self.replace(address))

    def push(self, address: str, state: object = None) -> None:
        """Add an entry after the current one, drop all later ones, and show it."""
        self.entries[self.index + 1 :] = [address]
        self.states[self.index + 1 :] = [state]
        self.show(self.index + 1)

    def replace(self, address: str, state: object = None) -> None:
        """Replace the address, if given, and the state of the current entry."""
        self.entries[self.index] = address or self.entries[self.index]
        self.states[self.index] = state
        self.show(self.index)

    def show(self, index: int) -> None:
        """Show an entry."""
        self.index = index
        self.js.location.hash, self.js.history.state = self.entries[index], self.states[index]

    def follow_link(self, address: str) -> None:
        """Follow a link on the page or a typed address."""
        if address != self.js.location.hash:
            self.on_navigated(lambda: self.push(address))

    def traverse_history(self, by: int) -> None:
        """Go back or forward by some entries."""
        index = self.index + by
        if 0 <= index < len(self.entries):
            self.on_navigated(lambda: self.show(index))

    def on_navigated(self, change: Callable[[], None]) -> None:
        before = self.js.location.hash
        change()
        self.moved += self.js.location.hash != before


class Progress:
    """The player's progress, which is loaded when ``ready`` ends."""

    def __init__(self, ready: Callable[[], Awaitable[object]]) -> None:
        self.facts, self.wait_loaded = FactLog(), ready
        self.listeners: list[Callable[[], object]] = []

    def add(self, *facts: Fact) -> None:
        """Add facts and notify the listeners."""
        self.facts = self.facts.union(facts)
        for follow in self.listeners:
            follow()


class SimulatedPage:
    """The page, just opened at an address."""

    def __init__(self, modules: SimpleNamespace, session: Session | None = None) -> None:
        self.modules, self.js = modules, modules.js
        self.history = modules.history
        self.idle_callbacks: list[Callable[[], None]] = []
        self.open_request: messages.SearchRequest | None = None
        start = session or modules.main.opening_session(modules.local_storage.load_match())
        self.show()
        self.lifetime = modules.Lifetime(modules.faults.Faults())
        self.store = modules.store.Store(start, self.update_request, lambda: None, self.lifetime)
        texts = self.store.get_part(modules.puzzle_files.PuzzleFiles).texts
        for path, data in SITE.items():
            texts[path.removeprefix("puzzles/")] = data.decode()
        self.ready = asyncio.Event()
        self.ready.set()
        self.progress = Progress(self.ready.wait)
        self.store.progress = lambda: self.progress
        self.store.get_part(modules.local_game.LocalRecords)
        self.router = self.store.get_part(modules.router.Router)
        self.clock = self.store.get_part(modules.clock.ClockView)

    async def start(
        self, database: BrowserSimulation, meanwhile: Callable[[], Awaitable[None]] = do_nothing
    ) -> "SimulatedPage":
        """Open the address, run ``meanwhile``, then start autosave; return the page."""
        modules, self.database = self.modules, database
        modules.autosave.Database = lambda *_: database

        class Tabs:
            def __init__(self, _lifetime: object, _on_message: object) -> None:
                pass

            def post(self, *_: object) -> None:
                pass

        modules.autosave.TabChannel, modules.autosave.IdleCallback = (
            Tabs,
            partial(FakeIdle, self.idle_callbacks),
        )
        self.lifetime.spawn = database.spawn
        self.router.open_address()
        modules.main.forget_exercise()
        table = self.store
        await meanwhile()
        autosave = modules.autosave.Autosave(
            self.lifetime,
            table.refusal,
            table.visit,
            lambda: table.session.game_session,
            table.dispatch,
        )
        finder = modules.EntryMatcher(autosave, lambda *_: lambda: None)
        finder.resume(await autosave.start())
        table.autosave = autosave
        table.library_ready.set()
        table.add(modules.deferred_features.Saving(table, autosave, finder))
        await self.run_until_idle()
        return self

    def update_request(self, before: EngineState) -> None:
        """Update ``open_request`` to the session's search."""
        search = self.session.engine.active_search
        if search is None:
            self.open_request = None
        elif before.active_search is None or before.active_search.ticket != search.ticket:
            self.open_request = make_search_request(self.session, search)

    @property
    def session(self) -> Session:
        return self.store.session

    def do(self, *events: Event) -> None:
        """Dispatch events, as buttons do."""
        for event in events:
            self.store.dispatch(event)

    @property
    def is_board_shown(self) -> bool:
        """Whether the board is shown, not another page of the site."""
        return bool(self.js.document.documentElement.dataset.view == "board")

    @property
    def line(self) -> list[str]:
        """The names of the actions that led to the current position."""
        session = self.session
        actions = session.tree.actions(session.cursor)
        return [action_name(session.game.board, action) for action in actions]

    def play(self, *names: str) -> None:
        """Click cells one after the other."""
        for name in names:
            self.do(ClickCell(self.session.game.board.parse_cell(name)))

    def answer(self, name: str) -> None:
        """Send the engine's answer to the open request."""
        open_request, self.open_request = self.open_request, None
        assert open_request is not None
        report = messages.SearchReport(
            open_request.ticket, True, name, 1, 0.0, False, [name], [], 1, None
        )
        self.do(EngineReport(report))

    def process_hash_changes(self) -> None:
        """Handle the pending changes of the address."""
        if self.js.location.hash != self.history.entries[self.history.index]:  # set by the page
            self.history.push(self.js.location.hash)
            self.history.moved += 1
        while self.history.moved:
            self.history.moved -= 1
            self.show()
            self.router.open_address()

    def show(self) -> None:
        """Show the board or another page of the site, as ``early.js`` does."""
        fragment = self.js.location.hash
        view = "home" if fragment.startswith("#play/") else VIEWS.get(fragment, "board")
        view = "measure" if fragment.startswith("#measure/") else view
        self.js.document.documentElement.dataset.view = view

    async def follow_link(self, address: str) -> None:
        """Follow a link and wait until the page is idle."""
        self.history.follow_link(address)
        self.process_hash_changes()
        await self.run_until_idle()

    async def fetch_lesson_while_computer_plays(self) -> None:
        """Open a lesson that is loaded only after the engine's move in the game."""
        self.do(EngineReady(), NewGame("brink", 3, (), (PERSON, Seat(2))))
        self.play("a1")
        self.ready.clear()
        await self.follow_link("#learn/lox/join")
        self.answer("c3")
        self.ready.set()
        await self.run_until_idle()

    async def play_turn(self, puzzle: Puzzle, turn: str) -> None:
        """Play a turn of the current puzzle, and the replies."""
        for action in puzzle.turn(puzzle.state, turn):
            self.do(ClickCell(action))
        while self.session.exercise_attempt is not None and self.session.exercise_attempt.pending:
            self.do(PlayReply())
        await self.run_until_idle()

    async def traverse_history(self, by: int = -1) -> None:
        """Press Back or Forward and wait until the page is idle."""
        self.history.traverse_history(by)
        self.process_hash_changes()
        await self.run_until_idle()

    async def run_until_idle(self) -> None:
        """Run all idle callbacks and tasks to their end."""
        for _ in range(3):
            self.run_idle_callbacks()
            await self.database.pause()

    def run_idle_callbacks(self) -> None:
        """Run the idle callbacks."""
        callbacks = [*self.idle_callbacks]
        self.idle_callbacks.clear()
        for then in callbacks:
            then()


@contextmanager
def real_days() -> Iterator[None]:
    """Restore the real ``date`` at the end in modules that were imported with a fixed one."""
    real = datetime.date
    try:
        yield
    finally:
        for name, module in [*sys.modules.items()]:
            day_class = name.startswith("greylox_web.") and getattr(module, "date", None)
            if isinstance(day_class, type) and issubclass(day_class, real):
                vars(module)["date"] = real


@contextmanager
def whole_page() -> Iterator[SimpleNamespace]:
    """Yield the modules of the page, in a browser that was just opened."""

    with real_days(), fake_js() as js, pytest.MonkeyPatch.context() as patch:
        module: Any = ModuleType("sitecustomize")
        module.BundleFinder = None
        patch.setitem(sys.modules, "sitecustomize", module)
        js.location.hash = ""
        js.location.href = "https://example.org/"
        history = History(js)
        js.document.querySelectorAll = lambda _: []
        js.document.querySelector = lambda _: None
        js.document.hidden = False
        js.window.localStorage, js.window.sessionStorage = FakeStorage(), FakeStorage()
        js.window.greyloxStorageKey = lambda name: name
        js.window.greyloxWords = lambda _: ""
        now = [0.0]
        js.performance.now = lambda: now[0]
        js.CustomEvent.new = lambda name: name

        def announced(name: str) -> None:
            if name == "greylox:show-board":
                js.document.documentElement.dataset.view = "board"

        js.window.dispatchEvent = announced
        js.document.documentElement.hasAttribute = lambda _: False
        from greylox_web.browser import deferred_features, local_game, main, registry, router
        from greylox_web.features.clock import panel as clock
        from greylox_web.features.home import cards as home_cards
        from greylox_web.features.lessons import panel as lessons
        from greylox_web.features.library import autosave
        from greylox_web.features.library.entry_matching import EntryMatcher
        from greylox_web.features.new_game import game_switching as playing
        from greylox_web.features.puzzles import panel as puzzles
        from greylox_web.features.puzzles import puzzle_files
        from greylox_web.page import dom, faults, local_storage, store
        from greylox_web.page.database import StorageError
        from greylox_web.page.feature import Feature
        from greylox_web.page.lifetime import Lifetime
        from greylox_web.page.local_storage import StorageWarning

        autosave.request_persistence = autosave.Autosave._import_legacy = do_nothing

        def today_is(day: date) -> None:
            """Set today's date for the whole page."""

            class Fixed(date):
                @classmethod
                def today(cls) -> date:
                    return day

            patch.setattr(datetime, "date", Fixed)  # for modules that import it later
            for name, module in [*sys.modules.items()]:
                day_class = name.startswith("greylox_web.") and getattr(module, "date", None)
                if isinstance(day_class, type) and issubclass(day_class, date):
                    patch.setattr(module, "date", Fixed)

        # faults fail the test instead of being shown to the player
        reports, faults.Faults.report = faults.Faults.report, lambda _, error: raise_error(error)
        yield SimpleNamespace(
            today_is=today_is,
            js=js,
            history=history,
            now=now,
            reports=reports,
            dom=dom,
            faults=faults,
            registry=registry,
            router=router,
            deferred_features=deferred_features,
            local_game=local_game,
            main=main,
            game_switching=playing,
            store=store,
            lessons=lessons,
            puzzles=puzzles,
            home_cards=home_cards,
            clock=clock,
            autosave=autosave,
            puzzle_files=puzzle_files,
            local_storage=local_storage,
            Feature=Feature,
            EntryMatcher=EntryMatcher,
            StorageWarning=StorageWarning,
            Lifetime=Lifetime,
            StorageError=StorageError,
        )
