"""Keyboard control of the board and the game.

On the board, reached with Tab, the arrow keys move from cell to cell, with Shift to the second
nearest neighbour, and Enter or Space plays.  Anywhere, also on a button, a typed cell name and
Enter plays there; moving the focus drops what was typed.  Outside the board the arrows, Home and
End step through the game.  Letters that begin no cell's name switch layers or press a button, also
with Shift or Caps Lock.
"""

from js import Event, document

from ...drawing.scene import neighbour_in_direction
from ...page.dom import announce, by_id, is_home, set_text
from ...page.feature import Feature
from ...page.table import Store
from ...rules import NotationError
from ...rules.board import is_foreign
from ...session.event import Event as SessionEvent
from ...session.event import ShowNotice, ShowResult
from ...session.layers import available_layers
from ...session.playing import ClickCell
from ...session.session import Session
from ...text import sentence_case
from ...words import WORDS, error_text, labelled
from .keys import ANGLES, BUTTONS, LAYERS, PLAY, STEPS, read_key
from .panel import Board

GOES_ON = {*STEPS, *PLAY}  # the keys that drop what was typed
OWN_KEYS = "input, select, textarea, summary, [contenteditable]"  # they handle keys themselves


class Keyboard(Feature):
    """The keys, and the cell name typed so far."""

    def __init__(self, store: Store) -> None:
        super().__init__(store)
        self.board = store.get_part(Board)
        self.typed = ""
        self.walking = True  # arrows walk the board; not after a cell was chosen by pointer
        listen = store.lifetime.listen
        listen(document, "keydown", self.on_key)
        listen(document, "focusin", lambda _: self.drop())
        listen(by_id("board"), "pointerdown", lambda _: setattr(self, "walking", False))

    def on_key(self, event: Event) -> None:
        """Handle a key press."""
        if event.ctrlKey or event.altKey or event.metaKey or document.querySelector("dialog[open]"):
            return
        key = read_key(event.key)
        if is_home():
            self.drop()
            if BUTTONS.get(key) != "keys":
                return
        if event.target.closest(OWN_KEYS):
            return
        if key == "Escape" and self.board.take_pointer().cancel():
            event.preventDefault()
            return
        if key == "Escape" and self.store.session.ending.is_card_open and not self.typed:
            self.store.dispatch(ShowResult(False))
            event.preventDefault()
            return
        if key == "Tab":
            self.walking = True
        cell = event.target.closest("[data-cell]") if self.walking else None
        pressable = bool(cell) or bool(event.target.closest("button"))
        taken = self._typing(key, pressable)
        if not taken and key in GOES_ON:
            self.drop()
        if not taken and cell:
            taken = self._on_board(key, event.shiftKey)
        elif not taken:
            taken = self._through_the_game(key)
        if taken:
            event.preventDefault()

    def on_event(self, _event: SessionEvent | None, before: Session) -> None:
        """Drop what was typed, if the game has changed."""
        if not self.store.session.is_same_game(before):
            self.drop()

    def drop(self) -> None:
        """Forget what was typed."""
        if self.typed:
            self.typed = ""
            self._show()

    def _typing(self, key: str, pressable: bool) -> bool:
        """Handle a letter, digit, Backspace or Enter of a cell's name; return whether it was one.

        A letter alone is no name yet: where the focus is on what Enter can press, it does that.
        """
        if key in BUTTONS:
            self.drop()
            by_id(BUTTONS[key]).click()
            return True
        if key in LAYERS:
            self.drop()
            return self._switch(LAYERS[key])
        if len(key) == 1 and key.isalpha() and not key.isascii():
            self.drop()
            told = error_text("no-cell-name", name=key)
            if is_foreign(key):
                told = error_text("no-letter", letter=key)
            self.store.dispatch(ShowNotice(sentence_case(told)))
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

    def _switch(self, layer: str) -> bool:
        """Switch a layer of the game by its letter; return whether it was one."""
        session = self.store.session
        if layer in available_layers(session.game):
            self.store.toggle_layer(layer)
            from ...words.layers import LAYERS_WORDS

            told = LAYERS_WORDS["on" if self.store.is_on(layer) else "off"]
            announce(labelled(LAYERS_WORDS[layer], told))
        return True

    def _show(self) -> None:
        """Show and announce what is typed: a letter that may begin a name, then the name."""
        told = WORDS["typed"].format(text=self.typed) if self.typed else ""
        set_text("typed", told)
        announce(told if len(self.typed) > 1 else self.typed)

    def _on_board(self, key: str, shift: bool) -> bool:
        view = self.board.view
        if key in PLAY:
            self.store.dispatch(ClickCell(view.focus))
            return True
        if key not in ANGLES:
            return False
        board = self.store.session.game.board
        there = neighbour_in_direction(board, view.focus, ANGLES[key], shift, self.store.rotation())
        if there is not None:
            view.rove(there, take=True)
        return True

    def _through_the_game(self, key: str) -> bool:
        if key not in STEPS:
            return False
        self.store.dispatch(STEPS[key])
        return True
