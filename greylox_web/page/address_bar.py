"""The address bar, and the states of the history's entries."""

import json
from collections.abc import Callable
from typing import NamedTuple

from js import history, location

from ..schema import MAX_STORED_LENGTH, SchemaError, read_json


class EntryState(NamedTuple):
    """The state of an entry of the history, which is stored as JSON."""

    match: str = ""  # the id of the match on the table, or beneath an exercise
    sheet: str = ""  # of an entry that lies over it: see ``sheet.Entries``

    @classmethod
    def read_current(cls) -> "EntryState":
        """The state of the entry that is shown; empty for one that has none of this page's."""
        try:
            return cls(*read_json(history.state, MAX_STORED_LENGTH, (str, str)))
        except SchemaError:
            return cls()

    def write(self) -> str:
        """The state as JSON."""
        text: str = json.dumps(self)
        return text


class AddressBar:
    """The address bar; it tells whether the fragment was changed by something else."""

    def __init__(self, match_id: Callable[[], str]) -> None:
        self.last_hash: str = location.hash
        self.ignores_next_change = False  # the browser is about to tell of a change that was undone
        self.on_new_entry: Callable[[], object] = lambda: None  # hears of each new history entry
        self._match_id = match_id

    def shows(self, fragment: str) -> bool:
        """Whether the fragment is the address, and its entry that of the match on the table."""
        return (
            location.hash == f"#{fragment}" and EntryState.read_current().match == self._match_id()
        )

    def write(self, fragment: str, *, entry: bool = False) -> None:
        """Set the fragment, as a new history entry or in place, without following it."""
        if entry:
            state = EntryState.read_current()
            if state.match == self._match_id():  # Back leads to the position of this address
                history.replaceState(state._replace(match="").write(), "")
            history.pushState(EntryState(self._match_id()).write(), "", f"#{fragment}")
            self.on_new_entry()
        else:
            state = EntryState.read_current()._replace(match=self._match_id())
            history.replaceState(state.write(), "", f"#{fragment}")
        self.last_hash = location.hash

    def undo_change(self) -> None:
        """Undo the change that a step through the history has made, instead of following it."""
        self.ignores_next_change = location.hash != self.last_hash
        if self.ignores_next_change:
            self.write(self.last_hash.removeprefix("#"))

    def on_hash_change(self, follow: Callable[[], object]) -> None:
        """The browser tells of a change: follow it, unless it was undone."""
        undone, self.ignores_next_change = self.ignores_next_change, False
        if not undone:
            follow()

    def is_current(self) -> bool:
        """Whether the fragment is the known one, so that there is none to follow."""
        return bool(location.hash == self.last_hash)
