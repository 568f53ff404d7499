"""Which games are kept by themselves."""

from greylox_web.app.library.keeping import is_acted_in, is_bare_setup, is_worth_keeping
from greylox_web.match.match import PERSON, Match
from greylox_web.match.tree import grow
from greylox_web.rules.notation.links import read_link
from greylox_web.session import events as ev
from greylox_web.session.session import Session
from greylox_web.session.update import update
from tests.session.sittings import ENGINE, answer, begin, click


def test_a_game_is_worth_keeping_once_somebody_has_played_or_noted_something():
    empty, _ = begin()
    assert not is_worth_keeping(empty)
    assert is_worth_keeping(click(empty, "a1")[0])
    assert is_worth_keeping(update(empty, ev.Comment("To begin with."))[0])


def test_what_the_engine_does_is_no_act_of_a_person():
    before, _ = begin(seats=(ENGINE, PERSON))
    looked, _ = answer(before, "e5")
    assert not is_acted_in(before, looked) and not is_acted_in(looked, looked)
    assert is_acted_in(looked, click(looked, "e6")[0])
    assert is_acted_in(looked, update(looked, ev.Comment("Bold."))[0])


def test_a_setup_is_bare_until_something_is_done_there():
    setup = Session(Match(*grow(read_link("1/brink3-x2/sx2.4.2o2.2x1.2x-x-2/m").record)))
    assert is_bare_setup(setup)
    assert not is_bare_setup(update(setup, ev.Comment("To solve."))[0])
    assert not is_bare_setup(click(setup, "c4")[0])
    assert not is_bare_setup(begin()[0])
