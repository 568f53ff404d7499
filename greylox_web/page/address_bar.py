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
    def shown(cls) -> "EntryState":
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
        self.known: str = location.hash
        self.is_set_back = False  # the browser is about to tell of a change that was undone
        self.entered: Callable[[], object] = lambda: None  # hears of each new history entry
        self._match_id = match_id

    def shows(self, fragment: str) -> bool:
        """Whether the fragment is the address, and its entry that of the match on the table."""
        return location.hash == f"#{fragment}" and EntryState.shown().match == self._match_id()

    def write(self, fragment: str, *, entry: bool = False) -> None:
        """Set the fragment, as a new history entry or in place, without following it."""
        if entry:
            state = EntryState.shown()
            if state.match == self._match_id():  # Back leads to the position of this address
                history.replaceState(state._replace(match="").write(), "")
            history.pushState(EntryState(self._match_id()).write(), "", f"#{fragment}")
            self.entered()
        else:
            state = EntryState.shown()._replace(match=self._match_id())
            history.replaceState(state.write(), "", f"#{fragment}")
        self.known = location.hash

    def set_back(self) -> None:
        """Undo the change that a step through the history has made, instead of following it."""
        self.is_set_back = location.hash != self.known
        if self.is_set_back:
            self.write(self.known.removeprefix("#"))

    def changed(self, follow: Callable[[], object]) -> None:
        """The browser tells of a change: follow it, unless it was undone."""
        undone, self.is_set_back = self.is_set_back, False
        if not undone:
            follow()

    def is_followed(self) -> bool:
        """Whether the fragment is the known one, so that there is none to follow."""
        return bool(location.hash == self.known)
