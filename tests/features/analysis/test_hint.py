"""The two-step hint, with engine answers that the tests supply."""

import pytest

from greylox_web.engine import messages
from greylox_web.engine.tuning import HINT
from greylox_web.explanations.model import Explanation, Fact
from greylox_web.features.analysis.hint import MIN_REGION_CELLS, MIN_VISITS, HideHint, PressHint
from greylox_web.features.prompt.announcements import announcement
from greylox_web.match.match import PERSON
from greylox_web.session.load_match import NewGame, OpenLink
from greylox_web.session.playing import StepBy, Undo
from greylox_web.session.prompt import prompt_text
from greylox_web.session.requests import EngineFailed, EngineReady, EngineReport, ToggleAnalysis
from greylox_web.session.update import update
from tests.screen import Screen
from tests.session.session_helpers import (
    ENGINE,
    click_cells,
    engine_answers,
    new_session,
    purpose_of,
)

PASS = "1/lox5/mc1d5b3a4a1e3d3b5c4e5a4d4c3c5b2e2b4e4e1"  # no stone can be placed


def press(session):
    return update(session, PressHint())


def hinted(*names, game="greylox", **options):
    session = click_cells(new_session(game, **options), *names)
    return press(session)


def test_the_first_press_marks_a_region_and_the_second_the_cell():
    session = hinted("e5")
    assert purpose_of(session) == "hint"
    session = engine_answers(session, "e6")
    layers, board = Screen(session).layers, session.game.board
    assert purpose_of(session) is None and not session.engine.thinking
    assert layers["hint-region"] >> board.parse_cell("e6") & 1
    assert MIN_REGION_CELLS <= layers["hint-region"].bit_count() <= 7 and not layers.get("hint")
    assert session.notice.text.startswith("Hint: one of ") and "e6" in session.notice.text
    before = session.tree
    session = press(session)
    layers = Screen(session).layers
    assert layers["hint"] == 1 << board.parse_cell("e6") and not layers.get("hint-region")
    assert session.notice.text == "Hint: e6."
    assert session.tree is before, "it never plays"
    session = press(session)
    assert session.hint is None and not Screen(session).layers.get("hint")


def test_hint_steps_are_announced_once():
    before = hinted("e5")
    session = engine_answers(before, "e6")
    assert announcement(before, session) == session.notice.text
    assert announcement(session, session) is None
    more = press(session)
    assert announcement(session, more) == "Hint: e6."


def test_hint_search_shows_progress_and_can_be_cancelled():
    session = hinted("e5")
    report = messages.SearchReport(
        session.engine.ticket, False, "e6", 500, 0.0, False, ["e6"], [], 9, None, 2000
    )
    session = update(session, EngineReport(report))
    assert Screen(session).hint == ("Looking for a hint … 25%", "", "", "", "Cancel")
    assert session.engine.report is None and Screen(session).line == "", (
        "what it thinks would tell it"
    )
    session = press(session)
    assert purpose_of(session) is None
    assert session.hint is None and Screen(session).hint is None
    stale = update(session, EngineReport(report._replace(final=True)))
    assert stale.hint is None and stale.notice is None


@pytest.mark.parametrize("leave", [Undo(), StepBy(-1), NewGame("byg", 3)])
def test_hint_ends_when_the_position_changes(leave):
    session = hinted("e5")
    session = engine_answers(session, "e6")
    session = update(session, leave)
    assert session.hint is None and not Screen(session).layers.get("hint-region")


def test_hint_ends_when_a_stone_is_played():
    session = engine_answers(hinted("e5"), "e6")
    session = click_cells(session, "f5")
    assert session.hint is None and session.notice is None


def test_hint_is_available_only_on_the_persons_turn():
    session = new_session("brink", seats=(PERSON, ENGINE))
    assert Screen(session).buttons["hint"]
    session = click_cells(session, "e5")
    assert not Screen(session).buttons["hint"]
    pressed = press(session)
    assert pressed.hint is None and purpose_of(pressed) == "play"
    over = update(new_session("brink", 3), OpenLink("#1/brink3-x3/ma1b1-q"))
    assert not Screen(over).buttons["hint"]


def test_hint_without_a_cell_is_shown_in_words_at_once():
    session = hinted("a1", "e5", "b3", "d3", "a3", game="byg", size=3)
    session = engine_answers(session, "end")
    assert session.notice.text == "Hint: end the turn." and is_shown_at_once(session)
    session = hinted("c3", game="lox", size=5)
    session = engine_answers(session, "swap")
    assert session.notice.text == "Hint: swap." and is_shown_at_once(session)
    session = update(new_session("lox", 5), OpenLink(PASS))
    session = engine_answers(press(session), "pass")
    assert session.notice.text == "Hint: pass." and is_shown_at_once(session)


def test_the_first_cell_of_the_board_can_be_the_hint():
    session = engine_answers(hinted("c3", game="lox", size=5), "a1")
    screen = Screen(session)
    assert screen.layers["hint-region"] & 1 and screen.hint.show_label == "Show the stone"
    exact = press(session)
    assert exact.notice.text.startswith("Hint: a1.") and Screen(exact).layers["hint"] == 1
    assert press(exact).hint is None


@pytest.mark.parametrize(
    ("link", "hint", "fact"),
    [
        ("1/greylox3/so2.2x1.1xo1x.2x1.x2-x-2/m", "c3", "A stone of Black leans there."),
        ("1/brink3-x3/ma1e5a2c5c1e4d2e3", "b1", "A stone there joins groups of yours."),
        ("1/brink3-x3/me5a1c5a2e4c1e3d2", "b1", "Groups of White could join there."),
        ("1/brink3-x3/ma1e5c1c5", "b1", ""),  # single stones
        ("1/brink3-x3/ma1e5c1", "b1", ""),
        ("1/lox5-n/m", "c3", "A stone there leaves you fewer stones to connect."),
        ("1/byg3/m", "c3", ""),
    ],
)
def test_hint_tells_a_fact(link, hint, fact):
    session = press(update(new_session("byg", 4), OpenLink(link)))
    session = engine_answers(session, hint)
    assert Screen(session).hint.title == "One of these cells is good"
    assert Screen(session).hint.text == fact
    assert Screen(session).hint.due == prompt_text(session.game, session.state)
    assert Screen(press(session)).hint.title == f"Hint: {hint}."
    hidden = update(session, HideHint())
    assert hidden.hint is None and hidden.notice is None


def is_shown_at_once(session):
    """Return whether no cell is marked and the next press hides the hint."""
    screen = Screen(session)
    marked = screen.layers.get("hint", 0) | screen.layers.get("hint-region", 0)
    return not marked and not screen.hint.show_label and press(session).hint is None


def test_the_second_step_says_why_with_the_facts_of_the_engines_line(monkeypatch):
    def explain(comparison):
        names = map(comparison.game.board.cell_name, comparison.better)
        return Explanation((Fact("better-wins", {"Colour": "+".join(names)}, cells=0b11),))

    monkeypatch.setattr("greylox_web.features.analysis.hint.explain", explain)
    session = engine_answers(hinted("e5"), "e6", pv=["e6", "b2"])
    assert "e6+b2" not in session.notice.text + session.hint.box(session).text
    assert not Screen(session).layers.get("explained"), "the first step hides the cell"
    session = press(session)
    box = session.hint.box(session)
    assert box.title == "Hint: e6." and "e6+b2" in box.text
    assert session.notice.text == f"Hint: e6. {box.text}"
    assert Screen(session).layers["explained"] == 0b11


def test_a_line_that_does_not_begin_with_the_hint_is_dropped():
    session = engine_answers(hinted("e5"), "e6", pv=["d4"])
    assert session.hint.line == (session.game.board.parse_cell("e6"),)


@pytest.mark.parametrize("action", ["a1", "zz", None, ""])
def test_illegal_engine_answer_gives_no_hint(action):
    session = hinted("a1", "b1", game="brink", size=3)
    session = engine_answers(session, action, error=None if action else "The engine failed.")
    assert session.hint is None and session.cursor == 2
    if not action:
        assert session.notice.text == "The engine failed."


def test_engine_restart_resumes_the_hint_search():
    session = hinted("e5")
    session = update(session, EngineFailed(None, "The engine stopped."))
    session = update(session, EngineReady())
    assert purpose_of(session) == "hint"
    session = update(session, EngineFailed(session.engine.ticket, "Given up."))
    assert session.hint is None and session.notice.text == "Given up."


@pytest.mark.parametrize(
    ("playouts", "proven", "requests"), [(999, False, 1), (1000, False, 0), (1, True, 0)]
)
def test_hint_reuses_an_analysis_with_enough_visits(playouts, proven, requests):
    session = click_cells(new_session(), "e5")
    session = update(session, ToggleAnalysis())
    report = messages.SearchReport(
        session.engine.ticket, False, "e6", playouts, 0, proven, ["e6"], [], 9, None
    )
    session = update(session, EngineReport(report))
    session = press(session)
    assert (purpose_of(session) == "hint") == requests
    if not requests:
        assert session.engine.purpose == "analyse" and session.engine.thinking
        session = press(session)
        assert session.notice.text == "Hint: e6."


@pytest.mark.parametrize(
    ("best", "playouts", "proven", "stays"),
    [
        ("e6", 5000, False, True),
        ("b2", 999, False, True),
        ("b2", 1000, False, False),
        ("b2", 1, True, False),
    ],
)
@pytest.mark.parametrize("presses", [1, 2])
def test_hint_is_removed_when_deeper_analysis_disagrees(best, playouts, proven, stays, presses):
    session = engine_answers(hinted("e5"), "e6")
    for _ in range(presses - 1):
        session = press(session)
    session = update(session, ToggleAnalysis())
    ticket = session.engine.ticket
    report = messages.SearchReport(ticket, False, best, playouts, 0, proven, [best], [], 9, None)
    session = update(session, EngineReport(report))
    layers = Screen(session).layers
    assert bool(layers.get("hint") or layers.get("hint-region")) == stays
    assert (session.hint is not None) == stays
    assert "Hint" not in (session.notice.text if session.notice and not stays else "")


def test_analysis_threshold_equals_the_hint_visits():
    assert HINT.visits == MIN_VISITS
