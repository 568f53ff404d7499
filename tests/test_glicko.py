"""Ratings computed from results, against the Glicko-2 paper."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from greylox_web.glicko import (
    MAX_DEVIATION,
    MIN_DEVIATION,
    Rating,
    Result,
    decay,
    rate_period,
    rate_sequentially,
)

numbers = st.floats(0, 4000)
results = st.lists(
    st.builds(Result, numbers, st.floats(0, 350), st.sampled_from([0.0, 0.5, 1.0])), max_size=20
)


def test_the_example_of_the_paper():
    games = [Result(1400, 30, 1), Result(1550, 100, 0), Result(1700, 300, 0)]
    new = rate_period(Rating(1500, 200, 0.06), games)
    assert new.rating == pytest.approx(1464.06, abs=0.01)
    assert new.deviation == pytest.approx(151.52, abs=0.01)
    assert new.volatility == pytest.approx(0.05999, abs=0.00001)


def test_doubt_grows_without_games_and_shrinks_with_them():
    established = Rating(1500, 60, 0.06)
    assert (
        established.deviation
        < decay(established, 10).deviation
        < decay(established, 1000).deviation
        <= MAX_DEVIATION
    )
    assert decay(established, 10**9).deviation <= MAX_DEVIATION
    assert rate_period(established, []) == decay(established, 1)
    rating = Rating()
    for _ in range(12):
        rating = rate_period(rating, [Result(rating.rating, 60, 1), Result(rating.rating, 60, 0)])
    assert rating.is_established and not Rating().is_established


@given(st.lists(results, max_size=10))
def test_whatever_the_results_the_numbers_stay_sound(periods):
    rating = Rating()
    for games in periods:
        rating = rate_period(rating, games)
        assert all(map(math.isfinite, rating))
        assert MIN_DEVIATION <= rating.deviation <= MAX_DEVIATION


@given(results.filter(bool), st.integers(0, 19))
def test_a_better_result_makes_a_higher_rating(games, at):
    at %= len(games)
    better = [*games]
    better[at] = better[at]._replace(score=1.0)
    worse = [*games]
    worse[at] = worse[at]._replace(score=0.0)
    assert rate_period(Rating(), better).rating >= rate_period(Rating(), worse).rating


@given(st.builds(Rating, numbers, st.floats(30, 350), st.floats(0.03, 0.1)), results.filter(bool))
def test_the_volatility_is_the_root_of_the_equation_of_the_paper(player, games):
    """Find the root by bisection."""
    scale, tau, phi = 173.7178, 0.5, player.deviation / 173.7178
    g = [1 / math.sqrt(1 + 3 * (game.deviation / scale) ** 2 / math.pi**2) for game in games]
    gaps = [(player.rating - game.opponent) / scale for game in games]
    chances = [1 / (1 + math.exp(-one * gap)) for one, gap in zip(g, gaps, strict=True)]
    v = 1 / sum(one**2 * p * (1 - p) for one, p in zip(g, chances, strict=True))
    terms = zip(g, games, chances, strict=True)
    delta = v * sum(one * (game.score - p) for one, game, p in terms)

    def f(x):
        square = phi**2 + v + math.exp(x)
        rise = math.exp(x) * (delta**2 - square) / 2 / square**2
        return rise - (x - 2 * math.log(player.volatility)) / tau**2

    low, high = -40.0, 40.0
    for _ in range(100):
        middle = (low + high) / 2
        low, high = (middle, high) if f(middle) > 0 else (low, middle)
    assert rate_period(player, games).volatility == pytest.approx(math.exp(low / 2), rel=1e-4)


def test_single_result_matches_the_paper():
    player = Rating(1600, 120, 0.06)
    assert rate_sequentially(player, [Result(1700, 40, 1)]) == rate_period(
        player, [Result(1700, 40, 1)]
    )
    assert rate_sequentially(player, []) == decay(player, 1)
    assert rate_period(player, [], periods=0).deviation == pytest.approx(player.deviation)


@pytest.mark.parametrize("opponent", [2505, 2890, 4000])
@pytest.mark.parametrize("many", [3, 5, 9, 60])
def test_undefeated_newcomer_is_rated_near_the_opponents(opponent, many):
    won = rate_sequentially(Rating(), [Result(opponent, 40, 1)] * many)
    lost = rate_sequentially(Rating(), [Result(3000 - opponent, 40, 0)] * many)
    assert won.rating < opponent + 700 and lost.rating > 3000 - opponent - 700
    assert won.rating > opponent or many < 9
    next_day = rate_sequentially(won, [Result(1100, 40, 0)])
    assert won.rating - 750 < next_day.rating < won.rating


def test_equal_results_in_a_row_tell_the_same_in_turn_as_at_once():
    close_games = [Result(1520, 40, n % 2) for n in range(10)]
    assert rate_sequentially(Rating(), close_games).rating == pytest.approx(
        rate_period(Rating(), close_games).rating, abs=15
    )
    assert rate_sequentially(Rating(), close_games).deviation == pytest.approx(
        rate_period(Rating(), close_games).deviation, abs=15
    )


@pytest.mark.parametrize("rate", [rate_period, rate_sequentially])
def test_the_most_absurd_results_have_a_number(rate):
    rating = Rating()
    for day in range(300):
        rating = rate(rating, [Result(4000.0 * (day % 2), 0.0, (day + day // 7) % 2)] * 400)
        assert all(map(math.isfinite, rating)), day
    extreme = rate(Rating(1e9, 350, 0.06), [Result(-1e9, 0, 0.0), Result(1e9, 0, 1.0)])
    assert all(map(math.isfinite, extreme))
