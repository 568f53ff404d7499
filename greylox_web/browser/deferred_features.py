"""Features that start after the engine: autosave, the install prompt, news, and others."""

from functools import partial
from typing import Any

from ..features.board.panel import Board
from ..features.install.panel import InstallPrompt
from ..features.library.autosave import Autosave
from ..features.library.continue_bar import show_offer
from ..features.library.entry_matching import EntryMatcher
from ..features.news.panel import show_news
from ..features.puzzles.new_day import watch_date
from ..page.bottom_sheet import SwipeToDismiss
from ..page.feature import Feature
from ..page.store import Store
from ..session.event import Event
from ..session.session import Session


class Saving(Feature):
    """Stores the games, and finds the stored games that other games continue."""

    def __init__(self, store: Store, autosave: Autosave, finder: EntryMatcher) -> None:
        super().__init__(store)
        self.autosave, self.finder = autosave, finder

    def on_event(self, event: Event | None, before: Session) -> None:
        """Store changes, and look for a stored game that the current game continues."""
        self.autosave.on_session_changed(before.game_session, event)
        self.finder.on_session_changed(before.game_session, event)


async def begin(store: Store, build: dict[str, Any]) -> None:
    """Start these features."""
    store.get_part(Board).get_pointer()
    SwipeToDismiss(store.lifetime)
    autosave = Autosave(
        store.lifetime,
        store.refusal,
        store.visit,
        lambda: store.session.game_session,
        store.dispatch,
    )
    finder = EntryMatcher(autosave, partial(show_offer, store.lifetime))
    finder.resume(await autosave.start())
    store.autosave = autosave
    store.library_ready.set()
    store.add(Saving(store, autosave, finder))
    store.get_part(InstallPrompt)
    watch_date(store)
    if str(build["news"]["lines"]) != store.session.preferences.news:
        path, count = build["news"]["path"], build["news"]["lines"]
        store.lifetime.spawn(show_news(store.lifetime, path, count))
