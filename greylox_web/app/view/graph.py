"""The value graph of a review as SVG text: the first colour's chances, its side up."""

from .review_view import Point, ReviewView

WIDTH, HEIGHT = 320.0, 104.0  # of the view box
ROOM = 10.0  # around the curve, for the signs on it


def x_of(place: int, total: int) -> float:
    """Where a place of the line stands."""
    return ROOM + (WIDTH - 2 * ROOM) * place / max(total - 1, 1)


def y_of(percent: float) -> float:
    """How high the first colour's chances are drawn."""
    return ROOM + (HEIGHT - 2 * ROOM) * (1 - percent / 100)


def place_at(share: float, total: int) -> int:
    """The place nearest to a share of the picture's width."""
    inner = (share * WIDTH - ROOM) / (WIDTH - 2 * ROOM)
    return max(0, min(round(inner * (total - 1)), total - 1))


def graph_markup(view: ReviewView) -> str:
    """The graph: a curve, squares where the result is proven, numbers where a turn lost much."""
    total = view.total
    parts = [f'<path class="even" d="M0 {y_of(50):.1f}H{WIDTH:g}"/>']
    for run in runs(view.points):
        curve = " ".join(f"{x_of(p.place, total):.1f},{y_of(p.percent):.1f}" for p in run)
        ends = [f"{x_of(run[end].place, total):.1f},{y_of(50):.1f}" for end in (0, -1)]
        parts.append(f'<polygon class="lead" points="{ends[0]} {curve} {ends[1]}"/>')
        parts.append(f'<polyline class="curve" points="{curve}"/>')
    for point in view.points:
        if point.proven:
            x, y = x_of(point.place, total), y_of(point.percent)
            parts.append(f'<path class="certain" d="M{x - 2.5:.1f} {y - 2.5:.1f}h5v5h-5Z"/>')
    if view.here >= 0:
        x = x_of(view.here, total)
        parts.append(f'<path class="here" d="M{x:.1f} 0V{HEIGHT:g}"/>')
    heights = {point.place: y_of(point.percent) for point in view.points}
    for place, (mistake, _) in zip(view.places, view.mistakes, strict=True):
        x, y = x_of(place, total), heights.get(place, y_of(50))
        parts.append(f'<circle class="mistake" cx="{x:.1f}" cy="{y:.1f}" r="8.5"/>')
        parts.append(f'<text class="number" x="{x:.1f}" y="{y:.1f}">{mistake.number}</text>')
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" aria-hidden="true" '
        f'viewBox="0 0 {WIDTH:g} {HEIGHT:g}">{"".join(parts)}</svg>'
    )


def runs(points: tuple[Point, ...]) -> list[list[Point]]:
    """The points in stretches without a gap."""
    found: list[list[Point]] = []
    for point in points:
        if found and found[-1][-1].place == point.place - 1:
            found[-1].append(point)
        else:
            found.append([point])
    return found
