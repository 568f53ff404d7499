"""The games that can be continued: those left in this visit, and stored ones."""

import json
from typing import TYPE_CHECKING

from ...schema import MOST_STORED, WrongShape, every, read_json
from ...session.opening import continues
from ...session.session import Session
from ..dom import store, stored

if TYPE_CHECKING:
    from ...app.library.entry import Entry
    from .autosave import Autosave

GOING_KEY = "greylox-going-1"  # stored: which games could be continued when last looked up


async def stored_games(autosave: "Autosave") -> dict[str, "Entry"]:
    """The stored game to continue of each game, by the game's name; none if storage is refused."""
    from ...app.library.collection import going  # not before they are asked for
    from .database import StorageError

    try:
        found = going((await autosave.store.read_all()).entries)
    except StorageError:
        return {}
    store(GOING_KEY, json.dumps(sorted(found)))
    return found


def noted() -> list[str]:
    """The names of the games that could be continued when last looked up."""
    try:
        names: list[str] = read_json(stored(GOING_KEY), MOST_STORED, every(str))
    except WrongShape:
        return []
    return names


class LeftGames:
    """The games that were left in this visit."""

    def __init__(self) -> None:
        self.sessions: dict[str, Session] = {}  # a game's name -> the session of it left last

    def leave(self, left: Session, now: Session) -> None:
        """Remember a game that was left for another one (``now``).

        A game is forgotten when it, or one that continues it, is on the table again.  Finished
        games are not remembered, nor are games without a move that give way to the same kind of
        game.
        """
        again = self.sessions.get(now.game.name)
        if again and continues(again.match, now.tree, now.leaf):
            del self.sessions[now.game.name]
        is_open = left.tree.outcome(left.tree.end_of_game()) is None
        wanted = left.is_going or left.game.name != now.game.name
        if is_open and wanted and not continues(left.match, now.tree, now.leaf):
            self.sessions[left.game.name] = left

    def of(self, autosave: "Autosave | None", name: str) -> Session | None:
        """The session of this game that was left, None if there is none or it was deleted."""
        left = self.sessions.get(name)
        if left and autosave is not None and autosave.is_deleted(left.tree.root):
            return None
        return left
