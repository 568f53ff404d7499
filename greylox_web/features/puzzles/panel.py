"""Puzzles: their routes, the recording of results, and the message to share.

The routes are ``#puzzle/today``, ``#puzzle/lox-7``, and ``#puzzle/next/lox`` for the next
puzzle of a game.
"""

from collections.abc import Coroutine
from datetime import date

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
from .judge import NEXT_ROUTE, ROUTE, TODAY, make_exercise, task_text
from .progress import daily_solved, progress, puzzle_fact, was_unsolved_before
from .progress_text import share_text
from .puzzle import Puzzle, make_puzzle
from .puzzle_files import NotAvailable, PuzzleFiles, todays_puzzle
from .puzzle_footer import PuzzleFooter
from .puzzles_page import PuzzlesPage
from .selection import next_puzzle

PuzzleChoice = tuple[Puzzle, date | None]  # the day is set for a daily puzzle


def show_all(store: Store) -> None:
    """Show the page of all puzzles with a notice that the puzzle is unknown."""
    store.get_part(PuzzlesPage).replace_address(WORDS["no-such"])


class Puzzles(Feature):
    """Loads puzzles into the session, and stores their results."""

    def __init__(self, store: Store) -> None:
        super().__init__(store)
        self.progress = store.progress()
        self.puzzle: Puzzle | None = None
        self.exercise: Exercise | None = None  # the exercise made from ``puzzle``
        self.result_stored = False  # whether the result of the first try is stored
        self.solved = False  # whether a solved daily puzzle is stored
        self.is_repeat = False  # whether the previous encounter left the puzzle unsolved
        self.footer = PuzzleFooter(store.lifetime, self.progress, self.message)
        self.progress.listeners.append(store.schedule_render)
        store.get_part(footer_renderers)[ROUTE] = self.render_footer

    def open(self, path: str) -> bool:
        """Open the route ``path`` below ``#puzzle``; show all puzzles if it is unknown."""
        first, _, second = path.partition("/")
        spawn = self.store.lifetime.spawn
        if first == NEXT_ROUTE and second in GAMES:
            spawn(self.open_puzzle(self.choose_puzzle(second)))
        elif not second and (first == TODAY or first.partition("-")[0] in GAMES):
            suspended = read_suspended(pop_attempt())
            spawn(self.open_puzzle(self.load_puzzle(first, suspended.day), suspended))
        else:
            show_all(self.store)
        return True

    async def open_puzzle(
        self,
        chosen: Coroutine[object, object, "PuzzleChoice | None"],
        suspended: SuspendedExercise = NO_EXERCISE,
    ) -> None:
        """Load the chosen puzzle into the session, or show why that is impossible.

        ``suspended`` holds the steps of an exercise that was open before a reload; they continue.
        """
        requested_hash = location.hash
        try:
            choice = await chosen
            is_available = True
        except NotAvailable:
            choice, is_available = None, False
        if location.hash != requested_hash:  # the user opened another route in the meantime
            return
        if choice is None:
            self.store.address_bar.write(self.store.session.link)
            if is_available:
                show_all(self.store)
            else:
                self.store.dispatch(ShowNotice(WORDS["not-there"]))
            return
        exercise = make_exercise(*choice)
        steps = suspended.get_steps(exercise)
        if steps:
            await self.progress.wait_loaded()  # the stored progress may already hold the result
            if location.hash != requested_hash:
                return
        self.puzzle, self.exercise = choice[0], exercise
        self.result_stored = self.solved = False
        self.store.address_bar.write(exercise.route)
        self.store.dispatch(StartExercise(exercise, steps))

    async def load_puzzle(self, name: str, day: date | None = None) -> PuzzleChoice | None:
        """Load a puzzle by name, or the daily puzzle; for ``day`` see ``todays_puzzle``."""
        if name == TODAY:
            return await todays_puzzle(self.store, day)
        row = (await self.store.get_part(PuzzleFiles).load_puzzles(name.partition("-")[0])).get(
            name
        )
        return (make_puzzle(row), None) if row else None

    async def choose_puzzle(self, game: str) -> PuzzleChoice | None:
        """Choose the next puzzle of a game, other than the current one."""
        await self.progress.wait_loaded()
        exclude = [self.puzzle.row.name] if self.puzzle else []
        puzzle_set = await self.store.get_part(PuzzleFiles).load_puzzles(game)
        row = next_puzzle(puzzle_set, self.progress.facts, game, date.today(), exclude)
        return (make_puzzle(row), None) if row else None

    def on_event(self, event: Event | None, _before: Session) -> None:
        """Store the result of the puzzle once it is decided, and that a daily puzzle was solved."""
        attempt = self.store.session.exercise_attempt
        if attempt is None or attempt.exercise is not self.exercise or self.puzzle is None:
            return
        row, day, done = self.puzzle.row, attempt.exercise.day, attempt.kind == "done"
        if isinstance(event, StartExercise):  # actions from before a reload are stored already
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
        """Render the footer of the panel: days, result, and share button."""
        if store.session.exercise_attempt is not None:
            self.footer.show(container, store.session.exercise_attempt, is_repeat=self.is_repeat)

    def message(self) -> str:
        """Return the message to share."""
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
