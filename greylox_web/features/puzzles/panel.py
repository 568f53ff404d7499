"""Puzzles: their routes, the recording of results, and the message to share.

The routes are ``#puzzle/today``, ``#puzzle/lox-7``, those of ``series``, which lead to the next
puzzle of a series, and those of ``own_puzzle``, which hold the position of a player's puzzle.
"""

from collections.abc import Coroutine, Iterable
from dataclasses import replace
from datetime import date
from typing import NamedTuple

from js import Element, location

from ...page.dom import page_address
from ...page.feature import Feature
from ...page.local_storage import pop_attempt
from ...page.store import Store
from ...rules import GAMES
from ...session.event import Event, ShowNotice
from ...session.playing import PlayAction
from ...session.session import Session
from ...words.puzzles import PUZZLE_WORDS as WORDS
from ..exercise.model import Exercise, StartExercise
from ..exercise.panel import Sections, section_renderers
from ..exercise.suspended import NO_EXERCISE, SuspendedExercise, read_suspended
from ..line_player.panel import LinePlayer
from .answer_line import answer_line
from .elements import replace_child
from .judge import ROUTE, TODAY, make_exercise, task_text
from .own_footer import OwnPuzzleFooter
from .own_puzzle import checking_exercise, is_own_path, position_to_prove, read_path, start_proof
from .progress import (
    best_streak,
    daily_solved,
    mark,
    progress,
    puzzle_fact,
    streak_record,
    was_unsolved_before,
)
from .progress_text import share_text
from .puzzle import Puzzle, make_puzzle
from .puzzle_files import NotAvailable, PuzzleFiles, todays_puzzle
from .puzzle_footer import PuzzleFooter
from .puzzle_set import PuzzleRow, PuzzleSet, game_name, is_puzzle_name
from .puzzles_page import PuzzlesPage
from .selection import known_games, next_puzzle, was_learned_or_played
from .series import STREAK, Series, StreakRun, next_in_streak, parse_path
from .sets import next_in_set, set_rows


class PuzzleChoice(NamedTuple):
    """A chosen puzzle, as part of a series, or as the daily puzzle of a day."""

    puzzle: Puzzle
    day: date | None = None
    series: Series | None = None


def show_all(store: Store, notice: str) -> None:
    """Show the page of all puzzles with a notice."""
    store.get_part(PuzzlesPage).replace_address(notice)


class Puzzles(Feature):
    """Loads puzzles into the session, and stores their results."""

    def __init__(self, store: Store) -> None:
        super().__init__(store)
        self.progress = store.progress()
        self.puzzle: Puzzle | None = None
        self.exercise: Exercise | None = None  # the exercise made from ``puzzle``
        self.result_stored = False  # whether the result of the first try is stored
        self.solved = False  # whether a solved daily puzzle is stored
        self.was_solved = False  # whether the puzzle of today was solved before it was opened
        self.is_repeat = False  # whether the previous encounter left the puzzle unsolved
        self.streak = StreakRun(is_over=True)
        self.player = LinePlayer(store)
        self.own_footer = OwnPuzzleFooter(store)
        self.footer = PuzzleFooter(store.lifetime, self.progress, self.message)
        self.progress.listeners.append(store.schedule_render)
        store.get_part(section_renderers)[ROUTE] = self.render_sections

    def on_press(self, name: str, button: Element) -> None:
        """Make a puzzle from the position shown."""
        if self.store.session.exercise_attempt is None:
            position = position_to_prove(self.store.session)
            self.store.dispatch(
                ShowNotice(position)
                if isinstance(position, str)
                else start_proof(position, is_maker=True)
            )

    def open_own(self, path: str) -> None:
        """Open a player's puzzle, or show all puzzles if its address cannot be read."""
        position = read_path(path)
        if isinstance(position, str):
            show_all(self.store, position)
            return
        suspended = read_suspended(pop_attempt())
        steps = suspended.get_steps(checking_exercise(position))
        self.store.dispatch(start_proof(position, steps))

    def open(self, path: str) -> bool:
        """Open the route ``path`` below ``#puzzle``; show all puzzles if it is unknown."""
        if is_own_path(path):
            self.open_own(path)
            return True
        spawn = self.store.lifetime.spawn
        series, name = (None, TODAY) if path == TODAY else parse_path(path)
        if name == TODAY or (series is not None and name):
            suspended = read_suspended(pop_attempt())
            spawn(self.open_puzzle(self.load_puzzle(name, series, suspended.day), suspended))
        elif series is not None:
            spawn(self.open_puzzle(self.choose_puzzle(series)))
        else:
            show_all(self.store, WORDS["no-such"])
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
                is_named = is_puzzle_name(requested_hash.rpartition("/")[2])
                show_all(self.store, WORDS["no-such" if is_named else "all-solved"])
            else:
                self.store.dispatch(ShowNotice(WORDS["not-there"]))
            return
        await self.progress.wait_loaded()
        if location.hash != requested_hash:
            return
        facts, game = self.progress.facts, choice.puzzle.game.name
        can_skip = choice.series != STREAK or self.streak.can_skip
        exercise = make_exercise(
            *choice, can_skip=can_skip, is_new_game=not was_learned_or_played(facts, game)
        )
        steps = suspended.get_steps(exercise)
        if not steps and choice.day is not None and mark(progress(facts), choice.day):
            steps = tuple(map(PlayAction, exercise.solution))  # shown as it was solved
        self.puzzle, self.exercise = choice.puzzle, exercise
        self.result_stored = self.solved = False
        self.store.address_bar.write(exercise.route)
        self.store.dispatch(StartExercise(exercise, steps))

    async def load_puzzle(
        self, name: str, series: Series | None, day: date | None = None
    ) -> PuzzleChoice | None:
        """Load a puzzle by name, or the daily puzzle; for ``day`` see ``todays_puzzle``."""
        if name == TODAY:
            return PuzzleChoice(*await todays_puzzle(self.store, day))
        if series == STREAK and self.streak.names[-1:] != (name,):
            series = None  # the streak has ended
        game = game_name(name)
        row = (await self.load_games([game])).get(name) if game in GAMES else None
        return PuzzleChoice(make_puzzle(row), None, series) if row else None

    async def load_games(self, games: Iterable[str]) -> PuzzleSet:
        """Load the puzzles of these games."""
        puzzle_files = self.store.get_part(PuzzleFiles)
        puzzles: PuzzleSet = {}
        for game in games:
            puzzles |= await puzzle_files.load_puzzles(game)
        return puzzles

    async def choose_puzzle(self, series: Series) -> PuzzleChoice | None:
        """Choose the next puzzle of a series; None if there is none."""
        await self.progress.wait_loaded()
        facts = self.progress.facts
        current = self.puzzle.row.name if self.puzzle else ""
        if series == STREAK:
            row = await self.choose_in_streak()
        elif series.kind == "set":
            puzzles = await self.load_games([series.game] if series.game else GAMES)
            rows = set_rows(series.set_name, puzzles.values(), series.game)
            row = next_in_set(rows, progress(facts).solved, current)
        else:
            puzzles = await self.load_games([series.game] if series.game else known_games(facts))
            row = next_puzzle(puzzles, facts, series.game, date.today(), [current])
        return PuzzleChoice(make_puzzle(row), None, series) if row else None

    async def choose_in_streak(self) -> PuzzleRow | None:
        """Choose the next puzzle of the streak; the current one again if it cannot be skipped."""
        puzzles = await self.load_games(GAMES)
        run = StreakRun() if self.streak.is_over else self.streak
        if run.awaits_answer and not run.can_skip:
            return puzzles[run.names[-1]]
        row = next_in_streak(run, puzzles, self.progress.facts)
        self.streak = replace(run, is_over=True) if row is None else run.with_puzzle(row.name)
        return row

    def on_event(self, event: Event | None, _before: Session) -> None:
        """Store the result of the puzzle once it is decided, and that a daily puzzle was solved."""
        attempt = self.store.session.exercise_attempt
        if attempt is None or attempt.exercise is not self.exercise or self.puzzle is None:
            return
        row, day, done = self.puzzle.row, attempt.exercise.day, attempt.kind == "done"
        if isinstance(event, StartExercise):  # actions from before a reload are stored already
            self.result_stored, self.solved = attempt.is_finished or attempt.wrong_count > 0, done
            self.was_solved = done and day == date.today()
            self.is_repeat = self.result_stored and was_unsolved_before(
                self.progress.facts, row.name
            )
            return
        if not self.result_stored and (attempt.is_finished or attempt.wrong_count):
            self.result_stored = True
            self.is_repeat = row.name in progress(self.progress.facts).unsolved
            right = done and not attempt.wrong_count
            self.progress.add(
                puzzle_fact(row.name, row.strength, right=right, helped=attempt.helped, day=day)
            )
            if self.in_streak:
                self.continue_streak(solved=right and not attempt.helped)
        if day is not None and done and not self.solved:
            self.solved = True
            self.progress.add(daily_solved(row.name, day))

    @property
    def in_streak(self) -> bool:
        """Whether the current puzzle is that of the streak."""
        return self.exercise is not None and self.exercise.route.startswith(
            f"{ROUTE}/{STREAK.path}/"
        )

    def continue_streak(self, *, solved: bool) -> None:
        """Count a puzzle of the streak; store the length if it is the longest so far."""
        self.streak = self.streak.answered(solved=solved)
        if self.streak.length > best_streak(self.progress.facts):
            self.progress.add(streak_record(self.streak.length))

    def render_sections(self, store: Store, sections: Sections) -> None:
        """Render the difficulty, the result, the rating, the streak or week, and the button."""
        attempt = store.session.exercise_attempt
        replace_child(sections.line, self.player.root)
        line = answer_line(store.session)
        self.player.render((line,) if line is not None else ())
        if attempt is None:
            return
        is_own = is_own_path(attempt.exercise.route.removeprefix(f"{ROUTE}/"))
        if is_own:
            self.own_footer.show(sections, store.session)
        elif self.puzzle is not None:
            run = self.streak if self.in_streak else None
            sections.facts.classList.remove("proof")
            self.footer.show(
                sections,
                attempt,
                self.puzzle.row,
                run,
                is_repeat=self.is_repeat,
                was_solved=self.was_solved,
            )

    def message(self) -> str:
        """Return the message to share."""
        puzzle, exercise = self.puzzle, self.exercise
        assert puzzle is not None and exercise is not None
        day, name = exercise.day, puzzle.row.name
        return share_text(
            self.progress.facts,
            puzzle.game.name,
            day or date.today(),
            f"{page_address()}#{ROUTE}/{name}",
            task_text(puzzle),
            daily=day is not None,
        )
