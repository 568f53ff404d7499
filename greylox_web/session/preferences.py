"""The player's preferences for all games, and their stored text.

A preference is one line in ``Preferences``: its name, its kind and its default.  The kind is
``bool``, ``str``, or a ``Literal`` of all values; a value has the type of the default.  Its label
is in ``words.settings``; one without a label there is not shown.
"""

import json
from typing import Literal, NamedTuple, get_args

from ..schema import MAX_STORED_LENGTH, Schema, SchemaError, matches, max_length, one_of, read_json

MAX_TEXT = 600  # characters of a preference of the kind str

Value = bool | int | str
TriState = Literal["usual", "on", "off"]  # usual: by the game, or by the device
Rotation = Literal[
    0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23
]


class Preferences(NamedTuple):
    """All preferences; ``Preferences()`` are the defaults."""

    confirm: bool = False  # a second tap on the same cell plays, the first one only shows
    loupe: bool = True  # small cells are magnified under a finger
    theme: Literal["system", "light", "dark", "contrast"] = "system"
    board: Literal["ceramic", "wood"] = "ceramic"
    stones: Literal["glazed", "flat"] = "glazed"
    language: str = ""  # its code, as "de"; "" is the browser's; read by early.js
    sound: bool = False
    volume: Literal[1, 2, 3, 4, 5] = 3
    haptics: bool = False  # vibrate, if the device can
    greeted: bool = False  # whether the greeting of the first visit is over
    new_game: str = ""  # what was chosen last, as ``choices`` writes it
    ponder: bool = False  # whether a timed level thinks in the opponent's time
    chances: bool = True  # whether they are shown during a game against the engine
    pace: Literal["at-once", "calm", "slow"] = "at-once"  # of the engine's answers
    # what is shown on the board, as ``layers`` explains
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
    legends: str = ""  # the signs on the board that were explained, separated by spaces
    visits: Literal[0, 1, 2, 3] = 0  # counted up to the last value, like games
    finished: Literal[0, 1, 2] = 0
    install: bool = True  # whether the page may offer to be installed as an app
    news: str = ""  # the number of lines of the changelog at the last visit
    # how the boards of a shape are turned, as ``scene`` explains
    hexhex: Rotation = 0
    rhombus: Rotation = 0


DEFAULTS = Preferences()
APPEARANCE_KEYS = ("theme", "board", "stones")  # those that change how the page looks


def get_appearance(preferences: Preferences) -> tuple[str, ...]:
    """The preferences of the page's look."""
    return tuple(getattr(preferences, name) for name in APPEARANCE_KEYS)


def get_values(name: str) -> tuple[Value, ...]:
    """The possible values of a preference; () for a free text."""
    kind = Preferences.__annotations__[name]
    return (False, True) if kind is bool else get_args(kind)


def _get_schema(name: str) -> Schema:
    values = get_values(name)
    return one_of(*values) if values else max_length(MAX_TEXT)


def set_value(preferences: Preferences, name: str, value: object) -> Preferences:
    """The preferences with one changed; unchanged if the name or value is not valid."""
    if name not in Preferences._fields or not matches(value, _get_schema(name)):
        return preferences
    return preferences._replace(**{name: value})  # type: ignore[arg-type]


def changes(before: Preferences, after: Preferences) -> dict[str, Value]:
    """The preferences that differ, with their new values."""
    pairs = zip(before, after, strict=True)
    return {
        name: new for name, (old, new) in zip(Preferences._fields, pairs, strict=True) if new != old
    }


def write_preferences(preferences: Preferences) -> str:
    """The text that is stored: what differs from the defaults, as JSON."""
    return json.dumps(changes(DEFAULTS, preferences))


def read_preferences(text: object) -> Preferences:
    """The preferences in a stored text; whatever is not valid keeps its default."""
    try:
        data = read_json(text, MAX_STORED_LENGTH, dict)
    except SchemaError:
        return DEFAULTS
    preferences = DEFAULTS
    for name, value in data.items():
        preferences = set_value(preferences, name, value)
    return preferences
