"""The record of the game: its three pages, and the sheet that shows them on a small screen."""

from js import Element, Event, document

from ...page.dom import by_id
from ...page.feature import Feature
from ...page.sheet import watch_back
from ...page.table import Store
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
        tab, shown = by_id(f"tab-{name}"), name == page
        tab.setAttribute("aria-selected", str(shown).lower())
        tab.tabIndex = 0 if shown else -1
        by_id(f"page-{name}").hidden = not shown
    show_current()


def open_at(table: Store, page: str) -> None:
    """Show a page, and the book where it is a sheet."""
    turn_to(page)
    if page != "study":
        put_pen_down(table)
    if page != "analysis":
        leave_try(table)
    if not by_id("book").offsetHeight:
        show(table, shown=True)


def show(table: Store, *, shown: bool) -> None:
    """Show the book where it is a sheet, or put it away; elsewhere it is always there."""
    table.schedule_render()  # beside a list of moves the board shows the names of its cells
    by_id("table").classList.toggle("reading", shown)
    by_id("open-book").setAttribute("aria-expanded", str(shown).lower())
    watch_back(table, by_id("book"), is_shown=shown)
    show_current()


def put_pen_down(table: Store) -> None:
    """A click plays again: what is drawn is chosen in Study, and only there it can be seen."""
    if table.session.drawing_mark:
        table.dispatch(PickMark(None))


def leave_try(table: Store) -> None:
    """The game is looked at: a try that has come to what was played before is over."""
    session = table.session
    if session.review is not None and session.review.trying >= 0 and not session.is_retrying:
        table.dispatch(GoToNode(session.cursor))


class Book(Feature):
    """The book, and the keys in it."""

    def __init__(self, store: Store) -> None:
        super().__init__(store)
        self.by_keys = True  # whether the focus was put into the book by keys
        store.lifetime.listen(by_id("book"), "keydown", self.on_key)

    def on_press(self, name: str, button: Element) -> None:
        """Show a page, or the moves on a small screen; or put the book away."""
        if name in PAGES:
            open_at(self.store, name)
        elif name == "close":
            self.close()
        else:
            shown = by_id("open-book").getAttribute("aria-expanded") != "true"
            if shown:
                turn_to("moves")
                put_pen_down(self.store)
                leave_try(self.store)
            show(self.store, shown=shown)

    def close(self) -> None:
        """Put the book away, and the focus where it came from."""
        show(self.store, shown=False)
        put_pen_down(self.store)
        by_id("open-book").focus()

    def on_event(self, event: SessionEvent | None, before: Session) -> None:
        """Show the moves of another game, and the board on which play begins."""
        session = self.store.session
        if is_other_game(event, before, session) and document.querySelector(LATER_PAGE):
            turn_to("moves")
        if isinstance(event, PlayFromHere) and session.editor is None:
            show(self.store, shown=False)  # what begins is to be seen

    def on_key(self, event: Event) -> None:
        """Escape puts the book away; arrows go from tab to tab, or else through the game."""
        tab: Element | None = event.target.closest("[role=tab]") if self.by_keys else None
        if event.key == "Escape" and by_id("table").classList.contains("reading"):
            event.preventDefault()
            by_id("close-book").click()
        elif tab and event.key in STEPS:
            event.preventDefault()
            event.stopPropagation()
            place = PAGES.index(tab.id.removeprefix("tab-")) + STEPS[event.key]
            by_id(f"tab-{PAGES[place % len(PAGES)]}").click()
            document.querySelector("[role=tab][aria-selected=true]").focus()

    def on_focus(self, event: Event) -> None:
        """Note whether keys have put it there; arrows are for who has come to a tab by them."""
        self.by_keys = event.target.matches(":focus-visible")
