"""What is kept in the browser's storage beside the stored games."""

from collections.abc import Iterator
from types import ModuleType

import pytest

from tests.page.pretended import pretended
from tests.page.whole_page import Stored


@pytest.fixture
def memory() -> Iterator[ModuleType]:
    with pretended() as js:
        js.window.greyloxNamed = lambda name: name
        js.window.localStorage, js.window.sessionStorage = Stored(), Stored()
        from greylox_web.browser.storage import memory

        yield memory


def test_the_clocks_of_the_latest_games_are_kept(memory):
    games = [f"game {number}" for number in range(memory.MOST_CLOCKS + 2)]
    for game in games:
        memory.keep_clock(f"clock of {game}", game)
        memory.keep_clock("first", games[0])
    clocks = [memory.kept_clock(game) for game in games]
    assert clocks == ["first", "", "", *(f"clock of {game}" for game in games[3:])]
    assert memory.kept_clock() == "first"


def test_each_changed_preference_is_kept_and_the_others_stay(memory):
    assert memory.keep_preferences({"greeted": True, "new_game": "chosen"})
    assert memory.keep_preferences({"new_game": "another"})
    preferences = memory.kept_preferences()
    assert preferences.greeted and preferences.new_game == "another"
