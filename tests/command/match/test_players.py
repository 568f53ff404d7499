"""The players of a match, one by one."""

import sys

import pytest

from greylox_web.command.game import GameInProgress
from greylox_web.command.match import players
from greylox_web.command.match.players import player_factory
from greylox_web.command.match.program import Forfeit, GtpProgram
from greylox_web.rules import GAMES, NotationError, new_game
from tests.sixth.siege import Siege


@pytest.mark.parametrize("text", ["random", "no-network:3", "plain:3", "native:20"])
@pytest.mark.parametrize("name", GAMES)
def test_choose_turn_returns_exactly_one_whole_turn(name, text):
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


def test_exited_program_forfeits_at_next_command():
    program = GtpProgram(f'{sys.executable} -c ""', 5.0)
    program.start()
    program.process.wait()
    with pytest.raises(Forfeit, match="crashed before name"):
        program.send_or_forfeit("name")
    assert program.process is None


def test_uct_player_without_compiled_code_forfeits(monkeypatch):
    monkeypatch.setattr(players, "load_instance", lambda path: None)
    with pytest.raises(Forfeit, match="compiled code does not run here"):
        player_factory("native:20", 1.0)().prepare(new_game("byg"))


def test_uct_player_forfeits_game_without_compiled_rules():
    with pytest.raises(Forfeit, match="the rules of this game are not compiled"):
        player_factory("native:20", 1.0)().prepare(Siege())


@pytest.mark.parametrize("number", ["0", "000", "-5", "x", "", "1.5", "9" * 11])
def test_native_player_accepts_only_positive_playouts(number):
    with pytest.raises(NotationError, match="a player is random"):
        player_factory(f"native:{number}", 1.0)
    assert player_factory("native:1", 1.0)().playouts == 1
    assert player_factory("native", 1.0)().playouts == 0, "as many as are usual"
