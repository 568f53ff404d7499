"""GTP: the state that a session preserves from command to command, and the state it resets."""

from random import Random

import pytest

from greylox_web.command.gtp import extensions
from greylox_web.command.gtp.extensions import PLAYOUTS, SOLVE_SECONDS, ExtendedCommands
from greylox_web.command.gtp.protocol import respond
from greylox_web.engine.solver import Budget
from greylox_web.rules import new_game
from greylox_web.rules.notation.actions import GameRecord
from greylox_web.rules.notation.links import write_link


def make_commands(name="greylox", size=3):
    return ExtendedCommands(new_game(name, size, allow_small=True), 0, Random(1))


@pytest.mark.parametrize(
    "command", ["clear_board", "boardsize 3", "greylox-game byg 3", "greylox-load greylox3 1. c3"]
)
def test_a_new_game_has_its_whole_time(command):
    engine = make_commands()
    assert respond(engine, "time_settings 100 0 0") == "="
    assert respond(engine, "time_left b 1 0") == "="
    assert engine.clock.turn_seconds(0) < 1
    assert respond(engine, command) == "="
    assert engine.clock.turn_seconds(0) == engine.clock.turn_seconds(1) == 5


def test_analysis_defaults_to_1000_playouts():
    assert PLAYOUTS == 1000
    for command, playouts in (("greylox-analyse", 1000), ("greylox-analyse 40", 40)):
        assert respond(make_commands("brink", 5), command).startswith(f"= playouts {playouts}\n")


def test_analysis_does_not_reuse_previous_tree():
    engine = make_commands("brink", 5)
    for playouts in (40, 5):
        response = respond(engine, f"greylox-analyse {playouts}")
        assert response.startswith(f"= playouts {playouts}\n")


def test_pass_accepts_only_one_name():
    engine = make_commands()
    assert respond(engine, "greylox-load 1/lox3/ma2-sa2b2c3b3a1a3c2a2") == "="
    assert respond(engine, "greylox-legal") == "= pass"
    assert respond(engine, "greylox-solve").endswith(" pass")
    line = respond(engine, "greylox-analyse 5").split("\n")[2]
    assert line.startswith("line pass")


def test_solve_uses_requested_seconds(monkeypatch):
    budgets = []

    class RecordingSolver:
        def __init__(self, game):
            pass

        def solve(self, state, budget):
            budgets.append(budget)

    monkeypatch.setattr(extensions, "Solver", RecordingSolver)
    for command in ("greylox-solve 2.5", "greylox-solve"):
        assert respond(make_commands(), command) == "= unknown"
    assert budgets == [Budget(seconds=2.5), Budget(seconds=SOLVE_SECONDS)]


def test_resigned_game_loaded_at_cursor_can_continue():
    game = new_game("brink", 3)
    actions = tuple(game.board.parse_cell(name) for name in ("a1", "b2", "c3"))
    engine = make_commands()
    for cursor, over in ((None, True), (3, True), (1, False)):
        link = write_link(GameRecord(game, actions, cursor=cursor, resigned=True))
        assert respond(engine, f"greylox-load {link}") == "="
        assert (engine.ongoing_game.outcome() is not None) == over
        assert len(engine.ongoing_game.actions) == (3 if over else 1)
    assert respond(engine, "play w b2") == "="


def test_a_loaded_resignation_is_taken_back_alone():
    engine = make_commands()
    assert respond(engine, "greylox-load brink3-x2 1. a1 2. b2 3. resign") == "="
    assert respond(engine, "undo") == "="
    assert len(engine.ongoing_game.actions) == 2 and engine.ongoing_game.outcome() is None


def test_pass_is_refused_during_open_turn():
    engine = make_commands()
    assert respond(engine, "play b c3") == "="
    assert respond(engine, "play w c4") == "="
    assert engine.ongoing_game.state.placed
    assert "illegal move: it is the turn of black" in respond(engine, "play b pass")
