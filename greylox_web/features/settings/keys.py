"""The dialog with the list of keys; the settings show the same list."""

from js import Element, document

from ...page.dialogs import dialog
from ...page.dom import element, made
from ...page.table import Table
from ...words.settings import SETTINGS_WORDS as WORDS
from .key_list import Row, rows


def open(table: Table) -> None:
    """Show the list for the game on the table."""
    if not element("key-list"):
        frame = dialog("key-list", WORDS["keys"], WORDS["close"])
        body = frame.querySelector(".body")
        body.tabIndex = 0  # which the arrow keys then scroll
        body.append(made("div", id="key-lists", **{"class": "keys key-lists"}))
        document.body.append(frame)
    element("key-lists").replaceChildren(*key_lists(table))
    element("key-list").showModal()


def key_lists(table: Table) -> list[Element]:
    """The keys under their headings."""
    found = []
    for heading, keys in rows(table.session.game):
        listed = made("dl")
        for one in keys:
            listed.append(key_names(one), made("dd", one.does))
        part = made("section")
        part.append(made("h3", heading), listed)
        found.append(part)
    return found


def key_names(row: Row) -> Element:
    """The keys of one line."""
    place = made("dt")
    place.append(*(made("kbd", key) for key in row.keys))
    return place
