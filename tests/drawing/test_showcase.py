"""The positions by which the games are shown."""

import pytest

from greylox_web.drawing.thumbnail import SHOWCASE, showcase_position
from greylox_web.rules import GAMES, default_game
from greylox_web.rules.notation.links import read_link
from tests import sixth


@pytest.mark.parametrize("name", GAMES)
def test_the_position_is_of_a_usual_game_that_goes_on(name):
    reading = read_link(SHOWCASE[name])
    assert reading.record and not reading.error
    game, state = showcase_position(name)
    assert game == default_game(name)
    assert game.outcome(state) is None
    cells = game.board.cells.bit_count()
    assert cells / 4 < state.occupied.bit_count() < cells * 3 / 4
    assert not state.placed  # no turn is open


def test_there_is_none_of_games_that_do_not_exist():
    assert SHOWCASE.keys() <= GAMES.keys()


def test_a_game_without_one_is_shown_by_its_empty_board(monkeypatch):
    sixth.register(monkeypatch)
    game, state = showcase_position("siege")
    assert game == default_game("siege")
    assert state == game.start()
