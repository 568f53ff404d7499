"""The home cards of exercises: the next lesson, and the puzzle of the day."""

from ...drawing.thumbnail import thumbnail
from ...page.dom import by_id, is_home, parse_svg
from ...page.feature import Feature
from ...page.store import Store
from ...progress import FactLog
from ...rules import TITLES
from ...session.event import Event
from ...session.naming import game_title
from ...session.session import Session
from ...words.lessons import LESSONS_WORDS as WORDS
from ..lessons.picture import picture
from ..lessons.progress import get_done_steps
from ..lessons.step import COURSES, ROUTE, course, has_course, next_step, sentences
from ..puzzles.judge import task_text
from ..puzzles.progress_text import daily_status_text, streak_text
from ..puzzles.puzzle_files import NotAvailable, todays_puzzle


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


class NextLessonCard(HomeCard):
    """The card of the next lesson."""

    async def show(self) -> None:
        """Render the card, if the next lesson has changed."""
        progress = self.store.progress()
        await progress.wait_loaded()
        now = choose_lesson(progress.facts, self.store.session.game_session.game.name)
        if now == self.rendered:
            return
        self.rendered = now
        card = by_id("next-lesson")
        card.hidden = not now
        if now:
            render(now, progress.facts)


def choose_lesson(facts: FactLog, current_game: str) -> tuple[str, str]:
    """Return the game and name of the next lesson; two empty strings once all are done.

    The course continued last comes first, then the course of the current game, then all others.
    """
    recent_games = [str(fact.what["game"]) for fact in facts.by_kind("lesson")][::-1]
    for game in (*recent_games[:1], current_game, *COURSES):
        if has_course(game) and (step := next_step(game, get_done_steps(facts, game))) is not None:
            return game, step.name
    return ("", "")


def render(now: tuple[str, str], facts: FactLog) -> None:
    """Render the card."""
    game, name = now
    card, steps, words = by_id("next-lesson"), course(game), sentences(game)
    number, step = next((n, step) for n, step in enumerate(steps) if step.name == name)
    card.setAttribute("href", f"#{ROUTE}/{game}/{name}")
    first = not get_done_steps(facts, game)
    card.querySelector(".eyebrow").textContent = WORDS["first" if first else "following"]
    card.querySelector(".title").textContent = words[f"{name}-title"]
    card.querySelector(".where").textContent = WORDS["eyebrow"].format(
        game=TITLES[game], number=number + 1, count=len(steps)
    )
    card.querySelector(".picture").replaceChildren(parse_svg(picture(step)))


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
        now = [puzzle.row, state, streak]
        if now == self.rendered:
            return
        self.rendered = now
        card = by_id("today")
        card.querySelector(".eyebrow").textContent = state
        card.querySelector(".title").textContent = task_text(puzzle)
        parts = [game_title(puzzle.game)] + ([streak.aria_text] if streak.streak else [])
        card.querySelector(".where").textContent = ". ".join(parts)
        card.querySelector(".picture").replaceChildren(
            parse_svg(thumbnail(puzzle.game, puzzle.state))
        )
