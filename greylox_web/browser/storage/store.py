"""What this browser remembers between visits: the running game, the seats and the preferences."""

import json
from typing import NamedTuple

from js import window
from pyodide.ffi import JsException

from ...app.preferences import Preferences, read_preferences, write_preferences
from ...app.session.events import FREE, Seat, Terms
from ...app.session.seats import seat_of, seat_value

KEY = "greylox-table-1"
LONGEST_TIME = 24 * 60 * 60 * 1000  # milliseconds
CLOCK_KEY = "greylox-clock-1"
PREFERENCES_KEY = "greylox-preferences-1"


class Kept(NamedTuple):
    """The table as it was left."""

    link: str = ""
    seats: tuple[Seat, Seat] | None = None
    terms: Terms = FREE
    flagged: bool = False


def keep(table: Kept) -> bool:
    """Remember the table, for this tab and for the next visit; False when that was refused."""
    seats = [seat_value(seat) for seat in table.seats or ()]
    text = json.dumps({**table._asdict(), "seats": seats})
    _write(KEY, text, "sessionStorage")
    return _write(KEY, text)


def keep_clock(text: str) -> None:
    """Remember the time of both players, if the browser does."""
    _write(CLOCK_KEY, text, "sessionStorage")
    _write(CLOCK_KEY, text)


def kept_clock() -> object:
    """The time of both players as it was left, if there is any."""
    return _read(CLOCK_KEY, "sessionStorage") or _read(CLOCK_KEY)


def keep_preferences(changed: dict[str, bool | int | str]) -> bool:
    """Remember changed preferences beside those of other tabs; False when it was refused."""
    return _write(PREFERENCES_KEY, write_preferences(kept_preferences()._replace(**changed)))


def kept_preferences() -> Preferences:
    """The preferences as they were left."""
    return read_preferences(_read(PREFERENCES_KEY))


def _write(key: str, text: str, kind: str = "localStorage") -> bool:
    try:
        getattr(window, kind).setItem(key, text)
    except (JsException, AttributeError):
        return False
    return True


def _read(key: str, kind: str = "localStorage") -> object:
    try:
        return getattr(window, kind).getItem(key)
    except (JsException, AttributeError):
        return None


def kept() -> Kept:
    """The table as it was left, in this tab if it had one; an empty one when none was kept."""
    text = _read(KEY, "sessionStorage") or _read(KEY)
    try:
        found = json.loads(text) if isinstance(text, str) else {}
    except (ValueError, RecursionError):
        return Kept()
    if not isinstance(found, dict):
        return Kept()
    link, seats = found.get("link"), found.get("seats")
    return Kept(
        link if isinstance(link, str) else "",
        _seats(seats),
        _terms(found.get("terms")),
        found.get("flagged") is True,
    )


def _seats(texts: object) -> tuple[Seat, Seat] | None:
    if not isinstance(texts, list) or len(texts) != 2:
        return None
    if not all(isinstance(text, str) for text in texts):
        return None
    return seat_of(texts[0]), seat_of(texts[1])


def _terms(found: object) -> Terms:
    if not isinstance(found, list) or [type(part) for part in found] != [int, int, bool]:
        return FREE
    terms = Terms(*found)
    return terms if min(found) >= 0 and max(found) <= LONGEST_TIME else FREE
