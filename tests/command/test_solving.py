"""The command ``solve``."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from greylox_web.__main__ import main

ROOT = Path(__file__).parents[2]


def said(capsys, *words):
    assert main(["solve", *words]) == 0
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
    assert "not solved" in said(capsys, "greylox", "--size", "5", "--nodes", "50")
    assert "not solved" in said(capsys, "lox", "--size", "11", "--seconds", "1")


@pytest.mark.parametrize(
    "words",
    [["lox", "nonsense"], ["lox", "1/lox3/mz9"], ["lox", "1/lox2/ma1-q"], ["lox", "--size", "99"]],
)
def test_what_cannot_be_solved_is_a_sentence(capsys, words):
    assert main(["solve", *words]) == 2
    err = capsys.readouterr().err
    assert err.startswith("greylox_web: ") and err.count("\n") == 1


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
