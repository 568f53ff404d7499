"""Hands out a link, by the clipboard or the system's share sheet."""

from collections.abc import Callable

from js import Element, navigator
from pyodide.ffi import JsException

from ...page.dom import by_id, set_status
from ...page.lifetime import Lifetime
from ...page.table import Store
from ...session.event import ShowNotice
from ...session.session import Session
from ...words import WORDS
from ...words.share import SHARE_WORDS
from .shared_line import for_others, is_variation, leaves_lines_out

COPIED_MILLIS = 2_000
AS_EXPECTED = ("link-note", "link-of-exercise")  # what nobody need be told who only copies a link


def copy(lifetime: Lifetime, address: str, button: Element, field: Element, said: str) -> None:
    """Copy the address to the clipboard; the button confirms it for a moment.

    If the browser refuses, the field with the address gets the focus.
    """

    def done() -> None:
        button.lastChild.textContent = SHARE_WORDS["copied"]
        set_status(said, WORDS["copied"])
        lifetime.set_timeout(COPIED_MILLIS, again)

    def again() -> None:
        button.lastChild.textContent = SHARE_WORDS["copy"]

    def failed() -> None:
        set_status(said, WORDS["not-copied"])
        field.focus()

    write(lifetime, address, done, failed)


def notes_on(session: Session) -> tuple[str, ...]:
    """What is to be said of the link of a session, as keys of SHARE_WORDS."""
    if session.exercise_attempt is not None:
        return ("link-of-exercise",)
    if session.editor is not None:
        return ("link-of-game",)
    note = "link-without-notes" if session.match.is_annotated else "link-note"
    if leaves_lines_out(session):
        note = "link-without-lines"
    return (note, "link-of-variation") if is_variation(session) else (note,)


def copy_link(table: Store) -> None:
    """Copy the address of the position, and say what the link does not hold."""
    session = for_others(table.session)
    address = table.address(session)
    told = [SHARE_WORDS[key] for key in notes_on(session) if key not in AS_EXPECTED]

    def done() -> None:
        table.dispatch(ShowNotice(" ".join([WORDS["copied"], *told])))

    def failed() -> None:
        table.dispatch(ShowNotice(f"{WORDS['not-copied']} {address}"))

    write(table.lifetime, address, done, failed)


def write(
    lifetime: Lifetime, text: str, done: Callable[[], object], failed: Callable[[], object]
) -> None:
    """Write to the clipboard, and tell how that went."""
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


async def shared(data: object, said: str, field: str) -> None:
    """Show the system's share sheet; closing it is not an error."""
    try:
        await navigator.share(data)
    except JsException as error:
        if error.name != "AbortError":
            set_status(said, WORDS["not-copied"])
            by_id(field).focus()
