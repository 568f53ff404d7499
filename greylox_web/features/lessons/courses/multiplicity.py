"""The course of Multiplicity."""

from ..conditions import (
    always,
    best_play,
    has_group_of,
    negate,
    product_at_least,
    touches_own,
    turn_ended,
    wins,
)
from ..explanations import group_of_answer, nothing
from ..step import Reply, Step

COURSE = (
    Step(
        name="product",
        link="1/multiplicity3-f/sxx1.3o.2o1o.o3.oxx-x-2/m",
        done=product_at_least(6),
        solution="c1",
        replies=(Reply("alone", negate(touches_own)),),
    ),
    Step(
        name="pairs",
        link="1/multiplicity3-f/sxx1.xx2.o3o.o1o1.o1x-x-2/m",
        done=product_at_least(8),
        solution="d5",
        replies=(Reply("large", has_group_of(5), shows=group_of_answer), Reply("alone", always)),
    ),
    Step(
        name="apart",
        link="1/multiplicity3-f/sx2.xx1o.4o.o1xx.o1x-x-2/m",
        done=product_at_least(12),
        solution="b1",
        replies=(Reply("joined", has_group_of(7), shows=group_of_answer), Reply("alone", always)),
    ),
    Step(
        name="opening",
        link="1/multiplicity4/md4",
        done=turn_ended,
        solution="d5 a1",
        replies=(Reply("on", always, "on"),),
    ),
    Step(
        name="last",
        link="1/multiplicity3-f/soxx.1ox1.xx1oo.ooxo.oxx-x-2/m",
        done=wins,
        reply_moves=best_play,
        solution="a2",
        replies=(Reply("lost", always, plays=best_play, shows=nothing),),
    ),
    Step(name="game", link="1/multiplicity3/m", is_practice_game=True),
)
