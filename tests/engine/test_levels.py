"""The levels: each game's own, in order of strength, and their descriptions in the chooser."""

from datetime import datetime
from itertools import pairwise

import pytest

from greylox_web.command.match.score import elo_difference
from greylox_web.engine.levels import FIXED_LEVELS, LEVELS, TURN_SECONDS
from greylox_web.engine.strengths import (
    STRENGTH_TABLES,
    STRENGTHS,
    elo_above_level_1,
    expected_score,
)
from greylox_web.engine.tuning import FIRST_SOLVING_LEVEL, TUNING, level_settings, play_styles
from greylox_web.rules import GAMES, new_game
from tests.measured_levels import read_ladder


@pytest.mark.parametrize("name", GAMES)
def test_level_settings_equal_calibrated_ladder(name):
    assert TUNING[name].visits_and_temperatures == tuple(step[:2] for step in read_ladder(name))


@pytest.mark.parametrize("name", GAMES)
def test_each_level_searches_more_or_is_less_random(name):
    game = new_game(name)
    settings = [level_settings(game, level) for level in range(1, 11)]
    assert len(TUNING[name].visits_and_temperatures) == len(FIXED_LEVELS[1:]) == 10
    for below, level in pairwise(settings):
        assert (level.visits, -level.temperature) > (below.visits, -below.temperature)
        assert level.playouts > below.playouts
    assert settings[-1].visits >= 200 and settings[-1].temperature == 0


@pytest.mark.parametrize("name", GAMES)
def test_each_level_scores_60_to_80_percent_against_previous(name):
    """Steps up to level 6, and all in Brink, may be larger: level 2 is as strong as a newcomer."""
    strengths = STRENGTHS[name]
    assert len(strengths) == 10
    for level, ((below, _), (elo, margin)) in enumerate(pairwise(strengths), 2):
        assert margin > 0
        assert elo - below - margin < elo_difference(0.8 if level > 6 and name != "brink" else 0.95)
        assert elo - below + margin > elo_difference(0.6)


def test_unmeasured_levels_have_no_strength():
    last, margin = STRENGTHS["byg"][9]
    assert elo_above_level_1("byg", 10) == (last - STRENGTHS["byg"][0][0], margin)
    assert elo_above_level_1("byg", 1) is None and elo_above_level_1("chess", 10) is None
    assert expected_score("chess", 3) is None and expected_score("byg", 0) is None


@pytest.mark.parametrize("name", GAMES)
def test_expected_score_follows_elo_difference(name):
    for level in range(2, 11):
        wins, other = expected_score(name, level)
        assert other == level - 1
        gap = STRENGTHS[name][level - 1][0] - STRENGTHS[name][other - 1][0]
        assert abs(wins - 100 / (1 + 10 ** (-gap / 400))) <= 0.5
    wins, other = expected_score(name, 1)
    assert other == 2 and wins == 100 - expected_score(name, 2)[0]


def test_a_level_is_either_the_same_everywhere_or_has_a_time():
    assert [*FIXED_LEVELS, *TURN_SECONDS] == list(LEVELS)


@pytest.mark.parametrize("name", GAMES)
def test_play_style_of_level_follows_its_settings(name):
    """First words, starting with "whim", then growing visits; only upper levels solve positions."""
    words = ["whim", "mood", "hunch", "eye"]
    styles = play_styles(name)
    levels = [level_settings(new_game(name), level) for level in FIXED_LEVELS[1:]]
    for manner, level in zip(styles, levels, strict=True):
        assert manner == level.visits if level.visits > 1 else manner in words
    ranks = [words.index(manner) if manner in words else manner for manner in styles]
    assert ranks == sorted(ranks) and styles[0] == "whim"
    assert not any(level.solves_endgames for level in levels[: FIRST_SOLVING_LEVEL - 1])
    assert all(level.solves_endgames for level in levels[FIRST_SOLVING_LEVEL - 1 :])
    assert play_styles("chess") == ()


def test_strength_tables_are_ordered_and_newest_is_used():
    first, *other_tables = STRENGTH_TABLES
    times = [datetime.fromisoformat(table.since) for table in other_tables]
    assert first.since == "" and times == sorted(times)
    assert all(time.utcoffset() is not None for time in times)
    assert STRENGTH_TABLES[-1].strengths is STRENGTHS


@pytest.mark.parametrize("name", GAMES)
def test_strengths_equal_calibrated_ladder(name):
    assert STRENGTHS[name] == tuple((step.elo, step.margin) for step in read_ladder(name))
