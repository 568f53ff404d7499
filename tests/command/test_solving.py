"""The command ``solve``."""

import os
import re
import signal
import subprocess
import sys
from itertools import count
from pathlib import Path
from time import monotonic

import pytest

from greylox_web.__main__ import main
from greylox_web.command.retrograde import RetrogradeTable
from greylox_web.command.solve import uses_table
from greylox_web.engine.solver import CHECK_CLOCK_EVERY, UNLIMITED, Budget, Solver
from greylox_web.rules import new_game
from greylox_web.rules.state import State

ROOT = Path(__file__).parents[2]


def run_solve(capsys, *words, status=0):
    assert main(["solve", *words]) == status
    return capsys.readouterr().out


def test_small_boards(capsys):
    assert run_solve(capsys, "greylox", "--size", "2").startswith("White wins; White plays ")
    assert run_solve(capsys, "byg", "--size", "2").startswith("Black wins; White plays ")
    words = ("brink", "--size", "2", "--option", "x=3")
    assert run_solve(capsys, *words).startswith("White wins; Black plays ")


def test_a_late_position_from_a_link(capsys):
    assert run_solve(capsys, "lox", "1/lox3/mb2").startswith("Blue wins; Blue plays swap")
    assert run_solve(capsys, "lox", "1/lox3/mb2b1a2/n1").startswith("Blue wins; Blue plays swap")
    assert run_solve(capsys, "brink", "brink2-x1 1. b2  2. a1").startswith(
        "Black wins; Black plays "
    )


@pytest.mark.parametrize(
    ("words", "without", "with_swap"),
    [
        ("brink --size 2 --option x=1", "Black wins", "White wins"),
        ("multiplicity --size 2 --option opening=no", "White wins", "a draw"),
    ],
)
def test_swap_takes_first_colours_advantage(capsys, words, without, with_swap):
    assert run_solve(capsys, *words.split()).startswith(without)
    assert run_solve(capsys, *words.split(), "--option", "swap=yes").startswith(with_swap)


def test_a_budget(capsys):
    assert "not solved" in run_solve(capsys, "greylox", "--size", "5", "--nodes", "50", status=1)
    words = ("lox", "--size", "9", "--seconds", "0.1")
    assert re.search(r"not solved in \d+\.\d s", run_solve(capsys, *words, status=1))


def test_budget_of_seconds_ends_at_first_check_of_clock_after_it(monkeypatch: pytest.MonkeyPatch):
    """The clock advances by a second a check, so that the machine's speed does not matter."""
    clock = count()
    monkeypatch.setattr("greylox_web.engine.solver.monotonic", lambda: next(clock))
    game = new_game("lox", 9)
    solver = Solver(game)
    assert solver.solve(game.start(), Budget(seconds=2)) is None
    assert solver.nodes == 3 * CHECK_CLOCK_EVERY


@pytest.mark.parametrize(
    "words", ["--seconds nan", "--seconds -1", "--seconds 0", "--nodes 0", "--nodes -7"]
)
def test_invalid_budget_gets_error_message(capsys, words):
    assert main(["solve", "greylox", "--size", "2", *words.split()]) == 2
    assert (
        capsys.readouterr().err == f"greylox: {words.replace(' ', ' must be more than 0, not ')}\n"
    )


def test_too_many_vacant_cells_message_ignores_budget(capsys):
    expected = "not solved: only up to 90 vacant cells can be, and here are 91\n"
    assert run_solve(capsys, "greylox", "--size", "6", status=1) == expected
    assert run_solve(capsys, "greylox", "--size", "6", "--seconds", "1", status=1) == expected


@pytest.mark.parametrize(
    "words",
    [
        ["lox", "1. b2", "--size", "3"],
        ["lox", "--size", "3", "1. b2"],
        ["--size", "3", "lox", "1. b2"],
        ["--size", "3", "lox", "--nodes", "9999", "1. b2", "--seconds", "60"],
    ],
)
def test_a_link_may_stand_before_and_behind_options(capsys, words):
    assert run_solve(capsys, *words).startswith("Blue wins; Blue plays swap")


@pytest.mark.parametrize("words", [["-h"], ["lox", "-h"]])
def test_help_marks_link_as_optional(capsys, words):
    with pytest.raises(SystemExit):
        main(["solve", *words])
    assert "[link]" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["brink", "lox3", "--size", "2"], "this is a position of Lox, not of Brink"),
        (["lox", "1/lox3/mb2", "--size", "2"], "this position has size 3, not 2"),
        (["lox", "1/lox3/mb2", "--option", "swap=no"], "this position has swap=true, not false"),
        (
            ["brink", "1/brink3-x2/mb2", "--option", "swap=yes"],
            "this position has swap=false, not true",
        ),
    ],
)
def test_a_position_of_something_else_is_a_sentence(capsys, words, sentence):
    assert main(["solve", *words]) == 2
    assert capsys.readouterr().err == f"greylox: {sentence}\n"
    assert main(["solve", words[0], "--size", "3", f"1/{words[0]}3/mb2", "--nodes", "1"]) == 1


@pytest.fixture
def tables(monkeypatch):
    """The arguments of the tables that were created."""
    tables = []

    class RecordingTable(RetrogradeTable):
        def __init__(self, *arguments, **options):
            tables.append(arguments)
            super().__init__(*arguments, **options)

    monkeypatch.setattr("greylox_web.command.solve.RetrogradeTable", RecordingTable)
    return tables


RHOMBUS = ["brink", "--size", "4", "--option", "board=rhombus"]


@pytest.mark.slow
def test_a_table_of_all_positions_is_announced_with_its_memory(capsys, tables):
    assert main(["solve", *RHOMBUS]) == 0
    output = capsys.readouterr()
    assert output.out.startswith("a draw; Black plays ")
    assert "a table of all positions takes 43 MB of memory" in output.err
    assert len(tables) == 1


@pytest.mark.parametrize("budget", [["--seconds", "0.2"], ["--nodes", "50"]])
@pytest.mark.parametrize("board", [["brink", "--size", "3"], ["multiplicity", "--size", "3"]])
def test_budget_limits_solving_of_fillable_boards(capsys, tables, board, budget):
    start = monotonic()
    assert "not solved" in run_solve(capsys, *board, *budget, status=1)
    assert not tables and monotonic() - start < 5


def test_table_is_used_only_if_it_covers_position():
    game = new_game("brink", 4, {"board": "rhombus"}, allow_small=True)
    even, odd = game.start(), State((0b1101, 0), mover=1)
    assert uses_table(game, even, UNLIMITED)
    largest_game = new_game("brink", 3)
    assert uses_table(largest_game, largest_game.start(), UNLIMITED)
    assert not uses_table(game, odd, UNLIMITED)


@pytest.mark.parametrize(
    "words",
    [["lox", "nonsense"], ["lox", "1/lox3/mz9"], ["lox", "1/lox2/ma1-q"], ["lox", "--size", "99"]],
)
def test_unsolvable_input_gets_error_message(capsys, words):
    assert main(["solve", *words]) == 2
    err = capsys.readouterr().err
    assert err.startswith("greylox: ") and err.count("\n") == 1


@pytest.mark.skipif(os.name == "nt", reason="signals")
def test_ctrl_c_ends_it_without_a_traceback():
    words = [sys.executable, "-m", "greylox_web", "solve", "greylox", "--size", "5"]
    process = subprocess.Popen(
        words,
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),  # a shell may ignore it
    )
    assert b"Ctrl-C" in process.stderr.readline()
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=60)
    assert (out, process.returncode) == (b"", 130)
    assert b"Traceback" not in err
