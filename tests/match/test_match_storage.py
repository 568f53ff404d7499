"""When a match is saved, and when it is a bare set-up."""

from greylox_web.match.match import Match
from greylox_web.match.tree import tree_from_record
from greylox_web.rules.notation.links import read_link
from greylox_web.session.session import Session
from greylox_web.session.study import Comment
from greylox_web.session.update import update
from tests.session.session_helpers import click_cells, new_session


def test_match_is_stored_once_played_or_annotated():
    empty = new_session()
    assert not empty.match.should_save
    assert click_cells(empty, "a1").match.should_save
    assert update(empty, Comment("To begin with.")).match.should_save


def test_setup_is_bare_until_played_or_annotated():
    setup = Session(
        Match(*tree_from_record(read_link("1/brink3-x2/sx2.4.2o2.2x1.2x-x-2/m").record))
    )
    assert setup.match.is_bare_setup
    assert not update(setup, Comment("To solve.")).match.is_bare_setup
    assert not click_cells(setup, "c4").match.is_bare_setup
    assert not new_session().match.is_bare_setup
