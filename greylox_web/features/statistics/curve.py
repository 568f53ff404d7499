"""The curve of the player's strength: points, scale and labels, ready to be drawn."""

from bisect import bisect_right
from datetime import MAXYEAR, date, timedelta
from math import ceil, floor
from typing import NamedTuple

from ...progress import FactLog
from ...rules import TITLES
from ...session import naming
from ...words import locale_format
from ...words.statistics import STATISTICS_WORDS as WORDS
from .ladder import level_of, milestones
from .plot import curve_svg
from .results import CurvePoint
from .tables import StatsTable

MAX_POINTS = 60  # of a curve; the points between them are omitted
MIN_LEVELS = 3  # between the lowest and the highest line
MAX_MONTHS = 7  # month names below a curve
MIN_GAP = 0.13  # between two texts, as a share of the width
RECENT_DAYS = 91  # shown on the card


class Mark(NamedTuple):
    """A text at a point of the plot, as shares of its width and height from the lower left."""

    x: float
    y: float
    text: str


class CurveView(NamedTuple):
    """A plot of the strength over time."""

    levels: tuple[int, ...]  # of the horizontal lines, from the top
    svg: str
    last: Mark  # the strength as of today
    milestones: tuple[Mark, ...]  # wins against stronger levels than before; some have no text
    dates: tuple[Mark, ...]  # texts below the plot
    aria_text: str
    table: StatsTable


def curve_view(
    facts: FactLog, game: str, curve: list[CurvePoint], *, is_short: bool = False
) -> CurveView:
    """Return the plot of a curve with at least one point; a short one shows the last weeks."""
    if is_short:
        since = curve[-1].day - timedelta(RECENT_DAYS)
        curve = [point for point in curve if point.day >= since]
    points = thin(curve)
    first, span = points[0].day, max(1, (points[-1].day - points[0].day).days)
    levels = scale(points)
    lowest, height = levels[-1], levels[0] - levels[-1]

    def x(day: date) -> float:
        return (day - first).days / span if len(points) > 1 else 1.0

    def y(level: float) -> float:
        return (level - lowest) / height

    marks, days = list[Mark](), [point.day for point in points]
    for fact in () if is_short else milestones(facts, game):
        day = date.fromisoformat(fact.day)
        if at := bisect_right(days, day):
            text = WORDS["milestone"].format(Name=naming.engine_name(level_of(fact)))
            mark = Mark(x(points[at - 1].day), y(points[at - 1].estimate.level), text)
            marks = [other for other in marks if other.x != mark.x]  # the strongest of a day
            marks.append(mark)
    last = points[-1].estimate
    return CurveView(
        levels,
        curve_svg(
            [(x(point.day), y(point.estimate.level)) for point in points],
            [(x(point.day), y(point.estimate.low), y(point.estimate.high)) for point in points],
            rows=height,
        ),
        Mark(x(points[-1].day), y(last.level), ""),
        without_overlap(marks),
        date_marks(points[0].day, points[-1].day, is_short=is_short),
        WORDS["curve"].format(
            Game=TITLES[game],
            first=level_text(points[0].estimate.level),
            day=locale_format.formats.day(points[0].day.isoformat()),
            last=level_text(last.level),
        ),
        curve_table(points),
    )


def thin(curve: list[CurvePoint]) -> list[CurvePoint]:
    """Return at most ``MAX_POINTS`` of the points: of equal periods each the last."""
    first, span = curve[0].day, (curve[-1].day - curve[0].day).days + 1
    return [*{(p.day - first).days * MAX_POINTS // span: p for p in curve}.values()]


def scale(points: list[CurvePoint]) -> tuple[int, ...]:
    """Return the levels of the lines, from the top, that enclose all intervals."""
    low = floor(min(point.estimate.low for point in points))
    high = ceil(max(point.estimate.high for point in points))
    while high - low < MIN_LEVELS:
        low, high = (low - 1, high) if low > 1 else (low, high + 1)
    return tuple(range(high, low - 1, -1))


def date_marks(first: date, last: date, *, is_short: bool) -> tuple[Mark, ...]:
    """Return the texts below a curve: months, or the first day and today."""
    months = []
    year, month = first.year, first.month
    while year <= MAXYEAR and (start := date(year, month, 1)) <= last:
        if start >= first:
            months.append(start)
        year, month = (year, month + 1) if month < 12 else (year + 1, 1)
    span = max(1, (last - first).days)
    if len(months) < 2 or is_short:
        ends = [Mark(1.0, 0.0, WORDS["today"])]
        return (Mark(0.0, 0.0, _day(first)), *ends) if first < last else tuple(ends)
    shown = months[:: ceil(len(months) / MAX_MONTHS)]
    return tuple(
        Mark((start - first).days / span, 0.0, locale_format.formats.month(start.isoformat()))
        for start in shown
    )


def without_overlap(marks: list[Mark]) -> tuple[Mark, ...]:
    """Return the marks, without the texts that would overlap a later one."""
    kept, free = list[Mark](), 2.0
    for mark in reversed(marks):
        fits = free - mark.x >= MIN_GAP
        kept.append(mark if fits else mark._replace(text=""))
        free = mark.x if fits else free
    return tuple(reversed(kept))


def curve_table(points: list[CurvePoint]) -> StatsTable:
    """Return the points of a curve as a table, the latest first."""
    rows = tuple(
        (
            _day(point.day),
            level_text(point.estimate.level),
            WORDS["from-to"].format(
                low=level_text(point.estimate.low), high=level_text(point.estimate.high)
            ),
            str(point.games),
        )
        for point in reversed(points)
    )
    head = tuple(WORDS[key] for key in ("day", "strength", "range", "counted"))
    return StatsTable(WORDS["strength"], head, rows)


def level_text(level: float) -> str:
    """Return a level with one decimal."""
    return locale_format.formats.number(level, 1)


def _day(day: date) -> str:
    return locale_format.formats.day(day.isoformat())
