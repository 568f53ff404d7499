"""The layers drawn over the cells, and the readout of the hovered or focused cell."""

from functools import partial

from js import Element, Event, document, window

from ...page.dom import by_id, parse_svg
from ...page.feature import Feature
from ...page.store import Store
from ...rules.board import NO_CELL
from ...session.visible_report import engine_layer
from ...words.layers import LAYERS_WORDS as WORDS
from ..board.labels import cell_labels
from ..board.panel import Board
from ..board.view import GROUP
from .engine_layers import engine_layer_key, engine_layer_svg
from .overlay import preview_svg, sight_counts_svg, sight_lines_svg
from .preview import cell_description


class BoardOverlay(Feature):
    """The drawings over the board; only changes are written to the page."""

    def __init__(self, store: Store) -> None:
        super().__init__(store)
        self.view = view = store.get_part(Board).view
        self.cell = NO_CELL
        self.focused_cell = NO_CELL
        self.is_scheduled = False
        self.rendered_key: object = None  # the key of the rendered standing layer
        self.rendered_engine_key: object = None  # and of the engine's
        self.rendered_groups: dict[
            str, tuple[object, str]
        ] = {}  # group name -> its <svg> and its content
        board = by_id("board")
        listen = store.lifetime.listen
        listen(board, "pointerover", lambda event: self.on_target(event.target))
        listen(window, "pointermove", lambda _: self.on_magnifier())  # runs after the document's
        listen(board, "focusin", self.on_focus)
        listen(board, "pointerleave", self.on_leave)
        listen(board, "focusout", self.on_blur)
        self.inspect_cell(view.hovered)  # the mouse may already be over a cell

    def on_target(self, target: Element) -> None:
        """Inspect the cell of an element that is hovered or focused."""
        self.inspect_cell(self.view.cell_of(target, self.store.session.game))

    def on_magnifier(self) -> None:
        """Inspect the cell under the magnifier."""
        if self.view.magnified != NO_CELL:
            self.inspect_cell(self.view.magnified)

    def on_focus(self, event: Event) -> None:
        """Inspect the focused cell; its accessible name ends with the readout."""
        self.on_target(event.target)
        self.focused_cell = self.cell
        self._update_label()
        shown = self.store.session.board_session
        self.view.update_labels(cell_labels(shown, self.view.layers))

    def _readout(self, cell: int) -> str:
        """Return the readout of a cell; "" for NO_CELL and in the position editor."""
        session = self.store.session.board_session
        return "" if cell == NO_CELL or session.editor else cell_description(session, cell)

    def _update_label(self) -> None:
        """Set the readout as the suffix of the focused cell's accessible name."""
        self.view.set_label_suffix(self.focused_cell, self._readout(self.focused_cell))

    def inspect_cell(self, cell: int) -> None:
        """Inspect a cell; NO_CELL for none."""
        if cell != self.cell:
            self.cell = cell
            if not self.is_scheduled:
                self.is_scheduled = True
                paint = partial(self.store.faults.run_repeated, "spot", self._render_cell)
                self.store.lifetime.request_frame(paint)

    def on_leave(self, event: Event) -> None:
        """Inspect the focused cell when the mouse leaves. A lifted finger keeps its cell."""
        if getattr(event, "pointerType", "") != "touch":
            self.on_target(document.querySelector("#board .cell:focus-visible"))

    def on_blur(self, event: Event) -> None:
        """Handle the loss of a cell's focus."""
        self.focused_cell = NO_CELL
        self.on_leave(event)

    def render(self) -> None:
        """Update all layers over the board."""
        session = self.store.session.board_session
        svg = self.view.frame.firstElementChild
        cells = session.game.board.cells
        self.cell, self.focused_cell = (
            cell if cells >> max(cell, 0) & 1 else NO_CELL
            for cell in (self.cell, self.focused_cell)
        )
        hidden, turn = session.editor is not None, self.store.rotation()
        key = (svg, session.game, session.state, turn, session.preferences.counts, hidden)
        if key != self.rendered_key:  # an engine report changes none of these
            self.rendered_key = key
            self._replace_group("standing", "" if hidden else sight_counts_svg(session, turn))
        engine_key = *key[:4], hidden, engine_layer_key(session)
        if engine_key != self.rendered_engine_key:  # few reports change it
            self.rendered_engine_key = engine_key
            self._replace_group("engine-layer", "" if hidden else engine_layer_svg(session, turn))
        self._render_cell()
        self._update_label()

    def _render_cell(self) -> None:
        """Update the layers and the readout of the inspected cell."""
        self.is_scheduled = False
        session = self.store.session.board_session
        for name, draw in (("beneath", sight_lines_svg), ("passing", preview_svg)):
            content = "" if session.editor else draw(session, self.cell, self.store.rotation())
            self._replace_group(name, content)
        chosen = session.preferences
        shows_readout = chosen.sight or chosen.counts or chosen.preview
        text = self._readout(self.cell)
        readout_node = by_id("readout")
        readout_node.hidden = not (shows_readout or (text and engine_layer(session) != "best"))
        readout_node.textContent = text or WORDS["point"]

    def _replace_group(self, name: str, content: str) -> None:
        svg = self.view.frame.firstElementChild
        if self.rendered_groups.get(name) == (svg, content):
            return
        group = parse_svg(GROUP.format(name=f"over {name}", content=content)).firstElementChild
        svg.querySelector(f".over.{name}").replaceWith(group)
        self.rendered_groups[name] = (svg, content)
