"""The browser's local storage between visits: current match, clocks and preferences."""

import json

from js import document

from ..schema import MAX_STORED_LENGTH, SchemaError, get_field, read_json
from ..session.preferences import Preferences, read_preferences, set_value, write_preferences
from .dom import TAB_AND_BROWSER, THIS_TAB, load_text, save_text

MATCH_KEY = "greylox-table-1"
CLOCK_KEY = "greylox-clock-1"
CLOCKS_KEY = "greylox-clocks-1"
MAX_CLOCKS = 20  # the number of stored games whose clocks are saved
ATTEMPT_KEY = "greylox-attempt-1"
PREFERENCES_KEY = "greylox-preferences-1"


class StorageWarning:
    """Records whether the player was warned, once a visit, that this browser stores nothing."""

    def __init__(self) -> None:
        is_framed = document.documentElement.hasAttribute("data-framed")
        self.shown = bool(is_framed)  # in a frame, index.html shows the warning

    def should_show(self) -> bool:
        """Return whether the caller has to warn the player: True at the first call only."""
        first, self.shown = not self.shown, True
        return first


def save_match(text: str) -> bool:
    """Store the current match, for this tab and the next visit; return False if refused."""
    return save_text(MATCH_KEY, text, TAB_AND_BROWSER)


def load_match() -> str:
    """Load the current match of this tab, or else of the last tab used; "" if unknown."""
    return load_text(MATCH_KEY, TAB_AND_BROWSER)


def save_clock(text: str, game: str) -> None:
    """Store the players' times, if possible; ``game`` is the id of the stored game."""
    save_text(CLOCK_KEY, text, TAB_AND_BROWSER)
    if game:
        clocks = _clocks()
        clocks.pop(game, None)
        newest = [*clocks.items(), (game, text)][-MAX_CLOCKS:]
        save_text(CLOCKS_KEY, json.dumps(dict(newest)))


def load_clock(game: str = "") -> str:
    """Load the players' times, as ``write_clock`` wrote them, of a stored game or the last game.

    Empty if they are unknown.
    """
    return get_field(_clocks(), game, str, "") if game else load_text(CLOCK_KEY, TAB_AND_BROWSER)


def _clocks() -> dict[str, object]:
    """Load the clocks of stored games by their ids, oldest first."""
    try:
        clocks: dict[str, object] = read_json(load_text(CLOCKS_KEY), MAX_STORED_LENGTH, dict)
    except SchemaError:
        return {}
    return clocks


def save_attempt(text: str) -> None:
    """Store the current exercise, for a reload of this tab."""
    save_text(ATTEMPT_KEY, text, THIS_TAB)


def pop_attempt() -> str:
    """Load and remove the exercise stored before a reload; "" if there was none."""
    text = load_text(ATTEMPT_KEY, THIS_TAB)
    if text:
        save_attempt("")
    return text


def save_preferences(changed: dict[str, bool | int | str]) -> bool:
    """Store changed preferences, keeping changes of other tabs; return False if refused."""
    preferences = load_preferences()
    for name, value in changed.items():
        preferences = set_value(preferences, name, value)
    return save_text(PREFERENCES_KEY, write_preferences(preferences))


def load_preferences() -> Preferences:
    """Load the stored preferences."""
    return read_preferences(load_text(PREFERENCES_KEY))
