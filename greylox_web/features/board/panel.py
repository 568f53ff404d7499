"""The board on the page: its drawing, and what plays on it."""

from typing import TYPE_CHECKING

from js import Event, document

from ...drawing.scene import empty_corners
from ...page.dom import element
from ...page.feature import Feature
from ...page.table import Table
from ...rules import DEFAULT_GAME
from ...rules.board import NO_CELL
from ...session.choices import newcomer_game
from ...session.event import ShowNotice
from ...session.playing import ClickCell
from ...words import WORDS
from .labels import cell_labels
from .marks import layers, texts
from .view import BoardView

if TYPE_CHECKING:
    from .pointer import BoardPointer


class Board(Feature):
    """The drawing of the board, and its listeners."""

    def __init__(self, table: Table) -> None:
        super().__init__(table)
        self.view = BoardView(element("board"))
        self.view.adopt(newcomer_game(DEFAULT_GAME), stands=table.stands())
        self._pointer: BoardPointer | None = None
        listen, board = table.lifetime.listen, element("board")
        listen(board, "click", lambda event: self.take_pointer().on_click(event))
        listen(document, "pointerdown", lambda event: self.take_pointer().on_down(event))
        listen(document, "pointerup", lambda event: self.take_pointer().on_up(event))
        listen(document, "pointercancel", lambda event: self.take_pointer().on_cancel(event))
        listen(board, "focusin", self.on_focus)
        for kind in ("focusout", "keydown"):
            listen(board, kind, lambda _: self.view.ring())
        listen(board, "pointerover", self.on_point)
        listen(board, "pointerleave", lambda _: self.view.point(NO_CELL))

    def take_pointer(self) -> "BoardPointer":
        """What plays by pointer; imported at the first press, or after the start."""
        if self._pointer is None:
            from .pointer import BoardPointer

            self._pointer = BoardPointer(self.table, self.view)
            self.table.add(self._pointer)
        return self._pointer

    def on_focus(self, event: Event) -> None:
        """A cell got the focus, by Tab or by a click."""
        cell = self.view.cell_of(event.target, self.table.session.game)
        if cell != NO_CELL:
            self.view.rove(cell)
        self.view.ring()

    def on_point(self, event: Event) -> None:
        """The mouse came to a cell; a finger only points while it presses."""
        game, mouse = self.table.session.game, event.pointerType == "mouse"
        self.view.point(self.view.cell_of(event.target, game) if mouse else NO_CELL)

    def paint(self) -> None:
        """Draw the board, if it is another one, and paint it."""
        session, turn = self.table.session, self.table.turn()
        if self.view.draw(session.game, turn, self.table.is_on("coordinates")):
            element("table").dataset.corners = empty_corners(session.game.board, turn)
            if self._pointer is not None:
                self._pointer.measure()
        self.view.paint(layers(session), texts(session), session.state.mover)

    def speak(self) -> None:
        """Update the names of the cells for screen readers."""
        self.view.speak(cell_labels(self.table.session, self.view.layers))

    def play_tap(self) -> None:
        """Play the cell that was tapped while Python was loading, or say why not.

        The tap was meant for the empty board that the page was built with.
        """
        name = element("board").getAttribute("data-tapped")
        if not name:
            return
        session, first = self.table.session, newcomer_game(DEFAULT_GAME)
        drawn = self.view.drawn
        moved = drawn is None or drawn[:2] != self.view.built
        if moved or session.game != first or session.state != first.start():
            self.table.dispatch(ShowNotice(WORDS["tapped-early"].format(cell=name)))
        elif session.preferences.confirm:
            self.take_pointer().hold(first.board.parse_cell(name))
        else:
            self.table.dispatch(ClickCell(first.board.parse_cell(name)))
