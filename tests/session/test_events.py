"""Every event has its effect, and what is none is an error."""

from typing import get_args

import pytest

from greylox_web.engine import messages as wire
from greylox_web.message import Message
from greylox_web.session import events as ev
from greylox_web.session.update import update
from tests.session.sittings import begin


@pytest.mark.parametrize("odd", [None, "undo", object()])
def test_what_is_no_event_is_an_error(odd):
    session = begin()
    with pytest.raises(AssertionError):
        update(session, odd)


def test_the_union_names_every_event():
    told = {
        found
        for module in (ev, wire)
        for found in vars(module).values()
        if isinstance(found, type) and issubclass(found, Message) and found is not Message
    }
    assert told == set(get_args(ev.Event))
