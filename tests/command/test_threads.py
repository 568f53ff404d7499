"""Commands use one thread for arithmetic unless the user says otherwise."""

import sys

import pytest

from greylox_web.command import ADDED_VARIABLES
from greylox_web.command.match.program import GtpProgram
from tests.threads import NAMES, threads

pytestmark = pytest.mark.slow


@pytest.mark.parametrize(
    ("module", "words"),
    [
        ("greylox_web", ["gtp"]),  # its help needs no numpy
        ("greylox_web", ["match", "--help"]),
        ("greylox_web", ["study", "--help"]),
        ("greylox_web", ["solve", "--help"]),
    ],
)
def test_one_thread_is_asked_for_before_numpy_is_loaded(module, words):
    assert threads(module, *words) == ["1", "1", "1"]


def test_what_the_user_chose_stays():
    assert threads("greylox_web", "gtp", OPENBLAS_NUM_THREADS="3") == ["1", "3", "1"]


def test_another_program_gets_the_environment_that_the_user_has(monkeypatch):
    for name in NAMES:
        monkeypatch.setenv(name, "1")
        monkeypatch.setitem(ADDED_VARIABLES, name, "1")
    tell = "import os; input(); print('=', sorted(k for k in os.environ if 'THREADS' in k), '\\n')"
    program = GtpProgram(f'{sys.executable} -c "{tell}"', 20.0)
    program.start()
    assert program.send_or_forfeit("name") == "[]"
    program.close()
