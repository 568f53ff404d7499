"""The shipped puzzles, read as the page reads them."""

from functools import cache

from greylox_web.features.puzzles.puzzle import make_puzzle
from greylox_web.features.puzzles.puzzle_set import PuzzleSet, parse_daily_list, parse_puzzles
from tools import ROOT
from tools.puzzles import build_files

SITE = build_files(ROOT)


@cache
def puzzles_of(game: str) -> PuzzleSet:
    """The puzzles of a game."""
    return parse_puzzles(SITE[f"puzzles/{game}.json"].decode(), game)


@cache
def daily_list() -> tuple[str, ...]:
    """The names of the daily puzzles, in order."""
    return parse_daily_list(SITE["puzzles/daily.json"].decode())


def puzzle(name: str):
    """The puzzle with this name."""
    return make_puzzle(puzzles_of(name.partition("-")[0])[name])
