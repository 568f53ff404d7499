"""The engine's levels as opponents: what is said of them is what they do."""

from datetime import datetime

import pytest

from greylox_web.app.progress.facts import Facts
from greylox_web.app.view import new_game_view
from greylox_web.drawing.faces import FACES, face
from greylox_web.engine import tuning as levels
from greylox_web.engine.levels import LEVELS
from greylox_web.engine.opponents import EXACT_FROM, MANNERS, manner
from greylox_web.engine.strengths import STRENGTHS, TABLES
from greylox_web.engine.tuning import TUNED
from greylox_web.rules import GAMES, new_game
from greylox_web.session import naming
from greylox_web.session.plan import Plan
from greylox_web.session.seats import FIRST_LEVEL
from tests.measured import ladder

OPPONENTS = [level for level in LEVELS if level]


def test_manners_are_what_the_search_does():
    assert levels.EXACT_FROM == EXACT_FROM
    told = {name: tuple(manner(*step) for step in kept.ladder) for name, kept in TUNED.items()}
    assert told == MANNERS


@pytest.mark.parametrize("name", GAMES)
def test_strengths_are_those_that_were_measured(name: str):
    assert STRENGTHS[name] == tuple((step.elo, step.margin) for step in ladder(name))


def test_tables_of_strengths_are_in_their_order_and_the_newest_holds():
    first, *later = TABLES
    times = [datetime.fromisoformat(table.since) for table in later]
    assert first.since == "" and times == sorted(times)
    assert all(time.utcoffset() is not None for time in times)
    assert TABLES[-1].strengths is STRENGTHS


@pytest.mark.parametrize("name", GAMES)
def test_every_opponent_has_a_name_and_a_sentence_of_how_it_plays(name: str):
    plan = Plan(name, new_game(name).size, dict(new_game(name).options))
    texts = [new_game_view.level_text(plan._replace(level=level), Facts()) for level in OPPONENTS]
    assert len({text.name for text in texts}) == len(OPPONENTS)
    assert all(text.about.endswith(".") and len(text.about.split()) <= 24 for text in texts)
    told = zip(OPPONENTS, texts, strict=True)
    advised = [level for level, text in told if "to start with" in text.about]
    assert advised == [FIRST_LEVEL]
    assert "perfectly" in texts[-1].about and "perfectly" not in texts[0].about


def test_faces_differ_and_hold_no_place_that_was_not_filled():
    drawn = [face(level) for level in OPPONENTS]
    assert set(FACES) == set(OPPONENTS) and len(set(drawn)) == len(OPPONENTS)
    assert all("{" not in svg and svg.startswith("<svg") for svg in drawn)


def test_a_level_without_a_name_is_called_by_its_number():
    assert naming.engine(0) == "Random" and naming.engine(2) == "Fern"
