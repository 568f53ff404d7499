"""Keyboard control of the board and the game.

On the board, arrow keys move the focus from cell to cell. With Shift they move to the second
nearest neighbour. Enter or Space plays. Tab reaches the board. Outside the board, the arrows, Home
and End step through the game.

A typed cell name and Enter play anywhere, even while a button has the focus. Moving the focus
clears the typed text. Letters that start no cell name and a few signs switch layers or press a
button, letters also with Shift or Caps Lock.
"""

from js import Event, document

from ...drawing.hex_geometry import neighbour_in_direction
from ...page.dom import announce, by_id, is_board_shown, set_text
from ...page.feature import Feature
from ...page.store import Store
from ...rules import NotationError
from ...rules.board import NO_CELL, is_foreign
from ...session.event import Event as SessionEvent
from ...session.event import ShowNotice, ShowResult
from ...session.layers import available_layers
from ...session.playing import ClickCell
from ...session.session import Session
from ...text import sentence_case
from ...words import WORDS, error_text, labelled
from .keys import ARROW_ANGLES, BUTTONS, LAYERS, PLAY_KEYS, STEPS, read_key
from .panel import Board

ALLOWED_KEYS = {*STEPS, *PLAY_KEYS}  # keys that clear the typed text
NATIVE_KEY_ELEMENTS = (
    "input, select, textarea, summary, [contenteditable]"  # these handle keys themselves
)


class Keyboard(Feature):
    """The key handler, and the cell name typed so far."""

    def __init__(self, store: Store) -> None:
        super().__init__(store)
        self.board = store.get_part(Board)
        self.typed = ""
        self.board_active = True  # arrows move on the board; not after a pointer press
        listen = store.lifetime.listen
        listen(document, "keydown", self.on_key)
        listen(document, "focusin", lambda _: self.clear_typed())
        listen(by_id("board"), "pointerdown", lambda _: setattr(self, "board_active", False))

    def on_key(self, event: Event) -> None:
        """Handle a key press."""
        if event.ctrlKey or event.altKey or event.metaKey or document.querySelector("dialog[open]"):
            return
        key = read_key(event.key)
        if not is_board_shown():
            self.clear_typed()
            if BUTTONS.get(key) != "keys":
                return
        if event.target.closest(NATIVE_KEY_ELEMENTS):
            return
        if key == "Escape" and self.board.get_pointer().cancel():
            event.preventDefault()
            return
        if key == "Escape" and self.store.session.ending.is_card_open and not self.typed:
            self.store.dispatch(ShowResult(False))
            event.preventDefault()
            return
        if key == "Tab":
            self.board_active = True
        cell = event.target.closest("[data-cell]") if self.board_active else None
        pressable = bool(cell) or bool(event.target.closest("button"))
        handled = self._handle_typing(key, pressable)
        if not handled and key in ALLOWED_KEYS:
            self.clear_typed()
        if not handled and cell:
            handled = self._board_key(key, event.shiftKey)
        elif not handled:
            handled = self._navigation_key(key)
        if handled:
            event.preventDefault()

    def on_event(self, _event: SessionEvent | None, before: Session) -> None:
        """Clear the typed text if the game has changed."""
        if not self.store.session.is_same_game(before):
            self.clear_typed()

    def clear_typed(self) -> None:
        """Clear the typed text."""
        if self.typed:
            self.typed = ""
            self._show()

    def _handle_typing(self, key: str, pressable: bool) -> bool:
        """Handle a letter, digit, Backspace or Enter of a cell name; return whether it was handled.

        A single letter is not yet a name: Enter then presses the focused element, if it can be
        pressed.
        """
        if key in BUTTONS:
            self.clear_typed()
            by_id(BUTTONS[key]).click()
            return True
        if key in LAYERS:
            self.clear_typed()
            return self._toggle_layer(LAYERS[key])
        if len(key) == 1 and key.isalpha() and not key.isascii():
            self.clear_typed()
            text = error_text("no-cell-name", name=key)
            if is_foreign(key):
                text = error_text("no-letter", letter=key)
            self.store.dispatch(ShowNotice(sentence_case(text)))
            return True
        if len(key) == 1 and key.isascii() and key.isalnum():
            starts = key.isalpha()
            if starts or self.typed:
                self.typed = key if starts else (self.typed + key)[:3]
                self._show()
                return True
        elif key in ("Backspace", "Escape") and self.typed:
            self.typed = self.typed[:-1] if key == "Backspace" else ""
            self._show()
            return True
        elif key == "Enter" and self.typed and (len(self.typed) > 1 or not pressable):
            typed, self.typed = self.typed, ""
            self._show()
            try:
                action = self.store.session.game.board.parse_cell(typed)
            except NotationError as error:
                self.store.dispatch(ShowNotice(f"{error}."))
            else:
                self.store.dispatch(ClickCell(action))
            return True
        return False

    def _toggle_layer(self, layer: str) -> bool:
        """Switch a layer by its letter; return True, because the letter is always handled."""
        session = self.store.session
        if layer in available_layers(session.game):
            self.store.toggle_layer(layer)
            from ...words.layers import LAYERS_WORDS

            state_text = LAYERS_WORDS["on" if self.store.is_on(layer) else "off"]
            announce(labelled(LAYERS_WORDS[layer], state_text))
        return True

    def _show(self) -> None:
        """Show and announce the typed text: first the letter, then the name; mark its cell."""
        self.board.view.show_typed(self._typed_cell())
        text = WORDS["typed"].format(text=self.typed) if self.typed else ""
        set_text("typed", text)
        announce(text if len(self.typed) > 1 else self.typed)

    def _typed_cell(self) -> int:
        """Return the cell whose name is typed, or NO_CELL."""
        if len(self.typed) < 2:  # a letter is no name yet
            return NO_CELL
        try:
            return self.store.session.game.board.parse_cell(self.typed)
        except NotationError:
            return NO_CELL

    def _board_key(self, key: str, shift: bool) -> bool:
        view = self.board.view
        if key in PLAY_KEYS:
            self.store.dispatch(ClickCell(view.focus))
            return True
        if key not in ARROW_ANGLES:
            return False
        board = self.store.session.game.board
        neighbour = neighbour_in_direction(
            board, view.focus, ARROW_ANGLES[key], shift, self.store.rotation()
        )
        if neighbour is not None:
            view.set_roving_focus(neighbour, move_focus=True)
        return True

    def _navigation_key(self, key: str) -> bool:
        if key not in STEPS:
            return False
        self.store.dispatch(STEPS[key])
        return True
