"""The course of Lox."""

from ..conditions import (
    always,
    any_legal_reply,
    breaking_reply,
    controls,
    first_legal_reply,
    is_connected,
    on_cells,
    opponent_is_cut,
    sees_cell,
    survives,
    swapped,
)
from ..explanations import (
    all_lines,
    flipped_by_reply,
    missing_links,
    named_cells,
    reply_cell,
    shared_line,
)
from ..step import Reply, Step

COURSE = (
    Step(
        name="join",
        link="1/lox5/s2xo1.1ox2.o2o1.2x2.2x2-x-2/m",
        done=is_connected,
        reply_moves=any_legal_reply,
        solution="c3",
        wrong_shows=missing_links,
    ),
    Step(
        name="control",
        link="1/lox5/s2x1x.5.o4.4o.x4-x-2/m",
        target="c3",
        dial="c3",
        done=controls("c3"),
        solution="d3",
        wrong_shows=all_lines,
        replies=(
            Reply("on", on_cells("c3")),
            Reply("between", sees_cell("c3"), shows=shared_line("c3")),
        ),
    ),
    Step(
        name="cut",
        link="1/lox5/s2x1x.5.ooooo.5.x1x2-x-2/m",
        done=opponent_is_cut,
        solution="c3",
        replies=(Reply("lost", always, shows=named_cells("c3")),),
    ),
    Step(
        name="gaps",
        link="1/lox5/s2x1o.1o3.1x3.3o1.x4-x-2/m",
        done=is_connected,
        reply_moves=any_legal_reply,
        solution="c2 b4 a4",
        replies=(
            Reply("next", on_cells("c2"), "on", plays=first_legal_reply("b4")),
            Reply("lost", always, plays=first_legal_reply("c2 a4"), shows=reply_cell),
        ),
    ),
    Step(
        name="survive",
        link="1/lox5/s2oox.o4.3xx.1ox2.1x2o-x-2/m",
        done=survives,
        reply_moves=any_legal_reply,
        solution="d2",
        wrong_shows=missing_links,
        replies=(Reply("broken", is_connected, plays=breaking_reply, shows=flipped_by_reply),),
    ),
    Step(
        name="swap",
        link="1/lox5/mc3",
        done=swapped,
        solution="swap",
        wrong_shows=named_cells("c3"),
    ),
    Step(name="game", link="1/lox5/m", is_practice_game=True),
)
