"""The record of the game: its three pages, and the sheet that shows them on a small screen."""

from js import Element, Event, document

from ...page.dom import element
from ...page.feature import Feature
from ...page.sheet import watch
from ...page.table import Table
from ...session.event import Event as SessionEvent
from ...session.playing import GoToNode
from ...session.session import Session
from ...session.study import PickMark, PlayFromHere, is_other_game
from .current import show_current

PAGES = ("moves", "analysis", "study")
LATER_PAGE = "#tab-moves[aria-selected=false]"
STEPS = {"ArrowLeft": -1, "ArrowRight": 1}


def turn_to(page: str) -> None:
    """Show one page and no other."""
    for name in PAGES:
        tab, shown = element(f"tab-{name}"), name == page
        tab.setAttribute("aria-selected", str(shown).lower())
        tab.tabIndex = 0 if shown else -1
        element(f"page-{name}").hidden = not shown
    show_current()


def open_at(table: Table, page: str) -> None:
    """Show a page, and the book where it is a sheet."""
    turn_to(page)
    if page != "study":
        put_pen_down(table)
    if page != "analysis":
        leave_try(table)
    if not element("book").offsetHeight:
        show(table, shown=True)


def show(table: Table, *, shown: bool) -> None:
    """Show the book where it is a sheet, or put it away; elsewhere it is always there."""
    table.paint_soon()  # beside a list of moves the board shows the names of its cells
    element("table").classList.toggle("reading", shown)
    element("open-book").setAttribute("aria-expanded", str(shown).lower())
    watch(table, element("book"), shown=shown)
    show_current()


def put_pen_down(table: Table) -> None:
    """A click plays again: what is drawn is chosen in Study, and only there it can be seen."""
    if table.session.drawing_mark:
        table.dispatch(PickMark(None))


def leave_try(table: Table) -> None:
    """The game is looked at: a try that has come to what was played before is over."""
    session = table.session
    if session.review is not None and session.review.trying >= 0 and not session.is_retrying:
        table.dispatch(GoToNode(session.cursor))


class Book(Feature):
    """The book, and the keys in it."""

    def __init__(self, table: Table) -> None:
        super().__init__(table)
        self.by_keys = True  # whether the focus was put into the book by keys
        table.lifetime.listen(element("book"), "keydown", self.on_key)

    def press(self, name: str, button: Element) -> None:
        """Show a page, or the moves on a small screen; or put the book away."""
        if name in PAGES:
            open_at(self.table, name)
        elif name == "close":
            self.close()
        else:
            shown = element("open-book").getAttribute("aria-expanded") != "true"
            if shown:
                turn_to("moves")
                put_pen_down(self.table)
                leave_try(self.table)
            show(self.table, shown=shown)

    def close(self) -> None:
        """Put the book away, and the focus where it came from."""
        show(self.table, shown=False)
        put_pen_down(self.table)
        element("open-book").focus()

    def changed(self, event: SessionEvent | None, before: Session) -> None:
        """Show the moves of another game, and the board on which play begins."""
        session = self.table.session
        if is_other_game(event, before, session) and document.querySelector(LATER_PAGE):
            turn_to("moves")
        if isinstance(event, PlayFromHere) and session.editor is None:
            show(self.table, shown=False)  # what begins is to be seen

    def on_key(self, event: Event) -> None:
        """Escape puts the book away; arrows go from tab to tab, or else through the game."""
        tab: Element | None = event.target.closest("[role=tab]") if self.by_keys else None
        if event.key == "Escape" and element("table").classList.contains("reading"):
            event.preventDefault()
            element("close-book").click()
        elif tab and event.key in STEPS:
            event.preventDefault()
            event.stopPropagation()
            place = PAGES.index(tab.id.removeprefix("tab-")) + STEPS[event.key]
            element(f"tab-{PAGES[place % len(PAGES)]}").click()
            document.querySelector("[role=tab][aria-selected=true]").focus()

    def on_focus(self, event: Event) -> None:
        """Note whether keys have put it there; arrows are for who has come to a tab by them."""
        self.by_keys = event.target.matches(":focus-visible")
