"""The PettingZoo environments: PettingZoo's own tests, and random play against the rules."""

import sys
import warnings
from random import Random
from xml.etree import ElementTree

import numpy as np
import pytest
from pettingzoo.test import api_test, seed_test

from greylox_web.api import read
from greylox_web.api.requirements import MissingPackage
from greylox_web.rules import GAMES
from greylox_web.rules.board import bits
from greylox_web.rules.sight import seeing_stones
from greylox_web.rules.state import OPENING
from greylox_web.zoo import PLANES, IllegalAction, NotationError, env, raw_env
from tests.rules.playouts import any_action, game_of

SMALL = {"greylox": 3, "lox": 4, "brink": 3, "multiplicity": 3, "byg": 3}
SPECS = (
    "greylox4 lox5 lox4-n brink3-x2 brink4-d-x3 brink3-x2-p multiplicity4 multiplicity3-f "
    "multiplicity3-f-p byg4 byg5-d"
).split()


def env_of(spec, **more):
    """Return the environment of a game that ``spec`` names."""
    game = game_of(spec)
    return raw_env(game.name, game.size, **more, **game.options)


@pytest.mark.parametrize("name", GAMES)
def test_pettingzoo_finds_no_fault(name, capsys):
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        for about in ("space for each agent probably should be", "is not a NumPy array"):
            warnings.filterwarnings("ignore", f"Observation {about}")  # it is a dictionary
        api_test(env(name, SMALL[name], render_mode="ansi"), num_cycles=60)
        api_test(env(name), num_cycles=10)
        seed_test(lambda: env(name, SMALL[name]), num_cycles=60)
    assert "Passed" in capsys.readouterr().out


@pytest.mark.parametrize("spec", ["brink3-x2-p", "multiplicity3-f-p"])
def test_pettingzoo_finds_no_fault_in_game_with_swap(spec, capsys):
    game = game_of(spec)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        api_test(env(game.name, game.size, **game.options), num_cycles=60)
        seed_test(lambda: env(game.name, game.size, **game.options), num_cycles=60)
    assert "Passed" in capsys.readouterr().out


def test_agents_keep_their_colours_after_a_swap():
    world = env("brink", 3, x=2, swap=True)
    world.reset()
    world.step(0)
    swap = world.action_space("player_1").n - 1
    assert world.observe("player_1")["action_mask"][swap] == 1
    world.step(swap)
    assert world.agent_selection == "player_0"
    observation = world.observe("player_0")
    planes = dict(zip(PLANES, np.moveaxis(observation["observation"], 2, 0), strict=True))
    assert (planes["own"].sum(), planes["other"].sum()) == (0, 1) and planes["first"].all()
    assert observation["action_mask"][swap] == 0


@pytest.mark.parametrize("spec", SPECS)
def test_it_plays_as_the_rules_do(spec):
    """A slow reference computes each plane and the mask from the rules, cell by cell."""
    world, game, random = env_of(spec), game_of(spec), Random(spec)
    width = game.board.width
    for _ in range(3):
        world.reset()
        state = game.start()
        while legal := game.legal(state):
            assert world.agent_selection == f"player_{state.mover}"
            assert not any(world.terminations.values()) and set(world.rewards.values()) == {0}
            for own in (0, 1):
                matches_rules(game, state, own, world.observe(f"player_{own}"))
            action = any_action(game, state, random)
            column, row = game.board.column_row(action)
            number = width * width + action - game.board.end_action
            world.step(number if action >= game.board.end_action else row * width + column)
            assert legal >> action & 1
            state = game.play(state, action)
        outcome = game.outcome(state)
        assert outcome and all(world.terminations.values()) and world.position.outcome == outcome
        signs = {0: [1, -1], 1: [-1, 1], None: [0, 0]}[outcome.winner]
        assert [world.rewards[f"player_{own}"] for own in (0, 1)] == signs
        assert read(world.position.link) == world.position


def matches_rules(game, state, own, observation):
    """Check an observation with the rules, cell by cell."""
    board, width = game.board, game.board.width
    legal = game.legal(state) if own == state.mover else 0
    possible = game.legal(state)
    mask = observation["action_mask"]
    assert mask.shape == (width * width + 2,) and mask.dtype == np.int8
    assert [mask[-2], mask[-1]] == [legal >> board.end_action & 1, legal >> board.swap_action & 1]
    planes = dict(zip(PLANES, np.moveaxis(observation["observation"], 2, 0), strict=True))
    whole = {
        "first": own == 0,
        "to_move": own == state.mover,
        "opening": state.phase == OPENING,
        **{f"quota_{n}": state.quota == n for n in (1, 2, 3)},
    }
    for name, fact in whole.items():
        assert (planes.pop(name) == fact).all()
    counts = game.uses_sight and state.phase != OPENING
    edges = [sum(1 << cell for pair in side for cell in bits(pair)) for side in game.edges]
    for row in range(width):
        for column in range(width):
            cell = board.cell_at(column, row)
            cell_planes = {name: plane[row, column] for name, plane in planes.items()}
            assert mask[row * width + column] == (cell >= 0 and legal >> cell & 1)
            if cell < 0:
                assert not any(cell_planes.values())
                continue
            stones = [state.stones[own] >> cell & 1, state.stones[1 - own] >> cell & 1]
            assert (
                cell_planes["board"] == 1 and [cell_planes["own"], cell_planes["other"]] == stones
            )
            assert cell_planes["placed"] == state.placed >> cell & 1
            assert cell_planes["anchor"] == (cell == state.anchor)
            assert (
                cell_planes["flip"] == possible >> cell & 1 & state.stones[1 - state.mover] >> cell
            )
            for plane_prefix, side in (("own", own), ("other", 1 - own)):
                watched = seeing_stones(board, cell, state.stones[side], state.occupied).bit_count()
                controls = counts and watched >= board.control_threshold(cell)
                assert cell_planes[f"{plane_prefix}_control"] == controls
                assert cell_planes[f"{plane_prefix}_edges"] == (edges[side] >> cell & 1)


@pytest.mark.parametrize("name", ["max_actions", "most_actions"])
def test_game_is_truncated_after_max_actions(name):
    world = env("lox", 5, **{name: 3})
    world.reset()
    for agent in world.agent_iter():
        _, reward, terminated, truncated, _ = world.last()
        assert reward == 0 and not terminated
        mask = world.observe(agent)["action_mask"]
        world.step(None if truncated else int(mask.argmax()))
    assert len(world.unwrapped.position.actions) == 3 and world.agents == []


def test_illegal_action_raises_or_loses():
    inner = raw_env("byg", 3)
    inner.reset()
    inner.step(0)
    for action, reason in ((0, "already taken"), (5 * 5, "end"), (5 * 5 + 1, "swap"), (4, "board")):
        with pytest.raises(IllegalAction, match=reason):
            inner.step(action)
    assert inner.position.actions == ("a1",) and inner.agent_selection == "player_1"
    outer = env("byg", 3)
    outer.reset()
    outer.step(0)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        outer.step(0)
    assert outer.rewards == {"player_0": 0, "player_1": -1} and all(outer.terminations.values())


def test_it_shows_the_board():
    world = env("lox", 5, render_mode="svg")
    world.reset()
    world.step(world.unwrapped.env_actions[world.unwrapped.game.board.parse_cell("b4")])
    assert ElementTree.fromstring(world.render()).tag.endswith("svg")
    assert "b4" in world.render()
    letters = env("lox", 5, render_mode="ansi")
    letters.reset()
    assert "Lox" in letters.render() and "Red to move" in letters.render()
    silent = raw_env("lox", 5)
    silent.reset()
    assert silent.render() is None


@pytest.mark.parametrize(
    ("words", "options", "message"),
    [
        (("chess",), {}, "there is no game called “chess”"),
        (("lox", 99), {}, "not 99"),
        (("lox", "5"), {}, "a size is a whole number"),
        (("lox", 5), {"x": 3}, "no option “x”"),
        (("brink", 5), {"x": "3"}, "x is a whole number"),
        (("lox", 5), {"swap": 0}, "swap is True or False"),
        (("byg", 5), {"board": "square"}, "square"),
        (("byg", 5), {"render_mode": "human"}, "a render mode is ansi or svg"),
        (("byg", 5), {"max_actions": 0}, "from 1 on, not 0"),
    ],
)
def test_unavailable_game_or_option_raises_notation_error(words, options, message):
    with pytest.raises(NotationError, match=message):
        env(*words, **options)


def test_missing_pettingzoo_error_has_install_command(monkeypatch):
    monkeypatch.setitem(sys.modules, "pettingzoo", None)
    with pytest.raises(MissingPackage, match="pip install pettingzoo"):
        env("lox")
