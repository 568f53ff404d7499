"""The course of Byg."""

from ..conditions import (
    all_of,
    always,
    best_play,
    ended,
    has_group_of,
    has_group_sizes,
    has_groups,
    negate,
    placed_in_turn,
    touches_own,
    wins,
)
from ..explanations import group_of_answer, nothing, other_groups, own_groups
from ..step import Reply, Step

COURSE = (
    Step(
        name="second",
        link="1/byg3/ma1c3e5",
        done=has_groups(2),
        solution="c1",
        replies=(Reply("near", touches_own, shows=group_of_answer),),
    ),
    Step(
        name="two",
        link="1/byg3/sx2.4.2o1o.4.o1x-x-2/m",
        done=has_group_sizes(2, 2),
        solution="b1 d5",
        replies=(
            Reply("ended", ended, shows=other_groups),
            Reply("next", has_group_sizes(2, 1), "on"),
            Reply("alone", always, shows=other_groups),
        ),
    ),
    Step(
        name="more",
        link="1/byg3/sx2.4.2o1o.4.o1x-x-2/m",
        done=has_groups(4),
        solution="c1 c4",
        replies=(
            Reply("ended", ended),
            Reply("near", touches_own, shows=group_of_answer),
            Reply("next", has_groups(3), "on"),
        ),
    ),
    Step(
        name="join",
        link="1/byg3/sx1o.1x1o.o2xx.ox2.x1o-x-2/m",
        done=has_group_of(7),
        solution="c3",
        replies=(
            Reply("two", has_group_of(5), shows=other_groups),
            Reply("near", always, shows=own_groups),
        ),
    ),
    Step(
        name="end",
        link="1/byg3/sx1o.1x1o.o2xx.o3.1oo-x-2/m",
        done=all_of(ended, has_group_of(5)),
        solution="c3 end",
        replies=(
            Reply(
                "next",
                all_of(has_group_of(5), placed_in_turn(1)),
                "on",
            ),
            Reply("first", negate(has_group_of(5)), shows=own_groups),
            Reply("more", always),
        ),
    ),
    Step(
        name="last",
        link="1/byg3/s1xo.1xxo.oooox.xoxx.xxx-x-2/m",
        done=wins,
        reply_moves=best_play,
        solution="a2",
        replies=(Reply("lost", always, plays=best_play, shows=nothing),),
    ),
    Step(name="game", link="1/byg3/m", is_practice_game=True),
)
