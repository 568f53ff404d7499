"""What the browser's simple storage keeps between visits: table, clocks and preferences."""

import json
from collections.abc import Sequence
from typing import NamedTuple

from js import document

from ...match.match import FREE, MILLIS, Seat, Terms
from ...schema import (
    COUNT,
    MOST_STORED,
    MOST_WORD,
    WrongShape,
    every,
    field,
    matching,
    one_of,
    read_json,
)
from ...session.preferences import Preferences, read_preferences, with_value, write_preferences
from ...session.seats import seat_of, seat_value
from ...session.seen import WHOLE
from ..dom import TAB_AND_BROWSER, THIS_TAB, store, stored

KEY = "greylox-table-1"
CLOCK_KEY = "greylox-clock-1"
CLOCKS_KEY = "greylox-clocks-1"
MOST_CLOCKS = 20  # stored games whose clocks are kept
CHANCES = every(lambda value: value is None or (type(value) is int and -WHOLE <= value <= WHOLE))
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


class Kept(NamedTuple):
    """The table as it was left, as far as that is stored."""

    link: str = ""
    seats: tuple[Seat, Seat] | None = None
    terms: Terms = FREE
    flagged: bool = False
    friend: str = ""
    helped: str = ""  # why the game is not rated, as in ``Session``
    offered: int | None = None  # the colour whose seat the link offers, until that is answered
    going: bool = False  # the game has begun and is not over; read by early.js
    chances: Sequence[int | None] = ()  # the engine's values, as ``engine.seen`` writes them
    taken_back_to: int = -1  # as ``Session.taken_back_to``, on the link's line
    editing: str = ""  # the position in the set-up editor, as links write it; "" while it is closed
    id: str = ""  # of the match; "" where an earlier version wrote


def keep(table: Kept) -> bool:
    """Store the table, for this tab and the next visit; False if that was refused."""
    seats = [seat_value(seat) for seat in table.seats or ()]
    text = json.dumps({**table._asdict(), "seats": seats})
    return store(KEY, text, TAB_AND_BROWSER)


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
    return field(_clocks(), game, str, "") if game else stored(CLOCK_KEY, TAB_AND_BROWSER)


def _clocks() -> dict[str, object]:
    """The clocks of stored games by their ids, oldest first."""
    try:
        clocks: dict[str, object] = read_json(stored(CLOCKS_KEY), MOST_STORED, dict)
    except WrongShape:
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
        preferences = with_value(preferences, name, value)
    return store(PREFERENCES_KEY, write_preferences(preferences))


def kept_preferences() -> Preferences:
    """The stored preferences."""
    return read_preferences(stored(PREFERENCES_KEY))


def kept() -> Kept:
    """The table as it was left in this tab, or else in the last one used; empty if unknown."""
    try:
        found = read_json(stored(KEY, TAB_AND_BROWSER), MOST_STORED, dict)
    except WrongShape:
        return Kept()
    seats = field(found, "seats", (str, str), None)
    return Kept(
        field(found, "link", str, ""),
        (seat_of(seats[0]), seat_of(seats[1])) if seats else None,
        Terms(*field(found, "terms", (MILLIS, MILLIS, bool), FREE)),
        field(found, "flagged", bool, False),
        _friend(field(found, "friend", str, "")),
        field(found, "helped", str, "")[:MOST_WORD],
        field(found, "offered", one_of(0, 1), None),
        field(found, "going", bool, False),
        field(found, "chances", CHANCES, ()),
        field(found, "taken_back_to", COUNT, -1),
        field(found, "editing", str, ""),
        field(found, "id", matching("[A-Za-z0-9-]{3,50}"), ""),
    )


def _friend(text: str) -> str:
    if not text:
        return ""
    from ...session.friends import friend_name  # a first visit has no use for it

    return friend_name(text)
