"""The strength page: the player's strength in one game, results, days played, all games."""

from datetime import date

from js import Element

from ...page.dom import create_element, icon, parse_svg
from ...page.store import Store
from ...page.view import View
from ...rules import default_game
from ...session.event import Event
from ...session.naming import size_text
from ...session.session import Session
from ...words.opponents import OPPONENT_WORDS
from ...words.statistics import STATISTICS_WORDS as WORDS
from . import elements
from .cards import start_game
from .days import WEEKS, DaysPlayed
from .elements import box, card, details, face, figures, game_choice, soft
from .plot import calendar_svg
from .view import (
    OpponentRow,
    PageContents,
    PlayStyle,
    page_contents,
)


class StatisticsPage(View):
    """The page, filled in for one game."""

    name, route = "statistics", "you/strength"

    def __init__(self, store: Store) -> None:
        super().__init__(store)
        self.game = store.session.game_session.game.name
        self.rendered: PageContents | None = None
        store.progress().listeners.append(self.refresh)

    def on_press(self, name: str, button: Element) -> None:
        """Start a game that counts, or go to the page."""
        if name == "play" and self.rendered is not None:
            start_game(self.store, default_game(self.game), self.rendered.usual_level)
        else:
            super().on_press(name, button)

    def open(self, path: str) -> bool:
        """Show the page."""
        self.store.lifetime.spawn(self.fill())
        return True

    def on_event(self, event: Event | None, _before: Session) -> None:
        """Update the page on a new day."""
        if event is None:
            self.refresh()

    def refresh(self) -> None:
        """Update the page if it is shown."""
        if self.is_shown:
            self.open("")

    async def fill(self) -> None:
        """Read the facts, and fill in the page if its contents have changed."""
        progress = self.store.progress()
        await progress.wait_loaded()
        contents = page_contents(progress.facts, self.game, date.today())
        if contents != self.rendered:
            self.rendered = contents
            self.body.replaceChildren(
                game_choice(contents.game, self.choose, self.store.lifetime),
                box("div", "stats-cards", *cards(contents)),
            )

    def choose(self, game: str) -> None:
        """Show another game."""
        self.game = game
        self.store.lifetime.spawn(self.fill_and_focus())

    async def fill_and_focus(self) -> None:
        """Fill in the page, and keep the focus on the chosen game."""
        await self.fill()
        self.body.querySelector("[aria-pressed=true]").focus()


def cards(page: PageContents) -> list[Element]:
    """Make the cards that have something to show."""
    made = [strength_section(page)]
    if page.opponents:
        made.append(opponents_section(page))
    if page.days_figures:
        made.append(days_section(page))
    if page.style.figures or page.style.table:
        made.append(style_section(page.style))
    if len(page.games) > 1 or len(page.totals) > 1:
        made.append(games_section(page))
    return made


def strength_section(page: PageContents) -> Element:
    """Make the card with the strength and its curve."""
    strength = page.strength
    if strength is None or page.curve is None:
        section = card("strength-now", WORDS["strength"])
        section.append(*(create_element("p", text) for text in page.notes))
        board = size_text(default_game(page.game))
        text = OPPONENT_WORDS["usual-play"].format(board=board)
        section.append(create_element("button", text, type="button", data_press="statistics:play"))
        return section
    aside = [soft(strength.likely)]
    if strength.change:
        kind = "change rise" if strength.is_rise else "change"
        aside.append(create_element("span", strength.change, **{"class": kind}))
    section = card("strength-now with-plot", strength.heading, *aside)
    number = create_element("strong", strength.number, **{"class": "level-number"})
    section.querySelector("h2").prepend(number, " ")
    section.append(elements.plot(page.curve), details(WORDS["as-table"], [page.curve.table]))
    return section


def opponents_section(page: PageContents) -> Element:
    """Make the card with the results by opponent."""
    section = card("opponents", WORDS["opponents"], soft(WORDS["won-of-played"]))
    most = max(1, *(row.won + row.other for row in page.opponents))
    listed = create_element("ul")
    listed.append(*(opponent_item(row, most) for row in page.opponents))
    section.append(listed)
    section.append(details(WORDS["as-tables"], page.tables))
    return section


def opponent_item(row: OpponentRow, most: int) -> Element:
    """Make the row of an opponent; its bar is full at ``most`` games."""
    item = create_element("li")
    if row.is_next:
        item.className = "is-next"
    elif not row.won + row.other:
        item.className = "not-met"
    bar = create_element("span", aria_hidden="true", **{"class": "share-bar"})
    for name, count in (("games-won", row.won), ("games-other", row.other)):
        part = create_element("span", **{"class": name})
        part.style.setProperty("--share", f"{100 * count / most:.1f}%")
        bar.append(part)
    item.append(face(row.level), create_element("span", row.name), " ", bar, " ")
    item.append(create_element("span", row.text, **{"class": "result"}))
    return item


def days_section(page: PageContents) -> Element:
    """Make the card with the days played."""
    section = card("days", WORDS["days"], soft(WORDS["weeks"].format(weeks=WEEKS)))
    section.append(
        calendar(page.days, page.days_text),
        figures(page.days_figures),
        details(WORDS["as-table"], [page.days_table]),
    )
    return section


def calendar(days: DaysPlayed, text: str) -> Element:
    """Make the picture of the days."""
    svg = parse_svg(
        calendar_svg([[(cell.shade, cell.in_streak) for cell in week] for week in days.weeks])
    )
    svg.setAttribute("aria-label", text)
    return svg


def style_section(style: PlayStyle) -> Element:
    """Make the card on how the player plays."""
    aside = [soft(WORDS["last-reviews"].format(count=style.reviews))] if style.reviews else []
    section = card("play-style", WORDS["how"], *aside)
    if style.figures:
        section.append(figures(style.figures))
    if style.svg:
        picture = create_element("div", role="img", aria_label=style.aria_text)
        picture.className = "loss-curve"
        picture.append(parse_svg(style.svg))
        section.append(soft(WORDS["lost-per-turn"]), picture)
    if style.table is None:
        section.append(create_element("p", WORDS["no-reviews"]))
    else:
        section.append(details(WORDS["as-table"], [style.table]))
    return section


def games_section(page: PageContents) -> Element:
    """Make the card of all games."""
    section = card("all-games", WORDS["all-games"])
    listed = create_element("ul")
    for row in page.games:
        item = create_element("li")
        curve = create_element("span", aria_hidden="true", **{"class": "spark"})
        if row.svg:
            curve.append(parse_svg(row.svg))
        item.append(
            icon(f"mark-{row.game}"),
            create_element("span", row.title, **{"class": "name"}),
            curve,
            create_element("strong", row.level),
            " ",
            soft(row.games),
        )
        listed.append(item)
    section.append(listed, figures(page.totals))
    return section
