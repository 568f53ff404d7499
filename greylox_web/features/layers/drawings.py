"""The layers that are drawn over the cells, and the cell under the pointer or the focus."""

from functools import partial

from js import Element, Event, document, window

from ...page.dom import by_id, parse_svg
from ...page.feature import Feature
from ...page.table import Store
from ...rules.board import NO_CELL
from ...words.layers import LAYERS_WORDS as WORDS
from ..board.labels import cell_labels
from ..board.panel import Board
from .overlay import beneath, passing, standing
from .preview import readout

GROUP = '<svg xmlns="http://www.w3.org/2000/svg"><g class="over {name}">{content}</g></svg>'


class Drawings(Feature):
    """The drawings over the board; only changes are written to the page."""

    def __init__(self, store: Store) -> None:
        super().__init__(store)
        self.view = view = store.get_part(Board).view
        self.spot = NO_CELL
        self.focused = NO_CELL
        self.waiting = False
        self.shown: object = None  # what the standing layers were drawn from
        self.drawn: dict[str, tuple[object, str]] = {}  # place -> the <svg> and what is in it
        board = by_id("board")
        listen = store.lifetime.listen
        listen(board, "pointerover", lambda event: self.look(event.target))
        listen(window, "pointermove", lambda _: self.follow())  # after the document's
        listen(board, "focusin", self.on_focus)
        listen(board, "pointerleave", self.on_leave)
        listen(board, "focusout", self.on_blur)
        self.take(view.pointed)  # the mouse was there before the layer was switched on

    def look(self, target: Element) -> None:
        """The pointer or the focus came to an element."""
        self.take(self.view.cell_of(target, self.store.session.game))

    def follow(self) -> None:
        """Look at the cell aimed at by a finger that moves the magnifier."""
        if self.view.magnified != NO_CELL:
            self.take(self.view.magnified)

    def on_focus(self, event: Event) -> None:
        """A cell got the focus: its accessible name gets the sentence beside the board."""
        self.look(event.target)
        self.focused = self.spot
        self._tell()
        self.view.speak(cell_labels(self.store.session, self.view.layers))

    def _readout(self, cell: int) -> str:
        """What the layers in use say about a cell; "" for NO_CELL and while setting up."""
        session = self.store.session
        return "" if cell == NO_CELL or session.editor else readout(session, cell)

    def _tell(self) -> None:
        """Give the board the sentence that the name of the focused cell ends with."""
        self.view.tell(self.focused, self._readout(self.focused))

    def take(self, spot: int) -> None:
        """Look at a cell, or at none."""
        if spot != self.spot:
            self.spot = spot
            if not self.waiting:
                self.waiting = True
                paint = partial(self.store.faults.run_repeated, "spot", self._paint_spot)
                self.store.lifetime.request_frame(paint)

    def on_leave(self, event: Event) -> None:
        """The mouse left: look at the focus again.  A lifted finger still points."""
        if getattr(event, "pointerType", "") != "touch":
            self.look(document.querySelector("#board .cell:focus-visible"))

    def on_blur(self, event: Event) -> None:
        """A cell lost the focus."""
        self.focused = NO_CELL
        self.on_leave(event)

    def render(self) -> None:
        """Update everything over the board."""
        session = self.store.session
        svg = self.view.frame.firstElementChild
        cells = session.game.board.cells
        self.spot, self.focused = (
            cell if cells >> max(cell, 0) & 1 else NO_CELL for cell in (self.spot, self.focused)
        )
        hidden, turn = session.editor is not None, self.store.rotation()
        shown = (svg, session.game, session.state, turn, session.preferences.counts, hidden)
        if shown != self.shown:  # an engine that reports changes none of these
            self.shown = shown
            self._put("standing", "" if hidden else standing(session, turn))
        self._paint_spot()
        self._tell()

    def _paint_spot(self) -> None:
        """Update the drawings and the sentence of the cell under the pointer or the focus."""
        self.waiting = False
        session = self.store.session
        for name, draws in (("beneath", beneath), ("passing", passing)):
            drawn = "" if session.editor else draws(session, self.spot, self.store.rotation())
            self._put(name, drawn)
        chosen = session.preferences
        tells = chosen.sight or chosen.counts or chosen.preview
        place = by_id("readout")
        place.hidden = not tells
        place.textContent = (self._readout(self.spot) if tells else "") or WORDS["point"]

    def _put(self, name: str, content: str) -> None:
        svg = self.view.frame.firstElementChild
        if self.drawn.get(name) == (svg, content):
            return
        group = parse_svg(GROUP.format(name=name, content=content)).firstElementChild
        svg.querySelector(f".over.{name}").replaceWith(group)
        self.drawn[name] = (svg, content)
