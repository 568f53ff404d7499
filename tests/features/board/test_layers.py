"""The layers, against slow and simple reference implementations."""

from __future__ import annotations

import re
from random import Random
from xml.etree import ElementTree

import pytest
from hypothesis import given

from greylox_web.drawing.board_layers import layers_above_stones, layers_below_stones
from greylox_web.features.board.keys import BUTTONS
from greylox_web.features.board.keys import LAYERS as KEYS
from greylox_web.features.board.marks import layers
from greylox_web.features.layers.overlay import preview_svg, sight_counts_svg, sight_lines_svg
from greylox_web.features.layers.preview import (
    cell_description,
    move_preview,
    sight_counts,
    sight_rays,
)
from greylox_web.match.match import Match
from greylox_web.match.tree import new_tree
from greylox_web.rules import GAMES, new_game
from greylox_web.rules.board import bits
from greylox_web.rules.play import random_game
from greylox_web.rules.shapes import RHOMBUS
from greylox_web.session.event import SetPreference
from greylox_web.session.layers import available_layers, has_overlay, is_on, toggled_value
from greylox_web.session.preferences import Preferences
from greylox_web.session.session import Session
from greylox_web.session.update import update
from tests.rules.playouts import SMALL, game_of, seeds
from tests.screen import Screen
from tests.session.session_helpers import click_cells, new_session
from tests.thoroughness import examples

SPECS = [spec for spec in SMALL if spec not in ("greylox2", "lox2")]
CLASSES = {
    "legal": ("legal",),
    "bound": ("anchor",),
    "control": ("control-first", "control-second"),
    "threatened": ("threatened",),
}


def random_session(spec: str, seed: int) -> Session:
    """A session at a random position of a random game."""
    game, random = game_of(spec), Random(seed)
    actions = random_game(game, random)
    session = Session(Match(new_tree(game)))
    for action in actions[: random.randrange(len(actions))]:
        tree, node = session.tree.add(session.cursor, action)
        session = Session(Match(tree, leaf=node, cursor=node))
    return session


def prefer(session: Session, **chosen: bool | str) -> Session:
    for name, value in chosen.items():
        session = update(session, SetPreference(name, value))
    return session


def slow_sight_rays(session: Session, cell: int) -> list[tuple[int, int | None]]:
    """Return (last cell, its colour or None) of each ray, by walking over columns and rows."""
    board, stones = session.game.board, session.state.stones
    diagonal = (1, 1) if board.shape == "hexhex" else (1, -1)
    rays = []
    for x, y in ((1, 0), (0, 1), diagonal):
        for sign in (1, -1):
            column, row = board.column_row(cell)
            end, colour = cell, None
            while colour is None:
                column, row = column + sign * x, row + sign * y
                next_cell = board.cell_at(column, row)
                if next_cell < 0:
                    break
                end = next_cell
                colour = next((c for c in (0, 1) if next_cell in set(bits(stones[c]))), None)
            if end != cell:
                rays.append((end, colour))
    return rays


def counted(session: Session, cell: int) -> tuple[int, int]:
    colours = [colour for _, colour in slow_sight_rays(session, cell)]
    return colours.count(0), colours.count(1)


def grouped(session: Session, state, colour: int) -> set[frozenset[int]]:
    """Return the groups of a colour by joining sets of adjacent stones."""
    group_sets = [{cell} for cell in bits(state.stones[colour])]
    board = session.game.board
    for one in bits(state.stones[colour]):
        for other in bits(board.neighbours(1 << one) & state.stones[colour]):
            a, b = (next(g for g in group_sets if cell in g) for cell in (one, other))
            if a is not b:
                group_sets.remove(b)
                a |= b
    return {frozenset(group) for group in group_sets}


@pytest.mark.parametrize("name", GAMES)
def test_available_layers_match_the_game(name: str):
    has = set(available_layers(new_game(name)))
    assert ("counts" in has) == ("sight" in has) == (name in ("greylox", "lox"))
    assert ("control" in has) == ("threatened" in has) == (name in ("greylox", "lox"))
    assert ("bound" in has) == (name in ("greylox", "multiplicity"))
    assert ("factors" in has) == (name == "multiplicity")
    assert {"legal", "groups", "preview", "coordinates"} <= has
    assert has <= set(Preferences._fields)


def test_keys_differ_from_cell_letters():
    columns = (chr(ord("a") + column) for column in range(max(RHOMBUS.sizes)))
    assert not set(columns) & {*KEYS, *BUTTONS}
    assert not set(KEYS) & set(BUTTONS)
    assert set(KEYS.values()) <= {
        name for game in GAMES for name in available_layers(new_game(game))
    }


@pytest.mark.parametrize("layer", CLASSES)
def test_a_layer_is_switched_and_no_other(layer: str):
    bound = new_session()
    bound = click_cells(bound, "e5")
    threatened_session = next(
        s for s in (random_session("greylox4", n) for n in range(99)) if threatened_stones(s)
    )
    session = bound if layer == "bound" else threatened_session
    on, off = layers(session), layers(prefer(session, **{layer: False}))
    assert all(on[name] and not off.get(name) for name in CLASSES[layer])
    others = on.keys() - set(CLASSES[layer]) - {"tilted", "lit", "shut"}  # derived layers
    assert all(on[name] == off.get(name, 0) for name in others)


def threatened_stones(session: Session) -> int:
    return layers(session).get("threatened", 0)


@given(seed=seeds)
@pytest.mark.parametrize("spec", [s for s in SPECS if s.startswith(("greylox", "lox"))])
def test_sight_counts_and_rays_match_a_slow_walk(spec: str, seed: int):
    session = random_session(spec, seed)
    board, stones = session.game.board, session.state.stones
    controls = session.game.controlled(session.state)
    for cell in bits(board.cells):
        assert sight_counts(board, stones, cell) == counted(session, cell)
        assert sorted(map(tuple, sight_rays(board, stones, cell)), key=str) == sorted(
            slow_sight_rays(session, cell), key=str
        )
        if controls:
            need = board.control_threshold(cell)
            held = [count >= need for count in counted(session, cell)]
            assert held == [bool(mask >> cell & 1) for mask in controls]


@examples(10)
@given(seed=seeds)
@pytest.mark.parametrize("spec", SPECS)
def test_a_preview_is_the_difference_to_the_next_position(spec: str, seed: int):
    session = random_session(spec, seed)
    game, state = session.game, session.state
    for cell in bits(game.board.cells):
        preview = move_preview(session, cell)
        assert (preview is not None) == bool(game.legal(state) >> cell & 1)
        if preview is None:
            continue
        after = game.play(state, cell)
        none: tuple[int, int] = (0, 0)
        old, new = game.controlled(state) or none, game.controlled(after) or none
        for colour in (0, 1):
            before, after_cells = set(bits(old[colour])), set(bits(new[colour]))
            assert set(bits(preview.gained[colour])) == after_cells - before
            assert set(bits(preview.lost[colour])) == before - after_cells
            fresh = grouped(session, after, colour) - grouped(session, state, colour)
            assert {frozenset(bits(g)) for g in preview.new_group_sizes[colour]} == fresh


@examples(15)
@given(seed=seeds)
@pytest.mark.parametrize("spec", ["greylox3", "lox4", "brink3-d-x1", "multiplicity3", "byg3"])
def test_drawn_sizes_links_and_counts_match_the_position(spec: str, seed: int):
    session = prefer(random_session(spec, seed), groups="on", counts=True, sight=True, preview=True)
    board, state, turn = session.game.board, session.state, seed % 24
    masks = layers(session)
    marks = ElementTree.fromstring(
        f"<g>{''.join(layers_above_stones(session.game, turn, masks))}</g>"
    )
    sizes = sorted(int(text(t)) for t in marks.iter("text") if t.get("class").startswith("size"))
    group_sizes = [len(g) for c in (0, 1) for g in grouped(session, state, c)]
    assert sizes == sorted(size for size in group_sizes if size > 1)
    bars = "".join(
        re.findall(
            r'"link \w+" d="([^"]*)"', "".join(layers_below_stones(session.game, turn, masks))
        )
    )
    pairs = [
        (one, other)
        for stones in state.stones
        for one in bits(stones)
        for other in bits(board.neighbours(1 << one) & stones)
        if one < other
    ]
    assert bars.count("M") == len(pairs)
    svg = ElementTree.fromstring(f"<g>{sight_counts_svg(session, turn)}</g>")
    pills = sorted(text(g) for g in svg if g.get("class", "").startswith("count"))
    cells = list(bits(board.cells)) if session.game.controlled(state) else []
    counts = [
        (count, board.control_threshold(cell)) for cell in cells for count in counted(session, cell)
    ]
    assert pills == sorted(f"{count}/{need}" for count, need in counts if count)
    for cell in bits(board.cells):
        spot = ElementTree.fromstring(f"<g>{sight_lines_svg(session, cell, turn)}</g>")
        seen = [ray for ray in spot if ray.get("class") in ("ray own", "ray other")]
        assert len(seen) == (sum(counted(session, cell)) if cells else 0)
        if cells:
            first, second = counted(session, cell)
            assert f"is seen by {first} " in cell_description(session, cell)
            assert f" and {second} " in cell_description(session, cell)


@examples(10)
@given(seed=seeds)
@pytest.mark.parametrize("spec", SPECS)
def test_the_exception_is_shown_and_not_the_rule(spec: str, seed: int):
    session = random_session(spec, seed)
    game, state, masks = session.game, session.state, layers(session)
    vacant = game.board.cells & ~state.occupied
    legal = game.legal(state) & vacant
    lit, shut = masks.get("lit", 0), masks.get("shut", 0)
    ground = masks.get(("control-second", "control-first")[state.mover], 0)
    assert not (lit and shut)
    if vacant & ~legal & ~ground:
        opening = game.prompt_key(state) in ("bound", "free")
        assert (lit, shut) == ((legal, 0) if opening else (0, vacant & ~legal & ~ground))
    else:
        assert not lit | shut, "all that is vacant is allowed, or seen to be closed"


@pytest.mark.parametrize("name", GAMES)
def test_legal_layer_keeps_one_sign_per_prompt_key(name: str):
    """A required action has one sign, whether few or most cells are closed."""
    signs: dict[str, set[str]] = {}
    for seed in range(6):
        session = Session(Match(new_tree(new_game(name))))
        while (legal := session.game.legal(session.state)) and session.outcome is None:
            action_kind, masks = session.game.prompt_key(session.state), layers(session)
            signs.setdefault(action_kind, set()).update({"lit", "shut"} & masks.keys())
            action = Random(seed).choice(list(bits(legal & session.game.board.cells or legal)))
            tree, node = session.tree.add(session.cursor, action)
            session = Session(Match(tree, leaf=node, cursor=node))
    assert all(len(kinds) <= 1 for kinds in signs.values()), signs


@pytest.mark.parametrize("name", GAMES)
def test_groups_layer_follows_the_game_until_switched(name: str):
    session = new_session(name)
    default = session.game.shows_groups
    assert default == (name not in ("greylox", "lox"))
    assert is_on(session, "groups") == default
    other = prefer(session, groups=toggled_value(session, "groups"))
    assert is_on(other, "groups") != default
    assert toggled_value(other, "groups") == "usual", "other games are as usual again"


def test_names_of_cells_are_usual():
    session = new_session()
    assert is_on(session, "coordinates")
    off = prefer(session, coordinates=toggled_value(session, "coordinates"))
    assert off.preferences.coordinates == "off" and not is_on(off, "coordinates")
    assert toggled_value(off, "coordinates") == "usual"


def test_connection_is_dashed_until_it_has_won():
    game = new_game("lox")
    column = sum(1 << game.board.parse_cell(f"c{row}") for row in range(1, 12))
    spur = 1 << game.board.parse_cell("d4")
    masks = {"first": column | spur, "chain": column | spur}
    svg = "".join(layers_above_stones(game, 0, masks))
    assert 'class="path-open"' in svg and 'class="path"' not in svg
    assert svg.partition('class="path-open" d="')[2].partition('"')[0].count("L") == 10
    won = "".join(layers_above_stones(game, 0, masks | {"settled": column}))
    assert 'class="path"' in won and 'class="path-open"' not in won


def text(element: ElementTree.Element) -> str:
    return "".join(element.itertext())


def test_overlay_layers_are_off_by_default():
    session = random_session("greylox4", 7)
    assert not has_overlay(session)
    assert (
        sight_counts_svg(session, 0)
        == preview_svg(session, 8, 0)
        == cell_description(session, 8)
        == ""
    )
    assert sight_lines_svg(session, 8, 0) == ""
    for name in ("counts", "sight", "preview"):
        assert has_overlay(prefer(session, **{name: True}))


@pytest.mark.parametrize("layer", ["sight", "counts"])
def test_sight_or_counts_alone_describes_the_cell(layer: str):
    session = click_cells(new_session("lox", 5), "c3", "b4", "b5")
    cell = session.game.board.parse_cell("b3")
    description = cell_description(prefer(session, **{layer: True}), cell)
    assert counted(session, cell) == (1, 1)
    assert description == "b3 is seen by 1 Red and 1 Blue; control takes 4."
    assert cell_description(prefer(session, **{layer: True}), cell) == cell_description(
        prefer(session, sight=True, counts=True), cell
    )
    other = new_session("brink", 3)
    assert cell_description(prefer(other, **{layer: True}), cell) == "", "it knows no sight"


def test_preview_describes_the_changes():
    session = new_session("multiplicity", 4, {"opening": False})
    session = click_cells(session, "a1", "g7", "a2", "g6", "c3", "d7")
    session = prefer(session, preview=True)
    cell = session.game.board.parse_cell("b2")
    assert cell_description(session, cell) == (
        "White on b2: White's groups 2 1 → 4; White's product 2 → 4."
    )


@given(seed=seeds)
def test_the_factors_make_the_product(seed: int):
    session = random_session("multiplicity4", seed)
    plain = prefer(session, factors=False)
    for colour in (0, 1):
        product_text = dict(Screen(session).sides[colour].facts)["Product"]
        product, _, factors = product_text.partition(" = ")
        assert dict(Screen(plain).sides[colour].facts)["Product"] == product
        python = re.sub(r"[⁰¹²³⁴⁵⁶⁷⁸⁹]+", lambda m: "**" + digits(m[0]), factors)
        assert int(product.replace(",", "")) == eval(python.replace(" × ", "*") or "1")


def digits(raised: str) -> str:
    return "".join(str("⁰¹²³⁴⁵⁶⁷⁸⁹".index(sign)) for sign in raised)


def test_counts_on_a_stone_avoid_the_group_size():
    session = prefer(random_session("greylox5", 3), groups="on", counts=True)
    turn = 0
    marks = ElementTree.fromstring(
        f"<g>{''.join(layers_above_stones(session.game, turn, layers(session)))}</g>"
    )
    svg = ElementTree.fromstring(f"<g>{sight_counts_svg(session, turn)}</g>")
    boxes = []  # (left, top, right, bottom) of each count
    for pill in svg:
        x, y = map(float, re.findall(r"[-\d.]+", pill.get("transform")))
        scale = pill.find("g")
        large = float(re.findall(r"[\d.]+", scale.get("transform"))[0]) if scale is not None else 1
        boxes.append((x - 27 * large, y - 12 * large, x + 27 * large, y + 12 * large))
    sizes = [t for t in marks.iter("text") if t.get("class").startswith("size")]
    assert sizes and boxes
    for size in sizes:
        x, high = float(size.get("x")), 0.75 * float(size.get("font-size"))
        y = float(size.get("y"))
        over = [b for b in boxes if b[0] < x < b[2] and b[1] < y and b[3] > y - high]
        assert not over, (size.text, over)


@pytest.mark.parametrize("spec", ["greylox3", "lox4"])
def test_preview_marks_gained_and_lost_control(spec: str):
    signs = {"gain": "M-9 0H9M0-9V9", "loss": "M-20 20 20-20"}
    counts = dict.fromkeys(signs, 0)
    for seed in range(12):
        session = prefer(random_session(spec, seed), preview=True)
        for cell in bits(session.game.legal(session.state) & session.game.board.cells):
            preview = move_preview(session, cell)
            assert preview is not None
            svg = ElementTree.fromstring(f"<g>{preview_svg(session, cell, 0)}</g>")
            marks = [(g.get("class", "").split(), g) for g in svg]
            for kind, masks in (("gain", preview.gained), ("loss", preview.lost)):
                mine = [g for classes, g in marks if kind in classes]
                assert len(mine) == sum(mask.bit_count() for mask in masks)
                paths = {path.get("d") for g in mine for path in g.iter("path")}
                assert not mine or signs[kind] in paths
                assert signs["loss" if kind == "gain" else "gain"] not in paths
                counts[kind] += len(mine)
    assert all(counts.values())


def test_connecting_chain_is_shown_for_either_colour():
    winners = set()
    for seed in range(20):
        session = random_session("lox4", seed)
        board, chain = session.game.board, 0
        while legal := session.game.legal(session.state):
            action = list(bits(legal))[seed % legal.bit_count()]
            tree, node = session.tree.add(session.cursor, action)
            session = Session(Match(tree, leaf=node, cursor=node))
            chain = layers(session)["chain"]
            expected = set()
            for colour, edges in enumerate(session.game.edges):
                for group in grouped(session, session.state, colour):
                    if all(any(edge >> cell & 1 for cell in group) for edge in edges):
                        expected |= set(group)
                        winners.add(colour)
            assert set(bits(chain & board.cells)) == expected
    assert winners == {0, 1}
