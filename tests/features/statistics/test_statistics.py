"""The strength page and the card of the home page, for given facts."""

from datetime import date, timedelta
from itertools import pairwise
from time import process_time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from greylox_web.engine.strengths import STRENGTHS
from greylox_web.features.statistics import view
from greylox_web.features.statistics.curve import (
    MAX_POINTS,
    MIN_GAP,
    Mark,
    curve_view,
    date_marks,
    without_overlap,
)
from greylox_web.features.statistics.days import days_played, longest_streak
from greylox_web.features.statistics.plot import calendar_svg, curve_svg, sparkline
from greylox_web.features.statistics.results import CurvePoint, Estimate, strength_curve
from greylox_web.features.statistics.view import page_contents
from greylox_web.progress import FactLog, new_fact
from greylox_web.rules import GAMES
from greylox_web.rules.notation.links import write_spec
from greylox_web.session.last_choices import newcomer_game
from tests.features.statistics.statistics_helpers import TODAY, career, game, on_day, review


def page(facts, name="greylox"):
    return page_contents(facts, name, TODAY)


def test_page_of_a_newcomer():
    empty = page(FactLog())
    assert empty.strength is None and empty.curve is None and empty.tables == ()
    assert empty.notes[0].startswith("Your strength in Greylox is known after 5 more games")
    assert empty.notes[1] == "Games on the usual board (base 5) count if you play without help."
    assert empty.usual_level == 1
    assert empty.opponents == () and empty.games == ()
    assert empty.totals == () and empty.days_figures == ()
    assert empty.style.figures == () and empty.style.table is None and not empty.style.svg


def test_page_after_one_game():
    one = page(FactLog([game(1, 2, 0)]))
    assert one.strength is None
    assert one.notes[0].startswith("Your strength in Greylox is known after 4 more games")
    assert one.opponents[0][1:] == ("Pip", 1, 0, "1 of 1", False)
    assert [row.name for row in one.opponents] == ["Pip", "Fern"] and one.opponents[1].is_next
    assert [row[:1] + row[2:] for row in one.games] == [("greylox", "", "", "1 game")]
    assert [table.rows for table in one.tables] == [
        (("Pip, level 1", "1", "0", "0"),),
        (("White", "1", "0", "0"),),
        (("Greylox · base 5", "1", "0", "0"),),
    ]
    assert one.style.figures == (("100%", "won as White"),)
    assert one.days_figures[:2] == (("1", "day in a row"), ("1", "longest"))
    assert one.totals == (("1", "game"),)


def test_games_that_do_not_count_are_named_with_what_counts():
    small = write_spec(newcomer_game("greylox"))
    first = game(1, 2, 0, 1, unrated="board")
    first = first._replace(what={**first.what, "spec": small})
    others = [
        game(1, 2, 0, 2 + n, unrated=why) for n, why in enumerate(("hint", "analysis", "board"))
    ]
    lesson = game(1, 2, 0, 5, unrated="lesson")
    assert page(FactLog([first])).notes == (
        "Your strength in Greylox is known after 5 more games that count.",
        "1 game on the small board: not counted.",
        "Games on the usual board (base 5) count if you play without help.",
    )
    assert page(FactLog([first, *others, lesson])).notes[1:-1] == (
        "1 game on the small board: not counted.",
        "2 games with a hint or the analysis: not counted.",
        "1 game on another board: not counted.",
        "1 game of a lesson: not counted.",
    )


def test_strength_from_five_games_on_one_day():
    five = page(FactLog(game(2, 2 * (n % 2), 0, n) for n in range(5)))
    assert five.notes == () and five.strength.likely.endswith("from 5 games that counted")
    assert five.curve.last.x == 1 and "line" not in five.curve.svg and "band" in five.curve.svg
    assert [mark.text for mark in five.curve.dates] == ["today"]
    assert len(five.curve.table.rows) == 1
    assert five.games[0].svg == "" and five.games[0].games == "5 games"


def test_page_of_a_thousand_games_is_quick():
    facts = career()
    begin = process_time()
    full = page(facts)
    assert process_time() - begin < 1
    assert full.strength.heading.startswith("between ") and full.strength.is_rise
    assert full.strength.change.startswith("+") and full.strength.change.endswith("in 30 days")
    assert 30 < len(full.curve.table.rows) <= MAX_POINTS
    assert [mark.text for mark in full.curve.milestones][-1] == "beat Juno"
    assert full.days_figures[0].number == "400"
    assert full.style.reviews == 20 and full.style.svg
    assert full.style.figures[0] == ("3.4%", "lost per turn, before that 4.0%")
    assert full.style.figures[1] == ("66%", "won as White, 67% as Black")
    assert full.totals[0] == ("1,000", "games")
    assert sum(row.won + row.other for row in full.opponents) == 800
    assert full.games[1].level != "none" and full.games[1].games == "200 games"


@pytest.mark.parametrize(
    ("level", "heading"),
    [
        (1.0, "below Pip"),
        (1.01, "about as strong as Pip"),
        (1.04, "about as strong as Pip"),
        (1.06, "between Pip and Fern"),
        (5.4, "between Hazel and Flint"),
        (5.96, "about as strong as Flint"),
        (6.0, "about as strong as Flint"),
        (9.99, "about as strong as Onyx"),
        (10.0, "above Onyx"),
    ],
)
def test_heading_names_the_opponents_nearby(level, heading):
    assert view.strength_heading(Estimate(level, level, level), "greylox") == heading


def point(ago, level):
    return CurvePoint(TODAY - timedelta(ago), Estimate(level, level - 0.5, level + 0.5), 9)


@pytest.mark.parametrize(
    ("curve", "change"),
    [
        ([point(0, 5.4)], 0.0),
        ([point(29, 4.5), point(0, 5.4)], 0.0),  # unknown before
        ([point(30, 4.5), point(0, 5.4)], 0.9),
        ([point(90, 4.0), point(31, 4.5), point(12, 5.9), point(0, 5.4)], 0.9),
        ([point(40, 5.4), point(0, 4.9)], -0.5),
        ([point(40, 5.44), point(0, 5.36)], 0.0),
    ],
)
def test_change_in_the_last_days(curve, change):
    assert view.strength_change(curve, TODAY) == change
    words = view.describe_strength(curve, "greylox", TODAY)
    sign = "+" if change > 0 else "−"
    assert words.change == (f"{sign}{abs(change):.1f} in 30 days" if change else "")
    assert words.is_rise == (change > 0)
    assert words.short_likely.startswith("of 10, likely ")


def test_milestones_are_wins_against_stronger_levels_than_before():
    facts = FactLog(
        [
            *(game(2, 0, 100, n) for n in range(5)),
            game(1, 2, 90),
            game(3, 2, 60),
            game(2, 2, 50),
            game(3, 2, 40),
            game(4, 2, 20, 1),
            game(5, 2, 20, 2),
            game(6, 2, 10, unrated="hint"),
        ]
    )
    drawn = curve_view(facts, "greylox", strength_curve(facts, "greylox", TODAY))
    assert [mark.text for mark in drawn.milestones] == ["beat Pip", "beat Wren", "beat Hazel"]
    assert [round(mark.x, 2) for mark in drawn.milestones] == [0.1, 0.4, 0.8]
    assert drawn.aria_text.startswith("Your strength in Greylox: ")
    assert drawn.table.rows[-1][0] == "2026-08-20" and drawn.table.rows[0][0] == "2026-11-28"
    short = curve_view(facts, "greylox", strength_curve(facts, "greylox", TODAY), is_short=True)
    assert short.milestones == () and [mark.text for mark in short.dates] == ["2026-08-30", "today"]


@given(st.lists(st.tuples(st.integers(0, 2000), st.integers(1, 10), st.integers(0, 2)), min_size=5))
def test_every_curve_lies_within_its_scale(games):
    facts = FactLog(game(level, score, ago, n % 600) for n, (ago, level, score) in enumerate(games))
    curve = strength_curve(facts, "greylox", TODAY)
    for is_short in (False, True):
        drawn = curve_view(facts, "greylox", curve, is_short=is_short)
        assert 1 <= drawn.levels[-1] < drawn.levels[0] <= 10
        points = [drawn.last, *drawn.milestones, *drawn.dates]
        assert all(0 <= mark.x <= 1 and 0 <= mark.y <= 1 for mark in points)
        assert len(drawn.table.rows) <= MAX_POINTS and "nan" not in drawn.svg
        texts = [mark.x for mark in drawn.milestones if mark.text]
        assert all(after - before >= MIN_GAP for before, after in pairwise(texts))


def test_texts_do_not_overlap_and_later_ones_win():
    marks = [Mark(x, 0.5, str(x)) for x in (0.1, 0.15, 0.5, 0.55, 0.9)]
    assert [mark.text for mark in without_overlap(marks)] == ["", "0.15", "", "0.55", "0.9"]


@pytest.mark.parametrize(
    ("first", "texts"),
    [
        (date(2026, 11, 28), ["today"]),
        (date(2026, 11, 20), ["2026-11-20", "today"]),
        (date(2026, 6, 1), [f"2026-{month:02}" for month in range(6, 12)]),
        (date(2025, 6, 15), ["2025-07", "2025-10", "2026-01", "2026-04", "2026-07", "2026-10"]),
    ],
)
def test_dates_below_a_curve(first, texts):
    marks = date_marks(first, TODAY, is_short=False)
    assert [mark.text for mark in marks] == texts
    assert [mark.x for mark in marks] == sorted(mark.x for mark in marks)


def test_days_played_and_days_in_a_row():
    lesson = new_fact("lesson", game="lox", step="join")
    played = [0, 1, 2, 7, 8, 9, 10, 30, 500]
    facts = FactLog([*(on_day(lesson, ago) for ago in played), game(1, 0, 1, 1), game(1, 0, 1, 2)])
    days = days_played(facts, TODAY)
    cells = [cell for week in days.weeks for cell in week]
    assert len(days.weeks) == 13 and cells[0].day.weekday() == 0 and cells[-1].day == TODAY
    assert [cell.activities for cell in cells[-3:]] == [1, 3, 1]
    assert [cell.shade for cell in cells[-4:]] == [0, 1, 2, 1]
    assert [cell.in_streak for cell in cells].count(True) == 3 and cells[-3].in_streak
    assert (days.in_a_row, days.longest) == (3, 4)
    assert page(facts).days_text == "You have played on 8 of the last 90 days."
    assert page(facts).days_table.rows[0] == ("2026-11-23", "3", "5")
    tomorrow = days_played(facts, TODAY + timedelta(1))
    assert tomorrow.in_a_row == 3, "the day is not over yet"
    assert days_played(facts, TODAY + timedelta(2)).in_a_row == 0


@given(st.sets(st.integers(0, 30)))
def test_longest_streak(days):
    runs = "".join("x" if n in days else " " for n in range(31)).split()
    texts = [(TODAY + timedelta(n)).isoformat() for n in days]
    assert longest_streak(texts) == max(map(len, runs), default=0)


def test_drawings_are_stretched_and_sound():
    svg = curve_svg([(0, 0), (1, 1)], [(0, 0, 0.5), (1, 0.5, 1)], rows=2)
    assert svg.count('class="grid"') == 3
    assert 'd="M0 1000L1000 0"' in svg and 'd="M0 500L1000 0L1000 500L0 1000Z"' in svg
    assert "M0 500L500 1000L1000 0" in sparkline([2, 1, 3]) and "L" in sparkline([1, 1])
    calendar = calendar_svg([[(0, False), (3, True)], [(1, False)]])
    assert 'viewBox="0 0 54 54"' in calendar and calendar.count("<path") == 3
    assert 'class="shade-3 in-streak"' in calendar


def test_reviews_over_time():
    facts = FactLog(review(lost, 50 - n) for n, lost in enumerate((120, 45, 30)))
    style = page(facts).style
    assert style.figures == (("6.5%", "lost per turn"),) and style.reviews == 3
    assert style.aria_text.endswith("12.0%, 4.5%, 3.0%")
    assert [row[2] for row in style.table.rows] == ["3.0%", "4.5%", "12.0%"]
    assert page(FactLog([review(30, 1)])).style.svg == "", "one point is no curve"


def answered(number: int):
    """The fact of a puzzle, and of its day; every second one was solved at the first try."""
    name = f"greylox-{number}"
    puzzle = new_fact(
        "puzzle", puzzle=name, strength=1600, right=number % 2 == 0, helped=False, daily=False
    )
    return [on_day(puzzle, number), on_day(new_fact("daily", puzzle=name), number)]


def test_puzzle_rating_and_streak():
    facts = FactLog(fact for number in range(20) for fact in answered(number))
    number, label = page(facts).style.figures[0]
    assert (
        label.startswith("puzzle rating, likely 1,") and 1500 < int(number.replace(",", "")) < 1700
    )
    assert page(facts).days_figures[2] == ("20", "puzzle streak")
    assert page(facts).totals == (("10", "puzzles solved"),)
    assert page(facts, "lox").style.figures == ()


def test_facts_of_games_of_newer_versions_are_left_out():
    facts = FactLog(
        [new_fact("game", game="newer", spec="newer5", colour=0, level=2, score=2, unrated="")]
    )
    assert page(facts) == page(facts)._replace(tables=())
    assert page(facts).totals == ()


def test_timed_levels_are_listed_once_met():
    rows = page(
        FactLog([game(12, 2, 0, unrated="time"), game(1, 2, 0, 1, unrated="lesson")])
    ).opponents
    assert [(row.level, row.text) for row in rows] == [(1, "not yet"), (12, "1 of 1")]


def test_every_game_has_measured_levels():
    assert {*STRENGTHS} == {*GAMES}
