"""The address bar, and the state of each history entry."""

import json
from collections.abc import Callable
from typing import NamedTuple

from js import document, history, location
from pyodide.ffi import JsException

from ..schema import MAX_STORED_LENGTH, SchemaError, read_json
from .dom import emit


class EntryState(NamedTuple):
    """The state of a history entry, stored as JSON."""

    match: str = ""  # the id of the current match, or of the match suspended by an exercise
    sheet: str = ""  # set while a sheet covers the page: see ``SheetHistory``

    @classmethod
    def read_current(cls) -> "EntryState":
        """Return the state of the current entry; empty if this page did not write the state."""
        try:
            return cls(*read_json(history.state, MAX_STORED_LENGTH, (str, str)))
        except SchemaError:
            return cls()

    def write(self) -> str:
        """Return the state as JSON."""
        text: str = json.dumps(self)
        return text


class AddressBar:
    """The address bar; it recognises changes that the page did not make."""

    def __init__(self, match_id: Callable[[], str]) -> None:
        self.last_hash: str = location.hash
        self.ignores_next_change = False  # ``undo_change`` causes an event too
        self.on_new_entry: Callable[[], object] = lambda: None  # called for each new history entry
        self._match_id = match_id

    def shows(self, fragment: str) -> bool:
        """Return whether this is the address and the entry belongs to the current match."""
        return (
            location.hash == f"#{fragment}" and EntryState.read_current().match == self._match_id()
        )

    def write(self, fragment: str, *, entry: bool = False) -> bool:
        """Set the fragment without following it; ``entry`` adds a history entry.

        An embedded board adds none: Back belongs to the page around it.  Return False if the
        browser refused: browsers allow 100 to 200 changes in ten seconds.
        """
        try:
            self._change(fragment, entry=entry)
        except JsException:
            return False
        self.last_hash = location.hash
        emit("address")
        return self.shows(fragment)  # some browsers refuse without an exception

    def _change(self, fragment: str, *, entry: bool) -> None:
        """Change the current history entry, or add one."""
        if entry and not document.documentElement.hasAttribute("data-embedded"):
            state = EntryState.read_current()
            if state.match == self._match_id():  # so that Back leads to this position
                history.replaceState(state._replace(match="").write(), "")
            history.pushState(EntryState(self._match_id()).write(), "", f"#{fragment}")
            self.on_new_entry()
        else:
            state = EntryState.read_current()._replace(match=self._match_id())
            history.replaceState(state.write(), "", f"#{fragment}")

    def undo_change(self) -> None:
        """Undo the change made by a step through the history; do not follow the new address."""
        self.ignores_next_change = location.hash != self.last_hash
        if self.ignores_next_change:
            self.write(self.last_hash.removeprefix("#"))

    def on_hash_change(self, follow: Callable[[], object]) -> None:
        """Handle the browser's ``hashchange``: call ``follow``, unless the change was undone."""
        undone, self.ignores_next_change = self.ignores_next_change, False
        if not undone:
            follow()

    def is_current(self) -> bool:
        """Return whether the fragment is the one last written, so that there is none to follow."""
        return bool(location.hash == self.last_hash)
