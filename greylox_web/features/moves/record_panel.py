"""The record of the game: its three pages, and the sheet that shows them on a small screen."""

from js import Element, Event, document

from ...page.bottom_sheet import watch_back
from ...page.dom import by_id
from ...page.feature import Feature
from ...page.store import Store
from ...session.event import Event as SessionEvent
from ...session.playing import GoToNode
from ...session.session import Session
from ...session.study import PickMark, PlayFromHere, is_other_game
from .current import show_current

PAGES = ("moves", "analysis", "study")
MOVES_TAB_HIDDEN = "#tab-moves[aria-selected=false]"
STEPS = {"ArrowLeft": -1, "ArrowRight": 1}


def show_page(page: str) -> None:
    """Show one page and no other."""
    for name in PAGES:
        tab, is_current = by_id(f"tab-{name}"), name == page
        tab.setAttribute("aria-selected", str(is_current).lower())
        tab.tabIndex = 0 if is_current else -1
        by_id(f"page-{name}").hidden = not is_current
    show_current()


def open_page(store: Store, page: str) -> None:
    """Show a page, and the book where it is a sheet."""
    show_page(page)
    if page != "study":
        reset_drawing_tool(store)
    if page != "analysis":
        leave_retry(store)
    if not by_id("record").offsetHeight:
        set_open(store, is_open=True)


def set_open(store: Store, *, is_open: bool) -> None:
    """Show the book where it is a sheet, or put it away; elsewhere it is always there."""
    store.schedule_render()  # beside a list of moves the board shows the names of its cells
    by_id("game-view").classList.toggle("record-open", is_open)
    by_id("open-record").setAttribute("aria-expanded", str(is_open).lower())
    watch_back(store, by_id("record"), is_shown=is_open)
    show_current()


def reset_drawing_tool(store: Store) -> None:
    """A click plays again: what is drawn is chosen in Study, and only there it can be seen."""
    if store.session.drawing_mark:
        store.dispatch(PickMark(None))


def leave_retry(store: Store) -> None:
    """The game is looked at: a try that has come to what was played before is over."""
    session = store.session
    if session.review is not None and session.review.retry_node >= 0 and not session.is_retrying:
        store.dispatch(GoToNode(session.cursor))


class RecordPanel(Feature):
    """The book, and the keys in it."""

    def __init__(self, store: Store) -> None:
        super().__init__(store)
        self.focused_by_keyboard = True  # whether the focus was put into the book by keys
        store.lifetime.listen(by_id("record"), "keydown", self.on_key)

    def on_press(self, name: str, button: Element) -> None:
        """Show a page, or the moves on a small screen; or put the book away."""
        if name in PAGES:
            open_page(self.store, name)
        elif name == "close":
            self.close()
        else:
            is_open = by_id("open-record").getAttribute("aria-expanded") != "true"
            if is_open:
                show_page("moves")
                reset_drawing_tool(self.store)
                leave_retry(self.store)
            set_open(self.store, is_open=is_open)

    def close(self) -> None:
        """Put the book away, and the focus where it came from."""
        set_open(self.store, is_open=False)
        reset_drawing_tool(self.store)
        by_id("open-record").focus()

    def on_event(self, event: SessionEvent | None, before: Session) -> None:
        """Show the moves of another game, and the board on which play begins."""
        session = self.store.session
        if is_other_game(event, before, session) and document.querySelector(MOVES_TAB_HIDDEN):
            show_page("moves")
        if isinstance(event, PlayFromHere) and session.editor is None:
            set_open(self.store, is_open=False)  # what begins is to be seen

    def on_key(self, event: Event) -> None:
        """Escape puts the book away; arrows go from tab to tab, or else through the game."""
        tab: Element | None = (
            event.target.closest("[role=tab]") if self.focused_by_keyboard else None
        )
        if event.key == "Escape" and by_id("game-view").classList.contains("record-open"):
            event.preventDefault()
            by_id("close-record").click()
        elif tab and event.key in STEPS:
            event.preventDefault()
            event.stopPropagation()
            index = PAGES.index(tab.id.removeprefix("tab-")) + STEPS[event.key]
            by_id(f"tab-{PAGES[index % len(PAGES)]}").click()
            document.querySelector("[role=tab][aria-selected=true]").focus()

    def on_focus(self, event: Event) -> None:
        """Note whether keys have put it there; arrows are for who has come to a tab by them."""
        self.focused_by_keyboard = event.target.matches(":focus-visible")
