"""The course of Brink."""

from ..conditions import always, best_play, in_group, negate, occupied, wins
from ..explanations import group_of_answer, nothing
from ..step import Reply, Step

COURSE = (
    Step(
        name="largest",
        link="1/brink3-x3/sxx1.1xo1.x1xoo.2o1.x1o-x-2/m",
        selects_cells=True,
        done=in_group("b2"),
        solution="b2",
        replies=(
            Reply("empty", negate(occupied)),
            Reply("other", in_group("d4"), shows=group_of_answer),
            Reply("small", always),
        ),
    ),
    Step(
        name="smaller",
        link="1/brink3-x3/s1xo.xxoo.xooox.xoox.x2-x-2/m",
        done=wins,
        reply_moves=best_play,
        solution="a1",
        replies=(Reply("lost", always, plays=best_play, shows=nothing),),
    ),
    Step(
        name="gap",
        link="1/brink3-x3/so1o.1xxo.xxxxo.1xoo.xoo-x-2/m",
        done=wins,
        reply_moves=best_play,
        solution="b1",
        replies=(Reply("lost", always, plays=best_play, shows=nothing),),
    ),
    Step(
        name="tie",
        link="1/brink3-x3/soxx.ooox.1ooxx.o2x.oxx-x-2/m",
        done=wins,
        reply_moves=best_play,
        solution="a3",
        replies=(Reply("lost", always, plays=best_play, shows=nothing),),
    ),
    Step(
        name="trap",
        link="1/brink3-x3/s1xx.1oxo.1oxo1.ooxo.xxx-o-2/m",
        done=wins,
        reply_moves=best_play,
        solution="a1",
        replies=(Reply("lost", always, plays=best_play, shows=nothing),),
    ),
    Step(name="game", link="1/brink3-x3/m", is_practice_game=True),
)
