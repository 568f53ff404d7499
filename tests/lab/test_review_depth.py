"""The measurement of the search depth that a review needs."""

from random import Random

import pytest

from greylox_web.rules import new_game
from lab.review_depth import ReviewResult, compare_reviews, format_row, play_game, review_game


def test_reviews_of_equal_depth_do_not_differ():
    tree = play_game(new_game("brink", 3), (1, 2), Random(1))
    assert not tree.game.legal(tree.nodes[tree.line_end(0)].state)
    shallow, deep = review_game(tree, 10), review_game(tree, 100)
    assert len(shallow.win_probabilities) == len(tree.path(tree.line_end(0)))
    error = compare_reviews(deep, deep)
    assert sum(error.errors) == error.missed_count == error.wrong_count == 0
    assert error.named_count == min(len(deep.losses), 5) > 0
    assert sum(compare_reviews(shallow, deep).errors) > 0


def test_missed_and_wrong_turns_are_counted():
    reference = ReviewResult([0.5, 0.5, 0.8, 0.3], {0: 0.3, 1: 0.5, 2: 0.06})
    shallow = ReviewResult([0.5, 0.6, 0.6, 0.3], {1: 0.2, 3: 0.4})
    error = compare_reviews(shallow, reference)
    assert error.errors == pytest.approx([0.0, 0.1, 0.2, 0.0])
    assert error[1:] == (1, 2, 1, 2)  # turn 0 is missed, turn 3 lost nothing; 2 is a small loss
    assert format_row("byg", 1000, [error]) == "| byg | 1,000 | 7.5 | 25.0% | 1 of 2 | 1 of 2 |"
