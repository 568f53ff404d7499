"""The home cards of progress: the courses, the puzzle of the day, the ladder, the strength."""

from collections.abc import Collection
from datetime import date
from typing import NamedTuple

from ...drawing.thumbnail import thumbnail
from ...page.dom import by_id, is_home, parse_svg, set_text, show
from ...page.feature import Feature
from ...page.store import Store
from ...progress import FactLog
from ...rules import GAMES
from ...session.event import Event
from ...session.naming import game_title
from ...session.session import Session
from ...words.home import HOME_WORDS
from ...words.lessons import LESSONS_WORDS as WORDS
from ...words.puzzles import PUZZLE_WORDS
from ..lessons.progress import get_done_steps
from ..lessons.step import COURSES, ROUTE, course, has_course, next_step, sentences
from ..puzzles.elements import difficulty_line, streak_line, week_row
from ..puzzles.judge import ROUTE as PUZZLE_ROUTE
from ..puzzles.judge import TODAY, task_text
from ..puzzles.progress import mark
from ..puzzles.progress import progress as puzzle_progress
from ..puzzles.progress_text import daily_button_text, daily_status_text, streak_text
from ..puzzles.puzzle_files import NotAvailable, todays_puzzle
from ..puzzles.series import SUITED
from ..statistics.cards import ladder_card, strength_card


class HomeCard(Feature):
    """A card that is updated after every event and progress change while home is visible."""

    def __init__(self, store: Store) -> None:
        super().__init__(store)
        self.rendered: object = None  # the key of the rendered contents
        store.progress().listeners.append(lambda: self.on_event(None, store.session))

    def on_event(self, _event: Event | None, _before: Session) -> None:
        """Update the card, if home is visible."""
        if is_home():
            self.store.lifetime.spawn(self.show())

    async def show(self) -> None:
        """Update the card."""
        raise NotImplementedError


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


class DailyPuzzleCard(HomeCard):
    """The card of the day's puzzle."""

    async def show(self) -> None:
        """Render the card, if its contents have changed."""
        progress = self.store.progress()
        await progress.wait_loaded()
        try:
            puzzle, day = await todays_puzzle(self.store)
        except NotAvailable:
            return  # the card's link works without its contents
        state, streak = daily_status_text(progress.facts, day), streak_text(progress.facts, day)
        solved = mark(puzzle_progress(progress.facts), day)
        now = [puzzle.row, state, streak]
        if now == self.rendered:
            return
        self.rendered = now
        card = by_id("today")
        card.querySelector(".eyebrow").textContent = state
        link = card.querySelector("a")
        link.setAttribute("href", f"#{PUZZLE_ROUTE}/{SUITED.path if solved else TODAY}")
        link.querySelector("span").textContent = (
            PUZZLE_WORDS["next"] if solved else daily_button_text(progress.facts, day)
        )
        card.querySelector(".title").textContent = task_text(puzzle)
        card.querySelector(".where").textContent = game_title(puzzle.game)
        card.querySelector(".picture").replaceChildren(
            parse_svg(thumbnail(puzzle.game, puzzle.solution_state if solved else puzzle.state))
        )
        card.querySelector(".difficulty").replaceChildren(difficulty_line(puzzle.row))
        card.querySelector(".streak").replaceChildren(streak_line(streak), week_row(streak))


class MistakesCard(HomeCard):
    """The card of the mistakes that are due; left out if none is."""

    async def show(self) -> None:
        """Render the card, if the facts or the day have changed."""
        progress = self.store.progress()
        await progress.wait_loaded()
        if (now := (progress.facts, date.today())) == self.rendered:
            return
        self.rendered, slot, card = now, by_id("today-mistakes"), None
        if any(fact.kind == "mistake" for fact in progress.facts):
            from ..mistakes.elements import home_card
            from ..mistakes.model import progress as mistake_progress

            card = home_card(mistake_progress(progress.facts), date.today())
        slot.replaceChildren(*([card] if card else []))
        show(slot, card)


def choose_game(store: Store) -> str:
    """Return the name of the game in progress, else of the game finished last."""
    session, facts = store.session.game_session, store.progress().facts.by_kind("game")
    last = str(facts[-1].what["game"]) if facts else ""
    return last if last in GAMES and not session.in_progress else session.game.name


class ProgressCards(HomeCard):
    """The cards of the ladder of opponents and of the strength, in the game played last."""

    async def show(self) -> None:
        """Render the cards, if the results or the game have changed."""
        progress = self.store.progress()
        await progress.wait_loaded()
        game = choose_game(self.store)
        if (now := (game, len(progress.facts.by_kind("game")))) == self.rendered:
            return
        self.rendered = now
        ladder, strength = by_id("today-ladder"), by_id("today-strength")
        ladder.replaceChildren(ladder_card(self.store, game))
        ladder.hidden = False
        card = strength_card(self.store, game)
        strength.replaceChildren(*([card] if card else []))
        show(strength, card)
