"""The package and the reference rules play the same games and agree on every position."""

import pytest
from hypothesis import given

from greylox_web.rules.notation.actions import GameRecord, ParseResult
from greylox_web.rules.notation.records import position_summary
from tests.reference_rules import cell_name
from tests.rules.playouts import (
    OFFERED,
    SMALL,
    game_of,
    playout,
    seeds,
    small_games,
    twin_of,
    word,
)
from tests.thoroughness import sample


def lower(colour):
    return None if colour is None else colour.lower()


def reference_summary(twin):
    """Return the reference's summary of a position, with the keys of ``position_summary``."""
    colours = twin.colours
    data = {
        "phase": twin.phase,
        "mover": lower(twin.mover),
        "legal": twin.legal(),
        "stones": {lower(c): {cell_name(cell) for cell in twin.stones_of(c)} for c in colours},
        "groups": {lower(c): twin.groups(c) for c in colours},
        "score": {lower(c): twin.score(c) for c in colours},
        "over": twin.over(),
        "winner": lower(twin.winner()),
    }
    if twin.game == "lox" or (twin.game == "greylox" and twin.phase == "main"):
        data["control"] = {lower(c): {cell_name(cell) for cell in twin.control(c)} for c in colours}
    return data


def package_summary(game, states, actions):
    data = position_summary(ParseResult(GameRecord(game, tuple(actions)), tuple(states)))
    assert data.pop("error") is None
    assert data.pop("game") == game.name
    assert data.pop("size") == game.size
    assert data.pop("options") == game.options
    data["legal"] = set(data["legal"])
    for field in ("stones", "control"):
        if field in data:
            data[field] = {colour: set(cells) for colour, cells in data[field].items()}
    return data


def compare(game, seed, every=1):
    """Play a random game with both rules; compare every ``every``-th position and the last."""
    states, actions = playout(game, seed)
    twin = twin_of(game)
    for done in range(len(states)):
        if done:
            name = word(game, actions[done - 1])
            twin.play(name) if every == 1 else twin.apply(name)
        if done % every == 0 or done == len(actions):
            ours = package_summary(game, states[: done + 1], actions[:done])
            played = " ".join(word(game, action) for action in actions[:done])
            assert ours == reference_summary(twin), f"{game} after {played}"
    draw = game.outcome(states[-1]).winner is None
    assert draw == twin.draw()


@pytest.mark.parametrize("spec", SMALL)
def test_a_small_game_is_the_same_at_every_position(spec):
    for seed in range(20):
        compare(game_of(spec), seed)


@given(small_games, seeds)
def test_small_games_are_the_same_at_every_position(game, seed):
    compare(game, seed)


@pytest.mark.slow
@pytest.mark.parametrize("spec", sample(OFFERED))
def test_a_game_of_offered_size_is_the_same(spec):
    compare(game_of(spec), seed=1, every=5)
