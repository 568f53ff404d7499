"""The offer to keep the page as an app, where the browser has one to make."""

from js import Element, Event, document, window
from pyodide.ffi import create_proxy

from ...app.session.events import Event as TableEvent
from ...app.session.events import Prefer
from ...app.session.session import Session
from ...app.view.installing import counted, due
from ...rules.state import State
from ...words.install import INSTALL_WORDS as WORDS
from ..dom import at_home, element, listen, made, store, stored
from ..table import Table

VISIT = "greylox-visit-1"  # stands in the tab's own storage: a reload is no visit
TAB = ("sessionStorage",)


class Install:
    """Counts visits and finished games, and shows the offer while it is due."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.ended: State | None = None  # the first position of the last game that was counted
        if not stored(VISIT, TAB) and store(VISIT, "1", TAB):
            table.dispatch(counted(table.session, "visits"))
        table.followers.append(self.heard)
        self.proxy = create_proxy(self.look)
        table.painters["install"] = self.look_soon
        listen(window, "greylox:installable", lambda _: self.look())
        listen(window, "hashchange", lambda _: self.look_soon())
        listen(window, "appinstalled", lambda _: self.never())
        self.look()

    def heard(self, event: TableEvent | None, before: Session) -> None:
        """After every event: a game may have come to its end."""
        session = self.table.session
        root = session.tree.nodes[0].state
        if session.card and not before.card and self.ended is not root:
            self.ended = root
            self.table.dispatch(counted(session, "finished"))

    def look_soon(self) -> None:
        """Look when all is painted: the card may come in the same picture."""
        window.setTimeout(self.proxy, 0)

    def look(self) -> None:
        """Show the offer on the card of a game that is over, or at home, if this is the moment."""
        place = (
            document.body if at_home() else document.querySelector("#ending:not([hidden]) .body")
        )
        shown = element("install")
        if not (place and getattr(window, "greyloxInstall", None) and due(self.table.session)):
            if shown:
                shown.remove()
        elif not shown or shown.parentElement != place:
            place.append(shown or self.note())

    def note(self) -> Element:
        """The offer, with its two answers."""
        aside = made("aside", id="install", aria_labelledby="install-offer")
        yes = made("button", WORDS["install"], type="button", id="install-yes")
        yes.className = "main"
        no = made("button", WORDS["refuse"], type="button", id="install-no")
        listen(yes, "click", self.on_yes)
        listen(no, "click", lambda _: self.never())
        aside.append(made("p", WORDS["offer"], id="install-offer", role="status"), yes, no)
        return aside

    def on_yes(self, _event: Event) -> None:
        """The browser asks once more, in its own words; whatever the answer, that was it."""
        given = getattr(window, "greyloxInstall", None)
        self.never()
        if given is not None:
            given.prompt()

    def never(self) -> None:
        """It is not offered again."""
        self.table.dispatch(Prefer("install", False))
