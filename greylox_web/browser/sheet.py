"""Sheets: dialogs at the foot of a small screen, which can be swiped away.

A ``<dialog>`` is a sheet if the style sheet puts it at the foot of the window.  So are drawers,
which take a part of the window and make the board smaller, and the card with the result.  A swipe
may begin anywhere on a sheet that is scrolled to its top.  Android's Back closes sheets too:
dialogs do that themselves, the others use a ``CloseWatcher`` if the browser has it.
"""

from typing import Any

from js import Element, Event, document, window
from pyodide.ffi import create_once_callable, create_proxy

from .dom import listen, repeatedly, safely

AWAY = 90  # pixels of a swipe down that close a sheet
SLOP = 8  # pixels of movement that are not yet a swipe
SHEETS = "dialog[open], .drawer, #ending"
OWN_MOVES = "input, select, textarea, [role=slider]"  # these handle touch themselves


WATCHING: dict[str, Any] = {}
"""Who listens for Back and Escape, by the sheet that is open."""


class Swiping:
    """The sheet that follows a finger."""

    def __init__(self) -> None:
        self.sheet: Element | None = None
        self.pointer = -1
        self.start = 0.0
        self.moved = 0.0
        self.pressed_beside = False
        listen(document, "pointerdown", self.on_down)
        listen(document, "click", self.on_click)
        listen(document, "pointermove", self.on_move)
        listen(document, "pointerup", self.on_up)
        listen(document, "pointercancel", self.on_cancel)
        scrolls = create_proxy(lambda event: repeatedly("scroll", lambda: on_scroll(event)))
        document.addEventListener("scroll", scrolls, True)  # it does not bubble

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

    def release(self) -> None:
        """Move the sheet back to its place."""
        if self.sheet is not None:
            self.sheet.classList.remove("swiped")
            self.sheet.style.transform = ""
        self.sheet, self.pointer = None, -1


def on_scroll(event: Event) -> None:
    """The browser scrolls a scrolled sheet back; one at its top follows the finger down."""
    sheet = event.target
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


def watch(sheet: Element, *, shown: bool) -> None:
    """Start or stop watching for Back, for a sheet that is not a dialog."""
    if sheet.id in WATCHING:
        WATCHING.pop(sheet.id).destroy()
    if shown and is_sheet(sheet) and hasattr(window, "CloseWatcher"):
        watcher = WATCHING[sheet.id] = window.CloseWatcher.new()
        watcher.onclose = create_once_callable(lambda _: safely(lambda: put_away(sheet)))


def put_away(sheet: Element) -> None:
    """Close a dialog, or another sheet by its button."""
    if sheet.matches("dialog"):
        sheet.close()
    else:
        sheet.querySelector(".away, #ending-close").click()
