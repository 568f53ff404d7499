"""The list of keys, in a dialog and in the settings, made from the tables of ``board.keys``."""

from typing import NamedTuple

from js import Element, document

from ...page.dialogs import make_dialog
from ...page.dom import by_id, create_element
from ...page.feature import Feature
from ...page.store import Store
from ...rules import Game
from ...session.layers import available_layers
from ...words.layers import LAYERS_WORDS
from ...words.settings import KEY_WORDS as WORDS
from ...words.settings import SETTINGS_WORDS
from ..board import keys

SIGNS = {"ArrowLeft": "←", "ArrowRight": "→", "ArrowUp": "↑", "ArrowDown": "↓"}
KEY_NAMES = {" ": "space", "Shift": "shift"}  # key -> suffix of its key in ``WORDS``


class Row(NamedTuple):
    """Some keys and their action."""

    keys: tuple[str, ...]
    action: str


def key_label(key: str) -> str:
    """Return the label of a key, as on a keyboard."""
    if key in KEY_NAMES:
        return WORDS[f"key-{KEY_NAMES[key]}"]
    return SIGNS.get(key) or (key.upper() if len(key) == 1 else WORDS.get(f"key-{key}", key))


def rows(game: Game) -> list[tuple[str, list[Row]]]:
    """Return the headings of the list with their rows; only layers that the game has."""
    arrows = tuple(map(key_label, keys.ARROW_ANGLES))
    board = [
        Row(arrows, WORDS["walk"]),
        Row((key_label("Shift"), *arrows), WORDS["walk-second"]),
        Row(tuple(map(key_label, keys.PLAY_KEYS)), WORDS["play"]),
        Row((WORDS["a-cell"], key_label("Enter")), WORDS["play-typed"]),
        Row((key_label("Escape"),), WORDS["escape"]),
    ]
    through = [Row((key_label(key),), WORDS[f"step-{key}"]) for key in keys.STEPS]
    available = available_layers(game)
    layers = [
        Row((key_label(key),), LAYERS_WORDS[name])
        for key, name in keys.LAYERS.items()
        if name in available
    ]
    buttons = [Row((key_label(key),), WORDS[f"button-{key}"]) for key in keys.BUTTONS]
    return [
        (WORDS["on-the-board"], board),
        (WORDS["through-the-game"], through),
        (WORDS["layers"], layers),
        (WORDS["buttons"], buttons),
    ]


class KeyList(Feature):
    """The dialog, made at its first use."""

    def __init__(self, store: Store) -> None:
        super().__init__(store)
        frame = make_dialog("key-list", SETTINGS_WORDS["keys"], SETTINGS_WORDS["close"])
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
