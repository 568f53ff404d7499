"""The shapes of the marks on the board, each drawn around (0, 0).

``board_layers`` draws them on cells, and ``signs`` as small pictures: the same elements, with
smaller radii.  The style sheet defines colours and line widths.
"""

from collections.abc import Iterable
from math import cos, pi, sin

from ..text import escape_xml
from .hex_geometry import CORNERS, RADIUS, Point, number

RING = 0.76 * RADIUS  # radius of a ring around a stone
DOT, DOT_RING = 0.155 * RADIUS, 0.3 * RADIUS  # radii of the dot of the last turn, and of its ring
TOOTH = 0.15 * RADIUS  # length of a collar's tooth: it ends inside the cell
CORNER_PART = 0.24  # the part of each side of a cell that a corner mark covers
DISC, PLAQUE = 0.4 * RADIUS, 0.62 * RADIUS  # radii of a choice's disc and of a group's size
FIRST_THOUGHT = 0.52 * RADIUS  # radius of the disc with a percentage, on a stone
HOLDER_SIZES = 0.12 * RADIUS, 0.42 * RADIUS  # radii of a holder's hexagon: open, certain
MIN_RINGED = 0.22 * RADIUS  # the smallest such radius with a ring inside
VACATED = 0.6 * RADIUS  # radius of the ring where a stone is no longer


def cased(name: str, path: str) -> str:
    """Return a line with a casing, for contrast on every tile."""
    return f'<path class="{name}-case" d="{path}"/><path class="{name}" d="{path}"/>'


def ring(name: str, radius: float = RING) -> str:
    """Return a ring with a casing."""
    return f'<circle class="{name}-case" r="{radius:g}"/><circle class="{name}" r="{radius:g}"/>'


def dot(stone_classes: str, *, flipped: bool = False, radius: float = DOT) -> str:
    """Return the dot of the last turn, for a stone with these classes; a flip has a ring."""
    outer = radius * DOT_RING / DOT
    around = f'<circle class="pin-ring {stone_classes}" r="{outer:g}"/>' if flipped else ""
    return f'{around}<circle class="pin {stone_classes}" r="{radius:g}"/>'


def collar(angle: float = 0.0, radius: float = RING, tooth: float = TOOTH) -> str:
    """Return a ring with six teeth; ``angle`` in radians is the direction of one of them."""
    path = f"M{number(radius)} 0A{radius:g} {radius:g} 0 1 1 {number(-radius)} 0"
    path += f"A{radius:g} {radius:g} 0 1 1 {number(radius)} 0"
    for step in range(CORNERS):
        x, y = cos(angle + step * pi / 3), sin(angle + step * pi / 3)
        path += (
            f"M{number(radius * x)} {number(radius * y)}l{number(tooth * x)} {number(tooth * y)}"
        )
    return cased("anchor", path)


def corner_marks(corners: Iterable[Point]) -> str:
    """Return path data of the six corners of a cell, each with a part of both its sides."""
    points = tuple(corners)
    path = ""
    for index, point in enumerate(points):
        ends = []
        for other in (points[index - 1], points[(index + 1) % len(points)]):
            x = point.x + (other.x - point.x) * CORNER_PART
            y = point.y + (other.y - point.y) * CORNER_PART
            ends.append(f"{number(x)} {number(y)}")
        path += f"M{ends[0]}L{number(point.x)} {number(point.y)}L{ends[1]}"
    return path


def numbered_disc(name: str, text: str, radius: float = DISC) -> str:
    """Return a disc with a text: of the classes ``name``, and ``name-text`` for the first class."""
    first, _, more = name.partition(" ")
    high = radius * (1.25, 1.0, 0.8, 0.7, 0.6)[min(len(text), 5) - 1]
    return (
        f'<circle class="{name}" r="{radius:g}"/><text class="{first}-text{more and " " + more}" '
        f'y="{number(0.35 * high)}" font-size="{number(high)}">{escape_xml(text)}</text>'
    )


def percentage(text: str, *, on_stone: bool, down: float = 0.0) -> str:
    """Return the percentage of a first thought: on a disc on a stone, else cased."""
    if on_stone:
        return numbered_disc("choice", text, FIRST_THOUGHT)
    return f'<text class="heat-text" y="{number(down + 8.5)}" font-size="23">{text}</text>'


def heat(share: float, corners: Iterable[Point]) -> str:
    """Return the fill of a cell: the stronger, the larger the share (0 to 1)."""
    opacity = min(0.92, 0.12 + 0.95 * share**0.5)
    return f'<path class="heat" fill-opacity="{opacity:.2f}" d="{polygon(corners, 0.93)}"/>'


def holder(stone_classes: str, certainty: float, corners: Iterable[Point]) -> str:
    """Return the hexagon of the colour that will hold a cell, the larger, the more certain.

    ``certainty`` is from 0 to 1.  A stone's ring is inside, if it has one and there is space.
    """
    points, (smallest, largest) = tuple(corners), HOLDER_SIZES
    radius = smallest + (largest - smallest) * certainty
    mark = f'<path class="holder {stone_classes}" d="{polygon(points, radius / RADIUS)}"/>'
    if " ringed" in stone_classes and radius >= MIN_RINGED:
        ring_path = polygon(points, 0.55 * radius / RADIUS)
        mark += f'<path class="holder-ring {stone_classes}" d="{ring_path}"/>'
    return mark


def polygon(corners: Iterable[Point], scale: float) -> str:
    """Return path data of a cell with these corners around (0, 0), scaled."""
    points = (f"{number(scale * point.x)} {number(scale * point.y)}" for point in corners)
    return f"M{'L'.join(points)}Z"


def choice(text: str, radius: float = DISC) -> str:
    """Return the engine's disc: a number, or a letter; the first choice (A) is filled."""
    lesser = text[:1].isalpha() and "A" not in text
    return numbered_disc("choice lesser" if lesser else "choice", text, radius)
