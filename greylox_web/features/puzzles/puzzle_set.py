"""The puzzles of one game, parsed and validated from the file that the page fetches."""

from math import log2
from typing import Any, NamedTuple

from ...schema import (
    NON_NEGATIVE,
    Schema,
    list_of,
    matches,
    matches_pattern,
    max_length,
    one_of,
    read_json,
)

MAX_TEXT_LENGTH = 1 << 22  # characters of a file
MAX_PUZZLES = 5_000
MAX_DAYS = 20_000
MAX_GRADE = 4096  # assumed visits for a puzzle that even the longest search does not solve


def _is_turns(value: object) -> bool:
    """Return whether the value maps turns to replies, both as text."""
    return isinstance(value, dict) and all(isinstance(reply, str) for reply in value.values())


ROW: Schema = {
    "link": max_length(2_000),
    "value": one_of("win", "draw"),
    "solution": max_length(60),
    "lost": _is_turns,
    "drawn": _is_turns,
    "themes": list_of(str, 30),
    "nodes": NON_NEGATIVE[1:],
    "grade": lambda value: value is None or value in range(1, MAX_GRADE),
}
NAME = matches_pattern(r"[a-z]{1,20}-[1-9]\d{0,4}")


def is_puzzle_name(text: str) -> bool:
    """Return whether a text has the form of a puzzle's name."""
    return matches(text, NAME)


def game_name(puzzle: object) -> str:
    """Return the name of the game, the first part of a puzzle's name."""
    return str(puzzle).partition("-")[0]


class PuzzleRow(NamedTuple):
    """A puzzle as stored in the file.

    A turn is written as its actions' names, joined by ``+``.
    """

    name: str  # lox-7
    link: str
    value: str  # "win" or "draw": the mover's result with the solution
    solution: str  # a turn
    lost: dict[str, str]  # turns that lose -> the reply that refutes them, "" if the game is over
    drawn: dict[str, str]  # turns that draw instead of winning -> the reply, as in ``lost``
    themes: tuple[str, ...]
    nodes: int  # positions expanded by the proof
    grade: int | None  # search visits needed to solve it; None: unsolved at the maximum

    @property
    def game(self) -> str:
        """The name of the game."""
        return game_name(self.name)

    @property
    def strength(self) -> int:
        """The rating of a player who solves it half of the time, on the scale of ``glicko``.

        The page collects no players' results, so the strength is estimated.  Each doubling of the
        visits that solve the puzzle adds points, and each doubling of the proof adds fewer.
        """
        return round(900 + 70 * log2(self.grade or MAX_GRADE) + 25 * log2(self.nodes))


PuzzleSet = dict[str, PuzzleRow]
"""The puzzles of a game by name, in the order of the file."""


def parse_puzzles(text: object, game: str) -> PuzzleSet:
    """Parse the text of a game's puzzle file; raise SchemaError if it is malformed."""
    rows: list[dict[str, Any]] = read_json(text, MAX_TEXT_LENGTH, list_of(ROW, MAX_PUZZLES))
    puzzles = {}
    for number, row in enumerate(rows, 1):
        name = f"{game}-{number}"
        puzzles[name] = PuzzleRow(name, **{**row, "themes": tuple(row["themes"])})
    return puzzles


def parse_daily_list(text: object) -> tuple[str, ...]:
    """Parse the names of the daily puzzles; raise SchemaError if the text is malformed."""
    return tuple(read_json(text, MAX_TEXT_LENGTH, list_of(NAME, MAX_DAYS)))
