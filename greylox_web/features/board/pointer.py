"""Pointer input on the board: aiming, ghost stones, and playing."""

from math import hypot
from typing import TYPE_CHECKING

from js import DOMPoint, Element, Event, ResizeObserver, document, window

from ...drawing.hex_geometry import Point
from ...page.dom import announce, by_id, set_text
from ...page.feature import Feature
from ...page.store import Store
from ...rules.board import NO_CELL
from ...rules.notation.actions import Mark
from ...session.event import Event as SessionEvent
from ...session.event import ShowNotice
from ...session.playing import ClickCell
from ...session.session import Session
from ...session.study import Draw
from ...words import WORDS
from .aim import (
    APOTHEM,
    BETWEEN_CELLS,
    DOUBLE_TAP_REACH,
    IDLE,
    NEVER,
    Pointer,
    cancel,
    cancel_if_stale,
    ghost_kind,
    hit_test,
    move,
    position_key,
    press,
    release,
)
from .marks import may_draw
from .view import BoardView

if TYPE_CHECKING:
    from .magnifier import Magnifier

RIGHT_BUTTON = 2
MIN_TARGET = 44  # pixels; with a finger, narrower cells need the magnifier
MOUSE_DEAD_ZONE, FINGER_DEAD_ZONE = 0.025, 0.07  # near an edge, in cell widths


class BoardPointer(Feature):
    """The handler that turns pointer events into clicks on cells."""

    def __init__(self, store: Store, view: BoardView) -> None:
        super().__init__(store)
        self.view = view
        self.pointer: Pointer = IDLE
        self.is_click_handled = False  # whether pointer events have handled the next click
        self.needs_magnifier = False  # whether cells are too small for a finger
        self.uses_magnifier = store.session.preferences.loupe
        self.magnifier: Magnifier | None = None
        self.magnified_event: Event | None = None  # the last of a finger under the magnifier
        self.match_id = ""  # the match of the last press
        self.draws = False  # whether the last press began to draw
        self.arrow_start = NO_CELL  # the first cell of the arrow that is being drawn
        self.drawn_in: object = None  # the position that it is drawn on
        lifetime = store.lifetime
        self.on_move_proxy = lifetime.proxy(
            lambda event: store.faults.run_repeated("pointer", lambda: self.on_move(event))
        )
        measure = lambda *_: store.faults.run_repeated("measure", self.measure)  # noqa: E731
        self.observer = ResizeObserver.new(lifetime.proxy(measure))  # it measures once at the start
        self.observer.observe(by_id("board"))
        lifetime.on_end(lambda: self.observer.disconnect())
        if window.visualViewport:
            lifetime.listen(window.visualViewport, "resize", measure)

    def measure(self) -> None:
        """Update whether a finger needs the magnifier; it then moves that and not the page."""
        zoom = window.visualViewport.scale if window.visualViewport else 1
        svg = self._svg()
        width = 2 * APOTHEM * self._scale() * zoom
        self.uses_magnifier = self.store.session.preferences.loupe
        self.needs_magnifier = self.uses_magnifier and width < MIN_TARGET
        svg.classList.toggle("fine", self.needs_magnifier)

    def on_down(self, event: Event) -> None:
        """Handle a finger or mouse button going down, on the board or elsewhere."""
        elsewhere = not by_id("board").contains(event.target)
        self.draws = event.button == RIGHT_BUTTON and not elsewhere and self._begin_drawing(event)
        if self.store.session.line is not None:  # a swipe steps through it, and a click closes it
            elsewhere = True
        if elsewhere or event.button or not event.isPrimary:  # a second finger cancels the tap
            self.cancel()
            if elsewhere:  # such as Undo: the next tap on the board is no double tap
                self.pointer = self.pointer._replace(tapped_at=NEVER)
            return
        self.is_click_handled = True
        session, point = self.store.session, self._point(event)
        match_id, self.match_id = self.match_id, session.match.id
        # quick taps toggle marks; on another board, the first tap counts
        if session.editor is not None or session.drawing_mark or match_id != self.match_id:
            self.pointer = self.pointer._replace(tapped_at=NEVER)
        magnified = self.needs_magnifier and event.pointerType != "mouse"
        cell = self._hit_test(event, point, self.pointer.awaiting_confirm)
        tap_point, reach = Point(event.clientX, event.clientY), DOUBLE_TAP_REACH * self._scale()
        position = position_key(session.board_session)
        pointer = press(self.pointer, cell, tap_point, event.timeStamp, position, magnified, reach)
        self._set_pointer(pointer, event)
        signal = self.store.lifetime.signal
        document.addEventListener("pointermove", self.on_move_proxy, signal)

    def _begin_drawing(self, event: Event) -> bool:
        """Begin an arrow at a cell, and return whether that is possible here."""
        if event.pointerType != "mouse" or not may_draw(self.store.session):
            return False
        self.arrow_start = self._hit_test(event, self._point(event), NO_CELL)
        if self.arrow_start == NO_CELL:
            return False
        self.drawn_in = position_key(self.store.session)
        signal = self.store.lifetime.signal
        document.addEventListener("pointermove", self.on_move_proxy, signal)
        return True

    def _stop_drawing(self) -> int:
        """Hide the arrow that is being drawn, and return its first cell."""
        self.view.show_drawing(NO_CELL, NO_CELL)
        document.removeEventListener("pointermove", self.on_move_proxy)
        start, self.arrow_start = self.arrow_start, NO_CELL
        return start

    def _end_drawing(self, event: Event) -> None:
        """Draw an arrow to this cell, or a circle if it is the first one."""
        start = self._stop_drawing()
        end = self._hit_test(event, self._point(event), start)
        if min(start, end) >= 0 and self.drawn_in == position_key(self.store.session):
            mark = Mark("circle", start) if start == end else Mark("arrow", start, end=end)
            self.store.dispatch(Draw(mark))

    def on_context_menu(self, event: Event) -> None:
        """Prevent the menu of the browser where the right button draws."""
        if self.draws and event.button == RIGHT_BUTTON:  # a key opens it too
            event.preventDefault()

    def on_move(self, event: Event) -> None:
        """Handle a move of the pressed pointer."""
        if self.arrow_start != NO_CELL:
            end = self._hit_test(event, self._point(event), self.arrow_start)
            self.view.hover(NO_CELL)
            self.view.show_drawing(self.arrow_start, end)
        elif event.isPrimary:
            cell = self._hit_test(event, self._point(event), self.pointer.pressed)
            self._set_pointer(move(self.pointer, cell), event)

    def on_up(self, event: Event) -> None:
        """Handle the release of the pointer, which may play a cell."""
        if event.pointerType == "mouse" and self.arrow_start != NO_CELL:
            self._end_drawing(event)
            return
        if not event.isPrimary or not self.pointer.down:
            return
        self.is_click_handled = bool(by_id("board").contains(event.target))  # else no click follows
        session, tap_point = self.store.session, Point(event.clientX, event.clientY)
        cell = self._hit_test(event, self._point(event), self.pointer.pressed)
        kind = ghost_kind(session.board_session, cell)
        confirms = session.preferences.confirm and kind in ("first", "second")
        pointer, played = release(self.pointer, cell, tap_point, event.timeStamp, confirms)
        self._set_pointer(pointer)
        if played == BETWEEN_CELLS:
            self.store.dispatch(ShowNotice(WORDS["between-cells"]))
        elif played != NO_CELL:
            self.store.dispatch(ClickCell(played))

    def on_cancel(self, _: object = None) -> None:
        """Cancel a pointer that the browser takes over for scrolling, or that left the page."""
        self.is_click_handled = False
        if self.arrow_start != NO_CELL:
            self._stop_drawing()
        self.cancel()
        self._set_pointer(self.pointer._replace(down=False))

    def on_click(self, event: Event) -> None:
        """Handle a click without a pointer: from a screen reader, a switch or a script."""
        by_pointer, self.is_click_handled = self.is_click_handled and event.detail, False
        cell = self.view.cell_of(event.target, self.store.session.game)
        if cell != NO_CELL and not by_pointer:
            self.store.dispatch(ClickCell(cell))

    def cancel(self) -> bool:
        """Cancel the pressed or selected cell; return whether there was a ghost."""
        had_ghost = self.pointer.ghost != NO_CELL
        self._set_pointer(cancel(self.pointer))
        return had_ghost

    def await_confirm(self, cell: int) -> None:
        """Show a stone on ``cell`` that a second tap confirms."""
        position = position_key(self.store.session.board_session)
        self._set_pointer(self.pointer._replace(position=position, awaiting_confirm=cell))

    def on_event(self, _event: SessionEvent | None, _before: Session) -> None:
        """Cancel a press that was meant for another position than the current one."""
        if self.store.session.preferences.loupe != self.uses_magnifier:
            self.measure()
        if self.pointer.ghost != NO_CELL or self.pointer.pressed != NO_CELL:
            position = position_key(self.store.session.board_session)
            self._set_pointer(cancel_if_stale(self.pointer, position))

    def _set_pointer(self, pointer: Pointer, event: "Event | None" = None) -> None:
        """Set the new state of the pointer, and render it."""
        before, self.pointer = self.pointer, pointer
        if before.down and not pointer.down:
            document.removeEventListener("pointermove", self.on_move_proxy)
        if pointer.ghost != before.ghost or pointer.position != before.position:
            session = self.store.session.board_session
            kind = ghost_kind(session, pointer.ghost) if pointer.ghost >= 0 else ""
            self.view.ghost(pointer.ghost, kind)
        self.view.magnified = pointer.ghost if pointer.magnified else NO_CELL
        if pointer.awaiting_confirm != before.awaiting_confirm:
            name = self._cell_name(pointer.awaiting_confirm)
            text = WORDS["tap-again"].format(cell=name) if name else ""
            set_text("typed", text)
            announce(text)
        shown = self.magnifier if self.magnifier and not self.magnifier.root.hidden else None
        is_due = self.magnified_event is not None
        self.magnified_event = event if pointer.magnified and pointer.down else None
        if self.magnified_event is None:
            if shown:
                shown.hide()
        elif shown:
            self._show_magnifier()
        elif not is_due:  # the ghost is painted first: the magnifier copies the whole board
            lifetime = self.store.lifetime
            lifetime.request_frame(lambda: lifetime.set_timeout(0, self._show_magnifier))

    def _show_magnifier(self) -> None:
        """Show the magnifier where the finger is, unless it has been lifted."""
        event = self.magnified_event
        if event is None:
            return
        if self.magnifier is None:
            from .magnifier import Magnifier

            self.magnifier = Magnifier(self.view.frame)
        self.magnifier.show(event, self._point(event), self._cell_name(self.pointer.aimed))

    def _cell_name(self, cell: int) -> str:
        """Return the name of a cell; "" for none."""
        return self.store.session.game.board.cell_name(cell) if cell >= 0 else ""

    def _hit_test(self, event: Event, point: Point, previous_cell: int) -> int:
        dead_zone = MOUSE_DEAD_ZONE if event.pointerType == "mouse" else FINGER_DEAD_ZONE
        return hit_test(
            self.store.session.game.board, point, self.store.rotation(), previous_cell, dead_zone
        )

    def _point(self, event: Event) -> Point:
        """Return the point of an event in the board's view box."""
        matrix = self._svg().getScreenCTM().inverse()
        at = DOMPoint.new(event.clientX, event.clientY).matrixTransform(matrix)
        return Point(at.x, at.y)

    def _scale(self) -> float:
        """Return window pixels per unit of the board's view box."""
        matrix = self._svg().getScreenCTM()
        return hypot(matrix.a, matrix.b)

    def _svg(self) -> Element:
        return by_id("board").firstElementChild
