"""The puzzles of one game, read and checked from the file that the page fetches."""

from math import log2
from typing import Any, NamedTuple

from ...schema import NON_NEGATIVE, Schema, list_of, matches_pattern, max_length, one_of, read_json

MOST_TEXT = 1 << 22  # characters of a file
MOST_PUZZLES = 5_000
MOST_DAYS = 20_000
HARDEST = 4096  # assumed visits for a puzzle that the longest search tried does not solve


def _is_turns(value: object) -> bool:
    """Whether the value maps turns to replies, both as text."""
    return isinstance(value, dict) and all(isinstance(reply, str) for reply in value.values())


ROW: Schema = {
    "link": max_length(2_000),
    "value": one_of("win", "draw"),
    "solution": max_length(60),
    "lost": _is_turns,
    "drawn": _is_turns,
    "themes": list_of(str, 30),
    "nodes": NON_NEGATIVE[1:],
    "grade": lambda value: value is None or value in range(1, HARDEST),
}
NAME = matches_pattern(r"[a-z]{1,20}-[1-9]\d{0,4}")


class Row(NamedTuple):
    """A puzzle as in the file.

    A turn is written as its actions' names, joined by ``+``.
    """

    name: str  # lox-7
    link: str
    value: str  # "win" or "draw": the side to move's result with the solution
    solution: str  # a turn
    lost: dict[str, str]  # turns that lose -> the reply that refutes them, "" if the game is over
    drawn: dict[str, str]  # turns that draw instead of winning -> the reply likewise
    themes: tuple[str, ...]
    nodes: int  # positions expanded by the proof
    grade: int | None  # visits with which the network's search solves it; None: not with the most

    @property
    def strength(self) -> int:
        """The rating at which a player solves it every other time, on the scale of ``glicko``.

        No results of players are collected, so it is estimated: so many points for each doubling
        of the search that solves it, and fewer for each doubling of the proof.
        """
        return round(900 + 70 * log2(self.grade or HARDEST) + 25 * log2(self.nodes))


Shelf = dict[str, Row]
"""The puzzles of a game by name, in the order of the file."""


def read_shelf(text: object, game: str) -> Shelf:
    """The puzzles in the text of a game's file; raise WrongShape if it is malformed."""
    rows: list[dict[str, Any]] = read_json(text, MOST_TEXT, list_of(ROW, MOST_PUZZLES))
    shelf = {}
    for number, row in enumerate(rows, 1):
        name = f"{game}-{number}"
        shelf[name] = Row(name, **{**row, "themes": tuple(row["themes"])})
    return shelf


def read_days(text: object) -> tuple[str, ...]:
    """The names of the daily puzzles in the text of a file; raise WrongShape if it is malformed."""
    return tuple(read_json(text, MOST_TEXT, list_of(NAME, MOST_DAYS)))
