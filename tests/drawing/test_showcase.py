"""The showcase positions of the games."""

import pytest

from greylox_web.drawing.thumbnail import SHOWCASE, showcase_position
from greylox_web.rules import GAMES, default_game
from greylox_web.rules.notation.links import read_link
from tests import sixth


@pytest.mark.parametrize("name", GAMES)
def test_showcase_is_unfinished_game_on_default_board(name):
    reading = read_link(SHOWCASE[name])
    assert reading.record and not reading.error
    game, state = showcase_position(name)
    assert game == default_game(name)
    assert game.outcome(state) is None
    cells = game.board.cells.bit_count()
    assert cells / 4 < state.occupied.bit_count() < cells * 3 / 4
    assert not state.placed  # the turn has not begun


def test_showcase_names_are_existing_games():
    assert SHOWCASE.keys() <= GAMES.keys()


def test_showcase_missing_falls_back_to_empty_board(monkeypatch):
    sixth.register(monkeypatch)
    game, state = showcase_position("siege")
    assert game == default_game("siege")
    assert state == game.start()
