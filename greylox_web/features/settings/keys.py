"""The dialog with the list of keys; the settings show the same list."""

from js import Element, document

from ...page.dialogs import make_dialog
from ...page.dom import by_id, create_element
from ...page.feature import Feature
from ...page.store import Store
from ...words.settings import SETTINGS_WORDS as WORDS
from .key_list import Row, rows


class KeyList(Feature):
    """The dialog, made at its first use."""

    def __init__(self, store: Store) -> None:
        super().__init__(store)
        frame = make_dialog("key-list", WORDS["keys"], WORDS["close"])
        body = frame.querySelector(".body")
        body.tabIndex = 0  # makes the list scrollable with the arrow keys
        body.append(create_element("div", id="key-lists", **{"class": "keys key-lists"}))
        document.body.append(frame)

    def on_press(self, name: str, button: Element) -> None:
        """Show the list for the current game."""
        by_id("key-lists").replaceChildren(*key_lists(self.store))
        by_id("key-list").showModal()


def key_lists(store: Store) -> list[Element]:
    """Make the lists of keys, each below its heading."""
    sections = []
    for heading, section_rows in rows(store.session.game):
        listed = create_element("dl")
        for one in section_rows:
            listed.append(key_names(one), create_element("dd", one.action))
        part = create_element("section")
        part.append(create_element("h3", heading), listed)
        sections.append(part)
    return sections


def key_names(row: Row) -> Element:
    """Make the keys of one row."""
    term = create_element("dt")
    term.append(*(create_element("kbd", key) for key in row.keys))
    return term
