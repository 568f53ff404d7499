"""The lab's commands use one thread for arithmetic, like the package's commands."""

import pytest

from tests.threads import threads

NAMES = ("match", "study", "calibrate", "solver_check", "engine_games", "training")


@pytest.mark.parametrize("name", NAMES)
def test_one_thread_is_set_before_numpy_loads(name):
    assert threads(f"lab.{name}", "--help") == ["1", "1", "1"]
