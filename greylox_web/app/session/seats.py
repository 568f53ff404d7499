"""Seats as short texts, for choices on the page and for what the browser remembers."""

from ..thinking.levels import LEVELS
from .events import PERSON, Seat

FRIEND = "friend"
FIRST_SEATS = (PERSON, Seat(2))  # of a player's first game


def seat_value(seat: Seat) -> str:
    """The text of a seat."""
    if seat.away:
        return FRIEND
    return "" if seat.level is None else str(seat.level)


def seat_of(value: str) -> Seat:
    """The seat of a text; a person for anything unknown."""
    if value == FRIEND:
        return Seat(None, away=True)
    return next((Seat(level) for level in LEVELS if str(level) == value), PERSON)
