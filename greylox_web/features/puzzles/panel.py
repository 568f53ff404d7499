"""Puzzles: their addresses, storing their results, and the message to share.

``#puzzle/today``, ``#puzzle/lox-7``, and ``#puzzle/next/lox`` for the one that fits best now.
"""

from collections.abc import Coroutine
from datetime import date, timedelta

from js import Element, location

from ...page.feature import Feature
from ...page.local_storage import pop_attempt
from ...page.store import Store
from ...rules import GAMES
from ...session.event import Event, ShowNotice
from ...session.session import Session
from ...words.puzzles import PUZZLE_WORDS as WORDS
from ..exercise.model import Exercise, StartExercise
from ..exercise.panel import footer_renderers
from ..exercise.suspended import NO_EXERCISE, SuspendedExercise, read_suspended
from .judge import ROUTE, TODAY, make_exercise, task_text
from .progress import daily_solved, progress, puzzle_fact, was_unsolved_before
from .progress_text import share_text
from .puzzle import Puzzle, make_puzzle
from .puzzle_files import NotAvailable, PuzzleFiles
from .puzzle_footer import PuzzleFooter
from .selection import daily_puzzle_name, next_puzzle

NEXT_ROUTE = "next"
PuzzleChoice = tuple[Puzzle, date | None]  # and the day whose puzzle it is met as


def show_all() -> None:
    """Show all puzzles in place of an unknown one, with a sentence about that."""
    location.replace("#puzzles/another")


async def todays_puzzle(store: Store, suspended_day: date | None = None) -> tuple[Puzzle, date]:
    """The puzzle of the day, and which day it is; raise NotThere.

    It is still the one that was ``left`` a moment ago, though a day has begun since.
    """
    day = date.today()
    if suspended_day == day - timedelta(1):
        day = suspended_day
    puzzle_files = store.get_part(PuzzleFiles)
    name = daily_puzzle_name(day, await puzzle_files.load_daily_list())
    return make_puzzle((await puzzle_files.load_puzzles(name.partition("-")[0]))[name]), day


class Puzzles(Feature):
    """Puts puzzles on the table, and stores their results."""

    def __init__(self, store: Store) -> None:
        super().__init__(store)
        self.progress = store.progress()
        self.puzzle: Puzzle | None = None
        self.exercise: Exercise | None = None  # that the puzzle makes
        self.result_stored = False  # whether it is known how it went at the first try
        self.solved = False  # whether it is known that it was solved, if it is the day's
        self.is_repeat = False  # whether it was not solved when it was met before
        self.footer = PuzzleFooter(store.lifetime, self.progress, self.message)
        self.progress.listeners.append(store.schedule_render)
        store.get_part(footer_renderers)[ROUTE] = self.render_footer

    def open(self, path: str) -> bool:
        """Follow an address without its first part; to all puzzles if it leads nowhere."""
        first, _, second = path.partition("/")
        spawn = self.store.lifetime.spawn
        if first == NEXT_ROUTE and second in GAMES:
            spawn(self.open_puzzle(self.choose_puzzle(second)))
        elif not second and (first == TODAY or first.partition("-")[0] in GAMES):
            suspended = read_suspended(pop_attempt())
            spawn(self.open_puzzle(self.load_puzzle(first, suspended.day), suspended))
        else:
            show_all()
        return True

    async def open_puzzle(
        self,
        chosen: Coroutine[object, object, "PuzzleChoice | None"],
        suspended: SuspendedExercise = NO_EXERCISE,
    ) -> None:
        """Put the chosen puzzle on the table, or say why not; go on with it if it was ``left``."""
        requested_hash = location.hash
        try:
            choice = await chosen
            is_available = True
        except NotAvailable:
            choice, is_available = None, False
        if location.hash != requested_hash:  # somebody went elsewhere meanwhile
            return
        if choice is None:
            self.store.address_bar.write(self.store.session.link)
            if is_available:
                show_all()
            else:
                self.store.dispatch(ShowNotice(WORDS["not-there"]))
            return
        exercise = make_exercise(*choice)
        steps = suspended.get_steps(exercise)
        if steps:
            await self.progress.wait_loaded()  # it may be known how it went
            if location.hash != requested_hash:
                return
        self.puzzle, self.exercise = choice[0], exercise
        self.result_stored = self.solved = False
        self.store.address_bar.write(exercise.route)
        self.store.dispatch(StartExercise(exercise, steps))

    async def load_puzzle(self, name: str, day: date | None = None) -> PuzzleChoice | None:
        """The puzzle of that name, or of the day; for ``day`` see ``todays_puzzle``."""
        if name == TODAY:
            return await todays_puzzle(self.store, day)
        row = (await self.store.get_part(PuzzleFiles).load_puzzles(name.partition("-")[0])).get(
            name
        )
        return (make_puzzle(row), None) if row else None

    async def choose_puzzle(self, game: str) -> PuzzleChoice | None:
        """The puzzle of a game that fits best now, other than the one on the table."""
        await self.progress.wait_loaded()
        exclude = [self.puzzle.row.name] if self.puzzle else []
        puzzle_set = await self.store.get_part(PuzzleFiles).load_puzzles(game)
        row = next_puzzle(puzzle_set, self.progress.facts, game, date.today(), exclude)
        return (make_puzzle(row), None) if row else None

    def on_event(self, event: Event | None, _before: Session) -> None:
        """Store the result of the puzzle, once it is known; and that the day's was solved."""
        attempt = self.store.session.exercise_attempt
        if attempt is None or attempt.exercise is not self.exercise or self.puzzle is None:
            return
        row, day, done = self.puzzle.row, attempt.exercise.day, attempt.kind == "done"
        if isinstance(event, StartExercise):  # what was done before a reload has been stored
            self.result_stored, self.solved = attempt.is_finished or attempt.wrong_count > 0, done
            self.is_repeat = self.result_stored and was_unsolved_before(
                self.progress.facts, row.name
            )
            return
        if not self.result_stored and (attempt.is_finished or attempt.wrong_count):
            self.result_stored = True
            self.is_repeat = row.name in progress(self.progress.facts).due_again
            right = done and not attempt.wrong_count
            self.progress.add(
                puzzle_fact(row.name, row.strength, right=right, helped=attempt.helped, day=day)
            )
        if day is not None and done and not self.solved:
            self.solved = True
            self.progress.add(daily_solved(row.name, day))

    def render_footer(self, store: Store, container: Element) -> None:
        """Show the days, how it went and what can be sent, at the foot of the panel."""
        if store.session.exercise_attempt is not None:
            self.footer.show(container, store.session.exercise_attempt, is_repeat=self.is_repeat)

    def message(self) -> str:
        """The message to share."""
        puzzle, exercise = self.puzzle, self.exercise
        assert puzzle is not None and exercise is not None
        page = location.href.partition("#")[0]
        day, name = exercise.day, puzzle.row.name
        return share_text(
            self.progress.facts,
            puzzle.game.name,
            day or date.today(),
            f"{page}#{ROUTE}/{name}",
            task_text(puzzle),
            daily=day is not None,
        )
