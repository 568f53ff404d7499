"""Forecasts in the session: when they are requested, what is kept, and what explanations get."""

from greylox_web.explanations.model import Comparison, Forecast
from greylox_web.features.analysis.hint import PressHint
from greylox_web.match.match import PERSON
from greylox_web.rules.board import bits
from greylox_web.session.event import SetPageVisible
from greylox_web.session.forecasts import (
    RequestForecasts,
    ShowEngineLayer,
    complete_forecast,
    shown_forecast,
    with_forecasts,
)
from greylox_web.session.load_match import NewGame
from greylox_web.session.playing import Undo
from greylox_web.session.requests import (
    EngineFailed,
    ToggleAnalysis,
    make_search_request,
)
from greylox_web.session.update import update
from tests.session.session_helpers import (
    ENGINE,
    click_cells,
    forecast_report,
    new_session,
    purpose_of,
)


def analysing(name="brink", *moves, layer="hold", **options):
    """A session whose analysis shows a layer."""
    session = update(click_cells(new_session(name, 3, **options), *moves), ToggleAnalysis())
    return update(session, ShowEngineLayer(layer))


def test_the_layer_requests_a_forecast_before_the_analysis_continues():
    session = analysing("brink", "a1")
    assert purpose_of(session) == "forecast" and shown_forecast(session) is None
    session = forecast_report(session, 15)
    assert shown_forecast(session) is None, "too few games for a picture"
    slow = forecast_report(session, 3, millis=900)
    assert shown_forecast(slow) is None
    assert shown_forecast(forecast_report(slow, 4, millis=900)).games == 4, "a large board"
    session = forecast_report(session, 16)
    assert shown_forecast(session).games == 16 and purpose_of(session) == "forecast"
    session = forecast_report(session, 128, final=True)
    assert shown_forecast(session).games == 128 and purpose_of(session) == "analyse"
    for cell in bits(session.game.board.cells):
        assert [held[cell] for held in shown_forecast(session).held] == [128, 0]


def test_a_forecast_is_kept_for_its_position():
    session = forecast_report(analysing("brink", "a1"), 128, final=True)
    moved = click_cells(session, "b1")
    assert purpose_of(moved) == "forecast" and shown_forecast(moved) is None
    begun = forecast_report(moved, 40)
    undone = update(begun, Undo())
    assert purpose_of(undone) == "analyse" and shown_forecast(undone).games == 128
    again = click_cells(undone, "b1")
    assert shown_forecast(again).games == 40
    assert shown_forecast(forecast_report(again, 20)).games == 40, "the same games begin again"
    assert not update(session, NewGame("brink", 3)).engine.forecasts


def test_other_layers_and_other_views_request_none():
    session = analysing("brink", "a1", layer="thought")
    assert purpose_of(session) == "analyse"
    session = update(session, ShowEngineLayer("hold"))
    assert purpose_of(update(session, ShowEngineLayer("best"))) == "analyse"
    assert purpose_of(update(session, SetPageVisible(False))) is None
    off = update(session, ToggleAnalysis())
    assert purpose_of(off) is None and shown_forecast(off) is None


def test_play_and_hints_come_first():
    session = analysing("brink", seats=(PERSON, ENGINE))
    assert purpose_of(update(session, PressHint())) == "hint"
    assert purpose_of(click_cells(session, "a1")) == "play"


def test_a_rated_game_shows_no_layer():
    session = update(new_session("brink", 3, seats=(PERSON, ENGINE)), ShowEngineLayer("hold"))
    assert purpose_of(session) != "forecast" and shown_forecast(session) is None


def test_a_failure_is_not_repeated():
    session = analysing()
    for failed in (
        update(session, EngineFailed(session.engine.ticket, "no")),
        forecast_report(session, 0, final=True, error="no", held=()),
        forecast_report(session, 128, final=True, held=([1], [0])),  # another board
    ):
        assert purpose_of(failed) == "analyse" and shown_forecast(failed) is None


def test_random_games_are_repeated_once_the_layer_is_chosen_again():
    session = forecast_report(analysing(), 128, final=True, warning="plain search")
    assert purpose_of(session) == "analyse" and shown_forecast(session).games == 128
    assert complete_forecast(session, session.state) is None, "nothing is explained by them"
    assert purpose_of(update(session, ShowEngineLayer("hold"))) == "forecast"


def comparison(session, better, played):
    lines = ([session.game.board.parse_cell(name) for name in line] for line in (better, played))
    return Comparison(session.game, session.state, *map(tuple, lines))


def test_explanations_get_the_forecasts_after_both_turns():
    session = click_cells(new_session("brink", 3), "a1", "b1")
    compared = comparison(session, ("c1", "d2"), ("e3", "d3", "c2"))
    moved = click_cells(session, "a2", "b2")
    moved = update(moved, RequestForecasts(compared))
    requests = []
    while purpose_of(moved) == "forecast":
        assert with_forecasts(moved, compared) == compared
        requests.append(make_search_request(moved, moved.engine.active_search).position)
        moved = forecast_report(moved, 128, final=True)
    ends = [request.partition("/m")[2].partition("/")[0] for request in requests]
    assert ends == ["a1b1c1", "a1b1e3"]
    forecasts = with_forecasts(moved, compared).forecasts
    assert [forecast.games for forecast in forecasts] == [128, 128]
    assert shown_forecast(moved) is None, "they are not the layer of an analysis"


def test_a_turn_of_several_stones_is_played_to_its_end():
    session = click_cells(new_session("greylox", 3), "c3", "c4", "a1")
    line = [session.game.board.parse_cell(name) for name in ("b1", "e5", "d5")]
    compared = Comparison(session.game, session.state, tuple(line), tuple(line[:2]))
    session = update(session, RequestForecasts(compared))
    request = make_search_request(session, session.engine.active_search)
    assert request.position.partition("/m")[2].startswith("c3c4a1b1e5")


def test_the_end_of_a_game_is_certain():
    session = new_session("brink", 3)
    while legal := session.game.legal(session.state):
        *_, cell = bits(legal)
        session = click_cells(session, session.game.board.cell_name(cell))
    forecast = complete_forecast(session, session.state)
    cells = range(session.game.board.cells.bit_length())
    held = [tuple(mask >> c & 1 for c in cells) for mask in session.state.stones]
    assert forecast == Forecast(1, tuple(held))
