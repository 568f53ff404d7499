"""Whole games between two engines through session, client, messages and worker, as in the page."""

from concurrent.futures import ThreadPoolExecutor
from random import Random

import pytest

from greylox_web.command.networks import load_registry
from greylox_web.engine.service import Service
from greylox_web.engine.tuning import LevelSettings
from greylox_web.rules import GAMES, get_shape, get_shapes, new_game
from greylox_web.rules.notation.links import read_link
from lab import engine_games
from lab.engine_games import VARIANTS


def whole_game(*arguments):
    """Play a game in another thread: browser tests leave an event loop running in this one."""
    with ThreadPoolExecutor(1) as threads:
        return threads.submit(engine_games.play_whole_game, *arguments).result()


def four_visit_settings(game, level):
    """Return settings with four visits per action, for any level."""
    return LevelSettings(4, 0.0, 4)


def worker():
    return Service(Random(1), nets=load_registry(), levels=four_visit_settings)


def assert_whole(played):
    assert not played.fault, played
    reading = read_link(played.link)
    assert reading.record.game.outcome(reading.states[-1]), played.link


@pytest.mark.parametrize(("name", "options"), VARIANTS)
@pytest.mark.parametrize("default_size", [False, True])
def test_two_engines_play_to_the_end(name, options, default_size):
    shape = get_shape(name, options)
    size = shape.default_size if default_size else shape.sizes[0]
    assert_whole(whole_game(name, options, size, (1, 2), worker))


@pytest.mark.parametrize("name", GAMES)
def test_the_strongest_levels_end_their_games_exactly(name):
    """On the smallest board, where exact solving begins soon."""
    size = get_shape(name, {}).sizes[0]
    assert_whole(whole_game(name, {}, size, (10, 7), worker))


def test_invalid_report_is_a_fault():
    class Beyond(Service):
        def begin(self, line):
            return super().begin(line).replace('"value_first": 0', '"value_first": 1')

    played = whole_game("brink", {}, 3, (1, 1), lambda: Beyond(Random(1), nets=load_registry()))
    assert "value_first is 1" in played.fault


def test_variants_cover_all_boards_and_switches():
    """Every game is on every board, and has each of its switches on and off."""
    for name in GAMES:
        games = [new_game(name, None, options) for other, options in VARIANTS if other == name]
        assert {game.board.shape for game in games} == {shape.name for shape, _ in get_shapes(name)}
        for key, value in new_game(name).options.items():
            option_values = {game.options[key] for game in games}
            assert value in option_values and len(option_values) > 1
