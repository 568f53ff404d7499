"""The layers of an analysis: what they draw, what they hide, and what they say."""

import re

import pytest

from greylox_web.drawing.hex_geometry import Point
from greylox_web.drawing.marks import HOLDER_SIZES, holder
from greylox_web.drawing.signs import sign
from greylox_web.engine import messages
from greylox_web.features.board.marks import HIDDEN_BY_FORECAST
from greylox_web.features.board.signs import signs_on_board
from greylox_web.features.layers.engine_layers import (
    engine_layer_key,
    engine_layer_svg,
    forecast_texts,
    settled_cells,
    thoughts_text,
)
from greylox_web.features.layers.preview import cell_description
from greylox_web.match.match import Match
from greylox_web.match.tree import new_tree
from greylox_web.rules import GAMES, default_game
from greylox_web.rules.board import bits
from greylox_web.session.forecasts import ShowEngineLayer, shown_forecast
from greylox_web.session.requests import EngineReady, EngineReport, PreviewLine, ToggleAnalysis
from greylox_web.session.session import Session
from greylox_web.session.update import update
from tests.engine.samples import positions
from tests.screen import Screen
from tests.session.session_helpers import click_cells, new_session


def analysing(layer, name="greylox", *moves):
    session = update(click_cells(new_session(name, 3), *moves), ToggleAnalysis())
    return update(session, ShowEngineLayer(layer))


def report(session, **fields):
    base = messages.SearchReport(
        session.engine.ticket, False, None, 100, 0.0, False, [], [], 9, None
    )
    return update(session, EngineReport(base._replace(**fields)))


def forecast(session, shares):
    """The session with a forecast of 100 games; ``shares`` are the games of both colours."""
    cells = [session.game.board.cell_name(cell) for cell in bits(session.game.board.cells)]
    held = [[shares.get(name, (0, 0))[colour] for name in cells] for colour in (0, 1)]
    return report(session, held=tuple(held))


def thoughts(session, *rows):
    rows = tuple(messages.FirstThought(*row) for row in rows)
    return report(session, thoughts=rows, action="c3", pv=["c3"])


def radius(path):
    """Return the largest distance of a path's points from the middle."""
    pairs = re.findall(r"(-?[\d.]+) (-?[\d.]+)", path)
    return max((float(x) ** 2 + float(y) ** 2) ** 0.5 for x, y in pairs)


def test_a_hexagon_is_larger_the_surer_its_holder():
    session = forecast(
        analysing("hold"), {"a1": (100, 0), "b1": (50, 50), "c1": (20, 80), "a2": (20, 10)}
    )
    svg = engine_layer_svg(session, 0)
    drawn = re.findall(r'class="holder (\w+)[^"]*" d="([^"]*)"', svg)
    assert sorted(name for name, _ in drawn) == ["black", "white", "white"], "a2 stays vacant"
    sizes = sorted(radius(path) for _, path in drawn)
    assert sizes[0] == pytest.approx(HOLDER_SIZES[0], abs=0.1)
    assert sizes[2] == pytest.approx(HOLDER_SIZES[1], abs=0.1)
    assert sizes[0] < sizes[1] < sizes[2]
    assert settled_cells(session, shown_forecast(session)) == (1, 1, 17)
    assert forecast_texts(session)[0].startswith("17 cells are still open")
    assert "100 games" in forecast_texts(session)[1]


@pytest.mark.parametrize("name", GAMES)
def test_the_darker_colour_has_a_ring_where_there_is_space(name):
    game = default_game(name)
    for colour, stone in zip(game.colours, ("pale", "dark ringed"), strict=True):
        corners = [(0, 50), (43, 25), (43, -25), (0, -50), (-43, -25), (-43, 25)]
        marks = [holder(stone, sure, [Point(*at) for at in corners]) for sure in (0, 1)]
        rings = [mark.count("holder-ring") for mark in marks]
        assert rings == ([0, 1] if "ringed" in stone else [0, 0]), colour
    assert sign("held", game).count('class="holder ') == 2


def test_the_forecast_replaces_ground_marks_and_choices():
    session = analysing("hold", "greylox", "c3", "c4", "a1", "b1", "e5", "d5")
    before = Screen(session).layers
    assert any(before.get(name) for name in HIDDEN_BY_FORECAST)
    session = forecast(session, {"a1": (90, 10)})
    after = Screen(session).layers
    assert not HIDDEN_BY_FORECAST & after.keys() and after["held"].bit_count() == 1
    assert after["first"] == before["first"] and after["legal"] == before["legal"]
    shown = signs_on_board(session, after)
    assert "held" in shown and "control" not in shown


def test_first_thoughts_are_heat_and_numbers_from_four_percent():
    rows = ("c3", 370, 150), ("b2", 80, 20), ("a1", 20, 0), ("a2", 10, 600), ("zz", 500, 0)
    session = thoughts(analysing("thought"), *rows)
    svg = engine_layer_svg(session, 0)
    assert re.findall(r">([^<>]*%)<", svg) == ["37%", "→15%", "8%", "→60%"]
    opacities = [float(one) for one in re.findall(r'fill-opacity="([\d.]+)"', svg)]
    assert opacities == sorted(opacities, reverse=True) and len(opacities) == 4
    assert {"heat", "searched"} <= set(signs_on_board(session, Screen(session).layers))
    assert not Screen(session).texts["rank"]
    assert thoughts_text(session).endswith("c3 37% → 15%, b2 8% → 2%, a1 2% → 0%, a2 1% → 60%.")


def test_a_first_thought_on_a_stone_is_a_disc():
    game = default_game("greylox")
    state = next(one for one in positions(game, 1) if game.legal(one) & one.occupied)
    session = update(Session(Match(new_tree(game, state))), EngineReady())
    session = update(update(session, ToggleAnalysis()), ShowEngineLayer("thought"))
    cell = next(bits(game.legal(state) & state.occupied))
    svg = engine_layer_svg(thoughts(session, (game.board.cell_name(cell), 900, 0)), 0)
    assert svg.count('class="choice"') == 1 and ">90%<" in svg and "heat" not in svg


def test_actions_without_a_cell_are_in_the_sentence():
    session = update(new_session("lox", 5), ToggleAnalysis())
    session = click_cells(update(session, ShowEngineLayer("thought")), "c3")
    session = thoughts(session, ("swap", 900, 800), ("c3", 100, 0))
    assert not engine_layer_svg(session, 0), "c3 is not legal"
    assert thoughts_text(session).endswith("90% → 80%.")


def test_the_cells_say_what_the_layer_shows():
    session = forecast(analysing("hold"), {"c3": (62, 30)})
    sentence = "c3 at the end of 100 games: White holds it in 62, Black in 30."
    assert cell_description(session, session.game.board.parse_cell("c3")) == sentence
    session = thoughts(analysing("thought"), ("c3", 234, 612))
    sentence = "c3: first thought 23%, share of the search 61%."
    assert cell_description(session, session.game.board.parse_cell("c3")) == sentence
    assert not cell_description(session, session.game.board.parse_cell("b2"))


def test_only_new_content_is_drawn_again():
    session = thoughts(analysing("thought"), ("c3", 234, 612))
    same = thoughts(session, ("c3", 234, 612))
    assert engine_layer_key(same) == engine_layer_key(session)
    assert engine_layer_key(thoughts(same, ("c3", 234, 400))) != engine_layer_key(session)
    session = forecast(analysing("hold"), {"c3": (62, 30)})
    assert engine_layer_key(report(session, visits=10)) is engine_layer_key(session)


def test_a_previewed_line_takes_the_place_of_a_layer():
    session = thoughts(analysing("thought"), ("c3", 234, 612))
    lined = update(session, PreviewLine(True))
    assert not engine_layer_svg(lined, 0) and Screen(lined).texts["rank"]
    assert engine_layer_svg(update(lined, PreviewLine(False)), 0)


def test_without_an_analysis_there_is_no_layer():
    session = thoughts(analysing("thought"), ("c3", 234, 612))
    moved = click_cells(update(session, ToggleAnalysis()), "c3")
    assert not engine_layer_svg(moved, 0) and not Screen(moved).layers.get("heat")
