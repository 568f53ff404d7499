"""The names of two people at one device: shown, kept for the next game, and stored."""

from __future__ import annotations

import pytest

from greylox_web.features.library.collection import sgf_names
from greylox_web.features.library.entry import load_match, make_entry, sides
from greylox_web.features.library.source import make_source
from greylox_web.features.players.sides import sides as plates
from greylox_web.match.match import MAX_NAME_LENGTH, PERSON, Match
from greylox_web.match.tree import new_tree
from greylox_web.rules import new_game
from greylox_web.session import naming
from greylox_web.session.last_choices import write_choices
from greylox_web.session.load_match import ChangeSeats, NewGame, Rematch
from greylox_web.session.local_record import read_local_record, write_local_record
from greylox_web.session.new_game_form import initial_form, new_game_event, saved_choices
from greylox_web.session.outcome import headline
from greylox_web.session.playing import Resign
from greylox_web.session.prompt import prompt
from greylox_web.session.session import Session
from greylox_web.session.update import update
from tests.session.session_helpers import ENGINE, click_cells, new_session


def named_session(first: str = "Ana", second: str = "Ben") -> Session:
    return update(new_session("brink", 3), NewGame("brink", 3, names=(first, second)))


def shown_names(session: Session) -> list[str]:
    return [naming.display_name(session, colour) for colour in (0, 1)]


def test_names_are_shown_on_the_plates_and_in_sentences():
    session = named_session()
    assert [plate.name for plate in plates(session)] == ["Ana", "Ben"]
    assert plates(session)[0].about.startswith("Black")
    assert prompt(session).status == "Ana to move"
    session = update(click_cells(session, "a1"), Resign())
    assert headline(session, session.outcome) == "Ana wins"


@pytest.mark.parametrize(
    ("first", "second", "shown"),
    [
        ("", "Ben", ["Black", "Ben"]),
        (" Ana\n\x00Lee ", "x" * 99, ["Ana Lee", "x" * MAX_NAME_LENGTH]),
        ("<b>", "\u2028", ["<b>", "White"]),
        ("You", "Your friend", ["Black", "White"]),  # fixed names of our own files
    ],
)
def test_names_are_optional_and_cleaned(first: str, second: str, shown: list[str]):
    assert shown_names(named_session(first, second)) == shown


def test_against_the_computer_names_are_not_used():
    session = update(named_session(), ChangeSeats((PERSON, ENGINE)))
    assert shown_names(session)[0] == "You" and "Ben" not in shown_names(session)


def test_a_rematch_and_the_next_new_game_keep_the_names():
    session = click_cells(named_session(), "a1")
    assert shown_names(update(session, Rematch(session.seats))) == ["Ana", "Ben"]
    form = initial_form(session)
    assert form.names == ("Ana", "Ben")
    here = update(session, new_game_event(form._replace(opponent="here"), second=False))
    assert shown_names(here) == ["Ana", "Ben"]
    other = update(session, new_game_event(form._replace(opponent="engine"), second=False))
    assert other.match.names == ("", "")
    earlier_versions = "Ana" not in write_choices(saved_choices(form, "", here))
    assert earlier_versions, "their readers accept no further value"


def test_names_survive_a_reload():
    session = named_session()
    record = read_local_record(write_local_record(session))
    assert record is not None and shown_names(record.session) == ["Ana", "Ben"]


def test_names_are_stored_with_the_game_and_exported():
    session = click_cells(named_session(), "a1")
    entry = make_entry(session.match, "game")
    assert (entry.players, sides(entry)) == ("Ana – Ben", ("Ana", "Ben"))
    assert entry.status.startswith("Ben to move")
    names = sgf_names(entry)
    assert (names["first"], names["second"]) == ("Ana", "Ben")
    assert shown_names(Session(load_match(entry))) == ["Ana", "Ben"]
    assert make_entry(load_match(entry), "game", entry).players == "Ana – Ben"


def test_a_single_name_is_that_of_its_side():
    entry = make_entry(click_cells(named_session("", "Ben"), "a1").match, "game")
    assert (entry.players, sides(entry)) == ("Ben", ("", "Ben"))


def test_names_of_an_imported_game_are_shown():
    source = make_source({"first": "Ada", "second": "Bo"})
    assert shown_names(Session(Match(new_tree(new_game("lox")), source=source))) == ["Ada", "Bo"]
