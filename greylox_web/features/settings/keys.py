"""The dialog with the list of keys; the settings show the same list."""

from js import Element, document

from ...page.dialogs import dialog
from ...page.dom import element, made
from ...page.feature import Feature
from ...page.table import Table
from ...words.settings import SETTINGS_WORDS as WORDS
from .key_list import Row, rows


class KeyList(Feature):
    """The dialog, made with its first use."""

    def __init__(self, table: Table) -> None:
        super().__init__(table)
        frame = dialog("key-list", WORDS["keys"], WORDS["close"])
        body = frame.querySelector(".body")
        body.tabIndex = 0  # which the arrow keys then scroll
        body.append(made("div", id="key-lists", **{"class": "keys key-lists"}))
        document.body.append(frame)

    def press(self, name: str, button: Element) -> None:
        """Show the list for the game on the table."""
        element("key-lists").replaceChildren(*key_lists(self.table))
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
