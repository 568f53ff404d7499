"""The recorded lines of costly turns."""

import json

import pytest

from greylox_web.explanations.explain import explain
from greylox_web.rules import new_game
from lab.explanations import read_row, turns_with_loss, write_row
from lab.review_depth import COSTLY_LOSS
from lab.reviewed_games import record_game


@pytest.mark.parametrize("name", ["greylox", "byg"])
def test_costly_turns_of_reviewed_game_survive_writing(name):
    row = record_game(new_game(name, 3), 0)
    for comparison, loss in turns_with_loss([json.loads(json.dumps(row))], COSTLY_LOSS):
        assert loss >= COSTLY_LOSS and comparison.better != comparison.played
        assert read_row(write_row(comparison, loss)) == comparison
        assert len(explain(comparison).facts) <= 2
