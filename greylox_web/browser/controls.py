"""Event listeners of the window, the buttons and the drop target, which call the features."""

from collections.abc import Callable

from js import Element, Event, document, window

from ..page.dom import by_id
from ..page.store import Store
from ..session.event import SetPageVisible, ShowNotice
from ..words import WORDS
from .registry import get_feature


def bind_controls(store: Store, open_address: Callable[[], None]) -> None:
    """Add the listeners; all buttons share one, which saves a hundred calls at the start."""
    dispatch = store.dispatch
    listen = store.lifetime.listen
    listen(document, "click", lambda event: on_click(store, event.target))
    listen(by_id("skip"), "click", skip)
    listen(document, "visibilitychange", lambda _: dispatch(SetPageVisible(not document.hidden)))
    listen(window, "hashchange", lambda _: store.address_bar.on_hash_change(open_address))
    listen(window, "resize", lambda _: store.schedule_render())
    listen(
        window, "greylox:update-status", lambda e: dispatch(ShowNotice(WORDS[f"update-{e.detail}"]))
    )
    listen(
        window, "greylox:offline-failed", lambda _: dispatch(ShowNotice(WORDS["offline-failed"]))
    )
    listen(window, "greylox:load-failed", lambda e: dispatch(ShowNotice(e.detail)))
    listen(document, "dragover", on_dragover)
    listen(document, "drop", lambda event: on_drop(store, event))


def skip(event: Event) -> None:
    """Focus the board; the address stays the address of the game."""
    event.preventDefault()
    document.querySelector('#board [tabindex="0"]').focus()


def on_click(store: Store, target: Element) -> None:
    """Handle a button; ``data-press`` names its feature and the action there."""
    button = target.closest("button")
    if not button:
        return
    if button.closest(".menu") or button.hasAttribute("data-close"):
        button.closest("dialog").close()
    name, _, action = (button.getAttribute("data-press") or "").partition(":")
    if name:
        get_feature(store, name).on_press(action, button)


def targets_field(event: Event) -> bool:
    """Return whether a text is dragged over a field, which the browser handles."""
    fields = ("INPUT", "TEXTAREA")
    return event.target.nodeName in fields and not event.dataTransfer.types.includes("Files")


def on_dragover(event: Event) -> None:
    """Allow a drop anywhere on the page."""
    if not targets_field(event):
        event.preventDefault()


def on_drop(store: Store, event: Event) -> None:
    """Open a file or a text that was dropped on the page."""
    if targets_field(event):
        return
    event.preventDefault()
    from ..features.share import panel as share  # loaded at the first use

    if event.dataTransfer.files.length:
        share.open_files(store, event.dataTransfer.files)
    else:
        share.open_text(store, event.dataTransfer.getData("text"))
