"""A plot of values over time, as SVG: a line with a point for each value, and grid lines."""

WIDTH, HEIGHT, LEFT, EDGE = 320, 140, 34, 8
STEPS = (1, 2, 5, 10, 20, 50, 100)  # possible top values in per cent


def plot(values: tuple[float, ...]) -> str:
    """Return the plot of percentages, the first on the left."""
    top = next((step for step in STEPS if step >= max(values, default=0)), STEPS[-1])
    wide, high = WIDTH - LEFT - EDGE, HEIGHT - 2 * EDGE - 8

    def y(value: float) -> float:
        return EDGE + 4 + high * (1 - min(value, top) / top)

    def x(index: int) -> float:
        return LEFT + wide * (index / (len(values) - 1) if len(values) > 1 else 0.5)

    lines = "".join(
        f'<path class="grid" d="M{LEFT} {y(at):.1f}H{WIDTH - EDGE}"/>'
        f'<text x="{LEFT - 6}" y="{y(at) + 4:.1f}" text-anchor="end">{at:g}%</text>'
        for at in (0, top / 2, top)
    )
    points = [(x(index), y(value)) for index, value in enumerate(values)]
    path_data = "L".join(f"{across:.1f} {down:.1f}" for across, down in points)
    dots = "".join(f'<circle cx="{a:.1f}" cy="{d:.1f}" r="3.5"/>' for a, d in points)
    curve = f'<path class="curve" d="M{path_data}"/>' if len(points) > 1 else ""
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" class="plot" '
        f'viewBox="0 0 {WIDTH} {HEIGHT}" role="img">{lines}{curve}{dots}</svg>'
    )
