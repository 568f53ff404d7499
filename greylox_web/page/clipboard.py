"""Writing to the clipboard, and a text to copy where the browser refuses that."""

from collections.abc import Callable

from js import Element, navigator
from pyodide.ffi import JsException, to_js

from .lifetime import Lifetime


def write_clipboard(
    lifetime: Lifetime, text: str, done: Callable[[], object], failed: Callable[[], object]
) -> None:
    """Write to the clipboard, then call ``done`` or ``failed``."""
    try:
        copied = navigator.clipboard.writeText(text)
    except (JsException, AttributeError):
        failed()
        return

    async def answered() -> None:
        try:
            await copied
        except JsException:
            failed()
        else:
            done()

    lifetime.spawn(answered())


def select_in(field: Element, text: str) -> None:
    """Show a text in a field, selected, for the player to copy."""
    field.value, field.hidden = text, False
    field.focus()
    field.select()
    field.scrollIntoView(to_js({"block": "nearest"}))  # past the buttons
