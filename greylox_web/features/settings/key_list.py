"""The list of keys for players, made from the tables in ``keys`` that the keyboard uses."""

from typing import NamedTuple

from ...rules import Game
from ...session.layers import available_layers
from ...words.layers import LAYERS_WORDS
from ...words.settings import KEY_WORDS as WORDS
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
