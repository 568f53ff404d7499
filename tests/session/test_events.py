"""Events as values: equality, fields and immutability."""

import pytest

from greylox_web.session.event import Event
from greylox_web.session.playing import ClickCell, PlayAction, Redo, Undo


class Pair(Event):
    """An event with two fields, one of them with a default."""

    one: int
    other: str = "none"


def test_events_of_different_kinds_are_never_equal():
    assert Undo() != Redo() and ClickCell(3) != PlayAction(3)
    assert len({Undo(), Redo(), ClickCell(3), PlayAction(3), ClickCell(3)}) == 4
    assert ClickCell(3) == ClickCell(cell=3) != ClickCell(4)
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


def test_an_event_cannot_be_changed():
    click = ClickCell(3)
    with pytest.raises(AttributeError):
        click.cell = 4
    assert click == ClickCell(3)
