"""What ``solve`` says while it works, for those who watch."""

from random import Random

import pytest

from greylox_web.command import solve as command
from greylox_web.command.retrograde import MAX_CELLS
from greylox_web.command.solve import solve
from greylox_web.engine.solver import CHECK_CLOCK_EVERY, Budget, count_vacant
from greylox_web.rules import new_game
from greylox_web.rules.play import random_game, replay

GAME = new_game("brink", 5)
STATES = {count_vacant(GAME, state): state for state in replay(GAME, random_game(GAME, Random(1)))}


@pytest.mark.parametrize(
    ("left", "warned"),
    [(61, True), (MAX_CELLS - 3, True), (MAX_CELLS - 4, False), (9, False)],
)
def test_what_may_take_long_can_be_given_up(capsys, left, warned):
    for loud in (True, False):
        solve(GAME, STATES[left], Budget(nodes=20), loud=loud)
        said = capsys.readouterr()
        assert said.out == "" and ("Ctrl-C gives up" in said.err) == (loud and warned)


def test_progress_is_told_at_every_line_and_nothing_where_nobody_watches(capsys, monkeypatch):
    monkeypatch.setattr(command, "PROGRESS_NODES", 2 * CHECK_CLOCK_EVERY)
    for loud, lines in ((True, 3), (False, 0)):
        solve(GAME, STATES[30], Budget(nodes=6 * CHECK_CLOCK_EVERY), loud=loud)
        err = capsys.readouterr().err
        assert err.count(" positions opened") == lines
        assert all(f"\r{2 * n * CHECK_CLOCK_EVERY:,} positions" in err for n in range(1, lines + 1))
        assert err.endswith("\n") == loud
