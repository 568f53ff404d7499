"""The command ``solve``."""

import os
import signal
import subprocess
import sys
from pathlib import Path
from time import monotonic

import pytest

from greylox_web.__main__ import main
from greylox_web.command.retrograde import RetrogradeTable
from greylox_web.command.solve import uses_table
from greylox_web.engine.solver import UNLIMITED
from greylox_web.rules import new_game
from greylox_web.rules.state import State

ROOT = Path(__file__).parents[2]


def said(capsys, *words, status=0):
    assert main(["solve", *words]) == status
    return capsys.readouterr().out


def test_small_boards(capsys):
    assert said(capsys, "greylox", "--size", "2").startswith("White wins; White plays ")
    assert said(capsys, "byg", "--size", "2").startswith("Black wins; White plays ")
    words = ("brink", "--size", "2", "--option", "x=3")
    assert said(capsys, *words).startswith("White wins; Black plays ")


def test_a_late_position_from_a_link(capsys):
    assert said(capsys, "lox", "1/lox3/mb2").startswith("Blue wins; Blue plays swap")
    assert said(capsys, "lox", "1/lox3/mb2b1a2/n1").startswith("Blue wins; Blue plays swap")
    assert said(capsys, "brink", "brink2-x1 1. b2  2. a1").startswith("Black wins; Black plays ")


def test_a_budget(capsys):
    assert "not solved" in said(capsys, "greylox", "--size", "5", "--nodes", "50", status=1)
    words = ("lox", "--size", "9", "--seconds", "0.1")
    assert "not solved in 0." in said(capsys, *words, status=1)


@pytest.mark.parametrize(
    "words", ["--seconds nan", "--seconds -1", "--seconds 0", "--nodes 0", "--nodes -7"]
)
def test_a_budget_that_makes_no_sense_is_a_sentence(capsys, words):
    assert main(["solve", "greylox", "--size", "2", *words.split()]) == 2
    assert (
        capsys.readouterr().err == f"greylox: {words.replace(' ', ' must be more than 0, not ')}\n"
    )


def test_a_board_with_too_many_vacant_cells_is_not_a_matter_of_the_budget(capsys):
    wanted = "not solved: only up to 90 vacant cells can be, and here are 91\n"
    assert said(capsys, "greylox", "--size", "6", status=1) == wanted
    assert said(capsys, "greylox", "--size", "6", "--seconds", "1", status=1) == wanted


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
    assert said(capsys, *words).startswith("Blue wins; Blue plays swap")


@pytest.mark.parametrize("words", [["-h"], ["lox", "-h"]])
def test_the_help_says_that_the_link_may_be_left_out(capsys, words):
    with pytest.raises(SystemExit):
        main(["solve", *words])
    assert "[link]" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["brink", "lox3", "--size", "2"], "this is a position of Lox, not of Brink"),
        (["lox", "1/lox3/mb2", "--size", "2"], "this position has size 3, not 2"),
        (["lox", "1/lox3/mb2", "--option", "swap=no"], "this position has swap=true, not false"),
    ],
)
def test_a_position_of_something_else_is_a_sentence(capsys, words, sentence):
    assert main(["solve", *words]) == 2
    assert capsys.readouterr().err == f"greylox: {sentence}\n"
    assert main(["solve", words[0], "--size", "3", f"1/{words[0]}3/mb2", "--nodes", "1"]) == 1


@pytest.fixture
def tables(monkeypatch):
    """The tables that were made."""
    made = []

    class Noted(RetrogradeTable):
        def __init__(self, *arguments, **options):
            made.append(arguments)
            super().__init__(*arguments, **options)

    monkeypatch.setattr("greylox_web.command.solve.RetrogradeTable", Noted)
    return made


RHOMBUS = ["brink", "--size", "4", "--option", "board=rhombus"]


@pytest.mark.slow
def test_a_table_of_all_positions_is_announced_with_its_memory(capsys, tables):
    assert main(["solve", *RHOMBUS]) == 0
    said = capsys.readouterr()
    assert said.out.startswith("a draw; Black plays ")
    assert "a table of all positions takes 43 MB of memory" in said.err
    assert len(tables) == 1


@pytest.mark.parametrize("budget", [["--seconds", "0.2"], ["--nodes", "50"]])
@pytest.mark.parametrize("board", [["brink", "--size", "3"], ["multiplicity", "--size", "3"]])
def test_a_budget_holds_on_boards_that_can_be_filled(capsys, tables, board, budget):
    start = monotonic()
    assert "not solved" in said(capsys, *board, *budget, status=1)
    assert not tables and monotonic() - start < 5


def test_no_table_is_made_that_would_not_tell_of_the_position():
    game = new_game("brink", 4, {"board": "rhombus"}, allow_small=True)
    even, odd = game.start(), State((0b1101, 0), mover=1)
    assert uses_table(game, even, UNLIMITED)
    largest = new_game("brink", 3)
    assert uses_table(largest, largest.start(), UNLIMITED)
    assert not uses_table(game, odd, UNLIMITED)


@pytest.mark.parametrize(
    "words",
    [["lox", "nonsense"], ["lox", "1/lox3/mz9"], ["lox", "1/lox2/ma1-q"], ["lox", "--size", "99"]],
)
def test_what_cannot_be_solved_is_a_sentence(capsys, words):
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
