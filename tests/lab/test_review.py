"""The measurement of how deep a review has to look."""

from random import Random

import pytest

from greylox_web.rules import new_game
from lab.review import Seen, compared, played, reviewed, row


def test_a_review_as_deep_as_the_other_one_differs_in_nothing():
    tree = played(new_game("brink", 3), (1, 2), Random(1))
    assert not tree.game.legal(tree.nodes[tree.line_end(0)].state)
    shallow, deep = reviewed(tree, 10), reviewed(tree, 100)
    assert len(shallow.chances) == len(tree.path(tree.line_end(0)))
    found = compared(deep, deep)
    assert sum(found.errors) == found.missed == found.wrong == 0
    assert found.named == min(len(deep.losses), 5) > 0
    assert sum(compared(shallow, deep).errors) > 0


def test_what_is_missed_and_what_is_wrong_are_counted():
    truth = Seen([0.5, 0.5, 0.8, 0.3], {0: 0.3, 1: 0.5, 2: 0.06})
    quick = Seen([0.5, 0.6, 0.6, 0.3], {1: 0.2, 3: 0.4})
    found = compared(quick, truth)
    assert found.errors == pytest.approx([0.0, 0.1, 0.2, 0.0])
    assert found[1:] == (1, 2, 1, 2)  # turn 0 is missed, turn 3 lost nothing; 2 is a small loss
    assert row("byg", 1000, [found]) == "| byg | 1,000 | 7.5 | 25.0% | 1 of 2 | 1 of 2 |"
