"""The compiled rules, run by wasmtime, against the Python rules."""

import subprocess
import sys
from dataclasses import dataclass
from itertools import pairwise
from random import Random

import pytest
from hypothesis import given

from greylox_web.engine.compiled import rules as compiled_game
from greylox_web.engine.compiled.rules import FILE, compiled_rules, perft
from greylox_web.engine.compiled.search import SearchKernel
from greylox_web.engine.compiled.solver import make_solver
from greylox_web.engine.network_registry import load_networks, make_evaluator
from greylox_web.engine.playouts import Playouts
from greylox_web.rules import new_game, play
from greylox_web.rules.board import bits
from greylox_web.rules.games.byg import Byg
from greylox_web.rules.notation.links import read_spec
from greylox_web.rules.options import BoolOption
from greylox_web.rules.state import OPENING, State
from tests.engine.comparisons import check_random_game, compare_inputs, play_compiled, python_result
from tests.engine.samples import PIE
from tests.rules.playouts import OFFERED, SMALL, seeds, small_games
from tests.rules.test_perft import table
from tests.sixth.siege import Siege
from tools import ROOT

SPECS = [*SMALL, *OFFERED, *PIE]
SWAPS = 199_973  # the seed of a game of Lox 2 in which the second player swaps


@pytest.mark.parametrize("spec", SPECS)
def test_they_agree_at_every_state(spec):
    game = read_spec(spec, allow_small=True)
    assert sum(check_random_game(game, seed) for seed in range(2 if spec in OFFERED else 8)) > 16


@given(small_games, seeds)
def test_they_agree_in_any_random_game(game, seed):
    check_random_game(game, seed)


@pytest.mark.parametrize("spec", SPECS)
def test_a_random_game_is_played_by_the_rules(spec):
    game = read_spec(spec, allow_small=True)
    for seed in range(1 if spec in OFFERED else 6):
        play_compiled(game, seed << 20)


@pytest.mark.parametrize("spec", SPECS)
def test_a_network_is_shown_the_same_to_the_bit(spec):
    game = read_spec(spec, allow_small=True)
    assert sum(compare_inputs(game, seed) for seed in range(1 if spec in OFFERED else 3)) > 5


def test_random_games_cover_rare_events():
    """Flips, connections that the reply breaks, passes, ends of turns."""
    lox, byg = new_game("lox", 3, allow_small=True), new_game("byg", 3, allow_small=True)
    broken = flips = passes = ends = 0
    for seed in range(120):
        for old, new in pairwise(play_compiled(lox, seed)):
            passes += old.stones == new.stones
            flips += bool(old.stones[1 - old.mover] & new.stones[old.mover]) and new.stones[0] > 0
            broken += bool(
                lox.connecting_group(old, 1 - old.mover)
                and not lox.connecting_group(new, 1 - old.mover)
            )
        ends += any(old.stones == new.stones for old, new in pairwise(play_compiled(byg, seed)))
    assert broken and flips and passes and ends


def test_a_random_game_can_swap():
    """A swap is as rare as in ``Playouts``: eight draws must hit the one occupied cell."""
    game = new_game("lox", 2, allow_small=True)
    states = play_compiled(game, SWAPS)
    assert states[2].stones[0] == 0 and states[2].stones[1] and states[2].mover == 0


@pytest.mark.parametrize("spec", PIE)
def test_random_game_with_pie_rule_has_no_swap(spec):
    """Only who holds each cell in the end counts."""
    game = read_spec(spec, allow_small=True)
    after_stone = game.play(game.start(), next(bits(game.board.cells)))
    assert game.legal(after_stone) >> game.board.swap_action & 1
    for seed in range(200):
        _, result = compiled_rules(game).play_random_games(after_stone, seed, 1, 1)
        assert result.state.stones[0] == after_stone.stones[0]
        last = Playouts(Random(seed)).final_state(game, after_stone)
        assert last.stones[0] & after_stone.stones[0]
        assert last.stones[0].bit_count() - last.stones[1].bit_count() in (0, 1)


@pytest.mark.parametrize("spec", PIE)
def test_perft_with_pie_rule_equals_python_perft(spec):
    game = read_spec(spec, allow_small=True)
    for depth in range(1, 8 if game.size == 2 else 4):
        assert compiled_game.perft(game, depth) == play.perft(game, depth)


@pytest.mark.parametrize(("spec", "numbers"), table())
def test_they_count_the_same(spec, numbers):
    game = read_spec(spec, allow_small=True)
    rules = compiled_rules(game)
    depths = range(1, len(numbers) + 1)
    assert [rules.perft(game.start(), depth) for depth in depths] == numbers
    assert [compiled_game.perft(game, depth) for depth in depths] == numbers


def test_counts_of_two_and_more_are_not_made_in_python(monkeypatch):
    def refused(game, depth):
        raise AssertionError(f"{game} is counted {depth} deep in Python")

    monkeypatch.setattr(compiled_game.play, "perft", refused)
    assert compiled_game.perft(new_game("brink", 3), 2) == 19 * 18


def test_perft_counts_late_positions():
    game = new_game("brink", 6)
    assert compiled_rules(game).perft(game.start(), 0) == compiled_game.perft(game, 0) == 1
    state = game.start()
    for cell in list(bits(game.board.cells))[:-12]:
        state = game.play(state, cell)
    assert compiled_rules(game).perft(state, 6) == 12 * 11 * 10 * 9 * 8 * 7


def test_products_are_exact_on_the_largest_boards():
    """Products above 64 bits, from many groups of three."""
    game = new_game("multiplicity", 8)
    board, random = game.board, Random(1)
    for _ in range(40):
        stones, other, barred = 0, 0, 0
        cells = list(range(board.end_action))
        random.shuffle(cells)
        for cell in cells:
            neighbourhood = board.neighbours(1 << cell) | 1 << cell
            if board.cells >> cell & 1 and not barred >> cell & 1:
                stones |= neighbourhood & -neighbourhood | 1 << cell
                barred |= board.neighbours(board.neighbours(1 << cell))
        last = board.cells & -board.cells
        other = board.cells & ~stones & ~last
        state = State((stones & ~last, other), 0)
        assert compiled_rules(game).inspect(state) == python_result(game, state)
        full = State((board.cells & ~last, 0), 1)
        assert compiled_rules(game).inspect(full) == python_result(game, full)


def test_the_opening_is_played_at_random():
    states = play_compiled(new_game("greylox", 3), 5)
    assert {(state.phase, state.quota) for state in states} > {(OPENING, 1), (OPENING, 2)}


def test_unknown_game_has_no_compiled_rules(monkeypatch):
    assert compiled_rules(Siege()) is None
    assert compiled_rules(new_game("byg")) is not None
    monkeypatch.setitem(sys.modules, "wasmtime", None)
    assert compiled_rules(new_game("byg")) is None


def test_game_with_unknown_option_has_no_compiled_rules():
    """Compiled rules would ignore the option."""

    @dataclass(frozen=True)
    class WithOrder(Byg):
        extra_turn: bool = True
        option_schema = (*Byg.option_schema, BoolOption("extra_turn", flag="a"))

        def play(self, state, action):
            after = super().play(state, action)
            opens = state.phase == OPENING and state.mover == 1 and not self.extra_turn
            return self._new_turn(after, 0) if opens else after

    game = WithOrder(3, extra_turn=False)
    assert compiled_rules(game) is None and make_solver(game) is None
    assert not isinstance(make_evaluator(game, load_networks()[0].weights["byg"]), SearchKernel)
    assert perft(game, 4) == play.perft(game, 4)


def test_without_the_file_the_rules_play(monkeypatch, tmp_path):
    monkeypatch.setattr(compiled_game, "FILE", tmp_path / "rules.wasm")
    assert compiled_rules(new_game("byg")) is None
    (tmp_path / "rules.wasm").write_bytes(b"no code")
    assert compiled_rules(new_game("byg")) is None


def test_compiled_function_works_after_trap():
    """An error that wasmtime had stored used to make all later calls seem to fail."""
    game = new_game("brink", 3)
    rules = compiled_rules(game)
    assert rules is not None
    before = rules.inspect(game.start())
    with pytest.raises(OSError, match="inspect failed"):
        rules._inspect(-64, -64, -64)
    assert rules.inspect(game.start()) == before


def test_program_with_live_instance_exits_silently(tmp_path):
    """Its finalizers must not fail when the interpreter exits."""
    (tmp_path / "damaged.wasm").write_bytes(FILE.read_bytes()[:-100])
    program = (
        "import codecs, sys; from pathlib import Path\n"
        "from greylox_web.engine.compiled import wasm as module\n"
        "machines = [module.load_instance(Path(name)) for name in sys.argv[1:]]\n"
        "codecs.register(lambda name, kept=(module, machines): None)  # until the very end\n"
        "print([machine is not None for machine in machines])\n"
    )
    files = FILE, tmp_path / "damaged.wasm", tmp_path / "none.wasm"
    done = subprocess.run([sys.executable, "-c", program, *files], cwd=ROOT, capture_output=True)
    assert (done.returncode, done.stderr) == (0, b"")
    assert done.stdout.strip() == b"[True, False, False]"
