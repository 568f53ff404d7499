"""Bottom sheets: dialogs at the foot of a small screen, which a swipe closes.

A ``<dialog>`` is a sheet if the style sheet puts it at the foot of the window.  Drawers, which take
a part of the window and make the board smaller, are sheets too, and so is the result card.  A swipe
may begin anywhere on a sheet that is scrolled to its top.
"""

from js import Element, Event, document, window

from .lifetime import Lifetime

DISMISS_PIXELS = 90  # length of a swipe down that closes a sheet, in pixels
TOUCH_SLOP = 8  # movement below this many pixels is not yet a swipe
SHEETS = "dialog[open], .drawer, #result-card"
NO_SWIPE = "input, select, textarea, [role=slider]"  # these handle touch themselves


class SwipeToDismiss:
    """Moves a sheet with the finger and closes it after a long enough swipe."""

    def __init__(self, lifetime: Lifetime) -> None:
        self.sheet: Element | None = None
        self.pointer = -1
        self.start = 0.0
        self.moved = 0.0
        self.pressed_backdrop = False
        listen = lifetime.listen
        listen(document, "pointerdown", self.on_down)
        listen(document, "click", self.on_click)
        listen(document, "pointermove", self.on_move)
        listen(document, "pointerup", self.on_up)
        listen(document, "pointercancel", self.on_cancel)
        self.faults = lifetime.faults
        listen(document, "scroll", self.on_scroll, capture=True)  # scroll events do not bubble

    def on_down(self, event: Event) -> None:
        """Start tracking a press on a sheet, which may become a swipe."""
        target = event.target
        self.pressed_backdrop = target.matches("dialog[open]") and is_backdrop(target, event)
        if self.pressed_backdrop:
            return
        sheet = target.closest(SHEETS)
        if not sheet or not is_sheet(sheet) or target.closest(NO_SWIPE):
            return
        if is_scrolled(target, sheet):
            return
        self.sheet, self.pointer, self.start, self.moved = sheet, event.pointerId, event.clientY, 0

    def on_click(self, event: Event) -> None:
        """Close a dialog on a click outside it; the click does not reach the page below."""
        target = event.target
        if self.pressed_backdrop and target.matches("dialog[open]") and is_backdrop(target, event):
            target.close()

    def on_move(self, event: Event) -> None:
        """Move the sheet down with the finger."""
        if self.sheet is None or event.pointerId != self.pointer:
            return
        self.moved = max(event.clientY - self.start, 0)
        if self.moved > TOUCH_SLOP:
            self.sheet.classList.add("swiped")
            self.sheet.style.transform = f"translateY({self.moved:.0f}px)"

    def on_up(self, event: Event) -> None:
        """Close the sheet if it was moved far enough; otherwise move it back."""
        sheet = self.sheet
        if sheet is None or event.pointerId != self.pointer:
            return
        self.release()
        if self.moved > DISMISS_PIXELS:
            dismiss(sheet)

    def on_cancel(self, event: Event) -> None:
        """Stop tracking when the browser takes over the touch for scrolling."""
        if event.pointerId == self.pointer:
            self.release()

    def on_scroll(self, event: Event) -> None:
        """Mark a scrolled element, which may be a sheet."""
        self.faults.run_repeated("scroll", lambda: mark_scrolled(event.target))

    def release(self) -> None:
        """Move the sheet back to its original position."""
        if self.sheet is not None:
            self.sheet.classList.remove("swiped")
            self.sheet.style.transform = ""
        self.sheet, self.pointer = None, -1


def mark_scrolled(sheet: Element) -> None:
    """Mark a sheet as scrolled: then a swipe down scrolls it back instead of closing it."""
    if sheet.nodeType == 1 and sheet.matches(SHEETS):  # the document scrolls too, and is no element
        sheet.classList.toggle("scrolled", sheet.scrollTop > 0)


def is_sheet(sheet: Element) -> bool:
    """Return whether the style sheet currently puts the element at the foot of the window."""
    return window.getComputedStyle(sheet).getPropertyValue("--sheet").strip() == "1"


def is_scrolled(target: Element, sheet: Element) -> bool:
    """Return whether an element under the finger is scrolled, so that a swipe down scrolls it."""
    node = target
    while node:
        if node.scrollTop > 0:
            return True
        if node == sheet:
            break
        node = node.parentElement
    return False


def is_backdrop(dialog: Element, event: Event) -> bool:
    """Return whether a press is on a dialog's backdrop."""
    box = dialog.getBoundingClientRect()
    inside = box.left <= event.clientX <= box.right and box.top <= event.clientY <= box.bottom
    return not inside


def dismiss(sheet: Element) -> None:
    """Close a dialog, or another sheet by its button."""
    if sheet.matches("dialog"):
        sheet.close()
    else:
        sheet.querySelector(".close, #result-close").click()
