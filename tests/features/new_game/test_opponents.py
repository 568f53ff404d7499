"""The engine's levels as opponents: their names, faces and sentences."""

import pytest

from greylox_web.drawing.avatars import AVATARS, avatar_svg
from greylox_web.engine.levels import LEVELS
from greylox_web.features.new_game import view as new_game_view
from greylox_web.progress import FactLog
from greylox_web.rules import GAMES, new_game
from greylox_web.session import naming
from greylox_web.session.new_game_form import NewGameForm
from greylox_web.session.seats import FIRST_LEVEL

OPPONENTS = [level for level in LEVELS if level]


@pytest.mark.parametrize("name", GAMES)
def test_each_level_has_a_name_and_a_description(name: str):
    plan = NewGameForm(name, new_game(name).size, dict(new_game(name).options))
    texts = [new_game_view.level_text(plan._replace(level=level), FactLog()) for level in OPPONENTS]
    assert len({text.name for text in texts}) == len(OPPONENTS)
    assert all(text.about.endswith(".") and len(text.about.split()) <= 24 for text in texts)
    pairs = zip(OPPONENTS, texts, strict=True)
    advised = [level for level, text in pairs if "to start with" in text.about]
    assert advised == [FIRST_LEVEL]
    assert "perfectly" in texts[-1].about and "perfectly" not in texts[0].about


def test_ten_opponents_have_a_place_and_the_others_their_time():
    assert new_game_view.rank_text(3) == "3 of 10 · casual"
    assert new_game_view.rank_text(12) == "stronger than the ten · 3 seconds a turn"
    ticks = [new_game_view.tick_text(level) for level in OPPONENTS]
    assert ticks == [*map(str, range(1, 11)), "+1", "+2", "+3", "+4"]
    names = [naming.level_named(level) for level in (0, 3, 14)]
    assert names == ["Random, for practice", "Wren, level 3", "Polaris, 30 seconds a turn"]


def test_avatars_differ_and_have_no_placeholder():
    svgs = [avatar_svg(level) for level in OPPONENTS]
    assert set(AVATARS) == set(OPPONENTS) and len(set(svgs)) == len(OPPONENTS)
    assert all("{" not in svg and svg.startswith("<svg") for svg in svgs)


def test_a_level_without_a_name_is_called_by_its_number():
    assert naming.engine_name(0) == "Random" and naming.engine_name(2) == "Fern"
