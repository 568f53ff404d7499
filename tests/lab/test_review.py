"""The measurement of how deep a review has to look."""

from random import Random

import pytest

from greylox_web.rules import new_game
from lab.review import ReviewResult, compare_reviews, format_row, play_game, review_game


def test_a_review_as_deep_as_the_other_one_differs_in_nothing():
    tree = play_game(new_game("brink", 3), (1, 2), Random(1))
    assert not tree.game.legal(tree.nodes[tree.line_end(0)].state)
    shallow, deep = review_game(tree, 10), review_game(tree, 100)
    assert len(shallow.win_probabilities) == len(tree.path(tree.line_end(0)))
    found = compare_reviews(deep, deep)
    assert sum(found.errors) == found.missed_count == found.wrong_count == 0
    assert found.named_count == min(len(deep.losses), 5) > 0
    assert sum(compare_reviews(shallow, deep).errors) > 0


def test_what_is_missed_and_what_is_wrong_are_counted():
    truth = ReviewResult([0.5, 0.5, 0.8, 0.3], {0: 0.3, 1: 0.5, 2: 0.06})
    quick = ReviewResult([0.5, 0.6, 0.6, 0.3], {1: 0.2, 3: 0.4})
    found = compare_reviews(quick, truth)
    assert found.errors == pytest.approx([0.0, 0.1, 0.2, 0.0])
    assert found[1:] == (1, 2, 1, 2)  # turn 0 is missed, turn 3 lost nothing; 2 is a small loss
    assert format_row("byg", 1000, [found]) == "| byg | 1,000 | 7.5 | 25.0% | 1 of 2 | 1 of 2 |"
