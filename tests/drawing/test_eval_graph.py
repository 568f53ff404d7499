"""The evaluation graph: coordinates of percentages, plies and marks."""

import re

from greylox_web.drawing.eval_graph import (
    HEIGHT,
    WIDTH,
    EvalCurve,
    graph_markup,
    percent_to_y,
    ply_at,
    ply_to_x,
)
from greylox_web.features.review.view import EvalPoint


def test_the_first_colours_side_is_up():
    assert percent_to_y(100) < percent_to_y(50) < percent_to_y(0)


def test_no_chance_is_the_edge_and_signs_stay_inside():
    assert (percent_to_y(100), percent_to_y(0)) == (0, HEIGHT)
    points = (EvalPoint(0, 100.0, True), EvalPoint(1, 0.0, True))
    svg = graph_markup(EvalCurve(points, 2, ("black", "white"), marks=((1, "9"),)))
    squares = [float(y) for y in re.findall(r'class="proven" d="M\S+ ([\d.]+)h', svg)]
    assert len(squares) == 2 and min(squares) > 0 and max(squares) + 5 < HEIGHT
    [disc] = re.findall(r'class="mistake" cx="\S+" cy="(\S+)" r="8.5"', svg)
    assert 8.5 < float(disc) < HEIGHT - 8.5


def test_marks_that_would_cover_a_costlier_one_are_left_out():
    points = tuple(EvalPoint(ply, 50.0, False) for ply in range(60))
    marks = ((30, "2"), (31, "1"), (33, "3"), (34, "4"))
    svg = graph_markup(EvalCurve(points, 60, ("black", "white"), marks=marks))
    assert re.findall(r'class="number"[^>]*>(\d)<', svg) == ["2", "4"]
    assert svg.count('class="mistake"') == 2


def test_ply_at_inverts_ply_to_x():
    for total in (2, 7, 60):
        for ply in range(total):
            assert ply_at(ply_to_x(ply, total) / WIDTH, total) == ply
    assert (ply_at(-1, 9), ply_at(2, 9)) == (0, 8)
