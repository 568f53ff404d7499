"""The signs on the board: which ones a position shows, and their pictures and words."""

from __future__ import annotations

from dataclasses import replace
from xml.etree import ElementTree

import pytest

from greylox_web.drawing.signs import SIGNS, sign
from greylox_web.features.analysis.hint import Hint
from greylox_web.features.board.labels import cell_labels
from greylox_web.features.board.marks import layers
from greylox_web.features.board.signs import first_rank, signs_on_board
from greylox_web.match.match import Match
from greylox_web.match.tree import tree_from_record
from greylox_web.rules import GAMES, new_game
from greylox_web.rules.notation.links import read_link
from greylox_web.session.event import SetPreference
from greylox_web.session.session import Session
from greylox_web.session.update import update
from greylox_web.words.signs import SIGN_WORDS


def session_of(link: str) -> Session:
    tree, leaf, _ = tree_from_record(read_link(link).record)
    return Session(Match(tree, leaf, leaf))


def shown_signs(session: Session) -> tuple[str, ...]:
    return signs_on_board(session, layers(session))


def test_each_sign_has_a_picture_of_its_own_and_words():
    assert set(SIGN_WORDS) - {"heading", "hide", "show"} == set(SIGNS)
    assert len({SIGN_WORDS[name] for name in SIGNS}) == len(SIGNS)
    for game in map(new_game, GAMES):
        pictures = [sign(name, game) for name in SIGNS]
        assert len(set(pictures)) == len(SIGNS)
        for picture in pictures:
            root = ElementTree.fromstring(picture)
            assert root.get("aria-hidden") == "true"
            assert not [e for e in root.iter() if e.get("style") or e.get("id")]


def test_sign_without_picture_is_refused():
    with pytest.raises(KeyError):
        sign("unknown", new_game("greylox"))


@pytest.mark.parametrize(
    ("link", "signs"),
    [
        ("1/greylox5/m", ()),
        ("1/greylox5/me5", ("lit", "anchor", "last")),
        ("1/greylox5/me5e6", ("lit", "pending", "last")),
        ("1/lox5/ma2-s", ("last", "swapped")),
        ("1/brink3-x2-p/mb2-s", ("swapped-here",)),
        ("1/brink4-x3/ma1b2a2", ("last", "groups")),
    ],
)
def test_signs_of_a_position(link: str, signs: tuple[str, ...]):
    assert shown_signs(session_of(link)) == signs


def test_choices_are_drawn_with_the_first_letter_on_the_board():
    """The best choice may be no cell; then its letter, A, is not on the board."""
    game = new_game("greylox")
    assert ">A<" in sign("alternative", game) and ">1<" in sign("choice", game)
    assert ">B<" in sign("alternative", game, first_rank(["C", "B"]))
    assert first_rank(["10", "2"]) == "2" and first_rank([]) == ""


def test_swap_in_place_is_not_called_a_flip():
    session = session_of("1/brink3-x2-p/mb2-s")
    label = cell_labels(session, layers(session))(session.game.board.parse_cell("b2"))
    assert label.endswith("last turn, a swap") and "flip" not in label


def test_signs_of_control_and_its_threats():
    session = session_of("1/lox5/s2x1x.5.ooooo.5.x1x2-x-2/m")
    assert {"control", "tilted", "chain"} <= set(shown_signs(session))
    without = update(session, SetPreference("control", False))
    assert "control" not in shown_signs(without)
    assert "sight" in shown_signs(update(session, SetPreference("sight", True)))


def test_signs_of_the_end_and_of_a_hint():
    session = session_of("1/lox5/s2xo1.1ox2.o2o1.2x2.2x2-x-2/mc3d2")
    assert session.outcome is not None
    assert "won" in shown_signs(session) and "chain" not in shown_signs(session)
    start = session_of("1/greylox5/m")
    cell = start.game.board.parse_cell("e5")
    hint = Hint(start.state, action=cell)
    for step in (hint, replace(hint, exact=True)):
        assert shown_signs(start.with_activity(step)) == ("hint",)
