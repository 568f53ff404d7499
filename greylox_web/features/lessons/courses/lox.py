"""The course of Lox."""

from .. import conditions as q
from ..step import Reply, Step

COURSE = (
    Step(
        name="join",
        link="1/lox5/s2xo1.1ox2.o2o1.2x2.2x2-x-2/m",
        done=q.is_connected,
        reply_moves=q.any_legal_reply,
        solution="c3",
    ),
    Step(
        name="control",
        link="1/lox5/s2x1x.5.o4.4o.x4-x-2/m",
        target="c3",
        dial="c3",
        done=q.controls("c3"),
        solution="d3",
        replies=(
            Reply("on", q.on_cells("c3")),
            Reply("between", q.sees_cell("c3")),
        ),
    ),
    Step(
        name="cut",
        link="1/lox5/s2x1x.5.ooooo.5.x1x2-x-2/m",
        done=q.opponent_is_cut,
        solution="c3",
        replies=(Reply("lost", q.always),),
    ),
    Step(
        name="gaps",
        link="1/lox5/s2x1o.1o3.1x3.3o1.x4-x-2/m",
        done=q.is_connected,
        reply_moves=q.any_legal_reply,
        solution="c2 b4 a4",
        replies=(
            Reply("next", q.on_cells("c2"), "on", plays=q.first_legal_reply("b4")),
            Reply("lost", q.always, plays=q.first_legal_reply("c2 a4")),
        ),
    ),
    Step(
        name="survive",
        link="1/lox5/s2oox.o4.3xx.1ox2.1x2o-x-2/m",
        done=q.survives,
        reply_moves=q.any_legal_reply,
        solution="d2",
        replies=(Reply("broken", q.is_connected, plays=q.breaking_reply),),
    ),
    Step(
        name="swap",
        link="1/lox5/mc3",
        done=q.swapped,
        solution="swap",
    ),
    Step(name="game", link="1/lox5/m", is_practice_game=True),
)
