"""Seats as short texts, for the choices on the page and for stored data."""

from ..engine.levels import LEVELS
from ..match.match import PERSON, Seat

REMOTE = "friend"  # as stored
FIRST_LEVEL = 1  # the engine's default level
DEFAULT_SEATS = (PERSON, Seat(FIRST_LEVEL))  # the seats of a player's first game


def encode_seat(seat: Seat) -> str:
    """Encode a seat: "" for a person, the level of an engine, or ``REMOTE``."""
    if seat.remote:
        return REMOTE
    return "" if seat.level is None else str(seat.level)


def decode_seat(value: str) -> Seat:
    """Decode the text of a seat; an unknown text gives a person."""
    if value == REMOTE:
        return Seat(None, remote=True)
    return next((Seat(level) for level in LEVELS if str(level) == value), PERSON)


def with_engine_level(seats: tuple[Seat, Seat], level: int) -> tuple[Seat, Seat]:
    """Set the engine's level if exactly one side is an engine; otherwise return ``seats``."""
    first, second = seats
    if first.level is not None and second.level is None:
        return Seat(level), second
    if second.level is not None and first.level is None:
        return first, Seat(level)
    return seats
