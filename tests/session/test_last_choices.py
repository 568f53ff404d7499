"""The last choices for a new game."""

from __future__ import annotations

import json

import pytest

from greylox_web.match.match import PERSON, GameTerms, Seat
from greylox_web.rules import GAMES, new_game
from greylox_web.rules.notation.links import write_spec
from greylox_web.session.event import SetPreference
from greylox_web.session.last_choices import (
    LastChoices,
    new_game_seats,
    read_choices,
    write_choices,
)
from greylox_web.session.load_match import Rematch
from greylox_web.session.preferences import MAX_TEXT
from greylox_web.session.update import update
from tests.session.session_helpers import new_session


def test_choices_are_read_as_they_were_written():
    games = {name: write_spec(new_game(name, max(GAMES[name].shapes[0].sizes))) for name in GAMES}
    choices = LastChoices(
        games, ("", "2"), GameTerms(900_000, 10_000, takebacks=False), random_side=True
    )
    text = write_choices(choices)
    assert read_choices(text) == choices and len(text) < MAX_TEXT


@pytest.mark.parametrize(
    "text", ["", "[]", "{}", "7", "[1,2]", "[{},[],[1]]", "[null,null,[null,null,null]]"]
)
def test_invalid_choices_are_dropped(text: str):
    assert read_choices(text) == LastChoices({})


def test_invalid_choice_keeps_other_choices():
    text = json.dumps([{"brink": "brink5-x3", "lox": "lox99", "chess": 8}, ["", 2], [60000, 0, 1]])
    assert read_choices(text) == LastChoices(
        {"brink": "brink5-x3"}, ("", "1"), GameTerms(60_000, 0)
    )


def test_the_other_colour_is_for_a_rematch_and_for_no_other_game():
    session = new_session("brink", 3, seats=(PERSON, Seat(4)))
    turned = update(session, Rematch((Seat(4), PERSON)))
    assert turned.seats == (Seat(4), PERSON)
    assert new_game_seats(turned) == (PERSON, Seat(4))
    rematched = update(turned, Rematch(turned.seats))
    assert rematched.seats == (Seat(4), PERSON), "all rematches keep it"


@pytest.mark.parametrize("seats", [("4", ""), ("", "4")])
def test_new_game_seats_keep_last_chosen_side(seats: tuple[str, str]):
    session = new_session("brink", 3, seats=(PERSON, Seat(7)))
    text = write_choices(LastChoices({}, seats))
    session = update(session, SetPreference("new_game", text))
    mine = seats.index("")
    assert new_game_seats(session)[mine] == PERSON and new_game_seats(session)[1 - mine] == Seat(7)


def test_new_game_seats_follow_current_or_last_players():
    friend, local_seats = Seat(remote=True), (PERSON, PERSON)
    assert new_game_seats(new_session("brink", 3, seats=local_seats)) == (PERSON, Seat(1))
    assert new_game_seats(new_session("brink", 3, seats=(friend, PERSON))) == (PERSON, Seat(1))
    assert new_game_seats(new_session("brink", 3, seats=(Seat(3), Seat(5)))) == (Seat(3), Seat(5))
    session = update(
        new_session(), SetPreference("new_game", write_choices(LastChoices({}, ("", ""))))
    )
    assert new_game_seats(session) == local_seats
