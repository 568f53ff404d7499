"""Which matches are worth storing."""

from greylox_web.match.match import Match
from greylox_web.match.tree import tree_from_record
from greylox_web.rules.notation.links import read_link
from greylox_web.session.session import Session
from greylox_web.session.study import Comment
from greylox_web.session.update import update
from tests.session.sittings import begin, click


def test_a_game_is_worth_keeping_once_somebody_has_played_or_noted_something():
    empty = begin()
    assert not empty.match.should_save
    assert click(empty, "a1").match.should_save
    assert update(empty, Comment("To begin with.")).match.should_save


def test_a_setup_is_bare_until_something_is_done_there():
    setup = Session(
        Match(*tree_from_record(read_link("1/brink3-x2/sx2.4.2o2.2x1.2x-x-2/m").record))
    )
    assert setup.match.is_bare_setup
    assert not update(setup, Comment("To solve.")).match.is_bare_setup
    assert not click(setup, "c4").match.is_bare_setup
    assert not begin().match.is_bare_setup
