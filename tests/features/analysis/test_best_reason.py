"""Why the best action of an analysis is good."""

import pytest

from greylox_web.engine import messages
from greylox_web.explanations.model import Explanation, Fact
from greylox_web.features.analysis import best_reason
from greylox_web.features.analysis.hint import MIN_VISITS
from greylox_web.session.requests import EngineReport, ToggleAnalysis
from greylox_web.session.update import update
from tests.session.session_helpers import click_cells, new_session


@pytest.fixture(autouse=True)
def _facts(monkeypatch):
    """Every line has a fact, which names its actions."""

    def explain(comparison):
        assert comparison.played == ()
        names = "+".join(map(comparison.game.board.cell_name, comparison.better))
        return Explanation((Fact("better-wins", {"Colour": names}),))

    monkeypatch.setattr(best_reason, "explain", explain)


def reason(visits=MIN_VISITS, *, final=False, proven=False, candidates=(("c3", 10, 0.2, False),)):
    session = update(click_cells(new_session("brink", 3), "d4", "c2"), ToggleAnalysis())
    report = messages.SearchReport(
        session.engine.ticket,
        final,
        None,
        visits,
        0.2,
        proven,
        ["c3", "b2"],
        [messages.CandidateMove(*row) for row in candidates],
        5,
        None,
        0,
    )
    return best_reason.best_reason(update(session, EngineReport(report))).text


def test_a_deep_analysis_says_why_its_best_line_is_good():
    assert "c3+b2" in reason()


@pytest.mark.parametrize("how", [{"final": True}, {"proven": True}])
def test_a_decided_analysis_needs_no_depth(how):
    assert "c3+b2" in reason(MIN_VISITS - 1, **how)


def test_a_shallow_analysis_says_nothing():
    assert reason(MIN_VISITS - 1) == ""
    assert reason(candidates=()) == ""
