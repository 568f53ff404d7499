"""The cards of exercises at home: the next lesson, and the puzzle of the day."""

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
from ..puzzles.panel import todays_puzzle
from ..puzzles.progress_text import daily_status_text, streak_text
from ..puzzles.puzzle_files import NotAvailable


class HomeCard(Feature):
    """A card that is shown anew after every event and all progress, while home can be seen."""

    def __init__(self, store: Store) -> None:
        super().__init__(store)
        self.rendered: object = None  # what it was filled from
        store.progress().listeners.append(lambda: self.on_event(None, store.session))

    def on_event(self, _event: Event | None, _before: Session) -> None:
        """Show it, if it can be seen."""
        if is_home():
            self.store.lifetime.spawn(self.show())

    async def show(self) -> None:
        """Bring it up to date."""
        raise NotImplementedError


class NextLessonCard(HomeCard):
    """The card of the next lesson."""

    async def show(self) -> None:
        """Fill it in, if another lesson is next."""
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
    """Game and name of the next lesson; nothing once all are done.

    Of the course that was taken up last, else of the game that is played.
    """
    recent_games = [str(fact.what["game"]) for fact in facts.by_kind("lesson")][::-1]
    for game in (*recent_games[:1], current_game, *COURSES):
        if has_course(game) and (step := next_step(game, get_done_steps(facts, game))) is not None:
            return game, step.name
    return ("", "")


def render(now: tuple[str, str], facts: FactLog) -> None:
    """Fill in the card."""
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
        """Fill it in, if something has changed."""
        progress = self.store.progress()
        await progress.wait_loaded()
        try:
            puzzle, day = await todays_puzzle(self.store)
        except NotAvailable:
            return  # the card leads there all the same
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
