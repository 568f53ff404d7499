"""The clipboard, and the system's share sheet."""

from collections.abc import Callable

from js import Element, navigator
from pyodide.ffi import JsException, to_js

from .dom import set_status
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


def copy_text(
    lifetime: Lifetime, text: str, status: Element, field: Element, copied: str, refused: str
) -> None:
    """Copy a text, and report ``copied`` or ``refused`` in the live region ``status``.

    If the browser refuses, the text is shown in the field, selected, for the player to copy.
    """

    def done() -> None:
        set_status(status, copied)

    def failed() -> None:
        set_status(status, refused)
        field.value, field.hidden = text, False
        field.focus()
        field.select()
        field.scrollIntoView(to_js({"block": "nearest"}))  # past the buttons

    write_clipboard(lifetime, text, done, failed)


async def show_share_sheet(data: object) -> bool:
    """Show the system's share sheet; return whether there was one, also if the user closed it."""
    try:
        await navigator.share(data)
    except AttributeError:
        return False
    except JsException as error:
        return bool(error.name == "AbortError")
    return True
