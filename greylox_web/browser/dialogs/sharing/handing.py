"""Hands out a link, by the clipboard or the system's share sheet."""

from js import Element, navigator, window
from pyodide.ffi import JsException, create_once_callable, create_proxy

from ....words import WORDS
from ....words.share import SHARE_WORDS
from ...dom import element, set_text

COPIED_MILLIS = 2_000


def copy(address: str, button: Element, field: Element, said: str) -> None:
    """Copy the address to the clipboard; the button confirms it for a moment.

    If the browser refuses, the field with the address gets the focus.
    """

    def done(_: object) -> None:
        button.lastChild.textContent = SHARE_WORDS["copied"]
        set_text(said, WORDS["copied"])
        window.setTimeout(create_once_callable(again), COPIED_MILLIS)

    def again() -> None:
        button.lastChild.textContent = SHARE_WORDS["copy"]

    def failed(_: object) -> None:
        set_text(said, WORDS["not-copied"])
        field.focus()

    try:
        copied = navigator.clipboard.writeText(address)
    except (JsException, AttributeError):
        failed(None)
        return
    copied.then(create_proxy(done), create_proxy(failed))


async def shared(data: object, said: str, field: str) -> None:
    """Show the system's share sheet; closing it is not an error."""
    try:
        await navigator.share(data)
    except JsException as error:
        if error.name != "AbortError":
            set_text(said, WORDS["not-copied"])
            element(field).focus()
