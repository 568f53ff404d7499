"""The course of Byg."""

from .. import conditions as q
from ..step import Reply, Step

COURSE = (
    Step(
        name="second",
        link="1/byg3/ma1c3e5",
        done=q.has_groups(2),
        solution="c1",
        replies=(Reply("near", q.touches_own),),
    ),
    Step(
        name="two",
        link="1/byg3/sx2.4.2o1o.4.o1x-x-2/m",
        done=q.has_group_sizes(2, 2),
        solution="b1 d5",
        replies=(
            Reply("ended", q.ended),
            Reply("next", q.has_group_sizes(2, 1), "on"),
            Reply("alone", q.always),
        ),
    ),
    Step(
        name="more",
        link="1/byg3/sx2.4.2o1o.4.o1x-x-2/m",
        done=q.has_groups(4),
        solution="c1 c4",
        replies=(
            Reply("ended", q.ended),
            Reply("near", q.touches_own),
            Reply("next", q.has_groups(3), "on"),
        ),
    ),
    Step(
        name="join",
        link="1/byg3/sx1o.1x1o.o2xx.ox2.x1o-x-2/m",
        done=q.has_group_of(7),
        solution="c3",
        replies=(Reply("two", q.has_group_of(5)), Reply("near", q.always)),
    ),
    Step(
        name="end",
        link="1/byg3/sx1o.1x1o.o2xx.o3.1oo-x-2/m",
        done=q.all_of(q.ended, q.has_group_of(5)),
        solution="c3 end",
        replies=(
            Reply("next", q.all_of(q.has_group_of(5), q.placed_in_turn(1)), "on"),
            Reply("first", q.negate(q.has_group_of(5))),
            Reply("more", q.always),
        ),
    ),
    Step(
        name="last",
        link="1/byg3/s1xo.1xxo.oooox.xoxx.xxx-x-2/m",
        done=q.wins,
        reply_moves=q.best_play,
        solution="a2",
        replies=(Reply("lost", q.always, plays=q.best_play),),
    ),
    Step(name="game", link="1/byg3/m", is_practice_game=True),
)
