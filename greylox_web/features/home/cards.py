"""The home cards of the day's puzzle, the mistakes, the ladder and the strength."""

import asyncio
from datetime import date

from ...drawing.thumbnail import thumbnail
from ...page.dom import by_id, parse_svg, show
from ...page.store import Store
from ...rules import GAMES
from ...session.naming import game_title
from ...words.puzzles import PUZZLE_WORDS
from ..puzzles.elements import difficulty_line, streak_line, week_row
from ..puzzles.judge import ROUTE as PUZZLE_ROUTE
from ..puzzles.judge import TODAY, task_text
from ..puzzles.progress import mark
from ..puzzles.progress import progress as puzzle_progress
from ..puzzles.progress_text import daily_button_text, daily_status_text, streak_text
from ..puzzles.puzzle_files import NotAvailable, todays_puzzle
from ..puzzles.series import SUITED
from ..statistics.cards import ladder_card, strength_card
from .home_card import HomeCard


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
        if progress.facts.by_kind("mistake"):
            from ..mistakes.elements import home_card
            from ..mistakes.model import progress as mistake_progress

            await asyncio.sleep(0)  # so that the page can paint
            mistakes = mistake_progress(progress.facts)
            await asyncio.sleep(0)
            card = home_card(mistakes, date.today())
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
