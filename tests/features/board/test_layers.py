"""What the layers show, each against a slow and obvious twin."""

from __future__ import annotations

import re
from random import Random
from xml.etree import ElementTree

import pytest
from hypothesis import given

from greylox_web.drawing.pieces import layers_above_stones, layers_below_stones
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
from tests.session.sittings import begin, click

SPECS = [spec for spec in SMALL if spec not in ("greylox2", "lox2")]
CLASSES = {
    "legal": ("legal",),
    "bound": ("anchor",),
    "control": ("control-first", "control-second"),
    "threatened": ("threatened",),
}


def sitting(spec: str, seed: int) -> Session:
    """A table with a position out of a random game."""
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


def seen_from(session: Session, cell: int) -> list[tuple[int, int | None]]:
    """The twin: walk from cell to cell by columns and rows; (last cell reached, its colour)."""
    board, stones = session.game.board, session.state.stones
    diagonal = (1, 1) if board.shape == "hexhex" else (1, -1)
    found = []
    for x, y in ((1, 0), (0, 1), diagonal):
        for sign in (1, -1):
            column, row = board.column_row(cell)
            end, colour = cell, None
            while colour is None:
                column, row = column + sign * x, row + sign * y
                there = board.cell_at(column, row)
                if there < 0:
                    break
                end = there
                colour = next((c for c in (0, 1) if there in set(bits(stones[c]))), None)
            if end != cell:
                found.append((end, colour))
    return found


def counted(session: Session, cell: int) -> tuple[int, int]:
    seen = [colour for _, colour in seen_from(session, cell)]
    return seen.count(0), seen.count(1)


def grouped(session: Session, state, colour: int) -> set[frozenset[int]]:
    """The twin: join sets of cells until nothing changes."""
    found = [{cell} for cell in bits(state.stones[colour])]
    board = session.game.board
    for one in bits(state.stones[colour]):
        for other in bits(board.neighbours(1 << one) & state.stones[colour]):
            a, b = (next(g for g in found if cell in g) for cell in (one, other))
            if a is not b:
                found.remove(b)
                a |= b
    return {frozenset(group) for group in found}


@pytest.mark.parametrize("name", GAMES)
def test_a_game_offers_the_layers_that_it_has(name: str):
    has = set(available_layers(new_game(name)))
    assert ("counts" in has) == ("sight" in has) == (name in ("greylox", "lox"))
    assert ("control" in has) == ("threatened" in has) == (name in ("greylox", "lox"))
    assert ("bound" in has) == (name in ("greylox", "multiplicity"))
    assert ("factors" in has) == (name == "multiplicity")
    assert {"legal", "groups", "preview", "coordinates"} <= has
    assert has <= set(Preferences._fields)


def test_no_layer_has_a_letter_that_begins_a_cell():
    columns = (chr(ord("a") + column) for column in range(max(RHOMBUS.sizes)))
    assert not set(columns) & set(KEYS)
    assert set(KEYS.values()) <= {
        name for game in GAMES for name in available_layers(new_game(game))
    }


@pytest.mark.parametrize("layer", CLASSES)
def test_a_layer_is_switched_and_no_other(layer: str):
    bound = begin()
    bound = click(bound, "e5")
    late = next(s for s in (sitting("greylox4", n) for n in range(99)) if threats(s))
    session = bound if layer == "bound" else late
    on, off = layers(session), layers(prefer(session, **{layer: False}))
    assert all(on[name] and not off.get(name) for name in CLASSES[layer])
    others = on.keys() - set(CLASSES[layer]) - {"tilted", "lit", "shut"}  # what follows from them
    assert all(on[name] == off.get(name, 0) for name in others)


def threats(session: Session) -> int:
    return layers(session).get("threatened", 0)


@given(seed=seeds)
@pytest.mark.parametrize("spec", [s for s in SPECS if s.startswith(("greylox", "lox"))])
def test_counts_and_lines_of_sight_are_what_a_walk_finds(spec: str, seed: int):
    session = sitting(spec, seed)
    board, stones = session.game.board, session.state.stones
    controls = session.game.controlled(session.state)
    for cell in bits(board.cells):
        assert sight_counts(board, stones, cell) == counted(session, cell)
        assert sorted(map(tuple, sight_rays(board, stones, cell)), key=str) == sorted(
            seen_from(session, cell), key=str
        )
        if controls:
            need = board.control_threshold(cell)
            held = [count >= need for count in counted(session, cell)]
            assert held == [bool(mask >> cell & 1) for mask in controls]


@given(seed=seeds)
@pytest.mark.parametrize("spec", SPECS)
def test_a_preview_is_the_difference_to_the_next_position(spec: str, seed: int):
    session = sitting(spec, seed)
    game, state = session.game, session.state
    for cell in bits(game.board.cells):
        what = move_preview(session, cell)
        assert (what is not None) == bool(game.legal(state) >> cell & 1)
        if what is None:
            continue
        after = game.play(state, cell)
        none: tuple[int, int] = (0, 0)
        old, new = game.controlled(state) or none, game.controlled(after) or none
        for colour in (0, 1):
            before, later = set(bits(old[colour])), set(bits(new[colour]))
            assert set(bits(what.gained[colour])) == later - before
            assert set(bits(what.lost[colour])) == before - later
            fresh = grouped(session, after, colour) - grouped(session, state, colour)
            assert {frozenset(bits(g)) for g in what.new_group_sizes[colour]} == fresh


@given(seed=seeds)
@pytest.mark.parametrize("spec", ["greylox3", "lox4", "brink3-d-x1", "multiplicity3", "byg3"])
def test_what_is_drawn_says_the_same_numbers(spec: str, seed: int):
    session = prefer(sitting(spec, seed), groups="on", counts=True, sight=True, preview=True)
    board, state, turn = session.game.board, session.state, seed % 24
    shown_now = layers(session)
    marks = ElementTree.fromstring(
        f"<g>{''.join(layers_above_stones(session.game, turn, shown_now))}</g>"
    )
    sizes = sorted(int(text(t)) for t in marks.iter("text") if t.get("class").startswith("size"))
    joined = [len(g) for c in (0, 1) for g in grouped(session, state, c)]
    assert sizes == sorted(size for size in joined if size > 1)
    bars = "".join(
        re.findall(
            r'"link \w+" d="([^"]*)"', "".join(layers_below_stones(session.game, turn, shown_now))
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
    drawn = ElementTree.fromstring(f"<g>{sight_counts_svg(session, turn)}</g>")
    pills = sorted(text(g) for g in drawn if g.get("class", "").startswith("count"))
    cells = list(bits(board.cells)) if session.game.controlled(state) else []
    counts = [
        (count, board.control_threshold(cell)) for cell in cells for count in counted(session, cell)
    ]
    assert pills == sorted(f"{count}/{need}" for count, need in counts if count)
    for cell in bits(board.cells):
        spot = ElementTree.fromstring(f"<g>{sight_lines_svg(session, cell, turn)}</g>")
        seers = [g for g in spot if g.get("class", "").startswith("sees")]
        assert len(seers) == (sum(counted(session, cell)) if cells else 0)
        if cells:
            first, second = counted(session, cell)
            assert f"is seen by {first} " in cell_description(session, cell)
            assert f" and {second} " in cell_description(session, cell)


@given(seed=seeds)
@pytest.mark.parametrize("spec", SPECS)
def test_the_exception_is_shown_and_not_the_rule(spec: str, seed: int):
    session = sitting(spec, seed)
    game, state, shown_now = session.game, session.state, layers(session)
    vacant = game.board.cells & ~state.occupied
    legal = game.legal(state) & vacant
    lit, shut = shown_now.get("lit", 0), shown_now.get("shut", 0)
    ground = shown_now.get(("control-second", "control-first")[state.mover], 0)
    assert not (lit and shut)
    if vacant & ~legal & ~ground:
        bound = game.required_action(state) == "bound"
        assert (lit, shut) == ((legal, 0) if bound else (0, vacant & ~legal & ~ground))
    else:
        assert not lit | shut, "all that is vacant is allowed, or seen to be closed"


@pytest.mark.parametrize("name", GAMES)
def test_the_sign_for_where_one_may_play_stays_the_same_through_a_game(name: str):
    """As many cells are closed, few or most of them: what is due has one sign."""
    signs: dict[str, set[str]] = {}
    for seed in range(6):
        session = Session(Match(new_tree(new_game(name))))
        while (legal := session.game.legal(session.state)) and session.outcome is None:
            due, shown_now = session.game.required_action(session.state), layers(session)
            signs.setdefault(due, set()).update({"lit", "shut"} & shown_now.keys())
            action = Random(seed).choice(list(bits(legal & session.game.board.cells or legal)))
            tree, node = session.tree.add(session.cursor, action)
            session = Session(Match(tree, leaf=node, cursor=node))
    assert all(len(found) <= 1 for found in signs.values()), signs


@pytest.mark.parametrize("name", GAMES)
def test_groups_are_joined_as_the_game_has_it_until_somebody_switches(name: str):
    session = begin(name)
    usual = session.game.shows_groups
    assert usual == (name not in ("greylox", "lox"))
    assert is_on(session, "groups") == usual
    other = prefer(session, groups=toggled_value(session, "groups"))
    assert is_on(other, "groups") != usual
    assert toggled_value(other, "groups") == "usual", "other games are as usual again"


def test_names_of_cells_are_usual_on_all_but_a_phone():
    session = begin()
    assert is_on(session, "coordinates") and not is_on(session, "coordinates", phone=True)
    on = prefer(session, coordinates=toggled_value(session, "coordinates", phone=True))
    assert on.preferences.coordinates == "on" and is_on(on, "coordinates", phone=True)
    assert toggled_value(on, "coordinates", phone=True) == "usual"


def test_a_connection_is_a_path_that_is_dashed_until_it_has_won():
    game = new_game("lox")
    column = sum(1 << game.board.parse_cell(f"c{row}") for row in range(1, 12))
    spur = 1 << game.board.parse_cell("d4")
    masks = {"first": column | spur, "chain": column | spur}
    drawn = "".join(layers_above_stones(game, 0, masks))
    assert 'class="path-open"' in drawn and 'class="path"' not in drawn
    assert drawn.partition('class="path-open" d="')[2].partition('"')[0].count("L") == 10
    won = "".join(layers_above_stones(game, 0, masks | {"settled": column}))
    assert 'class="path"' in won and 'class="path-open"' not in won


def text(element: ElementTree.Element) -> str:
    return "".join(element.itertext())


def test_nothing_is_drawn_over_the_cells_at_first():
    session = sitting("greylox4", 7)
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
def test_each_of_two_layers_alone_tells_who_sees_the_cell(layer: str):
    session = click(begin("lox", 5), "c3", "b4", "b5")
    cell = session.game.board.parse_cell("b3")
    told = cell_description(prefer(session, **{layer: True}), cell)
    assert counted(session, cell) == (1, 1)
    assert told == "b3 is seen by 1 Red and 1 Blue; control takes 4."
    assert cell_description(prefer(session, **{layer: True}), cell) == cell_description(
        prefer(session, sight=True, counts=True), cell
    )
    other = begin("brink", 3)
    assert cell_description(prefer(other, **{layer: True}), cell) == "", "it knows no sight"


def test_the_preview_tells_what_changes():
    session = begin("multiplicity", 4, {"opening": False})
    session = click(session, "a1", "g7", "a2", "g6", "c3", "d7")
    session = prefer(session, preview=True)
    cell = session.game.board.parse_cell("b2")
    assert cell_description(session, cell) == (
        "White on b2: White's groups 2 1 → 4; White's product 2 → 4."
    )


@given(seed=seeds)
def test_the_factors_make_the_product(seed: int):
    session = sitting("multiplicity4", seed)
    plain = prefer(session, factors=False)
    for colour in (0, 1):
        told = dict(Screen(session).sides[colour].facts)["Product"]
        product, _, factors = told.partition(" = ")
        assert dict(Screen(plain).sides[colour].facts)["Product"] == product
        python = re.sub(r"[⁰¹²³⁴⁵⁶⁷⁸⁹]+", lambda m: "**" + digits(m[0]), factors)
        assert int(product.replace(",", "")) == eval(python.replace(" × ", "*") or "1")


def digits(raised: str) -> str:
    return "".join(str("⁰¹²³⁴⁵⁶⁷⁸⁹".index(sign)) for sign in raised)


def test_counts_on_a_stone_leave_its_middle_to_the_size_of_its_group():
    session = prefer(sitting("greylox5", 3), groups="on", counts=True)
    turn = 0
    marks = ElementTree.fromstring(
        f"<g>{''.join(layers_above_stones(session.game, turn, layers(session)))}</g>"
    )
    drawn = ElementTree.fromstring(f"<g>{sight_counts_svg(session, turn)}</g>")
    boxes = []  # of the counts: left, top, right, bottom
    for pill in drawn:
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
def test_a_preview_marks_control_that_comes_with_a_plus_and_what_goes_with_a_cross(spec: str):
    signs = {"gain": "M-9 0H9M0-9V9", "loss": "M-20 20 20-20"}
    seen = dict.fromkeys(signs, 0)
    for seed in range(12):
        session = prefer(sitting(spec, seed), preview=True)
        for cell in bits(session.game.legal(session.state) & session.game.board.cells):
            what = move_preview(session, cell)
            assert what is not None
            drawn = ElementTree.fromstring(f"<g>{preview_svg(session, cell, 0)}</g>")
            marks = [(g.get("class", "").split(), g) for g in drawn]
            for kind, masks in (("gain", what.gained), ("loss", what.lost)):
                mine = [g for classes, g in marks if kind in classes]
                assert len(mine) == sum(mask.bit_count() for mask in masks)
                found = {path.get("d") for g in mine for path in g.iter("path")}
                assert not mine or signs[kind] in found
                assert signs["loss" if kind == "gain" else "gain"] not in found
                seen[kind] += len(mine)
    assert all(seen.values())


def test_the_chain_that_joins_is_shown_of_either_colour():
    winners = set()
    for seed in range(20):
        session = sitting("lox4", seed)
        board, shown_chain = session.game.board, 0
        while legal := session.game.legal(session.state):
            action = list(bits(legal))[seed % legal.bit_count()]
            tree, node = session.tree.add(session.cursor, action)
            session = Session(Match(tree, leaf=node, cursor=node))
            shown_chain = layers(session)["chain"]
            expected = set()
            for colour, edges in enumerate(session.game.edges):
                for group in grouped(session, session.state, colour):
                    if all(any(edge >> cell & 1 for cell in group) for edge in edges):
                        expected |= set(group)
                        winners.add(colour)
            assert set(bits(shown_chain & board.cells)) == expected
    assert winners == {0, 1}
