"""The puzzles page: the daily puzzle, and the player's progress with each game's puzzles."""

from js import Element, Event, location

from ...drawing.thumbnail import thumbnail
from ...page.dom import create_element, icon, parse_svg, set_text
from ...page.store import Store
from ...page.view import View
from ...rules import GAMES
from ...session.event import Event as SessionEvent
from ...session.naming import game_title
from ...session.session import Session
from ...words.puzzles import PUZZLE_WORDS as WORDS
from .judge import NEXT_ROUTE, ROUTE, TODAY, task_text, uniqueness_text
from .progress import daily_fact
from .progress_text import PuzzleSummary, daily_status_text, puzzle_summary, streak_text
from .puzzle_files import NotAvailable, PuzzleFiles, todays_puzzle


class PuzzlesPage(View):
    """The page and its contents."""

    name = route = "puzzles"

    def __init__(self, store: Store) -> None:
        super().__init__(store)
        self.progress = store.progress()
        self.sentence = ""  # the notice on top: why another page could not be shown
        self.notice = create_element("p", id="puzzles-status", role="status")
        self.today = create_element("section", id="puzzles-today", aria_labelledby="puzzles-day")
        self.list = create_element("ul", id="puzzles-games", aria_label=WORDS["by-game"])
        about = create_element("p", WORDS["about"], **{"class": "puzzles-about"})
        self.body.append(about, self.notice, self.today, self.list)
        store.lifetime.listen(self.body, "click", self.on_click)

    def open(self, path: str) -> bool:
        """Show the page."""
        self.sentence = self.take_notice()
        set_text(self.notice, self.sentence)
        self.store.lifetime.spawn(self.render_puzzles())
        return True

    async def render_puzzles(self) -> None:
        """Fill in the daily puzzle and the player's progress."""
        await self.progress.wait_loaded()
        puzzle_files = self.store.get_part(PuzzleFiles)
        try:
            puzzle, day = await todays_puzzle(self.store)
            games_with_puzzles = {
                name.partition("-")[0] for name in await puzzle_files.load_daily_list()
            }
            games = [game for game in GAMES if game in games_with_puzzles]
            lines = [
                puzzle_summary(g, await puzzle_files.load_puzzles(g), self.progress.facts, day)
                for g in games
            ]
        except NotAvailable:
            set_text(self.notice, WORDS["not-there"])
            return
        set_text(self.notice, self.sentence)
        met = daily_fact(self.progress.facts, day.isoformat())
        words = create_element("div", **{"class": "words"})
        words.append(
            create_element(
                "p", daily_status_text(self.progress.facts, day), **{"class": "eyebrow"}
            ),
            create_element("h2", task_text(puzzle), id="puzzles-day"),
            create_element("p", game_title(puzzle.game)),
            create_element("p", uniqueness_text(puzzle)),
        )
        streak = streak_text(self.progress.facts, day)
        if streak.streak:
            words.append(create_element("p", streak.aria_text))
        words.append(nav_button("look-today" if met else "play-today", f"{ROUTE}/{TODAY}", "main"))
        picture = create_element("div", **{"class": "picture"})
        picture.append(parse_svg(thumbnail(puzzle.game, puzzle.state)))
        self.today.replaceChildren(picture, words)
        self.list.replaceChildren(*map(puzzle_row, lines))

    def on_event(self, event: SessionEvent | None, _before: Session) -> None:
        """Update the page on a new day."""
        if event is None and self.is_shown:
            self.store.lifetime.spawn(self.render_puzzles())

    def on_click(self, event: Event) -> None:
        """Open the puzzle of the button that was clicked."""
        button = event.target.closest("button[data-route]")
        if button:
            location.hash = button.dataset.route


def nav_button(word: str, route: str, kind: str, label: str = "") -> Element:
    """Make a button that leads to a puzzle."""
    button = create_element("button", type="button", data_route=route, **{"class": kind})
    button.append(icon("play"), create_element("span", WORDS.get(word, word)))
    if label:
        button.setAttribute("aria-label", label)
    return button


def puzzle_row(summary: PuzzleSummary) -> Element:
    """Make a game's row: title, progress, and the button to the next puzzle."""
    item = create_element("li")
    words = create_element("div", **{"class": "words"})
    words.append(create_element("h2", summary.title))
    facts = [summary.solved, summary.due_text, summary.strength]
    words.append(create_element("p", " · ".join(filter(None, facts))))
    item.append(icon(f"mark-{summary.game}"), words)
    item.append(
        nav_button(summary.button, f"{ROUTE}/{NEXT_ROUTE}/{summary.game}", "", summary.label)
    )
    return item
