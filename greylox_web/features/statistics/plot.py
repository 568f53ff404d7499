"""Curves over time and the calendar as SVG.

The page stretches a curve over its plot: its coordinates are per mille of the width and of the
height, from the upper left corner.
"""

from collections.abc import Sequence

SIZE = 1000
CELL = 27  # the distance between two days of the calendar
SINGLE = 8  # half the width of the band of a single point
FIXED_WIDTH = 'vector-effect="non-scaling-stroke"'
HEXAGON = "l{0} {1}v{2}l-{0} {1}-{0}-{1}v-{2}Z"  # from its upper corner
Point = tuple[float, float]
"""The share of the width from the left edge, and of the height from the lower edge."""


def curve_svg(
    line: Sequence[Point], band: Sequence[tuple[float, float, float]] = (), rows: int = 0
) -> str:
    """Return a line over its band, and the lines of a grid with this number of rows.

    ``band`` has for each point the share of the width, and its lower and upper end as shares of the
    height.  The band of a single point is as wide as a mark, and it has no line.
    """
    parts = [
        f'<path class="grid" d="M0 {SIZE * row / rows:.0f}H{SIZE}" {FIXED_WIDTH}/>'
        for row in range(rows + 1 if rows else 0)
    ]
    if len(band) == 1:
        ((x, low, high),) = band
        width = SINGLE / SIZE
        band = ((x - width, low, high), (x + width, low, high))
    if band:
        upper = [_point((x, high)) for x, _, high in band]
        lower = [_point((x, low)) for x, low, _ in reversed(band)]
        parts.append(f'<path class="band" d="M{"L".join(upper + lower)}Z"/>')
    if len(line) > 1:
        data = "L".join(map(_point, line))
        parts.append(f'<path class="line" d="M{data}" {FIXED_WIDTH}/>')
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" class="curve" aria-hidden="true" '
        f'viewBox="0 0 {SIZE} {SIZE}" preserveAspectRatio="none">{"".join(parts)}</svg>'
    )


def calendar_svg(weeks: Sequence[Sequence[tuple[int, bool]]]) -> str:
    """Return the days of weeks as hexagons, a column for each week.

    A day has its shade, from 0 to 3, and whether it belongs to the days in a row.
    """
    hexagon = HEXAGON.format(10, 5.75, 11.5)
    parts = [
        f'<path class="shade-{shade}{" in-streak" * in_streak}" '
        f'd="M{CELL * (column + 0.5):g} {CELL * row + 2:g}{hexagon}"/>'
        for column, week in enumerate(weeks)
        for row, (shade, in_streak) in enumerate(week)
    ]
    size = f"0 0 {CELL * len(weeks)} {CELL * max(map(len, weeks))}"
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" class="calendar" role="img" '
        f'viewBox="{size}">{"".join(parts)}</svg>'
    )


def sparkline(values: Sequence[float]) -> str:
    """Return a line of values at equal distances, between the smallest and the largest."""
    low, high = min(values), max(values)
    last = max(1, len(values) - 1)
    heights = [(value - low) / (high - low) if high > low else 0.5 for value in values]
    return curve_svg([(index / last, height) for index, height in enumerate(heights)])


def _point(point: Point) -> str:
    x, y = point
    return f"{SIZE * x:.0f} {SIZE * (1 - y):.0f}"


BEATEN_MARK = (
    '<svg xmlns="http://www.w3.org/2000/svg" class="beaten-mark" viewBox="0 0 72 72">'
    f'<path class="disc" d="M36 3{HEXAGON.format(28.5, 16.5, 33)}"/>'
    '<path class="check" d="m24 37 8.5 8.5L49 28"/></svg>'
)
"""The sign of a beaten opponent: a check on a brass hexagon."""
