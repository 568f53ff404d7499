"""The card of the day's puzzle at home."""

from ...app.drawing.thumbnail import thumbnail
from ...app.progress.puzzles import is_solved, met_daily
from ...app.puzzles.judging import task
from ...app.puzzles.telling import days
from ...app.view.title import title
from ...words.puzzles import PUZZLE_WORDS as WORDS
from ..dom import drawing, element
from ..table import Follower, Table
from .home_cards import while_at_home
from .puzzles import todays
from .shelves import NotThere


def follow(table: Table) -> Follower:
    """Keep the card up to date while it can be seen."""
    shown: list[object] = []

    async def show() -> None:
        progress = table.progress()
        await progress.ready()
        try:
            puzzle, day = await todays()
        except NotThere:
            return  # the card leads there all the same
        met = met_daily(progress.facts, day.isoformat())
        steady = days(progress.facts, day)
        now = [puzzle.row, met, steady]
        if now == shown:
            return
        shown[:] = now
        card = element("today")
        state = "today" if met is None else "today-done" if is_solved(met) else "today-failed"
        card.querySelector(".eyebrow").textContent = WORDS[state]
        card.querySelector(".title").textContent = task(puzzle)
        told = [title(puzzle.game)] + ([steady.said] if steady.streak else [])
        card.querySelector(".where").textContent = ". ".join(told)
        card.querySelector(".picture").replaceChildren(
            drawing(thumbnail(puzzle.game, puzzle.state))
        )

    return while_at_home(table, show)
