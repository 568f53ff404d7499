"""The card of the day's puzzle at home."""

from ...drawing.thumbnail import thumbnail
from ...page.dom import drawing, element
from ...session.naming import title
from ..puzzles.judging import task
from ..puzzles.panel import todays
from ..puzzles.shelves import NotThere
from ..puzzles.telling import days, of_today
from .cards import HomeCard


class Today(HomeCard):
    """The card."""

    async def show(self) -> None:
        """Fill it in, if something has changed."""
        progress = self.table.progress()
        await progress.ready()
        try:
            puzzle, day = await todays(self.table)
        except NotThere:
            return  # the card leads there all the same
        state, steady = of_today(progress.facts, day), days(progress.facts, day)
        now = [puzzle.row, state, steady]
        if now == self.shown:
            return
        self.shown = now
        card = element("today")
        card.querySelector(".eyebrow").textContent = state
        card.querySelector(".title").textContent = task(puzzle)
        told = [title(puzzle.game)] + ([steady.said] if steady.streak else [])
        card.querySelector(".where").textContent = ". ".join(told)
        card.querySelector(".picture").replaceChildren(
            drawing(thumbnail(puzzle.game, puzzle.state))
        )
