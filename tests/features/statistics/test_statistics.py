"""Statistics: the tables and the plot for given facts."""

from datetime import date, timedelta

from greylox_web.features.statistics.plot import plot
from greylox_web.features.statistics.view import statistics
from greylox_web.progress import FactLog, new_fact
from greylox_web.rules import GAMES


def ended(name="brink", spec="brink5-x3", colour=0, level=2, score=2):
    return new_fact(
        "game", game=name, spec=spec, colour=colour, level=level, score=score, unrated=""
    )


def reviewed(lost, day=1, name="brink"):
    """The fact of a review on a day of its own: facts of the same second have no order."""
    fact = new_fact("review", game=name, spec=f"{name}5", colour=0, turns=12, lost=lost)
    return fact._replace(at=f"{date(2026, 1, 1) + timedelta(day)}T12:00:00+00:00")


def test_empty_statistics_show_unknown_strength():
    stats = statistics(FactLog(), {})
    assert not stats.tables and stats.reviews is None
    assert [row[1:] for row in stats.overview.rows] == [("0", "0", "not yet known")] * len(GAMES)


def test_results_by_opponent_colour_and_board():
    facts = FactLog(
        [
            *(ended(level=2, score=score) for score in (2, 2, 0)),
            ended(level=1, score=1, colour=1),
            ended("lox", "lox15", level=2, score=0),
            ended("newer", "newer5"),
        ]
    )
    opponents, colours, boards = statistics(facts, {"brink": 7}).tables
    assert opponents.rows == (("Pip, level 1", "0", "1", "0"), ("Fern, level 2", "2", "0", "2"))
    assert opponents.levels == (1, 2)
    assert ("Brink, White", "0", "1", "0") in colours.rows and len(colours.rows) == 3
    assert [row[0] for row in boards.rows] == ["Brink · base 5 · X 3", "Lox · 15 × 15"]
    brink = statistics(facts, {"brink": 7}, "brink")
    assert [row[:3] for row in brink.overview.rows] == [("Brink", "7", "4")]
    assert brink.overview.rows[0][3].startswith("level ")
    assert len(brink.tables[0].rows) == 2


def test_reviews_over_time_as_plot_and_table():
    stats = statistics(FactLog(reviewed(lost, day) for day, lost in enumerate((120, 45, 30))), {})
    assert stats.values == (12.0, 4.5, 3.0)
    assert stats.aria_text.endswith("12.0%, 4.5%, 3.0%")
    assert [row[3] for row in stats.reviews.rows] == ["3.0%", "4.5%", "12.0%"]
    assert len(statistics(FactLog(reviewed(n) for n in range(50)), {}).values) == 30


def test_a_plot_has_a_point_for_each_value_and_a_top_above_them():
    svg = plot((12.0, 4.5, 3.0))
    assert svg.count("<circle") == 3 and "20%" in svg and "10%" in svg
    assert plot((0.0,)).count("<circle") == 1 and '<path class="curve"' not in plot((0.0,))
    assert "nan" not in plot((100.0, 250.0))
