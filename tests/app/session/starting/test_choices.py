"""What was chosen last for a new game."""

from __future__ import annotations

import json

import pytest

from greylox_web.app.preferences import LONGEST_TEXT
from greylox_web.app.session.events import Terms
from greylox_web.app.session.starting.choices import Choices, read_choices, write_choices
from greylox_web.rules import GAMES, new_game
from greylox_web.rules.notation.links import write_spec


def test_choices_are_read_as_they_were_written():
    games = {name: write_spec(new_game(name, max(GAMES[name].shapes[0].sizes))) for name in GAMES}
    choices = Choices(games, ("", "2"), Terms(900_000, 10_000, takebacks=False), either=True)
    text = write_choices(choices)
    assert read_choices(text) == choices and len(text) < LONGEST_TEXT


@pytest.mark.parametrize(
    "text", ["", "[]", "{}", "7", "[1,2]", "[{},[],[1]]", "[null,null,[null,null,null]]"]
)
def test_choices_that_are_not_sound_are_left_out(text: str):
    assert read_choices(text) == Choices({})


def test_one_choice_that_is_not_sound_costs_no_other():
    text = json.dumps([{"brink": "brink5-x3", "lox": "lox99", "chess": 8}, ["", 2], [60000, 0, 1]])
    assert read_choices(text) == Choices({"brink": "brink5-x3"}, ("", "2"), Terms(60_000, 0))
