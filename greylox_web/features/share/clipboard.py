"""Sharing of links by the clipboard or the system's share sheet."""

from js import URL, Element, document

from ...page.clipboard import show_share_sheet, write_clipboard
from ...page.dom import build_facts, by_id, set_status
from ...page.lifetime import Lifetime
from ...page.store import Store
from ...session.event import ShowNotice
from ...session.session import Session
from ...words import WORDS
from ...words.share import SHARE_WORDS
from .shareable import (
    annotated_link,
    drops_variations,
    is_variation,
    preview_path,
    shareable_session,
)

COPIED_MILLIS = 2_000
SILENT_NOTES = ("link-note", "link-of-exercise", "link-with-notes")  # not shown after a mere copy


def copy_address(
    lifetime: Lifetime,
    address: str,
    button: Element,
    field: Element,
    confirmation: str,
    *,
    label: str = "copy",
) -> None:
    """Copy the address to the clipboard; the button, called ``label``, confirms it for a moment.

    If the browser refuses, the field with the address gets the focus.
    """

    def done() -> None:
        button.lastChild.textContent = SHARE_WORDS["copied"]
        set_status(confirmation, WORDS["copied"])
        lifetime.set_timeout(COPIED_MILLIS, reset_label)

    def reset_label() -> None:
        button.lastChild.textContent = SHARE_WORDS[label]

    def failed() -> None:
        set_status(confirmation, WORDS["not-copied"])
        field.focus()

    write_clipboard(lifetime, address, done, failed)


def link_notes(session: Session, *, annotated: bool = True) -> tuple[str, ...]:
    """Return the notes on the link of a session; ``annotated``: with comments and marks."""
    if session.exercise_attempt is not None:
        return (SHARE_WORDS["link-of-exercise"],)
    if session.editor is not None:
        return (SHARE_WORDS["link-of-game"],)
    notes = []
    link = annotated_link(session) if session.match.is_annotated and annotated else None
    if drops_variations(session):
        notes.append(SHARE_WORDS["link-without-lines"])
    elif not session.match.is_annotated:
        notes.append(SHARE_WORDS["link-note"])
    elif link is None or not link.annotated:
        notes.append(SHARE_WORDS["link-without-notes"])
    if link is not None and link.annotated:
        notes.append(SHARE_WORDS["link-with-notes"])
        if link.left_out:
            notes.append(SHARE_WORDS["link-left-notes"].format(count=link.left_out))
    if is_variation(session):
        notes.append(SHARE_WORDS["link-of-variation"])
    if session.record.answers:
        notes.append(SHARE_WORDS["link-with-answers"])
    return tuple(notes)


def shared_address(store: Store, session: Session) -> str:
    """Return the full address of a session, without comments and marks.

    On a site with pages for link previews, a puzzle or lesson has the address of its page.
    """
    if path := preview_path(session.link):
        facts = build_facts()
        if facts["previews"]:
            return str(URL.new(path, document.baseURI).href)
    return store.address(session)


def annotated_address(store: Store, session: Session) -> str:
    """Return the full address of a session, with comments and marks as far as they fit."""
    address = shared_address(store, session)
    if session.exercise_attempt is not None or not session.match.is_annotated:
        return address
    return f"{address.partition('#')[0]}#{annotated_link(session).text}"


def copy_link(store: Store) -> None:
    """Copy the address of the position, and show what the link does not contain."""
    session = shareable_session(store.session)
    address = annotated_address(store, session)
    silent = {SHARE_WORDS[key] for key in SILENT_NOTES}
    notes = [note for note in link_notes(session) if note not in silent]

    def done() -> None:
        store.dispatch(ShowNotice(" ".join([WORDS["copied"], *notes])))

    def failed() -> None:
        store.dispatch(ShowNotice(f"{WORDS['not-copied']} {address}"))

    write_clipboard(store.lifetime, address, done, failed)


async def share_natively(data: object, confirmation: str, field: str) -> None:
    """Show the system's share sheet; closing it is not an error."""
    if not await show_share_sheet(data):
        set_status(confirmation, WORDS["not-copied"])
        by_id(field).focus()
