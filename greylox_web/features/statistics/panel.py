"""The statistics page: results, strength and reviews of one game or of all games."""

from collections import Counter

from js import Element

from ...drawing.avatars import avatar_svg
from ...page.database import StorageError
from ...page.dom import by_id, create_element, parse_svg
from ...page.store import Store
from ...page.view import View
from ...progress import FactLog
from ...rules import GAMES, TITLES
from ...words.statistics import STATISTICS_WORDS as WORDS
from .plot import plot
from .view import Statistics, StatsTable, statistics

BODY, CHOICE = "statistics-body", "statistics-game"


class StatisticsPage(View):
    """The page and its contents."""

    name, route = "statistics", "you/strength"

    def __init__(self, store: Store) -> None:
        super().__init__(store)
        self.facts = FactLog()
        self.stored_counts: Counter[str] = Counter()
        label = create_element("label", WORDS["game"])
        choice = create_element("select", id=CHOICE)
        choice.append(create_element("option", WORDS["all"], value=""))
        choice.append(*(create_element("option", TITLES[name], value=name) for name in GAMES))
        label.append(choice)
        self.body.append(label, create_element("div", id=BODY))
        store.lifetime.listen(choice, "change", lambda _: self.show())

    def open(self, path: str) -> bool:
        """Show the statistics of all games."""
        by_id(CHOICE).value = ""
        self.store.lifetime.spawn(self.read())
        return True

    async def read(self) -> None:
        """Load the stored games and facts, and show the statistics."""
        progress = self.store.progress()
        await progress.wait_loaded()
        self.facts = progress.facts
        if self.store.autosave is not None:
            await self.store.autosave.finish_saving()
            try:
                stored = await self.store.autosave.store.read_all()
                self.stored_counts = Counter(entry.game.name for entry in stored.entries)
            except StorageError:
                self.stored_counts = Counter()  # the progress is shown nevertheless
        self.show()

    def show(self) -> None:
        """Show the statistics of the chosen game, or of all games."""
        view = statistics(self.facts, self.stored_counts, by_id(CHOICE).value)
        parts = [make_table(view.overview), *map(make_table, view.tables)]
        if not view.tables:
            parts.append(create_element("p", WORDS["no-games"]))
        parts.append(review_section(view))
        by_id(BODY).replaceChildren(*parts)


def make_table(table: StatsTable) -> Element:
    """Make a table element."""
    element = create_element("table")
    element.append(create_element("caption", table.caption))
    head, body, top = create_element("thead"), create_element("tbody"), create_element("tr")
    top.append(*(create_element("th", text, scope="col") for text in table.head))
    head.append(top)
    for number, cells in enumerate(table.rows):
        row, name = create_element("tr"), create_element("th", scope="row")
        if table.levels:
            picture = create_element("span", aria_hidden="true")
            picture.append(parse_svg(avatar_svg(table.levels[number])))
            name.append(picture)
        name.append(cells[0])
        row.append(name, *(create_element("td", text) for text in cells[1:]))
        body.append(row)
    element.append(head, body)
    return element


def review_section(table: Statistics) -> Element:
    """Make the section on reviews: the table, and the plot beside it."""
    element = create_element("section", **{"class": "reviewed"})
    if table.reviews is None:
        element.append(create_element("p", WORDS["no-reviews"]))
        return element
    element.append(make_table(table.reviews))
    if len(table.values) > 1:  # a single point is no plot
        picture = parse_svg(plot(table.values))
        picture.setAttribute("aria-label", table.aria_text)
        element.append(picture)
    return element
