"""Sets of puzzles: by idea, by difficulty and by game, each solved one after another."""

import re
from collections.abc import Collection, Iterable
from typing import NamedTuple, get_args

from ...rules import GAMES
from .puzzle_set import PuzzleRow, PuzzleSet
from .themes import DIFFICULTIES, LAST, Idea, difficulty, idea

FIRST_STEPS, VERY_HARD = "first-steps", "very-hard"
BY_IDEA: tuple[Idea, ...] = tuple(name for name in get_args(Idea) if name != LAST)
SET_NAMES = (FIRST_STEPS, *BY_IDEA, VERY_HARD)
"""The sets of all games, in the order of the page; a game's name is a set too."""
SMALL = {"lox": 5}  # the largest size in the first steps
SMALL_HEXAGON = 4  # the same for the other games
MIN_SET = 5  # puzzles that a set needs to be shown
SIZE = re.compile(r"1/[a-z]+(\d+)")


class SetProgress(NamedTuple):
    """A set of puzzles, and how many of them are solved."""

    name: str
    rows: tuple[PuzzleRow, ...]  # the easiest first
    solved: int
    next_row: PuzzleRow  # the first unsolved puzzle

    @property
    def difficulty(self) -> int:
        """The difficulty of the middle puzzle, from 1 to 5."""
        return difficulty(self.rows[len(self.rows) // 2])

    @property
    def games(self) -> list[str]:
        """The names of its games, in the usual order."""
        of_rows = {row.game for row in self.rows}
        return [game for game in GAMES if game in of_rows]


def set_rows(name: str, rows: Iterable[PuzzleRow], game: str = "") -> tuple[PuzzleRow, ...]:
    """Return the puzzles of a set, of one game or of all, the easiest first."""
    chosen = (row for row in rows if game in ("", row.game) and _is_member(name, row))
    return tuple(sorted(chosen, key=lambda row: (row.strength, row.name)))


def _is_member(name: str, row: PuzzleRow) -> bool:
    if name == FIRST_STEPS:
        size = SIZE.match(row.link)
        limit = SMALL.get(row.game, SMALL_HEXAGON)
        return difficulty(row) == 1 and size is not None and int(size[1]) <= limit
    if name == VERY_HARD:
        return difficulty(row) == len(DIFFICULTIES)
    return name in (row.game, idea(row))


def all_sets(puzzles: PuzzleSet, solved: Collection[str], game: str = "") -> list[SetProgress]:
    """Return the sets to show: those of all games, or those with puzzles of ``game``."""
    names = [game, *SET_NAMES] if game else SET_NAMES
    sets = []
    for name in names:
        rows = set_rows(name, puzzles.values(), game)
        if len(rows) >= MIN_SET:
            count = sum(row.name in solved for row in rows)
            sets.append(SetProgress(name, rows, count, next_in_set(rows, solved) or rows[0]))
    return sets


def next_in_set(
    rows: Collection[PuzzleRow], solved: Collection[str], current: str = ""
) -> PuzzleRow | None:
    """Return the next unsolved puzzle after ``current``, or from the beginning; None if none is."""
    ordered = list(rows)
    index = next((n for n, row in enumerate(ordered, 1) if row.name == current), 0)
    following = [*ordered[index:], *ordered[:index]]
    unsolved = [row for row in following if row.name not in solved and row.name != current]
    return next(iter(unsolved), None)
