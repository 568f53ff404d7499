"""Closed or full input and output: the commands end quietly."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from greylox_web.__main__ import main

ROOT = Path(__file__).parents[2]
MATCH = "match random random --game brink --size 2 --games 1"
SOLVE = "solve brink --size 2"
PERFT = "perft brink --size 2 --depth 2"
SHOW = "show 'brink3 c3'"
STUDY = "study brink --size 2 --games 1 --visits 1 --workers 1"

pytestmark = [
    pytest.mark.skipif(not Path("/dev/full").exists(), reason="a file that is full"),
    pytest.mark.slow,
]


def ended(words, redirection, text="name\n"):
    """Run a command under a shell's redirection; return its status and its standard error."""
    line = f'"$0" -m greylox_web {words} {redirection}'
    done = subprocess.run(
        ["sh", "-c", line, sys.executable],
        cwd=ROOT,
        input=text.encode(),
        capture_output=True,
        env={key: value for key, value in os.environ.items() if key != "PYTHONUNBUFFERED"},
        timeout=60,
        check=False,
    )
    return done.returncode, done.stderr.decode()


@pytest.mark.parametrize("redirection", ["<&-", ">&-", ">/dev/full"])
@pytest.mark.parametrize("words", ["gtp", "analyse"])
def test_dialogue_ends_quietly(words, redirection):
    assert ended(words, redirection) == (1, "")


@pytest.mark.parametrize("words", [MATCH, SOLVE, PERFT, SHOW, STUDY])
def test_closed_output_ends_program(words):
    status, err = ended(words, ">/dev/full")
    assert status == 1
    assert "Exception" not in err and "Traceback" not in err


@pytest.mark.parametrize("words", [MATCH, SOLVE, PERFT, SHOW, STUDY])
def test_broken_pipe_of_output_is_no_error(words):
    status, err = ended(words, ">&-")
    assert status == 0
    assert "Exception" not in err and "Traceback" not in err


@pytest.mark.parametrize("words", ["perft lox --size 99 --depth 1", "solve lox --size 99"])
def test_error_with_closed_stderr_stays_out_of_stdout(words):
    line = f'"$0" -m greylox_web {words} 2>&-'
    completed = subprocess.run(["sh", "-c", line, sys.executable], cwd=ROOT, capture_output=True)
    assert (completed.returncode, completed.stdout) == (2, b"")


def test_reader_that_closes_pipe_ends_program():
    status, err = ended("gtp", "| head -n 1; :", "name\n" * 50_000)
    assert (status, err) == (0, "")


@pytest.mark.skipif(os.name == "nt", reason="named pipes")
@pytest.mark.parametrize(
    "words", [["study", "byg", "--results"], ["match", "random", "random", "--resume"]]
)
def test_pipe_as_games_file_is_refused(words, tmp_path, capsys):
    """Reading a pipe, such as /dev/stdout, used to block forever."""
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    assert main([*words, str(pipe), "--games", "1"]) == 2
    assert "can be kept" in (stderr := capsys.readouterr().err) and "a pipe" in stderr
