"""What this browser remembers between visits: the running game, the seats and the settings."""

import json
from typing import NamedTuple

from js import window
from pyodide.ffi import JsException

from ..app.events import Seat
from ..app.seats import seat_of, seat_value

KEY = "greylox-table-1"


class Kept(NamedTuple):
    """The table as it was left."""

    link: str = ""
    seats: tuple[Seat, Seat] | None = None
    hidden: frozenset[str] = frozenset()


def keep(link: str, seats: tuple[Seat, Seat], hidden: frozenset[str]) -> bool:
    """Remember the table; False when the browser would not."""
    text = json.dumps(
        {"link": link, "seats": [seat_value(seat) for seat in seats], "hidden": sorted(hidden)}
    )
    try:
        window.localStorage.setItem(KEY, text)
    except (JsException, AttributeError):
        return False
    return True


def kept() -> Kept:
    """The table as it was left; an empty one when nothing, or nothing sound, was kept."""
    try:
        text = window.localStorage.getItem(KEY)
        found = json.loads(text) if isinstance(text, str) else {}
    except (JsException, AttributeError, ValueError):
        return Kept()
    if not isinstance(found, dict):
        return Kept()
    link, seats, hidden = (found.get(key) for key in ("link", "seats", "hidden"))
    return Kept(
        link if isinstance(link, str) else "",
        _seats(seats),
        frozenset(name for name in hidden if isinstance(name, str))
        if isinstance(hidden, list)
        else frozenset(),
    )


def _seats(texts: object) -> tuple[Seat, Seat] | None:
    if not isinstance(texts, list) or len(texts) != 2:
        return None
    if not all(isinstance(text, str) for text in texts):
        return None
    return seat_of(texts[0]), seat_of(texts[1])
