"""The graph below the move list: it shows existing evaluations and requests none."""

from greylox_web.drawing.eval_graph import graph_markup
from greylox_web.features.review.eval_curve import eval_graph
from greylox_web.features.review.model import StartReview
from greylox_web.features.review.turns import Evaluation
from greylox_web.match.match import PERSON, Seat
from greylox_web.session.load_match import NewGame
from greylox_web.session.playing import GoToNode
from greylox_web.session.update import update
from tests.session.session_helpers import click_cells, engine_answers, new_session, purpose_of

LEVEL_4 = Seat(4)


def assessed_session():
    """A session after three replies of level 4, each followed by an assessment."""
    session = new_session("brink", 3, seats=(PERSON, LEVEL_4), chances=True)
    for stone, reply, value in (("a1", "b1", 0.2), ("c1", "a2", -0.4), ("b2", "c2", 0.6)):
        assert eval_graph(session) is None
        session = click_cells(session, stone)
        session = engine_answers(session, reply)
        session = engine_answers(session, None, value_first=value)
    return session


def test_graph_shows_engine_values_during_the_game():
    session = assessed_session()
    graph = eval_graph(session)
    assert [(p.ply, p.percent) for p in graph.curve.points] == [(2, 60), (4, 30), (6, 80)]
    assert graph.nodes == session.tree.path(session.leaf) and graph.curve.current_ply == 6
    assert 'viewBox="0 0 320 64"' in graph_markup(graph.curve)
    assert graph.text == "6. c2: Black 80%"


def test_graph_stays_while_browsing_and_ends_with_the_game():
    session = assessed_session()
    stepped_back = update(session, GoToNode(eval_graph(session).nodes[4]))
    assert (
        purpose_of(stepped_back) is None
        and eval_graph(stepped_back).curve.points == eval_graph(session).curve.points
    )
    assert (
        eval_graph(stepped_back).curve.current_ply == 4
        and eval_graph(stepped_back).text == "4. a2: White 70%"
    )
    assert eval_graph(update(session, NewGame("brink", 3))) is None


def test_review_replaces_engine_values_in_the_graph():
    session = update(assessed_session(), StartReview())
    state = session.tree.nodes[session.review.line[4]].state
    session.review.evaluations[state] = Evaluation(0.9, proven=False)
    assert [round(p.percent) for p in eval_graph(session).curve.points] == [60, 95, 80]
