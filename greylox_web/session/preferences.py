"""The player's preferences for all games, and their stored text.

A preference is one line in ``Preferences``: a name, a type and a default.  The type is ``bool``,
``str``, or a ``Literal`` of all values; a value has the type of the default.  The label is in
``words.settings``; a preference without a label is not shown.
"""

import json
from typing import Literal, NamedTuple, get_args

from ..schema import MAX_STORED_LENGTH, Schema, SchemaError, matches, max_length, one_of, read_json

MAX_TEXT = 600  # characters of a preference of type str

Value = bool | int | str
TriState = Literal["usual", "on", "off"]  # usual: the default, which may depend on the game
Rotation = Literal[
    0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23
]


class Preferences(NamedTuple):
    """All preferences; ``Preferences()`` has the defaults."""

    confirm: bool = False  # the first tap previews, a second tap on the same cell plays
    loupe: bool = True  # small cells are magnified under a finger
    theme: Literal["system", "light", "dark", "contrast"] = "system"
    board: Literal["ceramic", "wood"] = "ceramic"
    stones: Literal["glazed", "flat"] = "glazed"
    language: str = ""  # a code such as "de"; "": the browser's language; read by early.js
    sound: bool = True
    volume: Literal[1, 2, 3, 4, 5] = 2
    haptics: bool = False  # vibrate, if the device can
    greeted: bool = False  # whether a first stone was placed or a first lesson opened
    new_game: str = ""  # the last choices, encoded by ``write_choices``
    ponder: bool = False  # whether a timed level ponders during the opponent's turn
    chances: bool = False  # whether a game against the engine shows winning chances
    pace: Literal["at-once", "calm", "slow"] = "at-once"  # of the engine's answers
    # the layers of the board, see ``layers``
    legal: bool = True
    bound: bool = True
    control: bool = True
    threatened: bool = True
    counts: bool = False
    sight: bool = False
    groups: TriState = "usual"
    factors: bool = True
    preview: bool = False
    coordinates: TriState = "usual"
    signs: bool = True  # whether the panel explains the signs on the board
    visits: Literal[0, 1, 2, 3] = 0  # counted up to the last value, like ``finished``
    finished: Literal[0, 1, 2] = 0
    install: bool = True  # whether the page may offer to be installed as an app
    news: str = ""  # the number of lines of the changelog at the last visit
    # the rotation of the boards of each shape, see ``drawing.hex_geometry``
    hexhex: Rotation = 0
    rhombus: Rotation = 0


DEFAULTS = Preferences()
APPEARANCE_KEYS = ("theme", "board", "stones")  # the preferences that change the page's appearance


def get_appearance(preferences: Preferences) -> tuple[str, ...]:
    """Return the values of the preferences in ``APPEARANCE_KEYS``."""
    return tuple(getattr(preferences, name) for name in APPEARANCE_KEYS)


def get_values(name: str) -> tuple[Value, ...]:
    """Return the possible values of a preference; () for a free text."""
    kind = Preferences.__annotations__[name]
    return (False, True) if kind is bool else get_args(kind)


def _get_schema(name: str) -> Schema:
    values = get_values(name)
    return one_of(*values) if values else max_length(MAX_TEXT)


def set_value(preferences: Preferences, name: str, value: object) -> Preferences:
    """Return the preferences with one changed; unchanged if the name or value is invalid."""
    if name not in Preferences._fields or not matches(value, _get_schema(name)):
        return preferences
    return preferences._replace(**{name: value})  # type: ignore[arg-type]


def changes(before: Preferences, after: Preferences) -> dict[str, Value]:
    """Return the preferences that differ, with their new values."""
    pairs = zip(before, after, strict=True)
    return {
        name: new for name, (old, new) in zip(Preferences._fields, pairs, strict=True) if new != old
    }


def write_preferences(preferences: Preferences) -> str:
    """Encode the preferences that differ from the defaults as JSON."""
    return json.dumps(changes(DEFAULTS, preferences))


def read_preferences(text: object) -> Preferences:
    """Decode a stored text; invalid parts get their defaults."""
    try:
        data = read_json(text, MAX_STORED_LENGTH, dict)
    except SchemaError:
        return DEFAULTS
    preferences = DEFAULTS
    for name, value in data.items():
        preferences = set_value(preferences, name, value)
    return preferences
