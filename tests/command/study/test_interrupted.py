"""An interrupted study: it ends at once, saves the finished games, and resumes."""

import json
import os
import signal
import subprocess
import sys
from multiprocessing import active_children
from pathlib import Path
from time import sleep

import pytest

from greylox_web.command.study.batches import make_batches, study_parameters
from greylox_web.command.study.results import Results
from greylox_web.command.study.workers import play_batches
from greylox_web.rules import new_game
from tools import ROOT

pytestmark = pytest.mark.slow

MAX_END_SECONDS = 20  # it used to wait forever


@pytest.fixture(autouse=True)
def _restore_sigint():
    """Let studies receive interrupts even if the tests run in a shell's background.

    A shell makes background programs ignore SIGINT, and child processes inherit that.
    """
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


def make_study_command(path: Path, games: int) -> list[str]:
    """Return a command for a study of a minute or two, in batches of a second or two."""
    arguments = ["greylox_web", "study", "byg", "--size", "4", "--visits", "8", "--workers", "2"]
    return [sys.executable, "-m", *arguments, "--games", str(games), "--results", str(path)]


def read_rows(path: Path) -> list[dict]:
    """Return the saved games."""
    return [json.loads(line) for line in path.read_text().splitlines()[1:]]


def count_processes(group: int) -> int:
    """Return the number of processes in the group."""
    listed = subprocess.run(["ps", "-A", "-o", "pgid="], capture_output=True, check=True)
    return listed.stdout.split().count(str(group).encode())


@pytest.mark.parametrize("began", [0.0, 0.05, None])  # seconds since both workers started
def test_interrupted_study_exits_at_once_and_resumes(tmp_path: Path, began: float | None):
    path, options = tmp_path / "byg.jsonl", {"cwd": ROOT, "encoding": "utf-8"}
    silent = subprocess.Popen(
        make_study_command(path, 2000), stderr=subprocess.PIPE, start_new_session=True, **options
    )
    assert silent.stderr is not None
    if began is None:
        silent.stderr.read(8)  # "32 games"
    else:  # a worker that was still importing its modules used to report the interrupt
        while count_processes(silent.pid) < 4:  # the study, the resource tracker, the workers
            assert silent.poll() is None
        sleep(began)
    os.killpg(silent.pid, signal.SIGINT)  # as a terminal does: all processes receive it
    stderr = silent.communicate(timeout=MAX_END_SECONDS)[1]
    assert silent.returncode == 130 and "Traceback" not in stderr
    saved_rows = read_rows(path)
    assert began is not None or len(saved_rows) >= 32
    numbers = {row["number"] for row in saved_rows}  # the second batch may finish before the first
    target_count = len(saved_rows) + 2
    done = subprocess.run(
        make_study_command(path, target_count), capture_output=True, check=True, **options
    )
    assert "damaged" not in done.stderr and "twice" not in done.stderr
    assert read_rows(path)[: len(saved_rows)] == saved_rows
    assert sorted(row["number"] for row in read_rows(path)) == sorted(
        numbers | set(range(target_count))
    )


@pytest.mark.skipif(sys.platform == "win32", reason="signals")
def test_terminated_study_kills_workers(tmp_path: Path):
    path = tmp_path / "byg.jsonl"
    ended = subprocess.Popen(
        make_study_command(path, 2000), stderr=subprocess.PIPE, start_new_session=True, cwd=ROOT
    )
    assert ended.stderr is not None
    ended.stderr.read(8)  # "32 games"
    assert count_processes(ended.pid) >= 3
    ended.terminate()  # only the study receives the signal, not its workers
    ended.communicate(timeout=MAX_END_SECONDS)
    assert ended.returncode == 128 + signal.SIGTERM
    for _ in range(100):
        if not count_processes(ended.pid):
            return
        sleep(0.1)
    pytest.fail("some go on")


def test_closed_play_batches_leaves_no_process():
    parameters = study_parameters(new_game("byg", 4), [], 2, 1)
    batches = play_batches(make_batches(Results(None, parameters), [8], 320), 2)
    next(iter(batches))
    assert len(active_children()) == 2
    batches.close()
    assert active_children() == []
