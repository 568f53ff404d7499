"""Games that are reviewed, by an engine that answers what the test says."""

from greylox_web.engine import messages as wire
from greylox_web.features.review.model import StartReview
from greylox_web.features.review.view import review_view
from greylox_web.session.requests import EngineReport
from greylox_web.session.update import update
from tests.session.session_helpers import click_cells, new_session, purpose_of

LINE = ("a1", "b1", "c1", "d3", "e3")


def evaluate_position(session, value, *line, proven=False):
    """The engine's judgement of the position it was asked about."""
    report = wire.SearchReport(
        session.engine.ticket, True, line[0], 700, value, proven, list(line), [], 5, None, 700
    )
    return update(session, EngineReport(report))


def play_names(game="brink", names=LINE, **options):
    return click_cells(new_session(game, options.pop("size", 3), **options), *names)


def review(session):
    return update(session, StartReview())


def complete_review(session, values, best="c3"):
    """Review with these values, one per position; the engine would always play ``best``."""
    session = review(session)
    for value in values:
        assert purpose_of(session) == "review"
        session = evaluate_position(session, value, best)
    return session


def sentences(session):
    return [sentence for _, sentence, _ in review_view(session).mistakes]


VALUES = (0.0, 0.02, 0.0, -0.62, -0.6, -0.6)  # 3. c1 loses 31 per cent of Black
