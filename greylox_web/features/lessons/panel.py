"""Lessons: their addresses, and the progress of courses.

``#learn`` is the page of all courses, ``#learn/lox`` the next lesson of a course, and
``#learn/lox/swap`` one lesson. ``#learn/lox/map`` is the page with that opening map unfolded.
"""

from js import location

from ...page.feature import Feature
from ...page.local_storage import pop_attempt
from ...page.store import Store
from ...session.event import Event, SetPreference
from ...session.session import Session
from ...words.lessons import LESSONS_WORDS
from ..exercise.model import StartExercise
from ..exercise.suspended import read_suspended
from .lessons_page import LessonsPage
from .progress import get_done_steps, lesson_done_fact
from .step import ROUTE, Step, course, exercise, has_course, next_step


class Lessons(Feature):
    """The feature that starts lessons and stores their completion."""

    def __init__(self, store: Store) -> None:
        super().__init__(store)
        self.progress = store.progress()
        self.request_number = 0  # number of requests for a lesson; only the last one counts

    def open(self, path: str) -> bool:
        """Open an address without its first part; unknown addresses open the lessons page."""
        game, _, name = path.partition("/")
        exists = has_course(game)
        step = next((step for step in course(game) if step.name == name), None) if exists else None
        if exists and (step is not None or not name):
            self.store.lifetime.spawn(self.open_lesson(game, step))
        else:
            self.store.get_part(LessonsPage).replace_address(LESSONS_WORDS["no-such"])
        return True

    async def open_lesson(self, game: str, step: Step | None) -> None:
        """Start a lesson: ``step``, or the next lesson of the course."""
        self.request_number += 1
        suspended = read_suspended(pop_attempt())
        requested = self.request_number, location.hash
        await self.progress.wait_loaded()
        if requested != (self.request_number, location.hash):
            return  # the user has navigated in the meantime
        done_steps = get_done_steps(self.progress.facts, game)
        lesson = exercise(game, step or next_step(game, done_steps) or course(game)[0], done_steps)
        self.store.address_bar.write(lesson.route)
        self.store.dispatch(StartExercise(lesson, suspended.get_steps(lesson)))
        if not self.store.session.preferences.greeted:
            self.store.dispatch(SetPreference("greeted", True))  # a lesson replaces the greeting

    def on_event(self, _event: Event | None, _before: Session) -> None:
        """Store the completed step.

        ``statistics/result_recorder.py`` stores the practice game that ends a course.
        """
        attempt = self.store.session.exercise_attempt
        if attempt is None or attempt.kind != "done":
            return
        route_prefix, _, lesson_path = attempt.exercise.route.partition("/")
        game, _, step = lesson_path.partition("/")
        if route_prefix == ROUTE and step not in get_done_steps(self.progress.facts, game):
            self.progress.add(lesson_done_fact(game, step))
