"""Who plays a game, on what terms, and what the file that it came from says of it."""

from typing import NamedTuple


class Seat(NamedTuple):
    """Who plays a colour: a person here, a distant friend, or the engine at a level."""

    level: int | None = None  # None for a person
    away: bool = False  # a person who answers with links


PERSON = Seat()


MILLIS = range(24 * 60 * 60 * 1000 + 1)  # a player's time is at most a day


class Terms(NamedTuple):
    """The terms of one game."""

    millis: int = 0  # each player's time, 0 without a clock
    increment: int = 0  # milliseconds added after each turn
    takebacks: bool = True


FREE = Terms()


Source = tuple[tuple[str, str], ...]
"""What the file that a game came from says of it, by key: names, date, event and result."""
