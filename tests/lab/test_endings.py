"""The proven late positions: their files are correct, and the command counts."""

from random import Random

import pytest

from greylox_web.engine.compiled.solver import make_solver
from greylox_web.engine.playouts import terminal_value
from greylox_web.engine.solver import Solver
from greylox_web.rules import GAMES
from greylox_web.rules.board import bits
from greylox_web.rules.notation.actions import GameRecord
from greylox_web.rules.play import count_vacant, replay
from lab import endings as lab_endings
from lab.endings import VACANCY_COUNTS, Endgame, endings, generate_endgames, prove_endgame
from lab.endings.__main__ import main


def position(ending):
    return replay(ending.record.game, ending.record.actions)[-1]


@pytest.mark.parametrize("name", GAMES)
def test_every_ending_has_something_to_choose(name):
    endgames = endings(name)
    assert len({ending.json_line for ending in endgames}) == len(endgames) >= 100
    for ending in endgames:
        state, keep = position(ending), sum(1 << action for action in ending.keeping_actions)
        legal = ending.record.game.legal(state)
        assert keep and keep & legal == keep != legal
        assert count_vacant(ending.record.game, state) in VACANCY_COUNTS
        assert ending.mover_value in (0, 1)
        assert Endgame.parse_line(ending.json_line) == ending


@pytest.mark.parametrize("name", GAMES)
def test_endgame_values_agree_with_python_solver(name):
    endgames = endings(name)
    game = endgames[0].record.game
    ending = min(endgames, key=lambda one: (count_vacant(game, position(one)), one.json_line))
    state, solver = position(ending), Solver(game)
    values = {}
    for action in bits(game.legal(state)):
        after = game.play(state, action)
        value = (
            solver.solve(after).value_first if game.legal(after) else terminal_value(game, after)
        )
        values[action] = -value if state.mover else value
    assert max(values.values()) == ending.mover_value
    assert ending.keeping_actions == tuple(a for a in values if values[a] == ending.mover_value)


def test_position_with_one_action_is_no_endgame():
    ending = endings("brink")[0]
    game, states = ending.record.game, replay(ending.record.game, ending.record.actions)
    last = next(s for s in play_first_actions(game, states[-1]) if game.legal(s).bit_count() == 1)
    assert prove_endgame(make_solver(game), GameRecord(game, ()), last) is None


def play_first_actions(game, state):
    """Yield the positions of a game in which the lowest legal action is always played."""
    while legal := game.legal(state):
        yield state
        state = game.play(state, (legal & -legal).bit_length() - 1)


def test_new_ones_are_new():
    endgames = endings("multiplicity")
    endgame = next(generate_endgames("multiplicity", endgames, Random(2)))
    assert endgame.record.actions not in {ending.record.actions for ending in endgames}


def test_make_command_with_enough_endgames_adds_none(tmp_path, monkeypatch, capsys):
    monkeypatch.setattr("lab.endings.__main__.FOLDER", tmp_path)
    monkeypatch.setattr("lab.endings.__main__.endings", lambda name: endings("byg"))
    monkeypatch.setattr("sys.argv", ["lab.endings", "make", "byg", "--count", "100"])
    main()
    assert capsys.readouterr().out == "byg: 100 endings\n"
    assert (tmp_path / "byg.jsonl").read_text() == ""


def test_try_command_prints_number_kept(tmp_path, monkeypatch, capsys):
    endgames = endings("byg")[:6]
    monkeypatch.setattr("lab.endings.__main__.endings", lambda name: endgames)
    monkeypatch.setattr("sys.argv", ["lab.endings", "try", "byg", "--level", "10"])
    main()
    kept_count = int(capsys.readouterr().out.removeprefix("byg: ").split()[0])
    assert 4 <= kept_count <= 6
    monkeypatch.setattr("sys.argv", ["lab.endings", "try", "byg", "--level", "0"])
    counts = []
    for _ in range(3):
        main()
        counts.append(int(capsys.readouterr().out.removeprefix("byg: ").split()[0]))
    assert min(counts) < 6, "whoever plays at random keeps less"


def test_unknown_game_reports_error(monkeypatch, capsys):
    monkeypatch.setattr("sys.argv", ["lab.endings", "try", "chess"])
    with pytest.raises(SystemExit):
        main()
    assert "there is no game 'chess'" in capsys.readouterr().err
    assert lab_endings.FOLDER.name == "endings"
