"""Opening maps: the number and colour of each cell, and the turn of the board."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest

from greylox_web.features.lessons.opening_map import mapped_game, opening_map
from greylox_web.rules import GAMES

SVG = "{http://www.w3.org/2000/svg}"


@pytest.mark.parametrize("name", GAMES)
def test_each_cell_has_its_number_and_the_best_is_the_lightest(name: str):
    game = mapped_game(name)
    assert game is not None
    content = opening_map(game)
    root = ElementTree.fromstring(content.picture)
    numbers = [int(text.text or "") for text in root.iter(f"{SVG}text")]
    assert len(numbers) == game.board.cells.bit_count()
    css_classes = [path.get("class", "") for path in root.iter(f"{SVG}path")]
    assert css_classes.count("worth worth-6") >= 1 and css_classes.count("worth worth-0") >= 1
    assert f"({max(numbers)}%)" in content.best.partition("Worst")[0]
    assert f"({min(numbers)}%)" in content.best.partition("Worst")[2]
    assert root.get("role") == "img" and "Opening map" in (root.get("aria-label") or "")
    assert bool(content.swap) == (name == "lox")


def test_a_map_is_turned_as_the_board_is():
    game = mapped_game("lox")
    assert game is not None
    boxes = [ElementTree.fromstring(opening_map(game, turn).picture) for turn in (0, 3)]
    sides = [tuple(map(float, root.get("viewBox", "").split()[2:])) for root in boxes]
    assert sides[0][0] > sides[0][1] and sides[1][0] < sides[1][1]


def test_a_game_without_a_map_has_none():
    assert mapped_game("chess") is None
