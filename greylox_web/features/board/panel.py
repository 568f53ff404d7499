"""The board on the page: its drawing and its pointer input."""

from typing import TYPE_CHECKING

from js import Event, document

from ...drawing.hex_geometry import empty_corners
from ...page.dom import by_id
from ...page.feature import Feature
from ...page.store import Store
from ...rules import DEFAULT_GAME
from ...rules.board import NO_CELL
from ...session.event import ShowNotice
from ...session.last_choices import newcomer_game
from ...session.playing import ClickCell
from ...words import WORDS
from .labels import cell_labels
from .marks import layers, texts
from .view import BoardView

if TYPE_CHECKING:
    from .pointer import BoardPointer


class Board(Feature):
    """The drawing of the board and its event listeners."""

    def __init__(self, store: Store) -> None:
        super().__init__(store)
        self.view = BoardView(by_id("board"))
        self.view.hydrate(newcomer_game(DEFAULT_GAME), pointy_top=store.is_pointy_top())
        self._set_ratio()
        self._pointer: BoardPointer | None = None
        listen, board = store.lifetime.listen, by_id("board")
        listen(board, "click", lambda event: self.get_pointer().on_click(event))
        listen(document, "pointerdown", lambda event: self.get_pointer().on_down(event))
        listen(document, "pointerup", lambda event: self.get_pointer().on_up(event))
        listen(document, "contextmenu", lambda event: self.get_pointer().on_context_menu(event))
        listen(document, "pointercancel", lambda event: self.get_pointer().on_cancel(event))
        listen(board, "focusin", self.on_focus)
        for kind in ("focusout", "keydown"):
            listen(board, kind, lambda _: self.view.show_focus_ring())
        listen(board, "pointerover", self.on_pointer_over)
        listen(board, "pointerleave", lambda _: self.view.hover(NO_CELL))

    def get_pointer(self) -> "BoardPointer":
        """Return the pointer handler. Its module is imported on the first press or after start."""
        if self._pointer is None:
            from .pointer import BoardPointer

            self._pointer = BoardPointer(self.store, self.view)
            self.store.add(self._pointer)
        return self._pointer

    def on_focus(self, event: Event) -> None:
        """Make the focused cell the roving focus."""
        cell = self.view.cell_of(event.target, self.store.session.game)
        if cell != NO_CELL:
            self.view.set_roving_focus(cell)
        self.view.show_focus_ring()

    def on_pointer_over(self, event: Event) -> None:
        """Preview the hovered cell. Touch has no hover, so only the mouse counts."""
        game, mouse = self.store.session.game, event.pointerType == "mouse"
        self.view.hover(self.view.cell_of(event.target, game) if mouse else NO_CELL)

    def render(self) -> None:
        """Draw the board if the game, rotation or labels have changed, and render its layers."""
        session, turn = self.store.session, self.store.rotation()
        if self.view.draw(session.game, turn, self.store.is_on("coordinates")):
            by_id("game-view").dataset.corners = empty_corners(session.game.board, turn)
            self._set_ratio()
            if self._pointer is not None:
                self._pointer.measure()
        shown = session.board_session
        self.view.render(layers(shown), texts(shown), shown.state.mover)

    def _set_ratio(self) -> None:
        """Set the ratio of width to height: the style sheet puts the bar beside the board."""
        box = by_id("board").firstElementChild.viewBox.baseVal
        by_id("game-view").style.setProperty("--board-ratio", str(box.width / box.height))

    def update_labels(self) -> None:
        """Update the accessible names of the cells."""
        shown = self.store.session.board_session
        self.view.update_labels(cell_labels(shown, self.view.layers))

    def play_tap(self) -> None:
        """Play the cell that was tapped while Python was loading, or show why not.

        The tap was meant for the empty board of the prebuilt page.
        """
        name = by_id("board").getAttribute("data-tapped")
        if not name:
            return
        session, first = self.store.session, newcomer_game(DEFAULT_GAME)
        drawn_key = self.view.drawn_key
        moved = drawn_key is None or drawn_key[:2] != self.view.prebuilt_key
        if moved or session.game != first or session.state != first.start():
            self.store.dispatch(ShowNotice(WORDS["tapped-early"].format(cell=name)))
        elif session.preferences.confirm:
            self.get_pointer().await_confirm(first.board.parse_cell(name))
        else:
            self.store.dispatch(ClickCell(first.board.parse_cell(name)))
