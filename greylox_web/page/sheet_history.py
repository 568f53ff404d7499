"""Back and Escape close sheets and all other dialogs.

``SheetHistory`` gives each of them a history entry.  Android's Back and Escape close dialogs
without a step through the history; if the browser has ``CloseWatcher``, they close the other sheets
in the same way.
"""

import re
import time
from contextlib import suppress
from functools import partial
from typing import Any

from js import Element, Event, MutationObserver, document, history, window
from pyodide.ffi import JsDoubleProxy, JsException, to_js

from .address_bar import EntryState
from .bottom_sheet import dismiss, is_sheet
from .store import Store

STATE = re.compile(r"([\d.]+) (\d{1,3})", re.ASCII)  # the ``sheet`` of an entry of ``SheetHistory``


class Sheets:
    """The open sheets that are not dialogs: the browser itself reports no Escape for them."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.watchers: dict[str, Any] = {}  # by the id of the open sheet
        self.closers: dict[str, JsDoubleProxy] = {}  # the callback that closes each sheet
        self.entries: SheetHistory | None = None  # from ``close_sheets_on_back`` on
        store.lifetime.on_end(self.unwatch_all)

    def watch(self, sheet: Element, *, is_shown: bool) -> None:
        """Start or stop watching for Back and Escape."""
        is_open = is_shown and is_sheet(sheet)
        if sheet.id in self.watchers:
            self.watchers.pop(sheet.id).destroy()
        if is_open and hasattr(window, "CloseWatcher"):
            watcher = self.watchers[sheet.id] = window.CloseWatcher.new()
            watcher.onclose = self.closer(sheet)
        if self.entries is not None:
            self.entries.track(sheet, is_open=is_open)

    def closer(self, sheet: Element) -> JsDoubleProxy:
        """Return the callback that closes a sheet."""
        if sheet.id not in self.closers:
            close = partial(self.store.faults.run_safely, partial(dismiss, sheet))
            self.closers[sheet.id] = self.store.lifetime.proxy(lambda _: close())
        return self.closers[sheet.id]

    def unwatch_all(self) -> None:
        """Stop watching for all sheets."""
        for watcher in self.watchers.values():
            watcher.destroy()


def watch_back(store: Store, sheet: Element, *, is_shown: bool) -> None:
    """Start or stop watching for Back, for a sheet that is not a dialog."""
    store.get_part(Sheets).watch(sheet, is_shown=is_shown)


def close_sheets_on_back(store: Store) -> None:
    """Make Back close open sheets and dialogs."""
    store.get_part(Sheets).entries = SheetHistory(store)


class SheetHistory:
    """History entries with which Back closes sheets first and leaves the page last.

    Each sheet that opens gets an entry, at the address of the view below it.  If a sheet is
    closed in another way, its entry remains: the next sheet to open reuses the entry, and Back
    skips it.  The entries are numbered from the view below, which is 0.  The ``sheet`` of each
    state is ``NAME NUMBER``; entries that belong together share one name.
    """

    def __init__(self, store: Store) -> None:
        self.store, lifetime = store, store.lifetime
        self.open: list[Element] = []  # in opening order, the topmost last
        self.current = current_entry()  # name and number of the current entry
        self.store.address_bar.on_new_entry = self.on_new_entry
        lifetime.listen(window, "popstate", self.on_arrival)
        self.observer = MutationObserver.new(
            lifetime.proxy(
                lambda changes, _: store.faults.run_safely(lambda: self.on_dialogs(changes))
            )
        )
        observer_options = {"subtree": True, "attributes": True, "attributeFilter": ["open"]}
        self.observer.observe(document.documentElement, to_js(observer_options))
        lifetime.on_end(lambda: self.observer.disconnect())
        for dialog in document.querySelectorAll("dialog[open]"):
            self.track(dialog, is_open=True)

    def on_dialogs(self, changes: Any) -> None:
        """Track the dialogs that have just been opened or closed."""
        for change in changes:
            if change.target.matches("dialog"):
                self.track(change.target, is_open=change.target.open)

    def track(self, sheet: Element, *, is_open: bool) -> None:
        """Record that a sheet is open or closed; add an entry if no unused one remains."""
        if sheet in self.open:
            self.open.remove(sheet)
        if not is_open:
            return
        self.open.append(sheet)
        name, number = current_entry()
        if number < len(self.open):
            with suppress(JsException):  # too many changes in a short time
                if not name:
                    name = f"{time.time():.3f}"
                    history.replaceState(state_with_sheet(f"{name} 0"), "")
                history.pushState(state_with_sheet(f"{name} {number + 1}"), "")
        self.current = current_entry()

    def on_new_entry(self) -> None:
        """Add new entries for open sheets after the page below them has added an entry."""
        sheets, self.open = self.open, []
        for sheet in sheets:
            self.track(sheet, is_open=True)
        self.current = current_entry()

    def on_arrival(self, _: Event) -> None:
        """Handle the arrival at another entry: after Back, close open sheets or go further back."""
        (name, number), self.current = self.current, current_entry()
        is_back = self.current[0] == name and self.current[1] < number
        if not name or not is_back:
            return
        self.store.address_bar.undo_change()
        if not self.open:
            by = -(self.current[1] + 1)
            self.store.lifetime.set_timeout(0, lambda: history.go(by))
        for sheet in reversed(self.open[min(self.current[1], len(self.open) - 1) :]):
            dismiss(sheet)


def state_with_sheet(sheet: str) -> str:
    """Return the state of the current entry with another ``sheet``."""
    return EntryState.read_current()._replace(sheet=sheet).write()


def current_entry() -> tuple[str, int]:
    """Return the name and number of the current history entry; ("", 0) if it has none."""
    match = STATE.fullmatch(EntryState.read_current().sheet)
    return (match[1], int(match[2])) if match else ("", 0)
