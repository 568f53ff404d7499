"""The course of Greylox."""

from ..conditions import (
    all_of,
    all_seeing_chosen,
    always,
    best_play,
    controls,
    flipped,
    negate,
    occupied,
    on_cells,
    on_ray,
    sees_cell,
    turn_ended,
    wins,
)
from ..explanations import (
    all_lines,
    blocked_line,
    lines_of_other,
    named_cells,
    nothing,
    shared_line,
)
from ..step import Reply, Step

COURSE = (
    Step(
        name="see",
        link="1/greylox3/s1x1.4.xo2x.3o.x2-x-2/m",
        selects_cells=True,
        target="c3",
        done=all_of(sees_cell("c3"), all_seeing_chosen("c3")),
        solution="e3 c5 b3",
        replies=(
            Reply("on", sees_cell("c3"), "on"),
            Reply("empty", negate(occupied)),
            Reply("hidden", on_ray("c3"), shows=blocked_line("c3")),
            Reply("aside", always, shows=all_lines),
        ),
    ),
    Step(
        name="control",
        link="1/greylox3/sx2.4.1o1x1.3o.2x-x-2/m",
        target="c3",
        shows_other_control=False,  # edges and corners are explained in the next step
        dial="c3",
        done=controls("c3"),
        solution="c1",
        wrong_shows=all_lines,
        replies=(
            Reply("on", on_cells("c3")),
            Reply("between", sees_cell("c3"), shows=shared_line("c3")),
            Reply("between", on_cells("e3"), shows=shared_line("c3")),  # behind a white stone
            Reply("behind", on_ray("c3"), shows=blocked_line("c3")),
        ),
    ),
    Step(
        name="edge",
        link="1/greylox3/s2x.4.4o.4.3-x-2/m",
        target="a1",
        dial="a1",
        done=controls("a1"),
        solution="c3",
        wrong_shows=all_lines,
        replies=(
            Reply("on", on_cells("a1")),
            Reply("between", sees_cell("a1"), shows=shared_line("a1")),
        ),
    ),
    Step(
        name="flip",
        link="1/greylox3/s2x.1o2.1xo1x.1xo1.3-x-2/m",
        target="c3",
        done=flipped,
        solution="c3",
        wrong_shows=named_cells("c3"),
    ),
    Step(
        name="block",
        link="1/greylox3/so1o.4.4o.4.o2-x-2/m",
        target="c3",
        dial="c3",
        done=negate(controls("c3", other=True)),
        solution="c2",
        wrong_shows=lines_of_other("c3"),
        replies=(Reply("open", sees_cell("c3"), shows=lines_of_other("c3")),),
    ),
    Step(
        name="opening",
        link="1/greylox4/md4",
        done=turn_ended,
        solution="d5 a1",
        replies=(Reply("on", always, "on"),),
    ),
    Step(
        name="largest",
        link="1/greylox3/sxxo.xxxo.oo1oo.oxoo.xxo-x-2/m",
        done=wins,
        reply_moves=best_play,
        solution="c3",
        replies=(Reply("lost", always, plays=best_play, shows=nothing),),
    ),
    Step(
        name="cascade",
        link="1/greylox3/soxx.1oxo.ooxo1.xxxo.xoo-o-2/m",
        done=wins,
        reply_moves=best_play,
        solution="d4",
        replies=(Reply("lost", always, plays=best_play, shows=nothing),),
    ),
    Step(name="game", link="1/greylox4/m", is_practice_game=True),
)
