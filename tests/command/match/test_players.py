"""The players of a match, each by itself."""

import sys

import pytest

from greylox_web.command.game import GameInProgress
from greylox_web.command.match import players
from greylox_web.command.match.players import player_factory
from greylox_web.command.match.program import Forfeit, GtpProgram
from greylox_web.rules import GAMES, NotationError, new_game
from tests.sixth.siege import Siege


@pytest.mark.parametrize("text", ["random", "plain:3", "native:20"])
@pytest.mark.parametrize("name", GAMES)
def test_a_turn_is_whole_and_no_more_than_one(name, text):
    table = GameInProgress(new_game(name, 5 if name == "lox" else 3, allow_small=True))
    player = player_factory(text, 1.0)()
    player.prepare(new_game("byg"))
    player.new_game(table, "1")
    while table.outcome() is None:
        before = table.state
        table.play(player.choose_turn(table))
        assert not table.state.placed or table.outcome()
        stones = len(table.actions) - table.undo_points[-1]
        turn = table.states[-stones - 1 : -1]
        assert turn[0] == before and all(state.mover == before.mover for state in turn)
        assert all(state.placed for state in turn[1:])
    player.close()


def test_a_program_that_is_gone_has_crashed_before_the_next_word():
    program = GtpProgram(f'{sys.executable} -c ""', 5.0)
    program.start()
    program.process.wait()
    with pytest.raises(Forfeit, match="crashed before name"):
        program.send_or_forfeit("name")
    assert program.process is None


def test_plain_search_that_cannot_run_does_not_arrive(monkeypatch):
    monkeypatch.setattr(players, "load_instance", lambda path: None)
    with pytest.raises(Forfeit, match="compiled code does not run here"):
        player_factory("native:20", 1.0)().prepare(new_game("byg"))


def test_plain_search_does_not_arrive_for_a_game_that_is_not_compiled():
    with pytest.raises(Forfeit, match="the rules of this game are not compiled"):
        player_factory("native:20", 1.0)().prepare(Siege())


@pytest.mark.parametrize("number", ["0", "000", "-5", "x", "", "1.5", "9" * 11])
def test_plain_search_takes_a_number_from_one_on_or_none_at_all(number):
    with pytest.raises(NotationError, match="a player is random"):
        player_factory(f"native:{number}", 1.0)
    assert player_factory("native:1", 1.0)().playouts == 1
    assert player_factory("native", 1.0)().playouts == 0, "as many as are usual"
