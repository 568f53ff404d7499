"""Lessons: what their addresses lead to, and what is kept of them.

``#learn`` is the page of all courses, ``#learn/lox`` the next lesson of a course, and
``#learn/lox/swap`` one lesson.
"""

from functools import cache

from ...app.lessons.step import ROUTE, Step, course, exercise, has_course, next_step
from ...app.progress.lessons import done, lesson_done
from ...app.session import events as ev
from ...app.session.exercise import Exercise
from ...app.session.session import Session
from ...app.session.tree import ROOT
from ...rules.state import State
from ..dom import ADDRESS_BAR
from ..table import Table
from ..tasks import soon
from .panel import BEGUN


def open(table: Table, rest: str) -> bool:
    """Go where an address leads, its first part left out; whether it leads anywhere."""
    if not rest:
        from . import all_lessons

        return all_lessons.open(table)
    game, _, name = rest.partition("/")
    if not has_course(game):
        return False
    step = next((step for step in course(game) if step.name == name), None)
    if name and step is None:
        return False
    soon(lessons(table).go(game, step))
    return True


@cache
def lessons(table: Table) -> "Lessons":
    """The room, made when it is first entered."""
    return Lessons(table)


class Lessons:
    """Puts lessons on the table, and keeps which are done."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.progress = table.progress()
        self.asked = 0  # how often a lesson was asked for; the last one counts
        self.game: tuple[State, str, str] | None = None  # a course's small game: root, game, step
        table.followers.append(self.follow)
        BEGUN[ROUTE] = self.begun

    async def go(self, game: str, step: Step | None) -> None:
        """Put a lesson on the table: this one, or the next of the course."""
        self.asked += 1
        asked = self.asked
        await self.progress.ready()
        if asked != self.asked:
            return
        known = done(self.progress.facts, game)
        found = exercise(game, step or next_step(game, known) or course(game)[0], known)
        ADDRESS_BAR.write(found.route)
        self.table.dispatch(ev.BeginExercise(found))

    def begun(self, table: Table, found: Exercise) -> None:
        """The small game of a course has begun."""
        _, game, step = found.route.split("/")
        self.game = (table.session.tree.nodes[ROOT].state, game, step)

    def follow(self, _event: ev.Event | None, _before: Session) -> None:
        """Keep what was done: a lesson, or the small game once it is over."""
        session = self.table.session
        attempt = session.attempt
        if attempt is not None and attempt.kind == "done":
            room, _, rest = attempt.exercise.route.partition("/")
            game, _, step = rest.partition("/")
            if room == ROUTE:
                self.keep(game, step)
        elif attempt is None and self.game is not None:
            root, game, step = self.game
            over = session.tree.outcome(session.tree.end_of_game()) is not None
            if session.tree.nodes[ROOT].state is root and over:
                self.game = None
                self.keep(game, step)

    def keep(self, game: str, step: str) -> None:
        """Keep that a lesson was done, once."""
        if step not in done(self.progress.facts, game):
            self.progress.add(lesson_done(game, step))
