"""The card of the day's puzzle at home."""

from ...drawing.thumbnail import thumbnail
from ...page.dom import drawing, element
from ...page.table import Follower, Table
from ...session.naming import title
from ..puzzles.judging import task
from ..puzzles.panel import todays
from ..puzzles.shelves import NotThere
from ..puzzles.telling import days, of_today
from .cards import while_at_home


def follow(table: Table) -> Follower:
    """Keep the card up to date while it can be seen."""
    shown: list[object] = []

    async def show() -> None:
        progress = table.progress()
        await progress.ready()
        try:
            puzzle, day = await todays(table)
        except NotThere:
            return  # the card leads there all the same
        state, steady = of_today(progress.facts, day), days(progress.facts, day)
        now = [puzzle.row, state, steady]
        if now == shown:
            return
        shown[:] = now
        card = element("today")
        card.querySelector(".eyebrow").textContent = state
        card.querySelector(".title").textContent = task(puzzle)
        told = [title(puzzle.game)] + ([steady.said] if steady.streak else [])
        card.querySelector(".where").textContent = ". ".join(told)
        card.querySelector(".picture").replaceChildren(
            drawing(thumbnail(puzzle.game, puzzle.state))
        )

    return while_at_home(table, show)
