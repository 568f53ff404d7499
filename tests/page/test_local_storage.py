"""Clocks, preferences and the storage warning in the browser's local storage."""

from collections.abc import Iterator
from types import ModuleType
from unittest.mock import MagicMock

import pytest

from tests.page.fake_browser import fake_js
from tests.page.page_simulation import FakeStorage


@pytest.fixture
def js() -> Iterator[MagicMock]:
    with fake_js() as js:
        js.window.greyloxStorageKey = lambda name: name
        js.window.localStorage, js.window.sessionStorage = FakeStorage(), FakeStorage()
        yield js


@pytest.fixture
def memory(js: MagicMock) -> ModuleType:
    from greylox_web.page import local_storage

    return local_storage


def test_clocks_of_latest_games_are_stored(memory):
    games = [f"game {number}" for number in range(memory.MAX_CLOCKS + 2)]
    for game in games:
        memory.save_clock(f"clock of {game}", game)
        memory.save_clock("first", games[0])
    clocks = [memory.load_clock(game) for game in games]
    assert clocks == ["first", "", "", *(f"clock of {game}" for game in games[3:])]
    assert memory.load_clock() == "first"


def test_changed_preference_is_stored_and_others_stay(memory):
    assert memory.save_preferences({"greeted": True, "new_game": "chosen"})
    assert memory.save_preferences({"new_game": "another"})
    preferences = memory.load_preferences()
    assert preferences.greeted and preferences.new_game == "another"


@pytest.mark.parametrize("is_framed", [True, False])
def test_storage_warning_shows_once_and_never_in_frame(js, memory, is_framed):
    js.document.documentElement.hasAttribute = lambda _: is_framed
    refusal = memory.StorageWarning()
    assert [refusal.should_show() for _ in range(3)] == [not is_framed, False, False]
