"""The list of keys for players, made from the tables in ``keys`` that the keyboard follows."""

from typing import NamedTuple

from ...rules import Game
from ...session.layers import available_layers
from ...words.layers import LAYERS_WORDS
from ...words.settings import KEY_WORDS as WORDS
from ..board import keys

SIGNS = {"ArrowLeft": "←", "ArrowRight": "→", "ArrowUp": "↑", "ArrowDown": "↓"}
NAMED = {" ": "space", "Shift": "shift"}  # key -> the end of its word's key in ``WORDS``


class Row(NamedTuple):
    """Some keys, and what they do."""

    keys: tuple[str, ...]
    does: str


def sign(key: str) -> str:
    """The label of a key, as on a keyboard."""
    if key in NAMED:
        return WORDS[f"key-{NAMED[key]}"]
    return SIGNS.get(key) or (key.upper() if len(key) == 1 else WORDS.get(f"key-{key}", key))


def rows(game: Game) -> list[tuple[str, list[Row]]]:
    """The headings of the list with their rows; of the layers only those that the game has."""
    walk = tuple(map(sign, keys.ANGLES))
    board = [
        Row(walk, WORDS["walk"]),
        Row((sign("Shift"), *walk), WORDS["walk-second"]),
        Row(tuple(map(sign, keys.PLAY)), WORDS["play"]),
        Row((WORDS["a-cell"], sign("Enter")), WORDS["play-typed"]),
        Row((sign("Escape"),), WORDS["escape"]),
    ]
    through = [Row((sign(key),), WORDS[f"step-{key}"]) for key in keys.STEPS]
    has = available_layers(game)
    layers = [
        Row((sign(key),), LAYERS_WORDS[name]) for key, name in keys.LAYERS.items() if name in has
    ]
    buttons = [Row((sign(key),), WORDS[f"button-{key}"]) for key in keys.BUTTONS]
    return [
        (WORDS["on-the-board"], board),
        (WORDS["through-the-game"], through),
        (WORDS["layers"], layers),
        (WORDS["buttons"], buttons),
    ]
