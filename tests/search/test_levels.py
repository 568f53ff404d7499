"""The ladder of levels: each game's own, from the weakest up, and what the chooser says of it."""

from itertools import pairwise

import pytest

from greylox_web.app.thinking.levels import LEVELS as NAMES
from greylox_web.app.thinking.levels import STRENGTHS, level_name, strength_note
from greylox_web.command.match.score import elo as difference
from greylox_web.rules import GAMES, new_game
from greylox_web.search.levels import LEVELS, level_of
from greylox_web.search.tuning import TUNED


@pytest.mark.parametrize("name", GAMES)
def test_every_game_has_its_ten_levels_each_working_harder_or_choosing_better(name):
    game = new_game(name)
    found = [level_of(game, level) for level in range(1, 11)]
    assert len(TUNED[name].ladder) == len(LEVELS) == 10
    for below, level in pairwise(found):
        assert (level.visits, -level.temperature) > (below.visits, -below.temperature)
        assert level.playouts > below.playouts
    assert found[-1].visits >= 200 and found[-1].temperature == 0


@pytest.mark.parametrize("name", GAMES)
def test_each_level_scores_60_to_80_percent_against_the_one_below_as_far_as_was_measured(name):
    strengths = STRENGTHS[name]
    assert len(strengths) == 10
    assert strengths[0] == (0, 0)
    for (below, _), (elo, margin) in pairwise(strengths):
        assert margin > 0
        assert elo - below - margin < difference(0.8)
        assert elo - below + margin > difference(0.6)


def test_the_chooser_tells_the_strength_where_it_is_known():
    first, last = STRENGTHS["byg"][0][0], STRENGTHS["byg"][9][0]
    assert first == 0
    assert f"{last}" in level_name(10, "byg").replace(",", "")
    assert level_name(10, "chess") == NAMES[10]
    assert str(max(margin for _, margin in STRENGTHS["byg"])) in strength_note("byg")
    assert strength_note("chess") == ""
    told = f"Engine 10: +{last} (±{STRENGTHS['byg'][-1][1]} from the level below). Strengths are"
    assert strength_note("byg", iter([10, 0, 1])).startswith(told)
    assert strength_note("byg", [10, 2]).startswith("Engine 2: +")
