"""The sixth game in this process: played, linked, set up, drawn, searched, solved, exported.

``tests/browser/test_sixth.py`` plays it in Chromium.
"""

import re
import subprocess
import sys
from random import Random

import pytest

from greylox_web.command.solve import uses_table
from greylox_web.drawing.thumbnail import thumbnail
from greylox_web.drawing.tray import board_markup
from greylox_web.engine.compiled.rules import CompiledPlayouts
from greylox_web.engine.engine import SearchTask
from greylox_web.engine.inputs import Encoder
from greylox_web.engine.levels import FIXED_LEVELS
from greylox_web.engine.service import Service
from greylox_web.engine.solver import UNLIMITED, Solver, is_solvable
from greylox_web.engine.strengths import elo_above_level_1, expected_score
from greylox_web.engine.tree_reuse import PlayerTree
from greylox_web.engine.tuning import level_settings
from greylox_web.explanations.explain import explain, hint_fact
from greylox_web.explanations.model import Comparison
from greylox_web.formats import read
from greylox_web.formats.diagram import diagram
from greylox_web.formats.game_json import write_game
from greylox_web.formats.picture import picture
from greylox_web.formats.sgf import write_sgf
from greylox_web.match.tree import tree_from_record
from greylox_web.rules import NotationError, new_game
from greylox_web.rules.notation.actions import GameRecord
from greylox_web.rules.notation.links import read_link, read_spec, write_link, write_spec
from greylox_web.rules.notation.records import read_record, write_record
from greylox_web.rules.notation.setup import read_setup, write_setup
from greylox_web.rules.play import random_game, replay
from greylox_web.session.layers import available_layers
from greylox_web.session.playing import ClickCell
from greylox_web.session.update import update
from lab.engine_games import play_whole_game
from lab.training.boards import offered_games as lab_boards
from tests import css_tokens, test_drawing, test_tokens
from tests.engine.samples import minimax, positions
from tests.screen import Screen
from tests.session.session_helpers import new_session
from tools import ROOT

from . import install_into, register
from .siege import Siege
from .siege_colours import LIGHT, TOKENS


@pytest.fixture(autouse=True)
def registered(monkeypatch):
    register(monkeypatch)


def violet_connects(size, violet):
    """Whether violet cells, as (column, row), join top and bottom: a search cell by cell."""
    visited, todo = set(), [cell for cell in violet if cell[1] == 0]
    while todo:
        column, row = cell = todo.pop()
        if cell in violet and cell not in visited:
            visited.add(cell)
            steps = ((1, 0), (-1, 0), (0, 1), (0, -1), (1, -1), (-1, 1))
            todo += [(column + c, row + r) for c, r in steps]
    return any(row == size - 1 for _, row in visited)


@pytest.mark.parametrize(("size", "wall"), [(2, 1), (3, 2), (4, 4), (5, 2)])
def test_siege_is_played_by_its_rules(size, wall):
    game = new_game("siege", size, {"wall": wall}, allow_small=True)
    for seed in range(20):
        actions = random_game(game, Random(seed))
        held = ({}, {})
        movers = [0, *[1] * wall, *[0, 1] * size**2]
        for state, action in zip(replay(game, actions), actions, strict=False):
            assert state.mover == movers[sum(map(len, held))]
            assert not violet_connects(size, held[0])
            held[state.mover][game.board.column_row(action)] = True
        outcome = game.outcome(replay(game, actions)[-1])
        assert outcome.winner == (0 if violet_connects(size, held[0]) else 1)


@pytest.mark.parametrize("seed", range(6))
def test_it_goes_through_links_records_and_files(seed):
    game = new_game("siege", 3 + seed % 2, {"wall": 1 + seed % 4}, allow_small=True)
    actions = tuple(random_game(game, Random(seed)))
    record = GameRecord(game, actions, variations=((2, actions[2:4][::-1]),))
    link = write_link(record)
    assert link.startswith(f"1/siege{game.size}-w{1 + seed % 4}/m")
    assert read_link(link, allow_small=True).record == record
    assert read_record(write_record(record), allow_small=True).record == record
    assert read_record(write_record(record).upper(), allow_small=True).record == record


def test_siege_tree_survives_sgf_and_json():
    game = new_game("siege", 5)
    tree, leaf, cursor = tree_from_record(GameRecord(game, tuple(random_game(game, Random(1)))))
    for text in (write_sgf(tree, leaf, cursor), write_game(tree, leaf, cursor)):
        result = read(text)
        assert result.error is None
        assert [n.state for n in result.tree.nodes] == [n.state for n in tree.nodes]
    assert "GG[siege:5-w2]" in write_sgf(tree, leaf, cursor)


def test_siege_unsupported_option_is_refused():
    for spec, why in (
        ("siege5-w5", "the wall of Siege is from 1 to 4 on this board, not 5"),
        ("siege5-x3", "Siege has no option “x”"),
        ("siege4-w2", "Siege is played on rhombic boards of size 5 to 15, not 4"),
    ):
        with pytest.raises(NotationError, match=why):
            read_spec(spec)
    assert write_spec(new_game("siege")) == "siege5-w2"


def test_siege_positions_are_set_up():
    game = new_game("siege")
    for text in ("x4.5.5.5.5-o-1", "x4.5.o4.5.5-x-1"):
        state = read_setup(game, text.replace("-1", "-2"))
        assert write_setup(game, state) == text.replace("-1", "-2")
    wall = game.play(game.start(), game.board.parse_cell("c3"))
    for state in (wall, game.play(wall, game.board.parse_cell("a1"))):
        assert state.quota and read_setup(game, write_setup(game, state)) == state
    for text, why in (
        ("5.5.5.5.5-x-1", "no opening phase"),
        ("x4.o4.o4.5.5-o-2-ha2", "a single stone"),
        ("x4.5.5.5.5-o-2-la1", "in an opening only"),
    ):
        with pytest.raises(NotationError, match=why):
            read_setup(game, text)


def test_siege_explanations_have_the_facts_of_every_game():
    game, keys = new_game("siege", 5, {"wall": 1}), set()
    for seed in range(30):
        actions = random_game(game, Random(seed))
        states = [*replay(game, actions)]
        start = next(n for n in range(len(actions) // 2, 0, -1) if not states[n].is_mid_turn)
        played, line = tuple(actions[start:]), [*actions[start:]]
        line[0], line[1] = line[1], line[0]
        for better in (tuple(line), tuple(line[:6])):
            comparison = Comparison(game, states[start], better, played)
            keys |= {fact.key for fact in explain(comparison).facts}
        assert hint_fact(game, states[start], played[0]) == ""
    assert keys == {"better-wins", "played-loses"}


def test_siege_is_drawn_and_described():
    session = new_session("siege", 5)
    picture_of_board = board_markup(session.game)
    assert 'class="inlay violet"' in picture_of_board and "inlay white" not in picture_of_board
    screen = Screen(session)
    assert screen.title == "Siege · 5 × 5 · wall of 2" and screen.goal.startswith("Goal: Violet")
    assert available_layers(session.game) == ("legal", "groups", "preview", "coordinates")
    session = update(session, ClickCell(session.game.board.parse_cell("c3")))
    assert Screen(session).prompt_line == "White builds the wall: 2 stones, 0 of them placed."
    for name in "a1 b1 c2 d1 c1 e1 c4 e2 c5".split():
        session = update(session, ClickCell(session.game.board.parse_cell(name)))
    screen = Screen(session)
    assert screen.result == "Violet wins. The siege broke through."
    assert screen.layers["chain"] == session.state.stones[0]
    assert not any(screen.buttons[name] for name in ("end", "pass", "swap"))
    svg = picture(session.tree, session.cursor)
    assert "<svg" in svg and "Siege" in svg
    assert svg.count(f'stroke="{LIGHT["violet-1"]}" stroke-width="13"') == 1, "the inlay"
    assert f'fill="{LIGHT["tile-siege"]}"' in svg and 'fill="url(#paint-violet)"' in svg
    assert set(re.findall(r'fill="url\(#paint-(\w+)\)" stroke=', svg)) == {"violet", "white"}
    assert "X" in diagram(session.game, session.state)
    assert "body violet" in thumbnail(session.game, session.state)


@pytest.mark.parametrize(("theme", "board", "stones"), test_drawing.THEME_COMBINATIONS)
def test_siege_colours_hold_in_every_theme_and_set(theme, board, stones):
    test_tokens.test_stones_differ_without_hue("siege", theme, board, stones)
    test_tokens.test_signs_contrast_with_their_background(theme, board, stones)
    test_drawing.test_ground_differs_in_outline_and_lightness("siege", theme, board, stones)
    test_drawing.test_signs_stand_out_from_the_tiles("siege", theme, board, stones)


def test_siege_colours_are_unique():
    for theme in css_tokens.THEMES:
        theme_colours = css_tokens.colours(theme)
        own = {name: theme_colours[name] for name in TOKENS if name != "on-violet"}
        others = {value for name, value in theme_colours.items() if name not in TOKENS}
        assert not others & set(own.values())
        stone_colours = css_tokens.stone_variables("violet", theme_colours)
        assert stone_colours.keys() == css_tokens.stone_variables("red", theme_colours).keys()
        plain = {"#ffffff", "#fff", stone_colours["groove"]}
        assert set(stone_colours.values()) - plain <= set(own.values())


def test_siege_pictures_match_page(monkeypatch):
    monkeypatch.setitem(test_drawing.SHEETS, "style/tokens.css", css_tokens.TOKENS)
    test_tokens.test_shades_match_stone_luminance()
    test_drawing.test_every_drawn_class_has_a_css_rule()
    test_drawing.test_pictures_are_drawn_as_the_style_sheet_says()
    page = css_tokens.colours("light")
    assert {name: page[name] for name in LIGHT} == LIGHT


@pytest.mark.parametrize("level", FIXED_LEVELS[1:])
def test_plain_search_plays_siege_at_every_level(level):
    game = new_game("siege")
    task = SearchTask(
        PlayerTree(Random(level)), game, [game.start()], [], level_settings(game, level)
    )
    assert task.visits > (task.visit_budget(level_settings(game, level - 1)) if level > 1 else 0)
    task.visits = min(task.visits, 40)
    task.think()
    assert game.legal(game.start()) >> task.result(chosen=True).action & 1
    assert expected_score("siege", level) is None and elo_above_level_1("siege", level) is None


def test_two_engines_play_siege_to_the_end():
    played = play_whole_game("siege", {"wall": 3}, 5, (2, 3), lambda: Service(Random(1)))
    assert not played.fault
    reading = read_link(played.link)
    assert reading.record.game.outcome(reading.states[-1])


@pytest.mark.parametrize(("size", "wall"), [(2, 1), (2, 2), (3, 1), (3, 2)])
def test_siege_solver_matches_minimax(size, wall):
    game = new_game("siege", size, {"wall": wall}, allow_small=True)
    solver, max_vacant = Solver(game), 9 if size == 2 else 6
    for state in positions(game, 30):
        if (game.board.cells & ~state.occupied).bit_count() <= max_vacant:
            assert solver.solve(state).value_first == minimax(game, state)
    assert not uses_table(game, game.start(), UNLIMITED)
    assert not is_solvable(new_game("siege"), new_game("siege").start())


def test_siege_goals_taken_as_equal_give_wrong_values(monkeypatch):
    game, wrong = Siege(3, 1), 0
    monkeypatch.setattr(Siege, "symmetric_goals", True)
    monkeypatch.setattr(Siege, "edges", ((), ()))  # as if the colours had the same goal
    solver = Solver(game)
    monkeypatch.undo()
    for state in positions(game, 30):
        if (game.board.cells & ~state.occupied).bit_count() <= 6:
            wrong += solver.solve(state).value_first != minimax(game, state)
    assert wrong


def test_a_network_could_be_shown_it():
    game = new_game("siege")
    states = positions(game, 1)
    encoder = Encoder(game)
    planes, numbers = encoder.inputs(encoder.stage(states, [game.legal(s) for s in states]))
    assert planes.shape[:2] == (len(states), 26) and len(numbers) == len(states)


def test_lab_plays_and_trains_siege_options():
    boards = [[write_spec(game) for game in games] for games in lab_boards("siege")]
    assert boards[0] == ["siege5-w2", "siege5-w1", "siege5-w3", "siege5-w4"]
    assert len(boards) == 11
    game = new_game("siege")
    playout = CompiledPlayouts(Random(1))(game, game.start())
    assert playout.value_first in (-1, 1) and playout.ownership[0]


def test_siege_takes_nine_files(tmp_path):
    install_into(ROOT, tmp_path)
    files = (path.relative_to(tmp_path) for path in tmp_path.rglob("*") if path.is_file())
    changed = {
        path.as_posix()
        for path in files
        if not (ROOT / path).exists()
        or (ROOT / path).read_bytes() != (tmp_path / path).read_bytes()
    }
    assert changed == {
        "greylox_web/rules/games/siege.py",
        "greylox_web/rules/registry.py",
        "greylox_web/words/__init__.py",
        "greylox_web/words/ending.py",
        "greylox_web/words/new_game.py",
        "greylox_web/drawing/board_layers.py",
        "greylox_web/formats/style.py",
        "assets/rules/siege.md",
        "assets/style/tokens.css",
    }


@pytest.mark.slow
def test_the_command_line_knows_it_from_its_line_in_the_registry(tmp_path):
    install_into(ROOT, tmp_path)

    def run_command(*words):
        line = [sys.executable, "-m", "greylox_web", *words]
        done = subprocess.run(
            line, cwd=tmp_path, capture_output=True, encoding="utf-8", check=False, timeout=60
        )
        return done.stdout + done.stderr

    output = run_command("solve", "siege", "--size", "2", "--option", "wall=1")
    assert output.startswith("Violet wins; Violet plays ")
    assert "wall=2 (Siege)" in " ".join(run_command("solve", "--help").split())
    assert "from 1 to 4 on this board" in run_command("solve", "siege", "--option", "wall=9")
    assert run_command("show", "1/siege5-w2/mc3a1b1").startswith(
        "siege 5: violet to move, 22 legal"
    )
