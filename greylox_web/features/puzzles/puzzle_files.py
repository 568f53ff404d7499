"""The puzzle files, fetched at the first use, or read from the offline copy."""

from datetime import date, timedelta

from js import fetch
from pyodide.ffi import JsException

from ...page.dom import build_facts
from ...page.store import Store
from ...schema import SchemaError
from .puzzle import Puzzle, make_puzzle
from .puzzle_set import PuzzleSet, game_name, parse_daily_list, parse_puzzles
from .selection import daily_puzzle_name


class NotAvailable(Exception):
    """A file is not available: there is no network and no offline copy."""


class PuzzleFiles:
    """The files fetched so far."""

    def __init__(self, _store: Store) -> None:
        self.texts: dict[str, str] = {}  # by file name
        self.puzzle_sets: dict[str, PuzzleSet] = {}  # by game name

    async def load_puzzles(self, game: str) -> PuzzleSet:
        """Load the puzzles of a game; raise NotAvailable."""
        if game not in self.puzzle_sets:
            try:
                self.puzzle_sets[game] = parse_puzzles(await self._fetch_text(f"{game}.json"), game)
            except SchemaError:
                raise NotAvailable from None
        return self.puzzle_sets[game]

    async def load_daily_list(self) -> tuple[str, ...]:
        """Load the names of the daily puzzles; raise NotAvailable."""
        try:
            return parse_daily_list(await self._fetch_text("daily.json"))
        except SchemaError:
            raise NotAvailable from None

    async def _fetch_text(self, file: str) -> str:
        if file not in self.texts:
            facts = build_facts()
            folder, _, _ = facts["puzzles"].rpartition("/")
            try:
                response = await fetch(f"{folder}/{file}")
                if not response.ok:
                    raise NotAvailable
                self.texts[file] = str(await response.text())
            except JsException:
                raise NotAvailable from None
        return self.texts[file]


async def todays_puzzle(store: Store, suspended_day: date | None = None) -> tuple[Puzzle, date]:
    """Return the daily puzzle and its day; raise NotAvailable if a file cannot be loaded.

    ``suspended_day`` is the day of a puzzle that was open before a reload.  If that was yesterday,
    yesterday's puzzle continues.
    """
    day = date.today()
    if suspended_day == day - timedelta(1):
        day = suspended_day
    puzzle_files = store.get_part(PuzzleFiles)
    days, progress = await puzzle_files.load_daily_list(), store.progress()
    await progress.wait_loaded()
    name = daily_puzzle_name(day, days, progress.facts)
    return make_puzzle((await puzzle_files.load_puzzles(game_name(name)))[name]), day
