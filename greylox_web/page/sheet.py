"""Sheets: dialogs at the foot of a small screen, which can be swiped away.

A ``<dialog>`` is a sheet if the style sheet puts it at the foot of the window.  So are drawers,
which take a part of the window and make the board smaller, and the card with the result.  A swipe
may begin anywhere on a sheet that is scrolled to its top.

Back closes sheets and all other dialogs too.  Where the browser has ``CloseWatcher``, as on
Android, it does that with dialogs by itself, and the other sheets use one.  Elsewhere, as on iOS,
it is the work of ``Entries``.
"""

import re
import time
from functools import partial
from typing import Any

from js import Element, Event, MutationObserver, document, history, window
from pyodide.ffi import JsDoubleProxy, to_js

from .address_bar import EntryState
from .lifetime import Lifetime
from .table import Table

AWAY = 90  # pixels of a swipe down that close a sheet
SLOP = 8  # pixels of movement that are not yet a swipe
SHEETS = "dialog[open], .drawer, #ending"
OWN_MOVES = "input, select, textarea, [role=slider]"  # these handle touch themselves


STATE = re.compile(r"([\d.]+) (\d{1,3})", re.ASCII)  # of an entry of ``Entries``


class Swiping:
    """The sheet that follows a finger."""

    def __init__(self, lifetime: Lifetime) -> None:
        self.sheet: Element | None = None
        self.pointer = -1
        self.start = 0.0
        self.moved = 0.0
        self.pressed_beside = False
        listen = lifetime.listen
        listen(document, "pointerdown", self.on_down)
        listen(document, "click", self.on_click)
        listen(document, "pointermove", self.on_move)
        listen(document, "pointerup", self.on_up)
        listen(document, "pointercancel", self.on_cancel)
        self.faults = lifetime.faults
        listen(document, "scroll", self.on_scroll, capture=True)  # it does not bubble

    def on_down(self, event: Event) -> None:
        """A press on a sheet may become a swipe."""
        target = event.target
        self.pressed_beside = target.matches("dialog[open]") and beside(target, event)
        if self.pressed_beside:
            return
        sheet = target.closest(SHEETS)
        if not sheet or not is_sheet(sheet) or target.closest(OWN_MOVES):
            return
        if scrolled(target, sheet):
            return
        self.sheet, self.pointer, self.start, self.moved = sheet, event.pointerId, event.clientY, 0

    def on_click(self, event: Event) -> None:
        """A click outside a dialog closes it, and does not reach what is behind it."""
        target = event.target
        if self.pressed_beside and target.matches("dialog[open]") and beside(target, event):
            target.close()

    def on_move(self, event: Event) -> None:
        """The sheet follows the finger down."""
        if self.sheet is None or event.pointerId != self.pointer:
            return
        self.moved = max(event.clientY - self.start, 0)
        if self.moved > SLOP:
            self.sheet.classList.add("swiped")
            self.sheet.style.transform = f"translateY({self.moved:.0f}px)"

    def on_up(self, event: Event) -> None:
        """Close the sheet if it was moved far enough, else move it back."""
        sheet = self.sheet
        if sheet is None or event.pointerId != self.pointer:
            return
        self.release()
        if self.moved > AWAY:
            put_away(sheet)

    def on_cancel(self, event: Event) -> None:
        """The browser takes over the touch, to scroll."""
        if event.pointerId == self.pointer:
            self.release()

    def on_scroll(self, event: Event) -> None:
        """Something is scrolled, perhaps a sheet."""
        self.faults.repeatedly("scroll", lambda: mark_scrolled(event.target))

    def release(self) -> None:
        """Move the sheet back to its place."""
        if self.sheet is not None:
            self.sheet.classList.remove("swiped")
            self.sheet.style.transform = ""
        self.sheet, self.pointer = None, -1


def mark_scrolled(sheet: Element) -> None:
    """The browser scrolls a scrolled sheet back; one at its top follows the finger down."""
    if sheet.nodeType == 1 and sheet.matches(SHEETS):  # the document scrolls too
        sheet.classList.toggle("scrolled", sheet.scrollTop > 0)


def is_sheet(sheet: Element) -> bool:
    """Whether the style sheet now puts the element at the foot of the window."""
    return window.getComputedStyle(sheet).getPropertyValue("--sheet").strip() == "1"


def scrolled(target: Element, sheet: Element) -> bool:
    """Whether something under the finger is scrolled, so that a swipe down scrolls it back."""
    node = target
    while node:
        if node.scrollTop > 0:
            return True
        if node == sheet:
            break
        node = node.parentElement
    return False


def beside(dialog: Element, event: Event) -> bool:
    """Whether a press is on a dialog's backdrop."""
    box = dialog.getBoundingClientRect()
    inside = box.left <= event.clientX <= box.right and box.top <= event.clientY <= box.bottom
    return not inside


class Sheets:
    """What Back and Escape close: sheets that are no dialogs, and without ``CloseWatcher`` all."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.watchers: dict[str, Any] = {}  # by the sheet that is open
        self.closers: dict[str, JsDoubleProxy] = {}  # what closes a sheet
        self.entries: Entries | None = None  # where Back needs them
        table.lifetime.at_end(self.forget)

    def watch(self, sheet: Element, *, shown: bool) -> None:
        """Start or stop watching for Back."""
        if sheet.id in self.watchers:
            self.watchers.pop(sheet.id).destroy()
        if hasattr(window, "CloseWatcher"):
            if shown and is_sheet(sheet):
                watcher = self.watchers[sheet.id] = window.CloseWatcher.new()
                watcher.onclose = self.closer(sheet)
        elif self.entries is not None:
            self.entries.note(sheet, is_open=shown and is_sheet(sheet))

    def closer(self, sheet: Element) -> JsDoubleProxy:
        """What closes a sheet."""
        if sheet.id not in self.closers:
            close = partial(self.table.faults.safely, partial(put_away, sheet))
            self.closers[sheet.id] = self.table.lifetime.proxy(lambda _: close())
        return self.closers[sheet.id]

    def forget(self) -> None:
        """Watch no longer."""
        for watcher in self.watchers.values():
            watcher.destroy()


def watch(table: Table, sheet: Element, *, shown: bool) -> None:
    """Start or stop watching for Back, for a sheet that is not a dialog."""
    table.part(Sheets).watch(sheet, shown=shown)


def close_by_back(table: Table) -> None:
    """Let Back close what is open, where the browser does not."""
    if not hasattr(window, "CloseWatcher"):
        table.part(Sheets).entries = Entries(table)


class Entries:
    """Entries of the history from which Back leads out of what is open, and into the page.

    Whatever opens gets one, at the address of what it lies over.  What is closed in another way
    leaves its entry behind: the next one to open takes it over, and Back passes by it.  They are
    numbered from the one beneath, which is 0; the ``sheet`` of each one's state is ``NAME NUMBER``,
    with one name for all that belong together.
    """

    def __init__(self, table: Table) -> None:
        self.table, lifetime = table, table.lifetime
        self.open: list[Element] = []  # the last one on top
        self.at = entry()  # the one that is shown
        self.table.address_bar.entered = self.on_new_entry
        lifetime.listen(window, "popstate", self.on_arrival)
        self.observer = MutationObserver.new(
            lifetime.proxy(lambda changes, _: table.faults.safely(lambda: self.on_dialogs(changes)))
        )
        told = {"subtree": True, "attributes": True, "attributeFilter": ["open"]}
        self.observer.observe(document.documentElement, to_js(told))
        lifetime.at_end(lambda: self.observer.disconnect())
        for dialog in document.querySelectorAll("dialog[open]"):
            self.note(dialog, is_open=True)

    def on_dialogs(self, changes: Any) -> None:
        """Dialogs may have been opened or closed."""
        for change in changes:
            if change.target.matches("dialog"):
                self.note(change.target, is_open=change.target.open)

    def note(self, sheet: Element, *, is_open: bool) -> None:
        """Keep in mind what is open, and give it an entry if there is none left."""
        if sheet in self.open:
            self.open.remove(sheet)
        if not is_open:
            return
        self.open.append(sheet)
        name, number = entry()
        if number < len(self.open):
            if not name:
                name = f"{time.time():.3f}"
                history.replaceState(at_sheet(f"{name} 0"), "")
            history.pushState(at_sheet(f"{name} {number + 1}"), "")
        self.at = entry()

    def on_new_entry(self) -> None:
        """The page beneath what is open has made an entry, which was not meant to lie over it."""
        sheets, self.open = self.open, []
        for sheet in sheets:
            self.note(sheet, is_open=True)
        self.at = entry()

    def on_arrival(self, _: Event) -> None:
        """Another entry is shown: after Back, close what is open, or go further back."""
        (name, number), self.at = self.at, entry()
        is_beneath = self.at[0] == name and self.at[1] < number
        if not name or not is_beneath:
            return
        self.table.address_bar.set_back()
        if not self.open:
            by = -(self.at[1] + 1)
            self.table.lifetime.later(0, lambda: history.go(by))
        for sheet in reversed(self.open[min(self.at[1], len(self.open) - 1) :]):
            put_away(sheet)


def at_sheet(sheet: str) -> str:
    """The state of the entry that is shown, with another ``sheet``."""
    return EntryState.shown()._replace(sheet=sheet).write()


def entry() -> tuple[str, int]:
    """The name and number of the history's entry that is shown; ("", 0) for one without."""
    found = STATE.fullmatch(EntryState.shown().sheet)
    return (found[1], int(found[2])) if found else ("", 0)


def put_away(sheet: Element) -> None:
    """Close a dialog, or another sheet by its button."""
    if sheet.matches("dialog"):
        sheet.close()
    else:
        sheet.querySelector(".away, #ending-close").click()
