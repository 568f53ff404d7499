"""The networks' inputs against the rules, one position at a time."""

from itertools import combinations

import numpy as np
import pytest

from greylox_web.engine.inputs import GLOBAL_FEATURES, PLANES, Encoder
from greylox_web.rules import GAMES, new_game
from greylox_web.rules.board import bits, transform_mask
from greylox_web.rules.groups import groups
from greylox_web.rules.sight import control, seeing_stones
from greylox_web.rules.state import OPENING, State
from tests.engine.samples import SIZES, positions


def encode(game, states):
    """Return the encoder, the planes (positions, cells) by name and the numbers by name."""
    encoder = Encoder(game)
    x, numbers = encoder.inputs(encoder.stage(states, [game.legal(state) for state in states]))
    assert x.dtype == numbers.dtype == np.float32
    assert x.shape == (len(states), game.board.cells.bit_count() + 1, encoder.plane_count)
    assert not x[:, -1].any(), "nothing is off the board"
    planes = {name: x[:, :-1, index] for index, name in enumerate(encoder.names)}
    return encoder, planes, {name: numbers[:, index] for index, name in enumerate(GLOBAL_FEATURES)}


def masks(plane, row, cells):
    return sum(1 << cell for cell, flag in zip(cells, plane[row], strict=True) if flag)


@pytest.mark.parametrize("name", [name for name in GAMES if name != "lox"])
def test_cell_planes_agree_with_rules(name):
    game = new_game(name, SIZES[name])
    states = positions(game)
    _, planes, numbers = encode(game, states)
    board, cells = game.board, list(bits(game.board.cells))
    for row, state in enumerate(states):
        own, other = state.stones[state.mover], state.stones[1 - state.mover]
        legal = game.legal(state)
        assert masks(planes["own"], row, cells) == own
        assert masks(planes["other"], row, cells) == other
        assert masks(planes["legal"], row, cells) == legal & board.cells
        assert masks(planes["placed"], row, cells) == state.placed
        assert numbers["end"][row] == (legal >> board.end_action & 1)
        assert numbers["first"][row] == (state.mover == 0)
        assert numbers["opening"][row] == (state.phase == OPENING)
        vacant = len(cells) - state.occupied.bit_count()
        assert numbers["parity"][row] == vacant % 2
        assert numbers["vacant"][row] == pytest.approx(vacant / len(cells))


@pytest.mark.parametrize("swap", [True, False])
def test_first_stone_without_swap_is_encoded(swap):
    game = new_game("lox", 5, {"swap": swap})
    _, _, numbers = encode(game, [game.start(), game.play(game.start(), 0)])
    assert list(numbers["opening"]) == [not swap, False]
    assert list(numbers["swap"]) == [False, swap]


@pytest.mark.parametrize("name", GAMES)
def test_groups_and_merged_sizes_agree_with_rules(name):
    game = new_game(name, SIZES[name])
    states = positions(game, 2)
    encoder = Encoder(game)
    batch = encoder.stage(states, [game.legal(state) for state in states])
    labels, sizes = encoder.components.groups(batch.stones)
    merged = encoder.components.sizes_after_placing(batch.stones, labels, sizes)
    cells = [int(cell) for cell in encoder.geometry.cells]
    for row in range(len(states)):
        for colour in (1, 2):
            stones = masks(batch.stones == colour, row, cells)
            for group in groups(game.board, stones):
                members = [cells.index(cell) for cell in bits(group)]
                assert {int(sizes[row, index]) for index in members} == {len(members)}
                assert len({int(labels[row, index]) for index in members}) == 1
            for index, cell in enumerate(cells):
                neighbours = game.board.neighbours(1 << cell)
                merged_size = sum(
                    g.bit_count() for g in groups(game.board, stones) if g & neighbours
                )
                if not stones >> cell & 1:
                    assert merged[colour - 1][row, index] == merged_size + 1


@pytest.mark.parametrize(("name", "size"), [("greylox", 4), ("greylox", 5)])
def test_sight_and_control(name, size):
    game = new_game(name, size)
    states = positions(game, 3)
    encoder, planes, _ = encode(game, states)
    cells = [int(cell) for cell in encoder.geometry.cells]
    for row, state in enumerate(states):
        own, other = state.stones[state.mover], state.stones[1 - state.mover]
        for index, cell in enumerate(cells):
            for plane, stones in (("own_seeing", own), ("other_seeing", other)):
                sight_count = seeing_stones(game.board, cell, stones, state.occupied).bit_count()
                assert planes[plane][row, index] == pytest.approx(sight_count / 6)
        controls = control(game.board, own, other)
        assert masks(planes["own_control"], row, cells) == controls[0]
        assert masks(planes["other_control"], row, cells) == controls[1]


def test_lox_inputs_are_equal_for_both_colours():
    """Mirrored in the long diagonal with exchanged colours, a position has the same inputs."""
    game = new_game("lox", 6)
    mirror = game.board.symmetries[2]
    states = [state for state in positions(game) if state.occupied.bit_count() > 1]
    exchanged = [
        State(
            (transform_mask(state.stones[1], mirror), transform_mask(state.stones[0], mirror)),
            1 - state.mover,
        )
        for state in states
    ]
    _, planes, numbers = encode(game, states)
    _, others, other_numbers = encode(game, exchanged)
    for name in planes:
        assert np.array_equal(planes[name], others[name]), name
    for name in set(numbers) - {"first"}:
        assert np.array_equal(numbers[name], other_numbers[name]), name


def test_lox_stones_at_the_edges():
    game = new_game("lox", 5)
    board = game.board
    stones = sum(1 << board.parse_cell(name) for name in ("a1", "a2", "c3"))
    _, planes, _ = encode(game, [State((stones, 1 << board.parse_cell("e1")), 0)])
    cells = list(bits(board.cells))
    assert masks(planes["own_at_near"], 0, cells) == stones & ~(1 << board.parse_cell("c3"))
    assert masks(planes["own_at_far"], 0, cells) == 0
    assert masks(planes["other_at_far"], 0, cells) == 1 << board.parse_cell("e1")


def test_the_numbers_of_multiplicity_and_brink():
    game = new_game("multiplicity", 4)
    cells = list(bits(game.board.cells))
    pair = game.board.neighbours(1 << cells[0]) & -game.board.neighbours(1 << cells[0])
    own = 1 << cells[0] | pair
    _, _, numbers = encode(game, [State((own, 1 << cells[-1]), 0)])
    assert numbers["product"][0] == pytest.approx(np.log2(2) * 0.25)
    assert numbers["own_groups"][0] == pytest.approx(0.1)
    brink = new_game("brink", 4, {"x": 2})
    _, _, numbers = encode(brink, [State((own, 1 << cells[-1]), 0)])
    assert numbers["lead"][0] == pytest.approx(0.5)
    assert numbers["x"][0] == pytest.approx(0.25)


def test_every_plane_has_its_name():
    for name in GAMES:
        encoder = Encoder(new_game(name))
        assert encoder.names[: len(PLANES)] == PLANES
        assert len(encoder.names) == encoder.plane_count


@pytest.mark.parametrize(("size", "x"), [(3, 1), (4, 3), (5, 8)])
def test_margins_in_brink(size, x):
    """Margins: each cell's group, or the group of a new stone, against the opponent's largest."""
    game = new_game("brink", size, {"x": x})
    states = positions(game, 3)
    encoder, planes, _ = encode(game, states)
    cells = [int(cell) for cell in encoder.geometry.cells]
    for row, state in enumerate(states):
        sides = {"own": state.stones[state.mover], "other": state.stones[1 - state.mover]}
        for side, against in (("own", "other"), ("other", "own")):
            opponent_largest = max(
                (g.bit_count() for g in groups(game.board, sides[against])), default=0
            )
            for index, cell in enumerate(cells):
                margin_planes = [
                    planes[f"{side}_{name}"][row, index] for name in ("lead", "ahead", "winning")
                ]
                if sides[against] >> cell & 1:
                    assert margin_planes == [0, 0, 0]
                    continue
                after = groups(game.board, sides[side] | 1 << cell)
                lead = next(g.bit_count() for g in after if g >> cell & 1) - opponent_largest
                assert margin_planes[0] == pytest.approx(max(-2, min(2, lead / x)) / 2)
                assert margin_planes[1:] == [0 < lead < x, lead >= x]


@pytest.mark.parametrize(("size", "x"), [(3, 2), (5, 3)])
def test_brink_space_and_linked_planes_agree_with_rules(size, x):
    """Spaces come from the rules' groups, bridges from all pairs of stones."""
    game = new_game("brink", size, {"x": x})
    states = positions(game, 3)
    encoder, planes, _ = encode(game, states)
    board, cells = game.board, [int(cell) for cell in encoder.geometry.cells]
    for row, state in enumerate(states):
        sides = {"own": state.stones[state.mover], "other": state.stones[1 - state.mover]}
        vacant = board.cells & ~state.occupied
        linked = {
            name: groups_with_bridges(board, stones, vacant) for name, stones in sides.items()
        }
        for side, against in (("own", "other"), ("other", "own")):
            opponent_largest = max(
                (g.bit_count() for g in groups(board, sides[against])), default=0
            )
            furthest = max((g.bit_count() for g in linked[against]), default=0)
            region_groups = groups(board, sides[side] | vacant)
            for kind, own_groups, opponent_size in (
                ("region", region_groups, opponent_largest),
                ("linked", linked[side], furthest),
            ):
                for index, cell in enumerate(cells):
                    group_size = next((g.bit_count() for g in own_groups if g >> cell & 1), 0)
                    plain, compared = (
                        planes[f"{side}_{name}"][row, index] for name in (kind, f"{kind}_lead")
                    )
                    assert plain == pytest.approx(np.log2(group_size + 1) / 5)
                    lead = (
                        max(-2, min(2, (group_size - opponent_size) / x)) / 2 if group_size else 0
                    )
                    assert compared == pytest.approx(lead)


def groups_with_bridges(board, stones, vacant):
    """Return the groups; groups with a bridge between them are merged."""
    merged_groups = list(groups(board, stones))
    while True:
        pair = next(
            (
                (one, two)
                for one, two in combinations(merged_groups, 2)
                if any(has_bridge(board, a, b, vacant) for a in bits(one) for b in bits(two))
            ),
            None,
        )
        if pair is None:
            return merged_groups
        merged_groups = [group for group in merged_groups if group not in pair] + [
            pair[0] | pair[1]
        ]


def has_bridge(board, one, two, vacant):
    """Return whether two cells have a bridge.

    They are not neighbours and have two common vacant neighbours, which touch.
    """
    neighbours = board.neighbours(1 << one)
    common = neighbours & board.neighbours(1 << two) & vacant
    return (
        not neighbours >> two & 1
        and common.bit_count() == 2
        and bool(board.neighbours(common & -common) & common)
    )
