"""Pictures and diagrams: they stand alone, show what the position is, and hide nothing in text."""

import re
from pathlib import Path
from xml.etree import ElementTree

import pytest
from hypothesis import given, settings

from greylox_web.app.formats.diagram import diagram
from greylox_web.app.formats.picture import animation, layers, picture
from greylox_web.app.formats.style import LIGHT, ON, SHAPES, layer_markup
from greylox_web.app.session.tree import MARKS, ROOT, Mark, grow
from greylox_web.rules.notation.links import read_link, read_spec
from greylox_web.rules.play import replay
from tests.app.formats.making import NASTY, SPECS, games, random_tree, randoms

SVG = "{http://www.w3.org/2000/svg}"
STYLE = Path(__file__).parents[3] / "assets/style.css"


def drawn(text):
    """How often each layer is drawn in a picture."""
    uses = ElementTree.fromstring(text).iter(SVG + "use")
    names = [use.get("href").removeprefix("#gx-") for use in uses]
    return {name: names.count(name) for name in names if name != "cell"}


@settings(max_examples=60)
@given(games, randoms)
def test_a_picture_shows_the_position(game, random):
    tree, _, node = random_tree(game, random, most=20)
    shown = drawn(picture(tree, node))
    state = tree.nodes[node].state
    assert shown.get("first", 0) == state.stones[0].bit_count()
    assert shown.get("second", 0) == state.stones[1].bit_count()
    assert shown == {k: m.bit_count() for k, m in layers(tree, node).items() if m}
    assert picture(tree, node).count("<use href=") - sum(shown.values()) == len(
        game.board.names(game.board.cells)
    )


@settings(max_examples=30)
@given(games, randoms)
def test_an_animation_shows_every_position_of_the_line_at_its_second(game, random):
    tree, leaf, _ = random_tree(game, random, most=15)
    root = ElementTree.fromstring(animation(tree, leaf))
    path = tree.path(leaf)
    length = len(path) + 2
    for second, node in enumerate(path):
        seen = {}
        for use in root.iter(SVG + "use"):
            if visible(use, second, length):
                name = use.get("href").removeprefix("#gx-")
                seen[name] = seen.get(name, 0) + 1
        seen.pop("cell")
        assert seen == {k: m.bit_count() for k, m in layers(tree, node).items() if m}
    texts = [t for t in root.iter(SVG + "text") if t.get("font-size") == "15"]
    assert len(texts) == len(path)


def visible(element, second, length):
    """Whether an animated element is to be seen at that second."""
    timed = element.find(SVG + "animate")
    if timed is None:
        return element.get("visibility") != "hidden"
    keys = [float(key) for key in timed.get("keyTimes").split(";")]
    values = timed.get("values").split(";")
    assert keys[0] == 0
    assert keys == sorted(set(keys))
    assert timed.get("dur") == f"{length}s"
    now = (second + 0.5) / length
    return [v for k, v in zip(keys, values, strict=True) if k <= now][-1] == "visible"


@pytest.mark.parametrize("spec", SPECS)
def test_pictures_need_nothing_else(spec):
    tree, leaf, _ = grow(read_link(f"1/{spec}/m").record)
    for turn in range(12):
        for text in (picture(tree, leaf, turn=turn), animation(tree, leaf, turn=turn)):
            ElementTree.fromstring(text)
            assert not re.search(r"class=|style=|<script|<style|@import|url\(|\bon\w+=", text)
            assert set(re.findall(r"https?://[^\"]*", text)) == {"http://www.w3.org/2000/svg"}
            links = set(re.findall(r'href="([^"]*)"', text))
            assert {f'id="{link[1:]}"' in text for link in links} <= {True}


@pytest.mark.parametrize("nasty", NASTY)
def test_words_are_escaped(nasty):
    tree, leaf, _ = grow(read_link("1/lox5/ma1").record)
    marks = tuple(Mark(kind, cell, nasty) for cell, kind in enumerate(MARKS))
    tree = tree.with_node(leaf, marks=marks, comment=nasty)
    for text in (picture(tree, leaf), animation(tree, leaf)):
        root = ElementTree.fromstring(text)
        assert not list(root.iter(SVG + "script"))
        assert len(list(root.iter(SVG + "title"))) == 1
        text.encode()


def test_the_second_colour_is_told_by_its_ring_without_colours():
    for spec in SPECS:
        drawing = layer_markup(read_spec(spec))
        assert "stroke" in drawing["second"].partition("/>")[2]
        assert SHAPES["glyph"] in drawing["second"]
        assert SHAPES["glyph"] not in drawing["first"]


def test_the_colours_are_those_of_the_page():
    root = STYLE.read_text("utf-8").partition(":root {")[2].partition("}")[0]
    page = dict(re.findall(r"--([\w-]+): (#\w+);", root))
    assert {name: page[name] for name in LIGHT} == LIGHT
    assert ON["white"] == page["black"]


def test_the_last_turn_is_the_last_finished_one():
    def last(link):
        tree, leaf, _ = grow(read_link(link).record)
        return tree.game.board.names(tree.last_turn(leaf))

    assert last("1/greylox5/m") == []
    assert last("1/greylox5/me5e6b2") == ["b2", "e6"]
    assert last("1/greylox5/me5e6b2c3") == ["b2", "e6"]
    assert last("1/byg5/me5a1i9i5c3./n6") == ["c3"]
    assert last("1/lox5/ma2-s") == ["b1"]


def test_a_finished_greylox_shows_whom_the_vacant_cells_go_to():
    tree, leaf, _ = grow(
        read_link("1/greylox3/mb4c5a1a2e5e4c3b3d2d3a3e5b2c2a1b1c4e3c5c1d5d4").record
    )
    game, state = tree.game, tree.nodes[leaf].state
    assert game.outcome(state)
    shown = layers(tree, leaf)
    taken = shown["claimed-first"] | shown["claimed-second"]
    assert taken == game.board.cells & ~state.occupied
    assert "control-first" not in shown


@pytest.mark.parametrize(
    ("link", "lines"),
    [
        (
            "1/greylox3/mc3c4",
            [
                "   5  . . .",
                "  4  .[O]. .",
                " 3  . . X . .",
                "  2  . . . . e",
                "   1  . . . d",
                "       a b c",
            ],
        ),
        (
            "1/lox5/ma1b3",
            [
                "   a b c d e",
                " 1  X . . . .",
                "  2  . . . . .",
                "   3  .[O]. . .",
                "    4  . . . . .",
                "     5  . . . . .",
            ],
        ),
    ],
)
def test_diagrams(link, lines):
    record = read_link(link).record
    state = replay(record.game, record.actions)[-1]
    text = diagram(record.game, state, 1 << record.actions[-1])
    board = text.split("\n\n")[0].split("\n")
    assert [line.strip() for line in board] == [line.strip() for line in lines]
    assert len({len(a) - len(b) for a, b in zip(board, lines, strict=True)}) == 1
    assert diagram(record.game, state).count("[") == 0
    assert grow(record)[0].nodes[ROOT].state == record.game.start()
