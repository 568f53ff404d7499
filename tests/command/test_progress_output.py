"""The progress messages of ``solve``."""

from random import Random

import pytest

from greylox_web.command import solve as command
from greylox_web.command.retrograde import MAX_CELLS
from greylox_web.command.solve import solve
from greylox_web.engine.solver import CHECK_CLOCK_EVERY, Budget
from greylox_web.rules import new_game
from greylox_web.rules.play import count_vacant, random_game, replay

GAME = new_game("brink", 5)
STATES = {count_vacant(GAME, state): state for state in replay(GAME, random_game(GAME, Random(1)))}


@pytest.mark.parametrize(
    ("vacant_cells", "warned"),
    [(61, True), (MAX_CELLS - 3, True), (MAX_CELLS - 4, False), (9, False)],
)
def test_long_search_mentions_ctrl_c(capsys, vacant_cells, warned):
    for loud in (True, False):
        solve(GAME, STATES[vacant_cells], Budget(nodes=20), loud=loud)
        output = capsys.readouterr()
        assert output.out == "" and ("Ctrl-C gives up" in output.err) == (loud and warned)


def test_progress_is_printed_only_if_loud(capsys, monkeypatch):
    monkeypatch.setattr(command, "PROGRESS_NODES", 2 * CHECK_CLOCK_EVERY)
    for loud, lines in ((True, 3), (False, 0)):
        solve(GAME, STATES[30], Budget(nodes=6 * CHECK_CLOCK_EVERY), loud=loud)
        err = capsys.readouterr().err
        assert err.count(" positions opened") == lines
        assert all(f"\r{2 * n * CHECK_CLOCK_EVERY:,} positions" in err for n in range(1, lines + 1))
        assert err.endswith("\n") == loud
