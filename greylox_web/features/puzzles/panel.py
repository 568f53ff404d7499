"""Puzzles: their addresses, storing their results, and the message to share.

``#puzzle/today``, ``#puzzle/lox-7``, and ``#puzzle/next/lox`` for the one that fits best now.
"""

from collections.abc import Coroutine
from datetime import date, timedelta

from js import Element, location

from ...page.feature import Feature
from ...page.memory import pop_attempt
from ...page.table import Store
from ...rules import GAMES
from ...session.event import Event, ShowNotice
from ...session.session import Session
from ...words.puzzles import PUZZLE_WORDS as WORDS
from ..exercise.model import BeginExercise, Exercise
from ..exercise.panel import at_foot
from ..exercise.resuming import NOTHING, Left, read_left
from .choosing import name_of, next_puzzle
from .judging import ROOM, TODAY, exercise_of, task
from .more import PuzzleMore
from .progress import daily_solved, progress, puzzle_met, was_again
from .puzzle import Puzzle, puzzle_of
from .shelves import NotThere, Shelves
from .telling import message

NEXT = "next"
Chosen = tuple[Puzzle, date | None]  # and the day whose puzzle it is met as


def show_all() -> None:
    """Show all puzzles in place of an unknown one, with a sentence about that."""
    location.replace("#puzzles/another")


async def todays(table: Store, left: date | None = None) -> tuple[Puzzle, date]:
    """The puzzle of the day, and which day it is; raise NotThere.

    It is still the one that was ``left`` a moment ago, though a day has begun since.
    """
    day = date.today()
    if left == day - timedelta(1):
        day = left
    shelves = table.get_part(Shelves)
    name = name_of(day, await shelves.list_of_days())
    return puzzle_of((await shelves.shelf_of(name.partition("-")[0]))[name]), day


class Puzzles(Feature):
    """Puts puzzles on the table, and stores their results."""

    def __init__(self, store: Store) -> None:
        super().__init__(store)
        self.progress = store.progress()
        self.puzzle: Puzzle | None = None
        self.exercise: Exercise | None = None  # that the puzzle makes
        self.kept = False  # whether it is known how it went at the first try
        self.solved = False  # whether it is known that it was solved, if it is the day's
        self.came_again = False  # whether it was not solved when it was met before
        self.more = PuzzleMore(store.lifetime, self.progress, self.message)
        self.progress.listeners.append(store.schedule_render)
        store.get_part(at_foot)[ROOM] = self.fill

    def open(self, path: str) -> bool:
        """Follow an address without its first part; to all puzzles if it leads nowhere."""
        first, _, second = path.partition("/")
        spawn = self.store.lifetime.spawn
        if first == NEXT and second in GAMES:
            spawn(self.go(self.choose(second)))
        elif not second and (first == TODAY or first.partition("-")[0] in GAMES):
            left = read_left(pop_attempt())
            spawn(self.go(self.named(first, left.day), left))
        else:
            show_all()
        return True

    async def go(
        self, chosen: Coroutine[object, object, "Chosen | None"], left: Left = NOTHING
    ) -> None:
        """Put the chosen puzzle on the table, or say why not; go on with it if it was ``left``."""
        asked = location.hash
        try:
            found = await chosen
            is_there = True
        except NotThere:
            found, is_there = None, False
        if location.hash != asked:  # somebody went elsewhere meanwhile
            return
        if found is None:
            self.store.address_bar.write(self.store.session.link)
            if is_there:
                show_all()
            else:
                self.store.dispatch(ShowNotice(WORDS["not-there"]))
            return
        exercise = exercise_of(*found)
        steps = left.of(exercise)
        if steps:
            await self.progress.wait_loaded()  # it may be known how it went
            if location.hash != asked:
                return
        self.puzzle, self.exercise = found[0], exercise
        self.kept = self.solved = False
        self.store.address_bar.write(exercise.route)
        self.store.dispatch(BeginExercise(exercise, steps))

    async def named(self, name: str, day: date | None = None) -> Chosen | None:
        """The puzzle of that name, or of the day; for ``day`` see ``todays``."""
        if name == TODAY:
            return await todays(self.store, day)
        row = (await self.store.get_part(Shelves).shelf_of(name.partition("-")[0])).get(name)
        return (puzzle_of(row), None) if row else None

    async def choose(self, game: str) -> Chosen | None:
        """The puzzle of a game that fits best now, other than the one on the table."""
        await self.progress.wait_loaded()
        besides = [self.puzzle.row.name] if self.puzzle else []
        found = await self.store.get_part(Shelves).shelf_of(game)
        row = next_puzzle(found, self.progress.facts, game, date.today(), besides)
        return (puzzle_of(row), None) if row else None

    def on_event(self, event: Event | None, _before: Session) -> None:
        """Store the result of the puzzle, once it is known; and that the day's was solved."""
        attempt = self.store.session.exercise_attempt
        if attempt is None or attempt.exercise is not self.exercise or self.puzzle is None:
            return
        row, day, done = self.puzzle.row, attempt.exercise.day, attempt.kind == "done"
        if isinstance(event, BeginExercise):  # what was done before a reload has been stored
            self.kept, self.solved = attempt.over or attempt.wrong > 0, done
            self.came_again = self.kept and was_again(self.progress.facts, row.name)
            return
        if not self.kept and (attempt.over or attempt.wrong):
            self.kept = True
            self.came_again = row.name in progress(self.progress.facts).again
            right = done and not attempt.wrong
            self.progress.add(
                puzzle_met(row.name, row.strength, right=right, helped=attempt.helped, day=day)
            )
        if day is not None and done and not self.solved:
            self.solved = True
            self.progress.add(daily_solved(row.name, day))

    def fill(self, table: Store, place: Element) -> None:
        """Show the days, how it went and what can be sent, at the foot of the panel."""
        if table.session.exercise_attempt is not None:
            self.more.show(place, table.session.exercise_attempt, came_again=self.came_again)

    def message(self) -> str:
        """The message to share."""
        puzzle, exercise = self.puzzle, self.exercise
        assert puzzle is not None and exercise is not None
        page = location.href.partition("#")[0]
        day, name = exercise.day, puzzle.row.name
        return message(
            self.progress.facts,
            puzzle.game.name,
            day or date.today(),
            f"{page}#{ROOM}/{name}",
            task(puzzle),
            daily=day is not None,
        )
