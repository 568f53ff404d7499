"""The card of a costly turn, with its lines and the table of contested cells."""

from js import Element

from ...page.dom import announce, create_element, is_board_shown, set_text, show, write
from ...page.store import Store
from ...words.line_player import LINE_WORDS
from ...words.review import REVIEW_WORDS
from ..line_player.panel import LinePlayer
from .contested import ContestedTable
from .model import RetryTurn
from .why import WhyCard


class WhyElements:
    """The card of a costly turn: its explanation, its lines, and the button that retries it."""

    def __init__(self, store: Store) -> None:
        self.node = -1
        self.retry = create_element("button", REVIEW_WORDS["try-it"], type="button", id="why-try")
        self.player = LinePlayer(store, self.retry)
        self.root = create_element("section", id="why", aria_labelledby="why-title")
        self.title = create_element("h4", id="why-title")
        self.turn = create_element("p", id="why-turn")
        self.text = create_element("p", id="why-text")
        store.lifetime.listen(self.retry, "click", lambda _: store.dispatch(RetryTurn(self.node)))
        self.contested = ContestedElements()
        self.root.append(self.title, self.turn, self.text, self.player.root, self.contested.root)

    def render(self, card: WhyCard) -> None:
        """Update the card."""
        if card.node != self.node:
            self.contested.render(None)  # the table of another turn is no answer to this one's
        self.node = card.node
        write(self.title, card.title)
        set_text(self.turn, card.turn)
        set_text(self.text, card.text)
        self.player.render(card.lines)
        self.contested.render(card.contested)
        show(self.retry, card.can_retry)


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
    for title in (table.text, LINE_WORDS["best"], LINE_WORDS["played-last"]):
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
