"""Reviewed games, with evaluations that the tests supply."""

from greylox_web.engine import messages
from greylox_web.features.review.model import StartReview
from greylox_web.features.review.view import review_view
from greylox_web.session.requests import EngineReport
from greylox_web.session.update import update
from tests.session.session_helpers import click_cells, new_session, purpose_of

LINE = ("a1", "b1", "c1", "d3", "e3")


def evaluate_position(session, value, *line, proven=False):
    """The session after the engine's answer for the requested position."""
    report = messages.SearchReport(
        session.engine.ticket, True, line[0], 700, value, proven, list(line), [], 5, None, 700
    )
    return update(session, EngineReport(report))


def play_names(game="brink", names=LINE, **options):
    return click_cells(new_session(game, options.pop("size", 3), **options), *names)


def review(session):
    return update(session, StartReview())


def complete_review(session, values, best="c3"):
    """Complete a review with these values, one per position; ``best`` is the engine's choice."""
    session = review(session)
    for value in values:
        assert purpose_of(session) == "review"
        session = evaluate_position(session, value, best)
    return session


def sentences(session):
    return [sentence for _, sentence, _ in review_view(session).mistakes]


VALUES = (0.0, 0.02, 0.0, -0.62, -0.6, -0.6)  # 3. c1 costs Black 31 per cent
