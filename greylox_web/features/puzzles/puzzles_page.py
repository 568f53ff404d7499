"""The puzzles page: the daily puzzle, three ways to go on, sets, missed puzzles and the rating."""

import asyncio
from collections.abc import Iterable
from datetime import date

from js import Element, Event, document

from ...drawing.thumbnail import thumbnail
from ...page.dom import create_element, icon, parse_svg, set_text
from ...page.store import Store
from ...page.view import View
from ...rules import GAMES, TITLES
from ...session.event import Event as SessionEvent
from ...session.naming import game_title
from ...session.session import Session
from ...words.puzzles import PUZZLE_WORDS as WORDS
from .elements import difficulty_hexagons, difficulty_line, rating_curve, week_row
from .judge import ROUTE, TODAY, task_text
from .page_text import due_rows, due_text, rating_later_text, rating_summary, set_text_of
from .progress import best_streak, progress, saved_puzzles, strength
from .progress_text import (
    daily_button_text,
    daily_status_text,
    difficulty_text,
    rating_label,
    streak_text,
)
from .puzzle import Puzzle, make_puzzle
from .puzzle_files import NotAvailable, PuzzleFiles, todays_puzzle
from .puzzle_set import PuzzleRow, PuzzleSet
from .series import STREAK, SUITED, Series
from .sets import all_sets

SHOWN_DUE, SHOWN_SAVED = 4, 12  # puzzles in the lists


class PuzzlesPage(View):
    """The page and its contents."""

    name = route = "puzzles"

    def __init__(self, store: Store) -> None:
        super().__init__(store)
        self.progress = store.progress()
        self.game = ""  # whose sets are shown; "" for all
        self.puzzles: PuzzleSet = {}
        self.pictures: dict[str, Element] = {}  # of puzzles, by name
        self.renderings = 0
        self.notice = create_element("p", id="puzzles-status", role="status")
        self.figures = create_element("div", id="puzzles-figures")
        self.cards = create_element("div", id="puzzles-cards")
        self.sets_head = create_element("div", id="puzzles-sets-head")
        self.sets = create_element("ul", id="puzzles-sets")
        self.more = create_element("div", id="puzzles-more")
        self.sets.setAttribute("aria-labelledby", "puzzles-sets-heading")
        self.body.querySelector("header").append(self.figures)
        self.body.append(self.notice, self.cards, self.sets_head, self.sets, self.more)
        self.progress.listeners.append(self.refresh)
        store.lifetime.listen(self.sets_head, "click", self.on_filter)

    def open(self, path: str) -> bool:
        """Show the page."""
        set_text(self.notice, self.take_notice())
        self.store.lifetime.spawn(self.render_puzzles())
        return True

    def refresh(self) -> None:
        """Show new progress."""
        if self.is_shown:
            self.store.lifetime.spawn(self.render_puzzles())

    def on_event(self, event: SessionEvent | None, _before: Session) -> None:
        """Update the page on a new day."""
        if event is None:
            self.refresh()

    def on_filter(self, event: Event) -> None:
        """Show the sets of the game that was pressed."""
        button = event.target.closest("button[data-game]")
        if button:
            self.game = button.dataset.game
            self.store.lifetime.spawn(self.render_sets())

    async def render_puzzles(self) -> None:
        """Fill in everything."""
        await self.progress.wait_loaded()
        puzzle_files = self.store.get_part(PuzzleFiles)
        try:
            puzzle, day = await todays_puzzle(self.store)
            for game in GAMES:
                self.puzzles |= await puzzle_files.load_puzzles(game)
        except NotAvailable:
            set_text(self.notice, WORDS["not-there"])
            return
        facts = self.progress.facts
        self.figures.replaceChildren(*self.make_figures(day))
        self.cards.replaceChildren(
            self.daily_card(puzzle, day), self.suited_card(day), self.streak_card()
        )
        await self.render_sets()
        cards = []
        if due := due_rows(facts, self.puzzles, day)[:SHOWN_DUE]:
            texts = [due_text(facts, row) for row in due]
            cards.append(self.list_card("due", WORDS["due-again"], WORDS["due-about"], due, texts))
        saved_names = [name for name in saved_puzzles(facts) if name in self.puzzles]
        if saved := [self.puzzles[name] for name in saved_names[:SHOWN_SAVED]]:
            texts = [difficulty_text(row) for row in saved]
            cards.append(self.list_card("saved", WORDS["saved"], "", saved, texts))
        self.more.replaceChildren(*cards, self.rating_card())

    def make_figures(self, day: date) -> Iterable[Element]:
        """Make what stands beside the heading: what there is, the rating, the solved puzzles."""
        facts = self.progress.facts
        yield create_element("p", WORDS["about"].format(count=len(self.puzzles)))
        summary = rating_summary(facts)
        rating = strength(facts, "", day)
        if summary:
            yield figure(summary.last, rating_label(rating))
        solved = len(progress(facts).solved & set(self.puzzles))
        if solved:
            yield figure(str(solved), WORDS["solved-count"])

    def daily_card(self, puzzle: Puzzle, day: date) -> Element:
        """Make the card of the daily puzzle."""
        facts = self.progress.facts
        card = make_card("puzzles-today", "puzzles-day")
        words = create_element("div", **{"class": "words"})
        words.append(
            create_element("p", daily_status_text(facts, day), **{"class": "eyebrow"}),
            create_element("h2", task_text(puzzle), id="puzzles-day"),
            difficulty_line(puzzle.row),
            create_element("p", game_title(puzzle.game)),
            week_row(streak_text(facts, day)),
        )
        words.append(button_link(daily_button_text(facts, day), TODAY, "puzzle", is_primary=True))
        card.append(self.picture(puzzle.row), words)
        return card

    def suited_card(self, day: date) -> Element:
        """Make the card of puzzles near the player's rating."""
        due = due_rows(self.progress.facts, self.puzzles, day)
        card = mode_card("puzzles-suited", "suited", str(len(due)) if due else "", "")
        if due:
            set_text(card.querySelector(".mode-count span"), WORDS["due"].format(count=len(due)))
        card.append(button_link(WORDS["start"], SUITED.path, "play", WORDS["start-suited"]))
        return card

    def streak_card(self) -> Element:
        """Make the card of the streak."""
        best = best_streak(self.progress.facts)
        card = mode_card("puzzles-streak", "streak", str(best) if best else "", WORDS["best"])
        card.append(button_link(WORDS["run"], STREAK.path, "play", WORDS["run-streak"]))
        return card

    async def render_sets(self) -> None:
        """Show the sets of the chosen game, and fill in their pictures one after another."""
        self.renderings += 1
        rendering = self.renderings
        games = ["", *GAMES]
        chips = create_element("div", role="group", aria_label=WORDS["filter"])
        chips.className = "chips"
        for game in games:
            label = TITLES[game] if game else WORDS["all-games"]
            chip = create_element("button", label, type="button", data_game=game)
            chip.setAttribute("aria-pressed", "true" if game == self.game else "false")
            chips.append(chip)
        heading = create_element("h2", WORDS["sets"], id="puzzles-sets-heading")
        has_focus = self.sets_head.contains(document.activeElement)
        self.sets_head.replaceChildren(heading, chips)
        if has_focus:
            chips.children[games.index(self.game)].focus()
        cards = []
        for each in all_sets(self.puzzles, progress(self.progress.facts).solved, self.game):
            text = set_text_of(each, self.game)
            series = Series("set", each.name, self.game if each.name != self.game else "")
            card = create_element("li")
            link = create_element("a", href=f"#{ROUTE}/{series.path}")
            link.className = "puzzle-card set-card"
            picture = create_element("div", **{"class": "picture"})
            words = create_element("div", **{"class": "words"})
            bar = create_element("progress", max=str(len(each.rows)), value=str(each.solved))
            bar.setAttribute("aria-hidden", "true")
            count = create_element("p", **{"class": "set-count"})
            count.append(
                create_element("span", text.solved),
                create_element("span", text.difficulty, **{"class": "visually-hidden"}),
                difficulty_hexagons(each.difficulty),
            )
            words.append(create_element("h3", text.title), create_element("p", text.about))
            words.append(bar, count)
            link.append(picture, words)
            card.append(link)
            cards.append((picture, each.next_row, card))
        self.sets.replaceChildren(*(card for _, _, card in cards))
        for picture, row, _ in cards:
            if row.name not in self.pictures:
                await asyncio.sleep(0)  # so that the page can paint
            if self.renderings != rendering:
                return
            picture.append(self.picture(row).firstElementChild)

    def list_card(
        self, name: str, title: str, about: str, rows: list[PuzzleRow], texts: list[str]
    ) -> Element:
        """Make the card of some puzzles, each with a text."""
        heading = f"puzzles-{name}-heading"
        card = make_card(f"puzzles-{name}", heading)
        card.classList.add("list")
        head = create_element("header")
        head.append(create_element("h2", title, id=heading), create_element("span", about))
        items = create_element("ul")
        for row, text in zip(rows, texts, strict=True):
            link = create_element("a", href=f"#{ROUTE}/{row.name}")
            link.append(self.picture(row), create_element("b", TITLES[row.game]), " ")
            link.append(create_element("small", text))
            item = create_element("li")
            item.append(link)
            items.append(item)
        card.append(head, items)
        return card

    def rating_card(self) -> Element:
        """Make the card of the rating over time, with a table for screen readers."""
        card = make_card("puzzles-rating", "puzzles-rating-heading")
        head = create_element("header")
        head.append(create_element("h2", WORDS["rating"], id="puzzles-rating-heading"))
        card.append(head)
        summary = rating_summary(self.progress.facts)
        if summary is None:
            card.append(create_element("p", rating_later_text(self.progress.facts)))
            return card
        head.append(create_element("span", summary.text))
        change = create_element("b", summary.change, **{"class": "rating-change"})
        change.classList.toggle("risen", summary.has_risen)
        head.append(change)
        table = create_element("table")
        for index, cells in enumerate(summary.table):
            row = create_element("tr")
            row.append(*(create_element("td" if index else "th", text) for text in cells))
            table.append(row)
        hidden = create_element("div", **{"class": "visually-hidden"})
        hidden.append(table)
        card.append(rating_curve(summary.curve), hidden)
        return card

    def picture(self, row: PuzzleRow) -> Element:
        """Make the picture of a puzzle's position."""
        if row.name not in self.pictures:
            puzzle = make_puzzle(row)
            self.pictures[row.name] = parse_svg(thumbnail(puzzle.game, puzzle.state))
        picture = create_element("div", **{"class": "picture"})
        picture.append(self.pictures[row.name].cloneNode(True))
        return picture


def figure(value: str, label: str) -> Element:
    """Make a large number with its label."""
    node = create_element("p", **{"class": "figure"})
    node.append(create_element("b", value), create_element("span", label))
    return node


def make_card(name: str, heading: str) -> Element:
    """Make a card, labelled by its heading."""
    return create_element("section", id=name, aria_labelledby=heading, **{"class": "puzzle-card"})


def mode_card(name: str, key: str, count: str, label: str) -> Element:
    """Make the card of a way to go on; ``count`` and ``label`` are shown large, "" for nothing."""
    card = make_card(name, f"{name}-heading")
    card.classList.add("mode")
    numbers = create_element("p", **{"class": "mode-count"})
    numbers.append(create_element("b", count), create_element("span", label))
    numbers.hidden = not count
    card.append(
        create_element("h2", WORDS[key], id=f"{name}-heading"),
        create_element("p", WORDS[f"{key}-about"]),
        numbers,
    )
    return card


def button_link(
    text: str, path: str, symbol: str, label: str = "", *, is_primary: bool = False
) -> Element:
    """Make a link to a puzzle that looks like a button."""
    link = create_element("a", href=f"#{ROUTE}/{path}", **{"class": "button-link"})
    link.classList.toggle("main", is_primary)
    link.append(icon(symbol), create_element("span", text))
    if label:
        link.setAttribute("aria-label", label)
    return link
