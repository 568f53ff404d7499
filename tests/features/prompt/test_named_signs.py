"""The prompt names a sign only while the board shows it."""

from itertools import product

import pytest

from greylox_web.features.board.marks import layers
from greylox_web.session.event import SetPreference
from greylox_web.session.forecasts import ShowEngineLayer
from greylox_web.session.prompt import prompt
from greylox_web.session.requests import ToggleAnalysis
from greylox_web.session.study import PickMark
from greylox_web.session.update import update
from greylox_web.text import IN_TEXT
from tests.session.session_helpers import click_cells, forecast_report, new_session

BOUND, FREE, MAIN = ("c3",), ("c3", "c4"), ("c3", "c4", "a1", "b1", "d5", "d4", "e5")
LAYERS = {"lit": "lit", "anchor": "anchor", "tilted": "tilted", "tilted-first": "tilted"}


def signs(session):
    """The layers of the signs in the prompt."""
    now = prompt(session)
    text = " ".join((now.prompt_line, *(step.text for step in now.steps if step.state == "now")))
    return {layer for sign, layer in LAYERS.items() if IN_TEXT[sign] in text}


def analysed(session):
    """The session with an analysis that shows who will hold each cell."""
    session = update(update(session, ToggleAnalysis()), ShowEngineLayer("hold"))
    return forecast_report(session, 128, final=True)


def test_the_prompt_names_the_signs_that_the_board_shows():
    assert signs(click_cells(new_session("greylox", 3), *BOUND)) == {"lit", "anchor"}
    assert signs(click_cells(new_session("greylox", 3), *FREE)) == {"lit"}


def test_who_will_hold_it_hides_lit_cells_and_the_prompt_names_none():
    session = click_cells(new_session("greylox", 3), *BOUND)
    shown = analysed(session)
    assert layers(shown)["held"] and "lit" not in layers(shown)
    assert signs(shown) == set()
    assert "c3" in prompt(shown).steps[0].text
    assert signs(update(shown, ShowEngineLayer("best"))) == {"lit", "anchor"}


def test_a_drawing_tool_hides_lit_cells_and_the_prompt_names_none():
    session = click_cells(new_session("greylox", 3), *BOUND)
    assert signs(update(session, PickMark("circle"))) == set()


@pytest.mark.parametrize("moves", [(), BOUND, FREE, MAIN])
@pytest.mark.parametrize(
    "change", [lambda one: one, analysed, lambda s: update(s, PickMark("square"))]
)
def test_no_setting_or_view_hides_what_the_prompt_names(moves, change):
    start = click_cells(new_session("greylox", 3), *moves)
    for chosen in product((True, False), repeat=4):
        session = start
        for name, value in zip(("legal", "bound", "threatened", "control"), chosen, strict=True):
            session = update(session, SetPreference(name, value))
        session = change(session)
        shown = {name for name, mask in layers(session).items() if mask}
        assert signs(session) <= shown
