"""The matches of a visit: what has to be stored, what can be continued, and other ids."""

from greylox_web.browser.visit import is_acted_in
from greylox_web.match.match import PERSON
from greylox_web.session import events as ev
from greylox_web.session.update import update
from tests.session.sittings import ENGINE, answer, begin, click


def test_what_the_engine_does_is_no_act_of_a_person():
    before, _ = begin(seats=(ENGINE, PERSON))
    looked, _ = answer(before, "e5")
    assert not is_acted_in(before.match, looked.match) and not is_acted_in(
        looked.match, looked.match
    )
    assert is_acted_in(looked.match, click(looked, "e6")[0].match)
    assert is_acted_in(looked.match, update(looked, ev.Comment("Bold."))[0].match)
