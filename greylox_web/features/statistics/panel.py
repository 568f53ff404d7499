"""The dialog of statistics: results, strength, and what reviews found, of one game or of all."""

from collections import Counter

from js import Element

from ...drawing.faces import avatar_svg
from ...page.database import StorageError
from ...page.dialogs import sheet
from ...page.dom import drawing, element, made
from ...page.feature import Feature
from ...page.table import Table
from ...progress import FactLog
from ...rules import GAMES, TITLES
from ...words.statistics import STATISTICS_WORDS as WORDS
from .plot import plot
from .view import Statistics, statistics
from .view import Table as Told

BODY, CHOICE = "statistics-body", "statistics-game"


class StatisticsDialog(Feature):
    """The dialog, and what it shows."""

    def __init__(self, table: Table) -> None:
        super().__init__(table)
        self.facts = FactLog()
        self.kept: Counter[str] = Counter()
        self.root = sheet("statistics", WORDS["statistics"])
        label = made("label", WORDS["game"])
        choice = made("select", id=CHOICE)
        choice.append(made("option", WORDS["all"], value=""))
        choice.append(*(made("option", TITLES[name], value=name) for name in GAMES))
        label.append(choice)
        self.root.append(label, made("div", id=BODY))
        table.lifetime.listen(choice, "change", lambda _: self.show())

    def press(self, name: str, button: Element) -> None:
        """Show the dialog."""
        self.open("")

    def open(self, rest: str) -> bool:
        """Show the dialog, of all games."""
        element(CHOICE).value = ""
        self.root.showModal()
        self.table.lifetime.spawn(self.read())
        return True

    async def read(self) -> None:
        """Read what is kept, and show it."""
        progress = self.table.progress()
        await progress.ready()
        self.facts = progress.facts
        if self.table.autosave is not None:
            try:
                stored = await self.table.autosave.store.read_all()
                self.kept = Counter(entry.game.name for entry in stored.entries)
            except StorageError:
                self.kept = Counter()  # what is achieved is shown all the same
        self.show()

    def show(self) -> None:
        """Show the statistics of the chosen game, or of all."""
        told = statistics(self.facts, self.kept, element(CHOICE).value)
        parts = [grid(told.overview), *map(grid, told.tables)]
        if not told.tables:
            parts.append(made("p", WORDS["no-games"]))
        parts.append(reviewed(told))
        element(BODY).replaceChildren(*parts)


def grid(told: Told) -> Element:
    """A table of the page."""
    place = made("table")
    place.append(made("caption", told.caption))
    head, body, top = made("thead"), made("tbody"), made("tr")
    top.append(*(made("th", text, scope="col") for text in told.head))
    head.append(top)
    for number, cells in enumerate(told.rows):
        row, name = made("tr"), made("th", scope="row")
        if told.levels:
            picture = made("span", aria_hidden="true")
            picture.append(drawing(avatar_svg(told.levels[number])))
            name.append(picture)
        name.append(cells[0])
        row.append(name, *(made("td", text) for text in cells[1:]))
        body.append(row)
    place.append(head, body)
    return place


def reviewed(told: Statistics) -> Element:
    """What reviews found: the table, and the plot beside it."""
    place = made("section", **{"class": "reviewed"})
    if told.reviews is None:
        place.append(made("p", WORDS["no-reviews"]))
        return place
    place.append(grid(told.reviews))
    if len(told.values) > 1:  # one dot shows no course
        picture = drawing(plot(told.values))
        picture.setAttribute("aria-label", told.spoken)
        place.append(picture)
    return place
