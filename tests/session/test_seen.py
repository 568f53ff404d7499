"""What the engine thought, kept as numbers beside a link and brought back."""

from hypothesis import given
from hypothesis import strategies as st

from greylox_web.match.match import Match
from greylox_web.match.tree import grow
from greylox_web.rules.notation.links import read_link
from greylox_web.session.seen import WHOLE, chances, seen
from greylox_web.session.session import Session

LINE = "1/brink3-x3/mb4d4b1c3d3b3a3c2/"


def session_with(values):
    tree, leaf, cursor = grow(read_link(LINE).record)
    known = zip(tree.path(leaf), values, strict=False)
    found = tuple((tree.nodes[node].state, value) for node, value in known if value is not None)
    return Session(Match(tree, leaf, cursor, seen=found))


@given(st.lists(st.none() | st.floats(-1, 1), max_size=9))
def test_the_chances_come_back_to_a_thousandth_and_only_what_is_proven_is_a_whole(values):
    session = session_with(values)
    written = chances(session)
    again = seen(session.tree, session.leaf, written)
    assert [state for state, _ in again] == [state for state, _ in session.seen]
    for (_, value), (_, before) in zip(again, session.seen, strict=True):
        assert abs(value - before) < 1 / WHOLE
        assert (abs(value) == 1) == (abs(before) == 1)


def test_what_is_known_of_a_longer_line_or_of_none_does_no_harm():
    session = session_with([0.5] * 4)
    assert chances(session_with([])) == []
    assert len(seen(session.tree, session.leaf, [None, *range(20)])) == 8
