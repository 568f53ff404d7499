"""Opening maps: each first cell once up to symmetry, saved one by one, and the page's module."""

from itertools import chain

import pytest

from greylox_web.rules import NotationError, new_game
from greylox_web.rules.board import bits
from greylox_web.rules.notation.links import read_spec
from lab.studies import opening_maps

MAP_PATHS = sorted(opening_maps.FOLDER.glob("*.json"))


@pytest.mark.parametrize(("spec", "count"), [("greylox5", 9), ("lox4-n", 8), ("brink5-d-x3", 9)])
def test_each_cell_belongs_to_one_orbit(spec: str, count: int):
    game = read_spec(spec, allow_small=True)
    orbits = opening_maps.orbits(game)
    assert sorted(chain(*orbits)) == list(bits(game.board.cells))
    assert len(orbits) == count


def test_in_lox_only_half_a_turn_keeps_the_edges():
    game = new_game("lox", 5)
    name = game.board.cell_name
    assert ("b1", "d5") in [tuple(map(name, orbit)) for orbit in opening_maps.orbits(game)]


def test_map_search_interrupted_resumes(tmp_path):
    opening_maps.search_missing(["lox2-n"], 2, end=0.0, folder=tmp_path)
    assert not list(tmp_path.iterdir()), "no time, nothing searched"
    opening_maps.search_missing(["lox2-n"], 2, folder=tmp_path)
    path = opening_maps.map_path("lox2-n", 2, tmp_path)
    opening_map = opening_maps.read_map(path)
    first, second = opening_map.action_values
    marked = {second: opening_maps.ActionValue(12.5, False)}
    path.write_text(opening_maps.dumps(opening_map._replace(action_values=marked)))
    opening_maps.search_missing(["lox2-n"], 2, folder=tmp_path)
    assert opening_maps.read_map(path).action_values == marked | {
        first: opening_map.action_values[first]
    }
    opening_maps.search_missing(["lox2-n"], 3, folder=tmp_path)  # other visits discard all values
    assert (
        opening_maps.ActionValue(12.5, False)
        not in opening_maps.read_map(path).action_values.values()
    )


def test_module_is_written_only_from_complete_maps(tmp_path):
    opening_maps.search_missing(["lox2-n"], 2, folder=tmp_path)
    whole = opening_maps.read_map(opening_maps.map_path("lox2-n", 2, tmp_path))
    partial = whole._replace(action_values=dict(list(whole.action_values.items())[:1]))
    page = tmp_path / "page.py"
    opening_maps.write_module([whole, partial], page)
    assert not page.exists()
    opening_maps.write_module([whole], page)
    assert page.read_text("utf-8") == opening_maps.module_source([whole])


def test_the_solver_s_map_of_a_small_board(tmp_path):
    opening_maps.search_missing(["lox3-n"], 0, folder=tmp_path)
    opening_map = opening_maps.read_map(tmp_path / "lox3-n-solved.json")
    won = {
        opening_map.game.board.cell_name(cell)
        for cell, chance in opening_map.chances.items()
        if chance == 100
    }
    assert "b3" in won and all(
        action_value.proven for action_value in opening_map.action_values.values()
    )


@pytest.mark.parametrize("text", ["", "[]", '{"game": "lox2-n"}', '{"game": "chess8"}'])
def test_a_damaged_map_is_refused_in_a_sentence(tmp_path, text: str):
    (tmp_path / "x.json").write_text(text)
    with pytest.raises(NotationError, match="holds no opening map"):
        opening_maps.read_map(tmp_path / "x.json")


@pytest.mark.parametrize("path", MAP_PATHS, ids=[path.stem for path in MAP_PATHS])
def test_stored_map_is_complete_and_round_trips(path):
    opening_map = opening_maps.read_map(path)
    assert not list(opening_maps.missing_actions(opening_map))
    assert opening_maps.dumps(opening_map) == path.read_text("utf-8")
    assert opening_map.chances.keys() == set(bits(opening_map.game.board.cells))
    assert all(
        0 <= action_value.chance <= 100 for action_value in opening_map.action_values.values()
    )


def test_page_module_matches_results():
    default_maps = [
        opening_maps.read_map(opening_maps.map_path(spec, opening_maps.VISITS))
        for spec in opening_maps.DEFAULT_SPECS
    ]
    assert opening_maps.MODULE_PATH.read_text("utf-8") == opening_maps.module_source(default_maps)
