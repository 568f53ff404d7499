"""The properties of every game, on random games of every kind."""

import re
from itertools import pairwise
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from greylox_web.engine.canonical import symmetries
from greylox_web.rules import (
    GAMES,
    NotationError,
    get_shapes,
    new_game,
)
from greylox_web.rules.board import bits, transform_mask
from greylox_web.rules.games.byg import Byg
from greylox_web.rules.games.greylox import Greylox
from greylox_web.rules.games.lox import Lox
from greylox_web.rules.games.size_comparison import compare_group_sizes
from greylox_web.rules.play import IllegalAction, illegal_reason, play, random_game, replay
from greylox_web.rules.sight import seeing_stones
from greylox_web.rules.state import MAIN, OPENING, State
from greylox_web.words.reasons import SENTENCES
from tests.diagrams import cells, draw_state, named
from tests.reference_rules import cell_name, parse_cell
from tests.rules.playouts import (
    SMALL,
    any_action,
    game_of,
    playout,
    seeds,
    small_games,
    twin_of,
    word,
)


@given(small_games, seeds)
def test_position_has_either_legal_action_or_outcome(game, seed):
    states, _ = playout(game, seed)
    for state in states:
        assert bool(game.legal(state)) != bool(game.outcome(state)), draw_state(game, state)
    assert game.outcome(states[-1])


@given(small_games, seeds)
def test_legal_cells_are_the_board_without_the_forbidden_ones(game, seed):
    states, _ = playout(game, seed)
    for state in states[:-1]:
        unchecked = game.board.cells
        for law, mask in game.forbidden(state).items():
            assert law in SENTENCES
            assert mask & ~game.board.cells == 0
            unchecked &= ~mask
        assert game.legal(state) & game.board.cells == unchecked
        specials = game.legal(state) & ~game.board.cells
        assert specials & ~(1 << game.board.end_action | 1 << game.board.swap_action) == 0


@given(small_games, seeds)
def test_illegal_reason_is_none_iff_action_is_legal(game, seed):
    board = game.board
    numbers = [-(10**9), -board.stride, -2, -1, *range(board.swap_action + 5), 10**6]
    states, _ = playout(game, seed)
    for state in states:
        legal = game.legal(state)
        for action in numbers:
            refusal = illegal_reason(game, state, action)
            if action >= 0 and legal >> action & 1:
                assert refusal is None
                continue
            assert refusal.reason in SENTENCES
            assert re.fullmatch(r"[a-z][^{}\n]*[a-z0-9]", refusal.message)
            assert "  " not in refusal.message
            assert refusal.cause & ~board.cells == 0
            with pytest.raises(IllegalAction, match=re.escape(refusal.message)):
                play(game, state, action)


@given(small_games, seeds)
def test_refusal_names_actual_cause(game, seed):
    states, actions = playout(game, seed)
    twin = twin_of(game)
    for ply, state in enumerate(states):
        if ply:
            twin.apply(word(game, actions[ply - 1]))
        for action in range(-1, game.board.swap_action + 2):
            refusal = illegal_reason(game, state, action)
            if refusal:
                check_refusal(game, twin, action, refusal)


def check_refusal(game, twin, action, refusal):
    """Check the reason, the message and the cause of a refusal with the reference game."""
    board, reason, text = game.board, refusal.reason, refusal.message
    cause = {parse_cell(name) for name in board.cell_names(refusal.cause)}
    special = {board.end_action: "end", board.swap_action: "swap"}.get(action)
    on_board = 0 <= action < board.end_action and board.cells >> action & 1
    cell = parse_cell(board.cell_name(action)) if on_board else None
    own = twin.stones.get(cell) == twin.mover
    if reason == "over":
        assert twin.over()
        assert cause == set()
        return
    assert not twin.over()
    if reason in ("pass", "end", "end-free", "end-empty"):
        assert special == "end"
        assert not cause
        assert (reason == "pass") == (game.name == "lox")
        assert (reason == "end-empty") == (game.name == "byg")
        assert (reason == "end-free") == (game.name != "byg" and twin.placement_kind == "free")
        assert twin.game != "byg" or not twin.placed_this_turn
    elif reason in ("swap", "no-swap"):
        assert special == "swap"
        assert not cause
        assert (reason == "no-swap") == (game.options.get("swap") is not True)
    elif reason == "off-board":
        assert not on_board
        assert special is None
        assert not cause
    elif reason == "must-pass":
        assert twin.legal() == {"pass"}
        assert not cause
    else:
        assert board.cell_name(action) in re.findall(r"[a-z]\d+", text)
        if reason in ("occupied", "own"):
            assert cell in twin.stones
            assert cause == {cell}
            assert reason != "own" or own
        elif reason == "bound":
            assert twin.placement_kind == "bound"
            assert cause == {twin.last}
            assert cell not in twin.neighbours(twin.last)
            assert cell_name(twin.last) in text
        elif reason == "free":
            assert twin.placement_kind == "free"
            assert cause == {
                neighbour for neighbour in twin.neighbours(cell) if neighbour in twin.stones
            }
            assert cause
        elif reason in ("controlled", "uncontrolled"):
            by = twin.other() if reason == "controlled" else twin.mover
            assert (twin.stones.get(cell) is None) == (reason == "controlled")
            assert cause == {
                stone for stone in twin.seeing_stones(cell) if twin.stones[stone] == by
            }
            half = len(twin.neighbours(cell)) / 2
            assert (len(cause) > half) == (reason == "controlled")
            seen_count, needed = re.findall(r"(?<![a-z])\d+", text)
            assert int(seen_count) == len(cause)
            assert int(needed) - 1 <= half < int(needed)
            assert reason != "controlled" or by in text
        elif reason == "grown":
            after = twin.connected_sets(twin.stones_of(twin.mover) | {cell})
            (merged,) = (part for part in after if cell in part)
            before = twin.connected_sets(twin.stones_of(twin.mover))
            guilty = [
                part for part in before if part & merged and part & set(twin.placed_this_turn)
            ]
            assert guilty
            assert cause == set().union(*guilty)
        else:
            raise AssertionError(f"no check of the reason {reason}")


@given(small_games, seeds)
def test_play_leaves_its_argument_alone_and_gives_the_same_again(game, seed):
    states, actions = playout(game, seed)
    for before, action, after in zip(states, actions, states[1:], strict=False):
        copy = State(*before)
        assert play(game, before, action) == game.play(before, action) == after
        assert before == copy
        assert hash(after) == hash(State(*after))
    assert replay(game, actions) == states


@given(small_games, seeds)
def test_stones_stay_on_the_board_and_no_cell_holds_two(game, seed):
    states, _ = playout(game, seed)
    for state in states:
        assert state.stones[0] & state.stones[1] == 0
        assert state.occupied & ~game.board.cells == 0
        assert state.placed & ~state.stones[state.mover] == 0
        assert state.quota >= 1


def turned(state, symmetry):
    anchor = symmetry[state.anchor] if state.anchor >= 0 else state.anchor
    stones = transform_mask(state.stones[0], symmetry), transform_mask(state.stones[1], symmetry)
    return state._replace(
        stones=stones, placed=transform_mask(state.placed, symmetry), anchor=anchor
    )


def turned_actions(game, legal, symmetry):
    return legal & ~game.board.cells | transform_mask(legal & game.board.cells, symmetry)


@given(small_games, seeds)
def test_symmetric_positions_are_symmetric(game, seed):
    states, actions = playout(game, seed)
    random = Random(seed)
    for ply, state in enumerate(states):
        symmetry = random.choice(symmetries(game)[0])
        image = turned(state, symmetry)
        assert game.legal(image) == turned_actions(game, game.legal(state), symmetry)
        assert game.outcome(image) == game.outcome(state)
        control, turned_control = game.controlled(state), game.controlled(image)
        if control:
            assert turned_control == tuple(transform_mask(side, symmetry) for side in control)
        if ply < len(actions):
            action = actions[ply]
            also = symmetry.get(action, action)
            assert game.play(image, also) == turned(states[ply + 1], symmetry)


@given(st.sampled_from([Lox(3), Lox(4), Lox(5)]), seeds)
def test_lox_is_symmetric_in_colours_and_long_diagonal(game, seed):
    states, _ = playout(game, seed)
    symmetry = game.board.symmetries[2]  # columns and rows exchanged
    for state in states:
        image = turned(state, symmetry)
        image = image._replace(stones=image.stones[::-1], mover=1 - state.mover)
        keep = ~(1 << game.board.swap_action)
        assert game.legal(image) & keep == turned_actions(game, game.legal(state), symmetry) & keep
        won, won_too = game.outcome(state), game.outcome(image)
        assert (won is None) == (won_too is None)
        assert won is None or won.winner == 1 - won_too.winner


def quarrels(board, state):
    """The number of two-coloured pairs of stones that see each other."""
    own, other = state.stones
    return sum(seeing_stones(board, cell, other, own | other).bit_count() for cell in bits(own))


@given(st.sampled_from([Greylox(3), Greylox(4), Lox(3), Lox(5)]), seeds)
def test_flip_lowers_number_of_seeing_pairs(game, seed):
    states, actions = playout(game, seed)
    for before, action, after in zip(states, actions, states[1:], strict=False):
        if action < game.board.end_action and before.occupied >> action & 1:
            assert after.occupied == before.occupied
            assert quarrels(game.board, after) < quarrels(game.board, before)
        elif action < game.board.end_action:
            assert after.occupied == before.occupied | 1 << action


@given(small_games, seeds)
def test_games_end_within_the_proved_bound(game, seed):
    states, actions = playout(game, seed)
    cells = game.board.cells.bit_count()
    placements = sum(
        action < game.board.end_action and not state.occupied >> action & 1
        for state, action in zip(states, actions, strict=False)
    )
    flips = sum(
        action < game.board.end_action and bool(state.occupied >> action & 1)
        for state, action in zip(states, actions, strict=False)
    )
    assert placements <= cells
    assert flips <= 6 * placements  # a placement makes at most six new pairs
    ends = len(actions) - placements - flips
    if game.name == "lox":
        assert ends <= placements + flips + 2  # no two passes in a row, and one swap
        assert all({a, b} != {game.board.end_action} for a, b in pairwise(actions))
    else:
        assert flips == 0 or game.name == "greylox"
        assert ends <= (placements if game.name == "byg" else game.options.get("swap", False))


@given(small_games, seeds)
def test_no_cell_is_controlled_by_both(game, seed):
    for state in playout(game, seed)[0]:
        first, second = game.controlled(state) or (0, 0)
        assert first & second == 0


@given(small_games, seeds)
def test_control_restricts_lox_and_greylox_after_opening(game, seed):
    for state in playout(game, seed)[0]:
        part = game.name == "lox" or (game.name == "greylox" and state.phase == MAIN)
        assert (game.controlled(state) is not None) == part


@given(small_games, seeds)
def test_turns_alternate_and_the_opening_never_returns(game, seed):
    states, _ = playout(game, seed)
    turns = [state.mover for state in states[:-1] if not state.placed]
    for before, after in pairwise(states):
        assert after.mover == before.mover or not after.placed
        assert (before.phase, after.phase) != (MAIN, OPENING)
    if game.name == "byg":
        assert turns[:3] == [0, 1, 1]
        del turns[1]  # the single stone right before the second colour's first turn
    assert turns == [number % 2 for number in range(len(turns))]


@given(
    st.sampled_from(["greylox2", "greylox3", "greylox4", "multiplicity3", "multiplicity4"]), seeds
)
def test_opening_ends_with_equal_stone_counts(spec, seed):
    game = game_of(spec)
    states, _ = playout(game, seed)
    main = next(state for state in states if state.phase == MAIN)
    assert main.stones[0].bit_count() == main.stones[1].bit_count() > 0
    assert main.occupied.bit_count() == states.index(main)
    assert main.placed == 0
    assert main.quota == 1


@given(st.integers(2, 15), seeds)
def test_full_lox_board_connects_exactly_one_colour(side, seed):
    game = Lox(side)
    first = Random(seed).getrandbits(game.board.end_action) & game.board.cells
    state = State((first, game.board.cells & ~first), 0)
    assert bool(game.connecting_group(state, 0)) != bool(game.connecting_group(state, 1)), (
        draw_state(game, state)
    )
    for mover in (0, 1):
        outcome = game.outcome(state._replace(mover=mover))
        assert bool(outcome) == bool(game.connecting_group(state, mover))
        assert outcome is None or outcome.winner == mover


@given(st.integers(2, 8), seeds)
def test_full_odd_board_has_a_winner_by_size_comparison(base, seed):
    board = Greylox(base).board
    first = Random(seed).getrandbits(board.end_action) & board.cells
    assert compare_group_sizes(board, first, board.cells & ~first).winner is not None


@given(
    st.sampled_from(
        ["greylox2", "greylox3", "greylox4", "byg2", "byg3", "byg4", "byg3-d", "byg5-d"]
    ),
    seeds,
)
def test_greylox_and_byg_have_no_draws_on_odd_boards(spec, seed):
    game = game_of(spec)
    outcome = game.outcome(playout(game, seed)[0][-1])
    assert outcome.winner is not None
    first, second = outcome.compared_sizes
    assert sum(first) + sum(second) == game.board.cells.bit_count()


@given(small_games, seeds)
def test_the_tally_tells_why(game, seed):
    state = playout(game, seed)[0][-1]
    outcome = game.outcome(state)
    if outcome.reason in ("cascade", "gap", "smaller"):
        length = max(map(len, outcome.compared_sizes))
        first, second = ((*side, *[0] * (length - len(side))) for side in outcome.compared_sizes)
        assert first[: outcome.deciding_rank] == second[: outcome.deciding_rank]
        ahead = 0 if first[outcome.deciding_rank] > second[outcome.deciding_rank] else 1
        assert first[outcome.deciding_rank] != second[outcome.deciding_rank]
        assert (outcome.winner == ahead) == (outcome.reason != "smaller")
        assert outcome.deciding_rank == 0 or outcome.reason == "cascade"
    elif outcome.reason == "draw":
        assert outcome.winner is None
    else:
        assert outcome.reason == {"lox": "connection", "multiplicity": "product"}[game.name]
    if outcome.reason == "connection":
        decided = [0, 0]
        decided[outcome.winner] = game.connecting_group(state, outcome.winner)
        assert any(decided) and game.deciding_cells(state, outcome) == tuple(decided)


def test_in_a_draw_all_places_are_even_up_to_the_last():
    board = new_game("greylox", 3).board
    first, second = (cells(board, names) for names in ("a1 c3", "b3 d5"))
    assert compare_group_sizes(board, first, second)[:] == (None, "draw", ((1, 1), (1, 1)), 1)
    assert (
        compare_group_sizes(board, first, 0).deciding_rank == 0
        and compare_group_sizes(board, 0, 0).deciding_rank == 0
    )


@given(small_games, seeds)
def test_random_games_are_played_to_the_end_and_can_be_replayed(game, seed):
    actions = random_game(game, Random(seed))
    assert game.outcome(replay(game, actions)[-1])
    random = Random(seed)
    state = game.play(game.start(), any_action(game, game.start(), random))
    assert game.outcome(replay(game, random_game(game, random, state), state)[-1])


def test_replay_stops_with_the_reason_at_the_first_fault():
    game = Greylox(5)
    e5, a1 = game.board.parse_cell("e5"), game.board.parse_cell("a1")
    with pytest.raises(
        IllegalAction, match="the first stone of this turn must touch e5, and a1 does not"
    ):
        replay(game, [e5, a1, a1])


@pytest.mark.parametrize("name", GAMES)
def test_a_game_is_offered_in_its_sizes_and_in_no_others(name):
    for shape, options in get_shapes(name):
        sizes = shape.sizes
        assert shape.default_size in shape.offered_sizes and set(shape.offered_sizes) <= set(sizes)
        assert new_game(name, None, options).size == shape.default_size
        for size in sizes:
            game = new_game(name, size, options)
            assert (game.name, game.size, game.board.shape) == (name, size, shape.name)
            assert named(game.board, game.legal(game.start())) == named(
                game.board, game.board.cells
            )
        for size in (-1, 0, 1, sizes[0] - 1, sizes[-1] + 1, 10**9):
            with pytest.raises(NotationError, match=f"{sizes[0]} to {sizes[-1]}, not {size:,}$"):
                new_game(name, size, options)


@pytest.mark.parametrize(
    ("name", "options", "why"),
    [
        ("chess", {}, "no game called “chess”"),
        ("greylox", {"board": "rhombus"}, "Greylox has no option “board”"),
        ("lox", {"x": 3}, "Lox has no option “x”"),
        ("brink", {"board": "square"}, "no board of the shape “square”"),
        ("brink", {"x": 0}, "the X of Brink is from 1 to 61 on this board, not 0"),
        ("brink", {"x": 62}, "from 1 to 61 on this board, not 62"),
        ("byg", {"swap": True}, "Byg has no option “swap”"),
        ("multiplicity", {"opening ": True}, "Multiplicity has no option “opening ”"),
    ],
)
def test_unsupported_game_or_option_is_refused(name, options, why):
    with pytest.raises(NotationError, match=why):
        new_game(name, None, options)


def test_sample_games_cover_all_games_and_options():
    assert {game_of(spec).name for spec in SMALL} == set(GAMES)
    assert {game_of(spec).board.shape for spec in SMALL if spec[0] == "b"} == {"hexhex", "rhombus"}
    for name, kind in GAMES.items():
        swaps = {game_of(spec).options.get("swap") for spec in SMALL if game_of(spec).name == name}
        has_swap = "swap" in {option.key for option in kind.option_schema}
        assert swaps == ({True, False} if has_swap else {None})
    assert {game_of(spec).options.get("opening") for spec in SMALL} == {True, False, None}
    assert isinstance(game_of("byg2"), Byg)
