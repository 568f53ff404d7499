"""The animation between two positions: control fades, stones turn and tilt, near ones first."""

import re

from greylox_web.drawing.board_layers import MAX_DELAY_STEPS, layers_below_stones, stones_markup
from greylox_web.rules.notation.links import read_spec

GAME = read_spec("lox9")


def cells(*names):
    return sum(1 << GAME.board.parse_cell(name) for name in names)


def test_control_region_unchanged_part_is_drawn_once():
    ground = {"control-first": cells("a1", "a2"), "control-second": cells("e5")}
    still = "".join(layers_below_stones(GAME, 0, ground, ground))
    assert still == "".join(layers_below_stones(GAME, 0, ground)) and "fade-out" not in still
    more = ground | {"control-first": cells("a1", "a2", "a3")}
    markup = "".join(layers_below_stones(GAME, 0, more, ground))
    assert markup.count("fade-out") == markup.count("fade-in") == 1
    assert markup.count("ground red") == 2 and markup.count("ground blue") == 1
    first = "".join(layers_below_stones(GAME, 0, ground, {}))
    assert first.count("fade-in") == 2 and "fade-out" not in first


def test_stone_delay_grows_with_distance_from_origin():
    names = ["c3", "d3", "e3", "f3", "g3", "h3"]
    before = dict.fromkeys(map(GAME.board.parse_cell, names), "red")
    after = dict.fromkeys(before, "blue")
    markup_by_cell = stones_markup(GAME, 0, after, before, moving=True, origins=cells("c3"))
    steps = [
        int(match[0]) if (match := re.findall(r"delay-(\d)", text)) else 0
        for text in markup_by_cell.values()
    ]
    assert steps == [0, 1, 2, 3, 4, MAX_DELAY_STEPS]
    assert all("turned" in text for text in markup_by_cell.values())


def test_stone_tilt_start_and_end_are_animated():
    cell = GAME.board.parse_cell("e5")
    for was, now, name in (("red", "red tilted", "tilt"), ("red tilted", "red", "flat")):
        [text] = stones_markup(GAME, 1, {cell: now}, {cell: was}, moving=True).values()
        assert f"stone {name}" in text
    [text] = stones_markup(GAME, 1, {cell: "red faded"}, {cell: "red"}, moving=True).values()
    assert "tilt" not in text and "flat" not in text


def test_what_won_is_outlined_once():
    won = {"won": cells("a1", "a2")}
    assert "drawn" in "".join(layers_below_stones(GAME, 0, won, {}))
    assert "drawn" not in "".join(layers_below_stones(GAME, 0, won, won))
    assert "drawn" not in "".join(layers_below_stones(GAME, 0, won)), "a game that was opened"
