"""When the page offers to be installed as an app."""

from greylox_web.features.install.model import count_event, should_prompt
from greylox_web.session.event import SetPreference
from greylox_web.session.playing import Resign
from greylox_web.session.update import update
from tests.session.session_helpers import click_cells, new_session


def counted(session, name, times):
    for _ in range(times):
        session = update(session, count_event(session, name))
    return session


def test_the_third_visit_and_the_second_game_are_the_moment():
    session = new_session("brink", 3)
    for name, enough in (("visits", 3), ("finished", 2)):
        assert not should_prompt(counted(session, name, enough - 1))
        assert should_prompt(counted(session, name, enough)) and should_prompt(
            counted(session, name, enough + 4)
        )


def test_never_in_a_game_and_never_again():
    session = counted(new_session("brink", 3), "visits", 3)
    playing = click_cells(session, "a1")
    assert not should_prompt(playing)
    assert should_prompt(update(playing, Resign()))
    refused = update(session, SetPreference("install", False))
    assert not should_prompt(refused)
