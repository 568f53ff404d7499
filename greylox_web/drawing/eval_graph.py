"""A graph of the evaluations in a game, as SVG: one colour's chances rise from the lower edge."""

from math import hypot
from typing import NamedTuple

WIDTH, HEIGHT = 320.0, 104.0  # of the view box
PADDING = 10.0  # at both ends of the curve, for the marks on it
MARK_RADIUS, PROVEN_RADIUS = 9.5, 3.5  # radii with rim, for ``clamp_y``


class EvalPoint(NamedTuple):
    """One evaluated position."""

    ply: int  # the number of actions before the position
    percent: float  # the first colour's chances
    proven: bool


class EvalCurve(NamedTuple):
    """The evaluations of some positions of a line of ``total`` positions."""

    points: tuple[EvalPoint, ...]
    total: int
    colours: tuple[str, str]
    lower_colour: int = 0  # the colour whose chances rise from the lower edge
    fills_gaps: bool = False  # whether the curve spans positions without evaluation
    current_ply: int = -1  # the ply on screen; -1 for none
    marks: tuple[tuple[int, str], ...] = ()  # (ply, short text) of each mistake, costliest first
    height: float = HEIGHT


def ply_to_x(ply: int, total: int) -> float:
    """Return the x coordinate of a ply."""
    return PADDING + (WIDTH - 2 * PADDING) * ply / max(total - 1, 1)


def percent_to_y(percent: float, height: float = HEIGHT) -> float:
    """Return the y coordinate of the lower colour's chances; 0 per cent is the lower edge."""
    return height * (1 - percent / 100)


def clamp_y(y: float, height: float, half: float) -> float:
    """Return ``y``, moved so that a mark of half height ``half`` lies inside the picture."""
    return max(half, min(y, height - half))


def ply_at(share: float, total: int) -> int:
    """Return the ply nearest to a share of the picture's width."""
    inner = (share * WIDTH - PADDING) / (WIDTH - 2 * PADDING)
    return max(0, min(round(inner * (total - 1)), total - 1))


def graph_markup(curve: EvalCurve) -> str:
    """Return the graph: two areas, squares on proven positions, numbered discs on mistakes."""
    total, lower_colour, height = curve.total, curve.lower_colour, curve.height
    heights = {
        p.ply: percent_to_y(100 - p.percent if lower_colour else p.percent, height)
        for p in curve.points
    }
    parts = []
    for run in [curve.points] if curve.fills_gaps else split_at_gaps(curve.points):
        line = " ".join(f"{ply_to_x(p.ply, total):.1f},{heights[p.ply]:.1f}" for p in run)
        left, right = (ply_to_x(run[end].ply, total) for end in (0, -1))
        if run[0].ply == 0:
            left = 0.0
        if run[-1].ply == total - 1:
            right = WIDTH
        first, last = heights[run[0].ply], heights[run[-1].ply]
        line = f"{left:.1f},{first:.1f} {line} {right:.1f},{last:.1f}"
        for colour, edge in ((lower_colour, height), (1 - lower_colour, 0.0)):
            name = f"area {curve.colours[colour]}"
            corners = f"{left:.1f},{edge:g} {line} {right:.1f},{edge:g}"
            parts.append(f'<polygon class="{name}" points="{corners}"/>')
        parts.append(f'<polyline class="curve" points="{line}"/>')
    parts.append(f'<path class="even" d="M0 {percent_to_y(50, height):.1f}H{WIDTH:g}"/>')
    for point in curve.points:
        if point.proven:
            x, y = ply_to_x(point.ply, total), clamp_y(heights[point.ply], height, PROVEN_RADIUS)
            parts.append(f'<path class="proven" d="M{x - 2.5:.1f} {y - 2.5:.1f}h5v5h-5Z"/>')
    if curve.current_ply >= 0:
        x = ply_to_x(curve.current_ply, total)
        parts.append(f'<path class="current-ply" d="M{x:.1f} 0V{height:g}"/>')
    drawn: list[tuple[float, float]] = []
    for ply, text in curve.marks:
        x, y = (
            ply_to_x(ply, total),
            clamp_y(heights.get(ply, percent_to_y(50, height)), height, MARK_RADIUS),
        )
        if any(hypot(x - left, y - top) < 2 * MARK_RADIUS for left, top in drawn):
            continue  # it would cover the mark of a costlier mistake
        drawn.append((x, y))
        parts.append(f'<circle class="mistake" cx="{x:.1f}" cy="{y:.1f}" r="8.5"/>')
        parts.append(f'<text class="number" x="{x:.1f}" y="{y:.1f}">{text}</text>')
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" class="chances" aria-hidden="true" '
        f'viewBox="0 0 {WIDTH:g} {height:g}">{"".join(parts)}</svg>'
    )


def split_at_gaps(points: tuple[EvalPoint, ...]) -> list[tuple[EvalPoint, ...]]:
    """Split the points into runs of consecutive plies."""
    runs: list[list[EvalPoint]] = []
    for point in points:
        if runs and runs[-1][-1].ply == point.ply - 1:
            runs[-1].append(point)
        else:
            runs.append([point])
    return [tuple(run) for run in runs]
