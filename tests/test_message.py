"""Events and commands as values: what they are equal to, and what they refuse."""

import pytest

from greylox_web.message import Message
from greylox_web.session import events as ev


class Pair(Message):
    """Two fields, one of them with a default."""

    one: int
    other: str = "none"


def test_messages_of_different_kinds_are_never_equal():
    assert ev.Undo() != ev.Redo() and ev.Click(3) != ev.Act(3)
    assert len({ev.Undo(), ev.Redo(), ev.Click(3), ev.Act(3), ev.Click(3)}) == 4
    assert ev.Click(3) == ev.Click(cell=3) != ev.Click(4)
    assert Pair(1) == Pair(1, "none") == Pair(other="none", one=1)
    assert Pair(1) != (1, "none")


def test_a_match_takes_the_fields_in_their_order():
    match Pair(1, "x"):
        case Pair(one, other):
            assert (one, other) == (1, "x")
    assert repr(Pair(1)) == "Pair(one=1, other='none')"


@pytest.mark.parametrize(
    ("args", "kwargs"),
    [((), {}), ((1, "x", 2), {}), ((1,), {"one": 1}), ((1,), {"odd": 1}), ((), {"other": "x"})],
)
def test_wrong_fields_are_refused(args, kwargs):
    with pytest.raises(TypeError, match="Pair takes one, other"):
        Pair(*args, **kwargs)


def test_a_message_cannot_be_changed():
    click = ev.Click(3)
    with pytest.raises(AttributeError):
        click.cell = 4
    assert click == ev.Click(3)
