"""The home card of the courses."""

from collections.abc import Collection
from typing import NamedTuple

from ...page.dom import by_id, set_text, show
from ...progress import FactLog
from ...words.home import HOME_WORDS
from ...words.lessons import LESSONS_WORDS as WORDS
from ..lessons.progress import get_done_steps
from ..lessons.step import COURSES, ROUTE, course, has_course, next_step, sentences
from .home_card import HomeCard


class LearningCard(HomeCard):
    """The card of the courses."""

    async def show(self) -> None:
        """Render the card, if the progress or the next lesson has changed."""
        progress = self.store.progress()
        await progress.wait_loaded()
        lesson = choose_lesson(progress.facts, self.store.session.game_session.game.name)
        rows = [
            (name, get_done_steps(progress.facts, name)) for name in COURSES if has_course(name)
        ]
        if (now := (lesson, rows)) == self.rendered:
            return
        self.rendered = now
        link, total = by_id("learning").querySelector("header a"), 0
        show(link, lesson.name)
        link.setAttribute("href", f"#{ROUTE}/{lesson.game}/{lesson.name}")
        for name, done in rows:
            show_course(name, done)
            total += len(course(name))
        set_text(
            by_id("learning").querySelector(".count"),
            WORDS["count"].format(done=sum(len(done) for _, done in rows), count=total),
        )


class Lesson(NamedTuple):
    """A lesson of a game's course; both names are empty once all are done."""

    game: str
    name: str


def choose_lesson(facts: FactLog, current_game: str) -> Lesson:
    """Return the next lesson.

    The course continued last comes first, then the course of the current game, then all others.
    """
    recent_games = [str(fact.what["game"]) for fact in facts.by_kind("lesson")][::-1]
    for game in (*recent_games[:1], current_game, *COURSES):
        if has_course(game) and (step := next_step(game, get_done_steps(facts, game))) is not None:
            return Lesson(game, step.name)
    return Lesson("", "")


def show_course(name: str, done: Collection[str]) -> None:
    """Render the progress in a course."""
    row = by_id("learning").querySelector(f'[data-game="{name}"]')
    steps, step = course(name), next_step(name, done)
    for hexagon, one in zip(row.querySelectorAll(".hexagons path"), steps, strict=True):
        hexagon.setAttribute("class", "done" if one.name in done else "here" if one is step else "")
    count = sum(one.name in done for one in steps)
    text = HOME_WORDS["course-done" if step is None else "course-new"]
    if step is not None and count:
        text = HOME_WORDS["course-next"].format(lesson=sentences(name)[f"{step.name}-title"])
    row.querySelector(".next").textContent = text
    row.querySelector(".short").textContent = (
        text if step is None else HOME_WORDS["course-count"].format(done=count, count=len(steps))
    )
