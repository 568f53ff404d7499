"""The late positions that are proven: what their files say is true, and the command counts."""

from random import Random

import pytest

from greylox_web.engine.compiled.solver import make_solver
from greylox_web.engine.playouts import terminal_value
from greylox_web.engine.solver import Solver, count_vacant
from greylox_web.rules import GAMES
from greylox_web.rules.board import bits
from greylox_web.rules.notation.actions import GameRecord
from greylox_web.rules.play import replay
from lab import endings as lab_endings
from lab.endings import VACANCY_COUNTS, Endgame, endings, generate_endgames, prove_endgame
from lab.endings.__main__ import main


def position(ending):
    return replay(ending.record.game, ending.record.actions)[-1]


@pytest.mark.parametrize("name", GAMES)
def test_every_ending_has_something_to_choose(name):
    known = endings(name)
    assert len({ending.json_line for ending in known}) == len(known) >= 100
    for ending in known:
        state, keep = position(ending), sum(1 << action for action in ending.keeping_actions)
        legal = ending.record.game.legal(state)
        assert keep and keep & legal == keep != legal
        assert count_vacant(ending.record.game, state) in VACANCY_COUNTS
        assert ending.mover_value in (0, 1)
        assert Endgame.parse_line(ending.json_line) == ending


@pytest.mark.parametrize("name", GAMES)
def test_what_is_proven_is_what_the_solver_in_python_finds(name):
    known = endings(name)
    game = known[0].record.game
    ending = min(known, key=lambda one: (count_vacant(game, position(one)), one.json_line))
    state, solver = position(ending), Solver(game)
    values = {}
    for action in bits(game.legal(state)):
        after = game.play(state, action)
        found = (
            solver.solve(after).value_first if game.legal(after) else terminal_value(game, after)
        )
        values[action] = -found if state.mover else found
    assert max(values.values()) == ending.mover_value
    assert ending.keeping_actions == tuple(a for a in values if values[a] == ending.mover_value)


def test_a_position_without_a_choice_is_none():
    ending = endings("brink")[0]
    game, states = ending.record.game, replay(ending.record.game, ending.record.actions)
    last = next(s for s in replay_out(game, states[-1]) if game.legal(s).bit_count() == 1)
    assert prove_endgame(make_solver(game), GameRecord(game, ()), last) is None


def replay_out(game, state):
    """The positions of a game that goes on by first actions."""
    while legal := game.legal(state):
        yield state
        state = game.play(state, (legal & -legal).bit_length() - 1)


def test_new_ones_are_new():
    known = endings("multiplicity")
    found = next(generate_endgames("multiplicity", known, Random(2)))
    assert found.record.actions not in {ending.record.actions for ending in known}


def test_where_there_are_enough_none_is_made(tmp_path, monkeypatch, capsys):
    monkeypatch.setattr("lab.endings.__main__.FOLDER", tmp_path)
    monkeypatch.setattr("lab.endings.__main__.endings", lambda name: endings("byg"))
    monkeypatch.setattr("sys.argv", ["lab.endings", "make", "byg", "--count", "100"])
    main()
    assert capsys.readouterr().out == "byg: 100 endings\n"
    assert (tmp_path / "byg.jsonl").read_text() == ""


def test_the_command_says_how_many_are_kept(tmp_path, monkeypatch, capsys):
    some = endings("byg")[:6]
    monkeypatch.setattr("lab.endings.__main__.endings", lambda name: some)
    monkeypatch.setattr("sys.argv", ["lab.endings", "try", "byg", "--level", "10"])
    main()
    kept = int(capsys.readouterr().out.removeprefix("byg: ").split()[0])
    assert 4 <= kept <= 6
    monkeypatch.setattr("sys.argv", ["lab.endings", "try", "byg", "--level", "0"])
    counts = []
    for _ in range(3):
        main()
        counts.append(int(capsys.readouterr().out.removeprefix("byg: ").split()[0]))
    assert min(counts) < 6, "whoever plays at random keeps less"


def test_a_game_that_is_none_is_told(monkeypatch, capsys):
    monkeypatch.setattr("sys.argv", ["lab.endings", "try", "chess"])
    with pytest.raises(SystemExit):
        main()
    assert "there is no game 'chess'" in capsys.readouterr().err
    assert lab_endings.FOLDER.name == "endings"
