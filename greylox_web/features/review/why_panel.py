"""The elements of the table of contested cells."""

from js import Element

from ...page.dom import announce, create_element, is_board_shown, show
from ...words.line_player import LINE_WORDS as WORDS
from .contested import ContestedTable


class ContestedElements:
    """The table, whose space is kept free while the engine plays the games."""

    def __init__(self) -> None:
        self.root = create_element("div", **{"class": "contested"})
        self.rendered: ContestedTable | None = None

    def render(self, table: ContestedTable | None) -> None:
        """Update the table; one that was awaited is announced."""
        before, self.rendered = self.rendered, table
        if table == before:
            return
        show(self.root, table)
        if table is None:
            return
        self.root.replaceChildren(
            make_table(table) if table.rows else create_element("p", table.text)
        )
        if before is not None and before.is_awaited and is_board_shown():
            announce(table.spoken)


def make_table(table: ContestedTable) -> Element:
    """Make the table: a row for the cells that the better turn gains, one for its price."""
    element, head, body = (create_element(tag) for tag in ("table", "thead", "tbody"))
    titles = create_element("tr")
    for title in (table.text, WORDS["best"], WORDS["played-last"]):
        titles.append(create_element("th", title, scope="col"))
    head.append(titles)
    for row in table.rows:
        cells = create_element("tr")
        cells.append(create_element("th", row.text, scope="row"))
        cells.append(create_element("td", row.better, **{"class": "better"}))
        cells.append(create_element("td", row.played))
        body.append(cells)
    element.append(head, body)
    return element
