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
        ("greylox_web", ["analyse"]),
        ("greylox_web", ["match", "--help"]),
        ("greylox_web", ["study", "--help"]),
        ("greylox_web", ["solve", "--help"]),
    ],
)
def test_thread_limit_is_set_before_numpy_import(module, words):
    assert threads(module, *words) == ["1", "1", "1"]


def test_thread_variable_of_user_stays_unchanged():
    assert threads("greylox_web", "gtp", OPENBLAS_NUM_THREADS="3") == ["1", "3", "1"]


def test_gtp_program_gets_environment_of_user(monkeypatch):
    for name in NAMES:
        monkeypatch.setenv(name, "1")
        monkeypatch.setitem(ADDED_VARIABLES, name, "1")
    program_source = (
        "import os; input(); print('=', sorted(k for k in os.environ if 'THREADS' in k), '\\n')"
    )
    program = GtpProgram(f'{sys.executable} -c "{program_source}"', 20.0)
    program.start()
    assert program.send_or_forfeit("name") == "[]"
    program.close()
