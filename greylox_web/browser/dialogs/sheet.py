"""The frame of a dialog that is made when it is first opened: a heading, and a way to close it."""

from js import Element, document

from ...words.share import SHARE_WORDS
from ..dom import icon, made


def sheet(name: str, heading: str) -> Element:
    """An empty dialog of that id, in the page; ``name``-heading is the id of its heading."""
    dialog = made("dialog", id=name, aria_labelledby=f"{name}-heading", **{"class": "sheet"})
    head = made("header", **{"class": "sheet-head"})
    close = made("button", type="button", aria_label=SHARE_WORDS["close"], data_close="")
    close.className = "sheet-close"
    close.append(icon("close"))
    title = made("h2", heading, id=f"{name}-heading", tabindex="-1", autofocus="")
    head.append(title, close)
    dialog.append(head)
    document.body.append(dialog)
    return dialog
