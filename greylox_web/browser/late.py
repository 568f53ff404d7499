"""What begins once the engine has started: storing games, the offer to install, news, and so on."""

from functools import partial
from typing import Any

from ..features.board.panel import Board
from ..features.install.panel import Install
from ..features.library.autosave import Autosave
from ..features.library.continue_bar import show_offer
from ..features.library.continuing import EntryMatcher
from ..features.news.panel import tell
from ..features.puzzles.new_day import watch
from ..page.feature import Feature
from ..page.sheet import Swiping
from ..page.table import Table
from ..session.event import Event
from ..session.session import Session


class Saving(Feature):
    """Stores the games, and finds those that others go on with."""

    def __init__(self, table: Table, autosave: Autosave, finder: EntryMatcher) -> None:
        super().__init__(table)
        self.autosave, self.finder = autosave, finder

    def changed(self, event: Event | None, before: Session) -> None:
        """Store what has changed, and look for a stored game that goes on with this one."""
        self.autosave.on_session_changed(before.game_session, event)
        self.finder.on_session_changed(before.game_session, event)


async def begin(table: Table, build: dict[str, Any]) -> None:
    """Begin all that."""
    table.part(Board).take_pointer()
    Swiping(table.lifetime)
    autosave = Autosave(
        table.lifetime,
        table.refusal,
        table.visit,
        lambda: table.session.game_session,
        table.dispatch,
    )
    finder = EntryMatcher(autosave, partial(show_offer, table.lifetime))
    finder.resume(await autosave.start())
    table.autosave = autosave
    table.library.set()
    table.add(Saving(table, autosave, finder))
    table.part(Install)
    watch(table)
    if str(build["news"]["lines"]) != table.session.preferences.news:
        path, count = build["news"]["path"], build["news"]["lines"]
        table.lifetime.spawn(tell(table.lifetime, path, count))
