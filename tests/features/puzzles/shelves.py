"""The puzzles that are shipped, as the page reads them."""

from functools import cache

from greylox_web.features.puzzles.puzzle import puzzle_of
from greylox_web.features.puzzles.shelf import Shelf, read_days, read_shelf
from tools import ROOT
from tools.puzzles import shipped

SITE = shipped(ROOT)


@cache
def shelf(game: str) -> Shelf:
    """The puzzles of a game."""
    return read_shelf(SITE[f"puzzles/{game}.json"].decode(), game)


@cache
def days() -> tuple[str, ...]:
    """The list of days."""
    return read_days(SITE["puzzles/daily.json"].decode())


def puzzle(name: str):
    """One of the puzzles."""
    return puzzle_of(shelf(name.partition("-")[0])[name])
