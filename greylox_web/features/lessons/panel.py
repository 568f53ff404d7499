"""Lessons: their addresses, and storing which are done.

``#learn`` is the page of all courses, ``#learn/lox`` the next lesson of a course, and
``#learn/lox/swap`` one lesson.  ``#learn/lox/map`` is the page with that opening map unfolded.
"""

from js import location

from ...page.feature import Feature
from ...page.memory import pop_attempt
from ...page.table import Store
from ...session.event import Event, SetPreference
from ...session.session import Session
from ...words.lessons import LESSONS_WORDS
from ..exercise.model import BeginExercise
from ..exercise.resuming import read_left
from .all import AllLessons
from .progress import done, lesson_done
from .step import MAP, ROUTE, Step, course, exercise, has_course, next_step


class Lessons(Feature):
    """Puts lessons on the table, and stores which are done."""

    def __init__(self, store: Store) -> None:
        super().__init__(store)
        self.progress = store.progress()
        self.asked = 0  # how often a lesson was asked for; the last one counts

    def open(self, path: str) -> bool:
        """Follow an address without its first part; to all courses if it leads nowhere."""
        game, _, name = path.partition("/")
        known = has_course(game)
        step = next((step for step in course(game) if step.name == name), None) if known else None
        if known and (step is not None or not name):
            self.store.lifetime.spawn(self.go(game, step))
        elif known and name == MAP:
            self.store.get_part(AllLessons).show(map_of=game)
        else:
            self.store.get_part(AllLessons).show(LESSONS_WORDS["no-such"] if path else "")
        return True

    async def go(self, game: str, step: Step | None) -> None:
        """Put a lesson on the table: this one, or the next of the course."""
        self.asked += 1
        left = read_left(pop_attempt())
        asked = self.asked, location.hash
        await self.progress.wait_loaded()
        if asked != (self.asked, location.hash):  # somebody went elsewhere meanwhile
            return
        known = done(self.progress.facts, game)
        found = exercise(game, step or next_step(game, known) or course(game)[0], known)
        self.store.address_bar.write(found.route)
        self.store.dispatch(BeginExercise(found, left.of(found)))
        if not self.store.session.preferences.greeted:
            self.store.dispatch(SetPreference("greeted", True))  # a lesson greets better

    def on_event(self, _event: Event | None, _before: Session) -> None:
        """Keep what was done; ``statistics/score.py`` does so for the game that ends a course."""
        attempt = self.store.session.exercise_attempt
        if attempt is None or attempt.kind != "done":
            return
        room, _, rest = attempt.exercise.route.partition("/")
        game, _, step = rest.partition("/")
        if room == ROUTE and step not in done(self.progress.facts, game):
            self.progress.add(lesson_done(game, step))
