"""The score and the summary of a match, compared with counts by hand."""

import pytest

from greylox_web.command.match.log import MatchGame
from greylox_web.command.match.score import (
    elo_difference,
    pair_scores,
    summary,
    total_points,
)
from greylox_web.confidence import wilson_interval


def game(number, winner, fault=False):
    return MatchGame(
        number=number,
        first="ab"[number % 2],
        winner=winner,
        how="white played a9: off the board" if fault else "cascade",
        fault=fault,
        link="",
    )


GAMES = [
    *(game(0, "a"), game(1, "a")),  # won with both colours
    *(game(2, "b"), game(3, "b")),  # lost with both
    *(game(4, "a"), game(5, None)),
    *(game(6, "a", fault=True), game(7, "b")),
    game(9, "a"),  # the other game of its opening is missing
    game(10, "b"),
]


def test_score_of_all_wins_has_infinite_elo():
    first_line = summary([game(number, "a") for number in range(6)], ("a", "b")).splitlines()[0]
    assert first_line == "a against b: 6 of 6: 100.0% (61.0% to 100.0%), Elo +inf (+77 to +inf)"
    first_line = summary([game(number, "b") for number in range(11)], ("a", "b")).splitlines()[0]
    assert first_line == "a against b: 0 of 11: 0.0% (0.0% to 25.9%), Elo -inf (-inf to -183)"


def test_a_draw_is_half_a_point():
    assert total_points(GAMES) == 5.5
    assert total_points([]) == 0


def test_openings_count_where_both_games_were_played():
    assert pair_scores(GAMES) == [2.0, 0.0, 1.5, 1.0]
    assert pair_scores(reversed(GAMES)) == pair_scores(GAMES)


def test_the_summary_counts_by_colour_and_by_opening():
    first, moving, replying, openings, fault = summary(GAMES, ("old", "new")).splitlines()
    assert first.startswith("old against new: 5.5 of 10: 55.0% (")
    assert moving == "  moving first: 3 of 5"
    assert replying == "  moving second: 2.5 of 5"
    assert openings == "  openings won with both colours 1, shared 2, lost 1"
    assert fault == "  game 6: white played a9: off the board"


def test_summary_lists_ten_faults_and_counts_others():
    faults = [game(number, "a", fault=True) for number in range(20)]
    assert summary(faults[:10], ("a", "b")).splitlines()[-1].startswith("  game 9: ")
    *_, last, more = summary(faults[:12], ("a", "b")).splitlines()
    assert last.startswith("  game 9: ") and more == "  and 2 more games lost by a fault"


@pytest.mark.parametrize("games", [1, 6, 7, 11, 40])
def test_wilson_interval_ends_solve_score_equation(games):
    """The ends of Wilson's interval solve (share - p)² = z² p (1 - p) / games."""
    for half_points in range(2 * games + 1):
        scored = half_points / 2
        for end in wilson_interval(scored, games):
            excess = (scored / games - end) ** 2 - 1.96**2 * end * (1 - end) / games
            assert excess == pytest.approx(0, abs=1e-12)
        low, high = wilson_interval(scored, games)
        assert 0 <= low <= scored / games <= high <= 1
        assert (low == 0, high == 1) == (scored == 0, scored == games)


@pytest.mark.parametrize("share", [0.01, 0.3, 0.5, 0.9])
def test_elo_is_the_difference_at_which_the_share_is_expected(share):
    assert 1 / (1 + 10 ** (-elo_difference(share) / 400)) == pytest.approx(share)
