"""The graph below the list of moves: what is known already, and nothing that is asked for."""

from greylox_web.drawing.graph import graph_markup
from greylox_web.features.review.course import eval_graph
from greylox_web.features.review.model import PositionEvaluation, StartReview
from greylox_web.match.match import PERSON, Seat
from greylox_web.session.opening import NewGame
from greylox_web.session.playing import GoToNode
from greylox_web.session.update import update
from tests.session.sittings import answer, begin, click, purpose_of

LEVEL = Seat(4)


def sitting():
    """Three answers of level 4, after each of which the chances were weighed."""
    session = begin("brink", 3, seats=(PERSON, LEVEL))
    for stone, reply, value in (("a1", "b1", 0.2), ("c1", "a2", -0.4), ("b2", "c2", 0.6)):
        assert eval_graph(session) is None
        session = click(session, stone)
        session = answer(session, reply)
        session = answer(session, None, value_first=value)
    return session


def test_what_the_engine_saw_during_the_game_is_drawn_as_the_game_goes_on():
    session = sitting()
    told = eval_graph(session)
    assert [(p.ply, p.percent) for p in told.curve.points] == [(2, 60), (4, 30), (6, 80)]
    assert told.nodes == session.tree.path(session.leaf) and told.curve.current_ply == 6
    assert 'viewBox="0 0 320 64"' in graph_markup(told.curve)
    assert told.text == "6. c2: Black 80%"


def test_it_stays_while_one_looks_back_and_goes_with_the_game():
    session = sitting()
    back = update(session, GoToNode(eval_graph(session).nodes[4]))
    assert (
        purpose_of(back) is None
        and eval_graph(back).curve.points == eval_graph(session).curve.points
    )
    assert eval_graph(back).curve.current_ply == 4 and eval_graph(back).text == "4. a2: White 70%"
    assert eval_graph(update(session, NewGame("brink", 3))) is None


def test_a_review_knows_better():
    session = update(sitting(), StartReview())
    state = session.tree.nodes[session.review.line[4]].state
    session.review.evaluations[state] = PositionEvaluation(0.9, proven=False)
    assert [round(p.percent) for p in eval_graph(session).curve.points] == [60, 95, 80]
