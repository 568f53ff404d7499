"""The text in New game about a board: which side wins between equals, according to a study."""

import pytest

from greylox_web.features.new_game import view as new_game_view
from greylox_web.features.new_game.view import shares_text
from greylox_web.rules.notation.links import read_spec
from greylox_web.session.new_game_form import NewGameForm, with_game, with_option, with_size

TEST_SHARES = {
    "brink4-x3": (50, 0),
    "brink5-x3": (99, 0),
    "brink5-x5": (43, 0),
    "brink5-x8": (3, 0),
    "brink6-d-x5": (52, 1),
    "multiplicity5": (50, 10),
    "multiplicity5-f": (45, 10),
}


@pytest.fixture(autouse=True)
def known_shares(monkeypatch):
    monkeypatch.setattr(new_game_view, "SHARES", TEST_SHARES)


def plan_of(spec):
    return with_game(NewGameForm("", 0, {}), read_spec(spec))


@pytest.mark.parametrize(
    ("spec", "expected"),
    [
        ("brink4-x3", "Between equals, Black and White win equally often."),
        ("brink5-x3", "Between equals, the first player, Black, wins 99 of 100 games."),
        ("brink5-x5", "Between equals, White wins 57 of 100 games."),
        ("brink5-x8", "Between equals, the second player, White, wins 97 of 100 games."),
        ("brink6-d-x5", "Between equals, Black wins 52 of 100 games. 1 is a draw."),
        ("multiplicity5", "Between equals, White wins 50 of 100 games. 10 are draws."),
        ("multiplicity5-f", "Between equals, White and Red win equally often. 10 are draws."),
        ("brink5-x4", ""),
        ("lox11", ""),
    ],
)
def test_shares_text_names_the_winner_and_count(spec, expected):
    assert shares_text(plan_of(spec)) == expected


def test_shares_text_follows_options_and_ignores_invalid_ones():
    plan = plan_of("brink5-x3")
    assert "99 of 100" in shares_text(plan)
    assert shares_text(with_option(plan, "x", 99)) == ""
    assert "57 of 100" in shares_text(with_option(plan, "x", 5))
    own = with_size(with_option(with_option(plan, "x", 5), "board", "rhombus"), 6)
    assert "1 is a draw" in shares_text(with_option(own, "swap", False))
    assert shares_text(with_option(own, "swap", True)) == "", "the games had no swap"
