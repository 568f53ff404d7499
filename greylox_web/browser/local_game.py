"""Storage of the current match and the preferences, for a reload and the next visit."""

from js import document

from ..page.feature import Feature
from ..page.local_storage import save_match, save_preferences
from ..session.event import Event, ShowNotice
from ..session.local_record import write_local_record
from ..session.preferences import changes
from ..session.session import Session
from ..session.update import update
from ..words import WORDS


class LocalRecords(Feature):
    """Stores after each event what has changed."""

    def on_event(self, _event: Event | None, before: Session) -> None:
        """Store the match and the preferences if they have changed."""
        now = self.store.session
        if now.preferences is not before.preferences:
            self._warn(save_preferences(changes(before.preferences, now.preferences)))
        game, old = now.game_session, before.game_session
        if game.match is not old.match or game.editor is not old.editor:
            self._warn(save_match(write_local_record(game)))
            document.documentElement.toggleAttribute("data-has-unfinished-game", game.in_progress)
        if now.preferences.greeted or game.in_progress:
            document.documentElement.dataset.home = "today"

    def _warn(self, is_stored: bool) -> None:
        """Warn the player once if the browser stores nothing."""
        if is_stored or self.store.session.notice or not self.store.refusal.should_show():
            return
        self.store.session = update(self.store.session, ShowNotice(WORDS["storage"]))
