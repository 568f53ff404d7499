"""Seats as short texts, for choices on the page and for what the browser remembers."""

from ..engine.levels import LEVELS
from ..match.match import PERSON, Seat

FRIEND = "friend"
FIRST_LEVEL = 1  # of the engine, until another one is chosen
DEFAULT_SEATS = (PERSON, Seat(FIRST_LEVEL))  # of a player's first game


def encode_seat(seat: Seat) -> str:
    """The text of a seat."""
    if seat.remote:
        return FRIEND
    return "" if seat.level is None else str(seat.level)


def decode_seat(value: str) -> Seat:
    """The seat of a text; a person for anything unknown."""
    if value == FRIEND:
        return Seat(None, remote=True)
    return next((Seat(level) for level in LEVELS if str(level) == value), PERSON)


def with_engine_level(seats: tuple[Seat, Seat], level: int) -> tuple[Seat, Seat]:
    """The seats with the engine at this level, where it plays against somebody else."""
    first, second = seats
    if first.level is not None and second.level is None:
        return Seat(level), second
    if second.level is not None and first.level is None:
        return first, Seat(level)
    return seats
