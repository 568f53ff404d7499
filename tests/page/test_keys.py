"""Keys anywhere on the page: shortcuts, typed cell names, and events without a key."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from types import SimpleNamespace
from typing import Any
from unittest.mock import MagicMock

import pytest

from greylox_web.session.event import Event
from greylox_web.session.update import update
from tests.page.fake_browser import fake_js
from tests.session.session_helpers import new_session


class Keys:
    """The parts of a page with a game of Greylox that its keys need."""

    def __init__(self, js: MagicMock) -> None:
        from greylox_web.features.board.keyboard import Keyboard
        from greylox_web.page.faults import Faults
        from greylox_web.page.lifetime import Lifetime

        store: Any = self
        self.js, self.session = js, new_session("greylox", 3)
        self.switched: list[str] = []
        self.clicked: list[str] = []
        listeners: list[Callable[[object], None]] = []
        js.document.querySelector = lambda _: None
        self.element = js.document.getElementById = cache(self.make_element)
        js.document.addEventListener = lambda _kind, then, _: listeners.append(then)
        self.lifetime = Lifetime(Faults())
        self.board = MagicMock()
        self.board.get_pointer.return_value.cancel = lambda: False
        Keyboard(store)
        self.on_key = listeners[0]

    def make_element(self, name: str) -> MagicMock:
        """A fake element, which records its clicks."""
        element = MagicMock(name=name)
        element.textContent = ""
        element.click = lambda: self.clicked.append(name)
        return element

    def get_part(self, _make: object) -> MagicMock:
        return self.board

    def dispatch(self, event: Event) -> None:
        self.session = update(self.session, event)

    def toggle_layer(self, layer: str) -> None:
        self.switched.append(layer)

    def is_on(self, _layer: str) -> bool:
        return True

    def press(self, *names: str) -> None:
        """Press keys one after the other."""
        for name in names:
            off = dict.fromkeys(("ctrlKey", "altKey", "metaKey", "shiftKey"), False)
            target = SimpleNamespace(closest=lambda _: None)
            self.on_key(SimpleNamespace(key=name, target=target, preventDefault=int, **off))

    @property
    def line(self) -> list[str]:
        """The names of the played cells."""
        session = self.session
        return [session.game.board.cell_name(a) for a in session.tree.actions(session.cursor)]

    @property
    def message(self) -> str:
        """The message beside the board."""
        return self.session.notice.text if self.session.notice else ""


@pytest.fixture
def keys() -> Iterator[Keys]:
    with fake_js() as js:
        yield Keys(js)


@pytest.mark.parametrize("key", ["s", "S", "ｓ", "Ｓ"])
def test_a_shortcut_works_with_caps_lock_shift_and_full_width(keys: Keys, key: str):
    keys.press(key)
    assert keys.switched == ["sight"]


@pytest.mark.parametrize("key", ["z", "Z", "Ｚ"])
def test_button_shortcut_works_in_full_width(keys: Keys, key: str):
    keys.press(key)
    assert keys.clicked == ["undo"]


@pytest.mark.parametrize(
    ("key", "button"), [("q", "hint"), ("+", "open-new"), ("=", "analyse"), ("＝", "analyse")]
)
def test_hint_new_game_and_analysis_have_a_key(keys: Keys, key: str, button: str):
    keys.press("c", key, "3", "Enter")
    assert keys.clicked == [button] and not keys.line  # the key clears the typed letter


@pytest.mark.parametrize("name", ["c3", "C3", "ｃ３", "c٣", "c３", "C३"])
def test_cell_name_is_played_in_any_script_variant(keys: Keys, name: str):
    keys.press(*name, "Enter")
    assert keys.line == ["c3"]


@pytest.mark.parametrize("letter", "сСфאあ")
def test_a_letter_of_another_alphabet_gets_a_sentence_each_time(keys: Keys, letter: str):
    keys.press(letter)
    first = keys.session.notice
    message = "is a letter of another alphabet; cells are named with the letters a to z."
    assert keys.message.endswith(message)
    keys.press(letter)
    assert keys.session.notice is not first and not keys.line


def test_accented_letter_shows_message(keys: Keys):
    keys.press("ö")
    assert keys.message == "“ö” is not the name of a cell."


@pytest.mark.parametrize("name", ["Dead", "Process", "Unidentified", "F5", "CapsLock", "²", "§"])
def test_unassigned_keys_are_ignored(keys: Keys, name: str):
    before = keys.session
    keys.press(name)
    assert keys.session is before and not keys.clicked


@pytest.mark.parametrize("event", [SimpleNamespace(), SimpleNamespace(key=None)])
def test_a_keydown_without_a_key_is_no_fault(keys: Keys, event: SimpleNamespace):
    keys.on_key(event)
    assert keys.element("notice").textContent == ""


@pytest.mark.parametrize("view", ["board", "home"])
@pytest.mark.parametrize("key", ["?", "？"])
def test_the_list_of_keys_is_a_key_away(keys: Keys, key: str, view: str):
    keys.js.document.documentElement.dataset.view = view
    keys.press(key)
    assert keys.clicked == ["keys"]
    keys.press("z")
    assert keys.clicked == ["keys"] + ["undo"] * (view == "board")


def test_the_list_is_a_dialog_of_its_own(keys: Any):
    from greylox_web.browser.registry import LAZY_FEATURES

    LAZY_FEATURES["keys"].load()(keys).on_press("open", MagicMock())
    assert keys.element("key-list").showModal.called
