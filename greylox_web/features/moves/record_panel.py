"""The record of the game: three tabs, which a small screen shows in a bottom sheet."""

from js import Element, Event, document

from ...page.dom import by_id
from ...page.feature import Feature
from ...page.sheet_history import watch_back
from ...page.store import Store
from ...session.event import Event as SessionEvent
from ...session.playing import GoToNode
from ...session.requests import ToggleAnalysis
from ...session.session import Session
from ...session.study import PickMark, PlayFromHere, is_other_game
from .current import show_current

PAGES = ("moves", "analysis", "study")
MOVES_TAB_HIDDEN = "#tab-moves[aria-selected=false]"
STEPS = {"ArrowLeft": -1, "ArrowRight": 1}


def show_page(page: str) -> None:
    """Show one tab and hide the others."""
    by_id("record").dataset.page = by_id("game-view").dataset.record = page
    for name in PAGES:
        tab, is_current = by_id(f"tab-{name}"), name == page
        tab.setAttribute("aria-selected", str(is_current).lower())
        tab.tabIndex = 0 if is_current else -1
        by_id(f"page-{name}").hidden = not is_current
    show_current()


def open_page(store: Store, page: str) -> None:
    """Show a tab, and open the bottom sheet on a small screen."""
    show_page(page)
    if page != "study":
        reset_drawing_tool(store)
    if page != "analysis":
        leave_retry(store)
    if not by_id("record").offsetHeight:
        set_open(store, is_open=True)


def set_open(store: Store, *, is_open: bool) -> None:
    """Open or close the bottom sheet; on a large screen the record is always visible."""
    by_id("game-view").classList.toggle("record-open", is_open)
    by_id("open-record").setAttribute("aria-expanded", str(is_open).lower())
    watch_back(store, by_id("record"), is_shown=is_open)
    show_current()


def reset_drawing_tool(store: Store) -> None:
    """Make clicks place stones again: drawing marks is only possible in the study tab."""
    if store.session.drawing_mark:
        store.dispatch(PickMark(None))


def leave_retry(store: Store) -> None:
    """Leave a retry that has reached the position of the played turn: the user browses the game."""
    session = store.session
    if session.review is not None and session.review.retry_node >= 0 and not session.is_retrying:
        store.dispatch(GoToNode(session.cursor))


class RecordPanel(Feature):
    """The record panel and its keys."""

    def __init__(self, store: Store) -> None:
        super().__init__(store)
        self.focused_by_keyboard = True  # whether the keyboard moved the focus into the record
        store.lifetime.listen(by_id("record"), "keydown", self.on_key)

    def on_press(self, name: str, button: Element) -> None:
        """Show a tab, or open or close the bottom sheet."""
        if name in PAGES:
            open_page(self.store, name)
        elif name == "analyse":  # in the menu
            open_page(self.store, "analysis")
            if not self.store.session.engine.analysis:
                self.store.dispatch(ToggleAnalysis())
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
        """Close the bottom sheet and focus the button that opens it."""
        set_open(self.store, is_open=False)
        reset_drawing_tool(self.store)
        by_id("open-record").focus()

    def on_event(self, event: SessionEvent | None, before: Session) -> None:
        """Show the moves when another game is loaded; close the sheet when play begins."""
        session = self.store.session
        if is_other_game(event, before, session) and document.querySelector(MOVES_TAB_HIDDEN):
            show_page("moves")
        if isinstance(event, PlayFromHere) and session.editor is None:
            set_open(self.store, is_open=False)  # the sheet would cover the board

    def on_key(self, event: Event) -> None:
        """Handle Escape, which closes the sheet, and arrows, which change the tab.

        Arrows change the tab only if the keyboard moved the focus to a tab.  Otherwise they step
        through the game.
        """
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
        """Note whether the keyboard moved the focus: only then do arrows change the tab."""
        self.focused_by_keyboard = event.target.matches(":focus-visible")
