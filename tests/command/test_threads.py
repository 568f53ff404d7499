"""Commands use one thread for arithmetic unless the user says otherwise."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from greylox_web.command import ADDED
from greylox_web.command.match.program import Program

ROOT = Path(__file__).parents[2]
NAMES = ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS")

WATCHING = """
import os, runpy, sys

class Watch:
    "Tells what the environment holds when numpy or torch is looked for first."
    seen = False

    def find_spec(self, name, path=None, target=None):
        if name in ("numpy", "torch") and not self.seen:
            self.seen = True
            print(*(os.environ.get(name) for name in names))

names = sys.argv.pop().split(",")
sys.meta_path.insert(0, Watch())
runpy.run_module(sys.argv.pop(1), run_name="__main__", alter_sys=True)
"""


def threads(module, *words, **chosen):
    """The numbers of threads that ``module`` leaves in the environment before it needs them."""
    environment = {name: value for name, value in os.environ.items() if name not in NAMES}
    done = subprocess.run(
        [sys.executable, "-c", WATCHING, module, *words, ",".join(NAMES)],
        env=environment | chosen,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        cwd=ROOT,
        timeout=120,
        check=True,
    )
    return done.stdout.decode().splitlines()[0].split()


LAB = ("match", "study", "calibrate", "exact", "wholegames")


@pytest.mark.parametrize(
    ("module", "words"),
    [
        ("greylox_web", ["gtp"]),  # its help needs no numpy
        ("greylox_web", ["match", "--help"]),
        ("greylox_web", ["study", "--help"]),
        ("greylox_web", ["solve", "--help"]),
        *((f"lab.{name}", ["--help"]) for name in LAB),
        ("lab.training", ["--help"]),
    ],
)
def test_one_thread_is_asked_for_before_numpy_is_loaded(module, words):
    assert threads(module, *words) == ["1", "1", "1"]


def test_what_the_user_chose_stays():
    assert threads("greylox_web", "gtp", OPENBLAS_NUM_THREADS="3") == ["1", "3", "1"]


def test_another_program_gets_the_environment_that_the_user_has(monkeypatch):
    for name in NAMES:
        monkeypatch.setenv(name, "1")
        monkeypatch.setitem(ADDED, name, "1")
    tell = "import os; input(); print('=', sorted(k for k in os.environ if 'THREADS' in k), '\\n')"
    program = Program(f'{sys.executable} -c "{tell}"', 20.0)
    program.start()
    assert program.ask("name") == "[]"
    program.close()
