"""Pictures and diagrams: self-contained, true to the position, and with any text escaped."""

import re
from xml.etree import ElementTree

import pytest
from hypothesis import given

from greylox_web.drawing.board_layers import ring_colour
from greylox_web.formats.diagram import diagram
from greylox_web.formats.picture import animation, picture, picture_layers
from greylox_web.formats.print_diagram import print_diagram
from greylox_web.formats.style import GROUND_OPACITY, LIGHT
from greylox_web.match.tree import ROOT, tree_from_record
from greylox_web.rules.notation.actions import MARKS, Mark
from greylox_web.rules.notation.links import read_link, read_spec
from greylox_web.rules.play import replay
from tests.css_tokens import colours
from tests.formats.strategies import NASTY_TEXTS, SPECS, games, random_tree, randoms
from tests.thoroughness import examples

SVG = "{http://www.w3.org/2000/svg}"
WHOLE = {"34", "17"}  # radii: a stone, and the small stone on a vacant cell that scores
RING = {"23", "10"}


def part(root, name):
    """The group of the drawing with this ``data-part``."""
    return next(g for g in root.iter(SVG + "g") if g.get("data-part") == name)


def stones(elements):
    """The number of stones of each colour, and of rings, drawn in some elements."""
    cells: dict[str, int] = {}
    for circle in (c for element in elements for c in element.iter(SVG + "circle")):
        fill, radius = circle.get("fill"), circle.get("r")
        if radius == "34" and fill.startswith("url(#paint-"):
            cells[fill[11:-1]] = cells.get(fill[11:-1], 0) + 1
        elif radius == "23":
            cells["rings"] = cells.get("rings", 0) + 1
    return cells


def expected(game, state):
    counts = {
        colour: mask.bit_count() for colour, mask in zip(game.colours, state.stones, strict=True)
    }
    counts["rings"] = counts[ring_colour(game)]
    return {name: count for name, count in counts.items() if count}


@pytest.mark.parametrize(
    ("link", "kind"),
    [
        ("1/brink3-x2-p/mb2-s", "flipped"),
        ("1/multiplicity3-f-p/mb2-s", "flipped"),
        ("1/lox5/mb1-s", "swapped"),
    ],
)
def test_picture_shows_swapped_stone_as_flipped_unless_it_moves(link, kind):
    tree, leaf, _ = tree_from_record(read_link(link).record)
    masks = picture_layers(tree, leaf)
    before, after = tree.state_before(leaf), tree.nodes[leaf].state
    assert masks[kind] == before.stones[0] and masks["last"] == after.stones[1]
    assert not {"flipped", "swapped"} - {kind} & {key for key, mask in masks.items() if mask}


@examples(60)
@given(games, randoms)
def test_a_picture_shows_the_position(game, random):
    tree, _, node = random_tree(game, random, max_actions=20)
    root = ElementTree.fromstring(picture(tree, node))
    state = tree.nodes[node].state
    assert stones(part(root, "stones")) == expected(game, state)
    layer_masks = picture_layers(tree, node)
    above = part(root, "above")
    pins = [c for c in above.iter(SVG + "circle") if c.get("r") == "7.75"]
    assert len(pins) == layer_masks["last"].bit_count()
    small = [c for c in above.iter(SVG + "circle") if c.get("r") == "17"]
    assert len(small) == (layer_masks["claimed-first"] | layer_masks["claimed-second"]).bit_count()
    ground = [p for p in part(root, "below").iter(SVG + "path") if p.get("fill-opacity")]
    expected_control = [layer_masks.get(f"control-{kind}", 0) for kind in ("first", "second")]
    assert len([p for p in ground if p.get("fill-opacity") == GROUND_OPACITY]) == sum(
        bool(mask) for mask in expected_control
    )
    tiles = [p for p in root.iter(SVG + "path") if p.get("fill") == "url(#paint-sheen)"]
    assert [p.get("d").count("M") for p in tiles] == [game.board.cells.bit_count()]
    assert_ids_are_those_of_paints(root)


def assert_ids_are_those_of_paints(root):
    """All elements of one page need different ids; two pictures may share the same paints."""
    ids = [element.get("id") for element in root.iter() if element.get("id")]
    assert ids and all(one.startswith("paint-") for one in ids)


@examples(40)
@given(games, randoms)
def test_a_print_diagram_is_small_and_shows_the_position_in_black_and_white(game, random):
    tree, _, node = random_tree(game, random, max_actions=20)
    text = print_diagram(tree, node)
    root = ElementTree.fromstring(text)
    assert len(text) < 4000 + 200 * game.board.cells.bit_count()
    assert set(re.findall(r"#[0-9a-f]{3,6}", text)) == {"#000", "#fff"}
    discs = {"#000": 0, "#fff": 0}
    for path in root.iter(SVG + "path"):
        if "a32 " in path.get("d"):
            discs[path.get("fill")] += path.get("d").count("M")
    dark = game.colours.index(ring_colour(game))
    stones_held = [stones.bit_count() for stones in tree.nodes[node].state.stones]
    assert discs == {"#000": stones_held[dark], "#fff": stones_held[1 - dark]}
    left, top, width, height = map(float, root.get("viewBox").split())
    names = [t for t in root.iter(SVG + "text") if t.get("fill") is None]
    assert len(names) == 2 * game.board.width
    for name in names:
        assert left < float(name.get("x")) < left + width
        assert top < float(name.get("y")) < top + height


@examples(30)
@given(games, randoms)
def test_animation_shows_each_position_in_its_second(game, random):
    tree, leaf, _ = random_tree(game, random, max_actions=15)
    root = ElementTree.fromstring(animation(tree, leaf))
    path = tree.path(leaf)
    length = len(path) + 2
    for second, node in enumerate(path):
        visible_stones = [g for g in part(root, "stones") if visible(g, second, length)]
        assert stones(visible_stones) == expected(game, tree.nodes[node].state)
        pins = [g for g in part(root, "above") if visible(g, second, length)]
        pins_drawn = [c for g in pins for c in g.iter(SVG + "circle") if c.get("r") == "7.75"]
        assert len(pins_drawn) == picture_layers(tree, node)["last"].bit_count()
    assert len(list(part(root, "captions").iter(SVG + "text"))) == len(path)
    assert_ids_are_those_of_paints(root)


def visible(element, second, length):
    """Return whether an animated element is visible in that second."""
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
def test_pictures_are_self_contained(spec):
    tree, leaf, _ = tree_from_record(read_link(f"1/{spec}/m").record)
    for turn in range(12):
        for text in (picture(tree, leaf, turn=turn), animation(tree, leaf, turn=turn)):
            ElementTree.fromstring(text)
            assert not re.search(
                r"class=|style=|<script|<style|@import|url\((?!#paint-)|\bon\w+=", text
            )
            assert set(re.findall(r"https?://[^\"]*", text)) == {"http://www.w3.org/2000/svg"}
            links = set(re.findall(r"url\(#([\w-]+)\)", text)) | set(
                re.findall(r'href="#(.*?)"', text)
            )
            assert links and {text.count(f'id="{link}"') for link in links} == {1}


@pytest.mark.parametrize("nasty", NASTY_TEXTS)
def test_words_are_escaped(nasty):
    tree, leaf, _ = tree_from_record(read_link("1/lox5/ma1").record)
    marks = tuple(Mark(kind, cell, nasty) for cell, kind in enumerate(MARKS))
    tree = tree.with_node(leaf, marks=marks, comment=nasty)
    for text in (picture(tree, leaf), animation(tree, leaf), print_diagram(tree, leaf)):
        root = ElementTree.fromstring(text)
        assert not list(root.iter(SVG + "script"))
        assert len(list(root.iter(SVG + "title"))) == 1
        text.encode()


def test_darker_stones_have_a_ring():
    dark = {spec: ring_colour(read_spec(spec)) for spec in SPECS}
    assert {colour for spec, colour in dark.items() if "lox" in spec} == {"black", "blue"}
    assert {colour for spec, colour in dark.items() if "multiplicity" in spec} == {"red"}
    assert {colour for spec, colour in dark.items() if "brink" in spec} == {"black"}


def test_picture_colours_match_page_tokens():
    page = colours("light")
    assert {name: page[name] for name in LIGHT} == LIGHT
    assert page["ground-opacity"] == GROUND_OPACITY


def test_last_turn_mask_is_of_last_finished_turn():
    def last(link):
        tree, leaf, _ = tree_from_record(read_link(link).record)
        return tree.game.board.cell_names(tree.last_turn_mask(leaf))

    assert last("1/greylox5/m") == []
    assert last("1/greylox5/me5e6b2") == ["b2", "e6"]
    assert last("1/greylox5/me5e6b2c3") == ["b2", "e6"]
    assert last("1/byg5/me5a1i9i5c3./n6") == ["c3"]
    assert last("1/lox5/ma2-s") == ["b1"]


def test_a_finished_greylox_shows_whom_the_vacant_cells_go_to():
    tree, leaf, _ = tree_from_record(
        read_link("1/greylox3/mb4c5a1a2e5e4c3b3d2d3a3e5b2c2a1b1c4e3c5c1d5d4").record
    )
    game, state = tree.game, tree.nodes[leaf].state
    assert game.outcome(state)
    layer_masks = picture_layers(tree, leaf)
    claimed = layer_masks["claimed-first"] | layer_masks["claimed-second"]
    assert claimed == game.board.cells & ~state.occupied
    assert "control-first" not in layer_masks
    assert layer_masks["won"]  # as the board of the page shows it
    hidden = picture_layers(tree, leaf, result=False)
    assert not {"won", "lost", "faded"} & {name for name, mask in hidden.items() if mask}


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
    assert tree_from_record(record)[0].nodes[ROOT].state == record.game.start()
