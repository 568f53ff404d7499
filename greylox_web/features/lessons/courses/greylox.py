"""The course of Greylox."""

from .. import conditions as q
from ..step import Reply, Step

COURSE = (
    Step(
        name="see",
        link="1/greylox3/s1x1.4.xo2x.3o.x2-x-2/m",
        selects_cells=True,
        target="c3",
        done=q.all_of(q.sees_cell("c3"), q.all_seeing_chosen("c3")),
        solution="e3 c5 b3",
        replies=(
            Reply("on", q.sees_cell("c3"), "on"),
            Reply("empty", q.negate(q.occupied)),
            Reply("hidden", q.on_ray("c3")),
            Reply("aside", q.always),
        ),
    ),
    Step(
        name="control",
        link="1/greylox3/sx2.4.1o1x1.3o.2x-x-2/m",
        target="c3",
        dial="c3",
        done=q.controls("c3"),
        solution="c1",
        replies=(
            Reply("on", q.on_cells("c3")),
            Reply("between", q.sees_cell("c3")),
            Reply("between", q.on_cells("e3")),  # behind a white stone
            Reply("behind", q.on_ray("c3")),
        ),
    ),
    Step(
        name="edge",
        link="1/greylox3/s2x.4.4o.4.3-x-2/m",
        target="a1",
        dial="a1",
        done=q.controls("a1"),
        solution="c3",
        replies=(Reply("on", q.on_cells("a1")), Reply("between", q.sees_cell("a1"))),
    ),
    Step(
        name="flip",
        link="1/greylox3/s2x.1o2.1xo1x.1xo1.3-x-2/m",
        target="c3",
        done=q.flipped,
        solution="c3",
    ),
    Step(
        name="block",
        link="1/greylox3/so1o.4.4o.4.o2-x-2/m",
        target="c3",
        dial="c3",
        done=q.negate(q.controls("c3", other=True)),
        solution="c2",
        replies=(Reply("open", q.sees_cell("c3")),),
    ),
    Step(
        name="opening",
        link="1/greylox4/md4",
        done=q.turn_ended,
        solution="d5 a1",
        replies=(Reply("on", q.always, "on"),),
    ),
    Step(
        name="cascade",
        link="1/greylox3/soxx.1oxo.ooxo1.xxxo.xoo-o-2/m",
        done=q.wins,
        reply_moves=q.best_play,
        solution="d4",
        replies=(Reply("lost", q.always, plays=q.best_play),),
    ),
    Step(name="game", link="1/greylox4/m", is_practice_game=True),
)
