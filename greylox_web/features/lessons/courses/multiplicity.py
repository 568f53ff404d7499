"""The course of Multiplicity."""

from .. import conditions as q
from ..step import Reply, Step

COURSE = (
    Step(
        name="product",
        link="1/multiplicity3-f/sxx1.3o.2o1o.o3.oxx-x-2/m",
        done=q.product_at_least(6),
        solution="c1",
        replies=(Reply("alone", q.negate(q.touches_own)),),
    ),
    Step(
        name="pairs",
        link="1/multiplicity3-f/sxx1.xx2.o3o.o1o1.o1x-x-2/m",
        done=q.product_at_least(8),
        solution="d5",
        replies=(Reply("large", q.has_group_of(5)), Reply("alone", q.always)),
    ),
    Step(
        name="apart",
        link="1/multiplicity3-f/sx2.xx1o.4o.o1xx.o1x-x-2/m",
        done=q.product_at_least(12),
        solution="b1",
        replies=(Reply("joined", q.has_group_of(7)), Reply("alone", q.always)),
    ),
    Step(
        name="opening",
        link="1/multiplicity4/md4",
        done=q.turn_ended,
        solution="d5 a1",
        replies=(Reply("on", q.always, "on"),),
    ),
    Step(
        name="last",
        link="1/multiplicity3-f/soxx.1ox1.xx1oo.ooxo.oxx-x-2/m",
        done=q.wins,
        reply_moves=q.best_play,
        solution="a2",
        replies=(Reply("lost", q.always, plays=q.best_play),),
    ),
    Step(name="game", link="1/multiplicity3/m", is_practice_game=True),
)
