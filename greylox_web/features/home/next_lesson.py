"""The card of the next lesson at home."""

from ...page.dom import drawing, element
from ...progress import Facts
from ...rules import TITLES
from ...words.lessons import LESSONS_WORDS as WORDS
from ..lessons.picture import picture
from ..lessons.progress import done
from ..lessons.step import COURSES, ROUTE, course, has_course, next_step, sentences
from .cards import HomeCard


class NextLesson(HomeCard):
    """The card."""

    async def show(self) -> None:
        """Fill it in, if another lesson is next."""
        progress = self.table.progress()
        await progress.ready()
        now = chosen(progress.facts, self.table.session.played.game.name)
        if now == self.shown:
            return
        self.shown = now
        card = element("next-lesson")
        card.hidden = not now
        if now:
            fill(now, progress.facts)


def chosen(facts: Facts, played: str) -> tuple[str, str]:
    """Game and name of the next lesson; nothing once all are done.

    Of the course that was taken up last, else of the game that is played.
    """
    told = [str(fact.what["game"]) for fact in facts.of("lesson")][::-1]
    for game in (*told[:1], played, *COURSES):
        if has_course(game) and (step := next_step(game, done(facts, game))) is not None:
            return game, step.name
    return ("", "")


def fill(now: tuple[str, str], facts: Facts) -> None:
    """Fill in the card."""
    game, name = now
    card, steps, words = element("next-lesson"), course(game), sentences(game)
    place, step = next((n, step) for n, step in enumerate(steps) if step.name == name)
    card.setAttribute("href", f"#{ROUTE}/{game}/{name}")
    first = not done(facts, game)
    card.querySelector(".eyebrow").textContent = WORDS["first" if first else "following"]
    card.querySelector(".title").textContent = words[f"{name}-title"]
    card.querySelector(".where").textContent = WORDS["eyebrow"].format(
        game=TITLES[game], number=place + 1, count=len(steps)
    )
    card.querySelector(".picture").replaceChildren(drawing(picture(step)))
