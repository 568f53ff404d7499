"""The declared properties of a game match its random games."""

from dataclasses import fields
from random import Random

import pytest

from greylox_web.engine.canonical import symmetries
from greylox_web.rules import GAMES, NotationError, get_shapes, new_game
from greylox_web.rules.board import NO_CELL, bits, transform_mask
from greylox_web.rules.notation.links import read_spec, write_spec
from greylox_web.rules.options import BOARD, BoolOption, IntOption
from greylox_web.rules.state import MAIN, OPENING
from tests.rules.playouts import SMALL, game_of, playout
from tests.sixth.siege import Siege

EVERY = [*map(game_of, SMALL), Siege(2), Siege(3), Siege(4, 1)]
NAMED = pytest.mark.parametrize("game", EVERY, ids=repr)
SEEDS = range(12)


@NAMED
def test_sight_anchors_and_the_kinds_of_actions_are_as_stated(game):
    states = [state for seed in SEEDS for state in playout(game, seed)[0]]
    legal = [game.legal(state) for state in states]
    assert any(game.controlled(state) for state in states) == game.uses_sight
    assert any(state.anchor != NO_CELL for state in states) == game.has_anchors
    assert any(mask >> game.board.swap_action & 1 for mask in legal) == bool(
        game.options.get("swap")
    )
    ends = any(mask >> game.board.end_action & 1 for mask in legal)
    assert ends <= (game.end_label in ("end", "pass"))


@pytest.mark.parametrize("spec", ["lox5", "byg4"])
def test_a_game_with_a_word_for_the_end_of_a_turn_comes_to_it(spec):
    game = game_of(spec)
    assert {game_of(s).name for s in SMALL if game_of(s).end_label} == {"lox", "byg"}
    states = [state for seed in SEEDS for state in playout(game, seed)[0]]
    assert any(game.legal(state) >> game.board.end_action & 1 for state in states)


def expected_prompt_key(game, state):
    """Return the key of the mover's required action, from the legal actions and the stones."""
    legal = game.legal(state)
    if state.phase == OPENING and game.has_anchors:
        if not state.occupied:
            return "first"
        return "free" if state.placed else "bound"
    if game.name == "byg" and state.phase == MAIN:
        if not state.placed:
            moves_twice = state.mover == 1 and [s.bit_count() for s in state.stones] == [1, 1]
            one = "byg-again" if moves_twice else "byg-one"
            return one if state.quota == 1 else "byg"
        return "byg-more"
    first_reply = state.stones[0].bit_count() == 1 and not state.stones[1]
    may_swap = bool(game.options.get("swap")) and first_reply
    if not game.uses_sight:
        return "swap-here" if may_swap else "any"
    if legal == 1 << game.board.end_action:
        return "pass"
    if game.connecting_group(state, 1 - state.mover):
        return "break"
    return "swap" if may_swap else "sight"


@pytest.mark.parametrize("spec", SMALL)
def test_prompt_key_matches_rules(spec):
    game = game_of(spec)
    for seed in SEEDS:
        for state in playout(game, seed)[0]:
            if game.legal(state):
                assert game.prompt_key(state) == expected_prompt_key(game, state)


@NAMED
def test_scored_and_vacant_cells_match_declared_properties(game):
    more = False
    for seed in SEEDS:
        states, _ = playout(game, seed)
        for state in states:
            vacant = game.board.cells & ~state.occupied
            legal, held = game.legal(state), game.scored_cells(state)
            assert all(stones & ~mine == 0 for stones, mine in zip(state.stones, held, strict=True))
            assert held[0] & held[1] == 0 and state.quota >= 1
            more = more or held != state.stones
            assert held == state.stones or not legal
            if game.final_vacancies is not None and state.phase == MAIN:
                placements = vacant if vacant.bit_count() > game.final_vacancies else 0
                assert legal & game.board.cells == placements
            for colour in (0, 1):
                chain = game.connecting_group(state, colour)
                assert chain & ~state.stones[colour] == 0
                assert all(chain & edge for edge in game.edges[colour]) or not chain
    assert more <= game.scores_vacant_cells
    assert all(edge & ~game.board.cells == 0 for edges in game.edges for edge in edges)


@NAMED
def test_symmetric_goals_holds_iff_colours_are_exchangeable(game):
    same_colour, exchanged = symmetries(game)
    assert same_colour and (exchanged or not game.symmetric_goals)
    same = True
    for seed in SEEDS:
        for state in playout(game, seed)[0]:
            turn = Random(seed).choice(exchanged or same_colour)
            image = state._replace(
                stones=(
                    transform_mask(state.stones[1], turn),
                    transform_mask(state.stones[0], turn),
                ),
                mover=1 - state.mover,
                placed=transform_mask(state.placed, turn),
                anchor=turn.get(state.anchor, NO_CELL),
            )
            legal, keep = game.legal(state), game.board.cells | 1 << game.board.end_action
            end_bit = legal & 1 << game.board.end_action
            if game.legal(image) & keep != transform_mask(legal & game.board.cells, turn) | end_bit:
                same = False
            won, turned = game.outcome(state), game.outcome(image)
            if won and turned and won.winner is not None:
                same = same and turned.winner == 1 - won.winner
    assert same == game.symmetric_goals


@pytest.mark.parametrize("kind", [*GAMES.values(), Siege], ids=lambda kind: kind.name)
def test_option_schema_lists_fields_with_unique_flags(kind):
    assert [field.name for field in fields(kind)] == [
        "size",
        *(o.field for o in kind.option_schema),
    ]
    flags = [option.flag for option in kind.option_schema]
    assert len(set(flags)) == len(flags) and all(len(f) == 1 and f.isalpha() for f in flags)
    assert (BOARD in kind.option_schema) == (len(kind.shapes) > 1)
    assert kind().options == {option.key: option.default for option in kind.option_schema}
    assert kind().size == kind.shapes[0].default_size


def test_option_key_has_same_type_in_every_game():
    """The command line parses options before it has the game."""
    kinds: dict[str, set[type]] = {}
    for kind in [*GAMES.values(), Siege]:
        for option in kind.option_schema:
            kinds.setdefault(option.key, set()).add(type(option))
    assert all(len(kinds_of_option) == 1 for kinds_of_option in kinds.values())


@pytest.mark.parametrize("name", GAMES)
def test_option_values_round_trip_through_links(name):
    for shape, board in get_shapes(name):
        default = new_game(name, None, board)
        for option in GAMES[name].option_schema:
            values = {option.default}
            if isinstance(option, BoolOption):
                values = {True, False}
            elif isinstance(option, IntOption):
                values = {*range(option.minimum, option.maximum(default.board) + 1)}
            for value in values - {option.default} if option is BOARD else values:
                excluded = getattr(option, "excluded_by", "")
                needed = {excluded: False} if excluded and value else {}
                game = new_game(name, shape.default_size, {**board, **needed, option.key: value})
                assert game.options[option.key] == value
                assert read_spec(write_spec(game)) == game


@pytest.mark.parametrize(
    ("spec", "why"),
    [
        ("brink5-b3", "-b3 is not an option of a game"),
        ("brink5-d3", "-d3 is not an option of a game"),
        ("brink5-x", "-x is not an option of a game"),
        ("brink5-x1234", "-x1234 is not an option of a game"),
        ("lox11-n2", "-n2 is not an option of a game"),
        ("lox11-x3", "Lox has no option “x”"),
        ("greylox5-d", "Greylox has no option “board”"),
        ("chess8", "“chess8” is not a game and a size"),
    ],
)
def test_link_with_invalid_option_is_refused(spec, why):
    with pytest.raises(NotationError, match=f"^{why}"):
        read_spec(spec)


def test_lox_edges_are_exchanged_by_diagonal_mirrors():
    board = game_of("lox4").board
    assert symmetries(game_of("lox4")) == (board.symmetries[:2], board.symmetries[2:])
    assert symmetries(Siege(4)) == (board.symmetries[:2], [])
    assert len(symmetries(game_of("greylox3"))[1]) == 12
    assert list(bits(Siege(2).edges[0][1])) == [3, 4]
