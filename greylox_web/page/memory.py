"""What the browser's simple storage keeps between visits: table, clocks and preferences."""

import json

from js import document

from ..schema import MAX_STORED_LENGTH, SchemaError, get_field, read_json
from ..session.preferences import Preferences, read_preferences, set_value, write_preferences
from .dom import TAB_AND_BROWSER, THIS_TAB, store, stored

KEY = "greylox-table-1"
CLOCK_KEY = "greylox-clock-1"
CLOCKS_KEY = "greylox-clocks-1"
MOST_CLOCKS = 20  # stored games whose clocks are kept
ATTEMPT_KEY = "greylox-attempt-1"
PREFERENCES_KEY = "greylox-preferences-1"


class Refusal:
    """Whether the player was told, which is done once a visit, that this browser stores nothing."""

    def __init__(self) -> None:
        is_framed = document.documentElement.hasAttribute("data-framed")
        self.told = bool(is_framed)  # then index.html says it

    def to_be_told(self) -> bool:
        """Whether the caller has to tell the player now: True at the first call only."""
        first, self.told = not self.told, True
        return first


def keep_match(text: str) -> bool:
    """Store the match on the table, for this tab and the next visit; False if that was refused."""
    return store(KEY, text, TAB_AND_BROWSER)


def kept_match() -> str:
    """The match on the table of this tab, or else of the last one used; "" if unknown."""
    return stored(KEY, TAB_AND_BROWSER)


def keep_clock(text: str, game: str) -> None:
    """Store the players' times, if possible; ``game`` is the id of the stored game."""
    store(CLOCK_KEY, text, TAB_AND_BROWSER)
    if game:
        clocks = _clocks()
        clocks.pop(game, None)
        newest = [*clocks.items(), (game, text)][-MOST_CLOCKS:]
        store(CLOCKS_KEY, json.dumps(dict(newest)))


def kept_clock(game: str = "") -> str:
    """The players' times, as ``write_clock`` wrote them, of a stored game or of the last game.

    "" if they are unknown.
    """
    return get_field(_clocks(), game, str, "") if game else stored(CLOCK_KEY, TAB_AND_BROWSER)


def _clocks() -> dict[str, object]:
    """The clocks of stored games by their ids, oldest first."""
    try:
        clocks: dict[str, object] = read_json(stored(CLOCKS_KEY), MAX_STORED_LENGTH, dict)
    except SchemaError:
        return {}
    return clocks


def keep_attempt(text: str) -> None:
    """Store the exercise on the table, as ``resuming`` writes it, for a reload of this tab."""
    store(ATTEMPT_KEY, text, THIS_TAB)


def kept_attempt() -> str:
    """The exercise as it was left before a reload, told once; "" if there was none."""
    text = stored(ATTEMPT_KEY, THIS_TAB)
    if text:
        keep_attempt("")
    return text


def keep_preferences(changed: dict[str, bool | int | str]) -> bool:
    """Store changed preferences, keeping those that other tabs changed; False if refused."""
    preferences = kept_preferences()
    for name, value in changed.items():
        preferences = set_value(preferences, name, value)
    return store(PREFERENCES_KEY, write_preferences(preferences))


def kept_preferences() -> Preferences:
    """The stored preferences."""
    return read_preferences(stored(PREFERENCES_KEY))
