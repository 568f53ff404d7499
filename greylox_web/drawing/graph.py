"""A graph of the winning chances through a game, as SVG: one colour's rise from below."""

from typing import NamedTuple

WIDTH, HEIGHT = 320.0, 104.0  # of the view box
ROOM = 10.0  # at both ends of the curve, for the signs on it
SIGN, SQUARE = 9.5, 3.5  # half of a sign with its rim: it stays inside of the picture


class Point(NamedTuple):
    """One evaluated position."""

    place: int  # the number of actions before it
    percent: float  # the first colour's chance
    proven: bool


class Curve(NamedTuple):
    """The chances in some positions of a line of ``total`` positions."""

    points: tuple[Point, ...]
    total: int
    colours: tuple[str, str]
    below: int = 0  # the colour whose chances rise from the lower edge
    bridged: bool = False  # whether the curve goes on over positions that are not known
    here: int = -1  # the place shown
    marks: tuple[tuple[int, str], ...] = ()  # places of turns that lost much, with short texts
    height: float = HEIGHT


def x_of(place: int, total: int) -> float:
    """The x coordinate of a place of the line."""
    return ROOM + (WIDTH - 2 * ROOM) * place / max(total - 1, 1)


def y_of(percent: float, height: float = HEIGHT) -> float:
    """The y coordinate of a chance of the lower colour; 0 is the lower edge."""
    return height * (1 - percent / 100)


def inside(y: float, height: float, half: float) -> float:
    """``y`` moved so that a sign with this half height lies inside the picture."""
    return max(half, min(y, height - half))


def place_at(share: float, total: int) -> int:
    """The place nearest to a share of the picture's width."""
    inner = (share * WIDTH - ROOM) / (WIDTH - 2 * ROOM)
    return max(0, min(round(inner * (total - 1)), total - 1))


def graph_markup(curve: Curve) -> str:
    """The graph: two areas, squares where the result is proven, discs where a turn lost much."""
    total, below, height = curve.total, curve.below, curve.height
    heights = {p.place: y_of(100 - p.percent if below else p.percent, height) for p in curve.points}
    parts = []
    for run in [curve.points] if curve.bridged else runs(curve.points):
        line = " ".join(f"{x_of(p.place, total):.1f},{heights[p.place]:.1f}" for p in run)
        left, right = (x_of(run[end].place, total) for end in (0, -1))
        if run[0].place == 0:
            left = 0.0
        if run[-1].place == total - 1:
            right = WIDTH
        first, last = heights[run[0].place], heights[run[-1].place]
        line = f"{left:.1f},{first:.1f} {line} {right:.1f},{last:.1f}"
        for colour, edge in ((below, height), (1 - below, 0.0)):
            name = f"area {curve.colours[colour]}"
            corners = f"{left:.1f},{edge:g} {line} {right:.1f},{edge:g}"
            parts.append(f'<polygon class="{name}" points="{corners}"/>')
        parts.append(f'<polyline class="curve" points="{line}"/>')
    parts.append(f'<path class="even" d="M0 {y_of(50, height):.1f}H{WIDTH:g}"/>')
    for point in curve.points:
        if point.proven:
            x, y = x_of(point.place, total), inside(heights[point.place], height, SQUARE)
            parts.append(f'<path class="certain" d="M{x - 2.5:.1f} {y - 2.5:.1f}h5v5h-5Z"/>')
    if curve.here >= 0:
        x = x_of(curve.here, total)
        parts.append(f'<path class="here" d="M{x:.1f} 0V{height:g}"/>')
    for place, text in curve.marks:
        x, y = x_of(place, total), inside(heights.get(place, y_of(50, height)), height, SIGN)
        parts.append(f'<circle class="mistake" cx="{x:.1f}" cy="{y:.1f}" r="8.5"/>')
        parts.append(f'<text class="number" x="{x:.1f}" y="{y:.1f}">{text}</text>')
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" class="chances" aria-hidden="true" '
        f'viewBox="0 0 {WIDTH:g} {height:g}">{"".join(parts)}</svg>'
    )


def runs(points: tuple[Point, ...]) -> list[tuple[Point, ...]]:
    """The points split where positions are missing."""
    found: list[list[Point]] = []
    for point in points:
        if found and found[-1][-1].place == point.place - 1:
            found[-1].append(point)
        else:
            found.append([point])
    return [tuple(run) for run in found]
