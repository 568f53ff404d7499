"""The empty board as SVG text: a tray with tiles, inlaid edges and coordinates.

The build writes the markup of one board into the page.  The page draws all other boards.  Pictures
and thumbnails use the same functions.  The style sheet styles the classes (in pictures,
``formats.style``).  ``board_layers`` draws stones and marks.
"""

from functools import lru_cache
from math import cos, dist, hypot, pi, tan

from ..rules import TITLES, Game
from ..rules.board import NO_CELL, Board, bits
from ..text import escape_xml
from ..words import WORDS
from .board_layers import SHADES, ring_colour, stone
from .hex_geometry import RADIUS, Geometry, Point, geometry, number
from .marks import cased, corner_marks
from .outline import relative, ring, rounded

CURSOR = 0.9  # size of the corners around the keyboard's cell
FACE = 0.95  # size of a tile; tiles of size 1 would touch
CORNER = 0.13 * RADIUS  # rounding of a tile's corners
FOOT, EDGE = 0.07 * RADIUS, -0.025 * RADIUS  # offsets: a tile's foot below it, its edge above it
INLAY = 0.24 * RADIUS  # from the cells to the middle of an inlay
INLAID = INLAY + 6.5  # from the cells to the outer side of an inlay
PEARLS = 0.866 * RADIUS  # from one pearl to the next
LETTER_HEIGHT = 14.0  # height of the coordinates, in multiples of ``Geometry.unit``
INLAY_LETTER_HEIGHT = 13.0  # the same for numbers of two digits beside an inlay
ROW_NAME = 10.0  # at least, from the middle of a number to the tray's outer edge
LIP_WIDTH = 4.5  # from the tray's outer edge to the inner side of its lip
PADDING = 10.0  # around the tray


def paints_markup() -> str:
    """Return the gradients and the hatching that all boards of a page share, for a ``<defs>``."""
    stones = "".join(
        f'<radialGradient id="paint-{colour}" cx=".38" cy=".3" r=".78">'
        + "".join(
            f'<stop offset="{offset}" class="{colour}-{n}"/>'
            for n, offset in enumerate(("0", ".55", "1"))
        )
        + "</radialGradient>"
        for colour in SHADES
    )
    return (
        stones + '<radialGradient id="paint-shade"><stop offset=".62" stop-opacity=".5"/>'
        '<stop offset="1" stop-opacity="0"/></radialGradient>'
        '<linearGradient id="paint-sheen" x1=".2" x2=".8" y1="0" y2="1">'
        '<stop offset="0" stop-color="#fff" stop-opacity=".17"/>'
        '<stop offset=".5" stop-color="#fff" stop-opacity="0"/>'
        '<stop offset="1" stop-opacity=".12"/></linearGradient>'
        '<pattern id="paint-weave" width="9" height="9" patternUnits="userSpaceOnUse" '
        'patternTransform="rotate(45)"><path class="weave-line" d="M0 0V9"/></pattern>'
    )


def frame_width(game: Game, turn: int, coordinates: bool) -> float:
    """Return the width of the tray around the cells."""
    unit = geometry(game.board, turn).unit
    edges = any(game.edges)
    if coordinates:  # wide enough for two digits, and for larger text on a phone
        return INLAID + 1.66 * label_height(game, turn) + LIP_WIDTH * unit if edges else 31 * unit
    return max(2 * INLAY, 20 * unit) if edges else 20 * unit


def label_height(game: Game, turn: int) -> float:
    """Return the height of the coordinates."""
    many = any(game.edges) and game.board.width > 9
    return (INLAY_LETTER_HEIGHT if many else LETTER_HEIGHT) * geometry(game.board, turn).unit


def _middle(game: Game, turn: int) -> float:
    """Return the distance from the cells to the middle of the strip for the coordinates."""
    margin, inlaid = frame_width(game, turn, True), any(game.edges)
    return (
        (INLAID + margin - LIP_WIDTH * geometry(game.board, turn).unit) / 2
        if inlaid
        else margin / 2
    )


def rim_hull(game: Game, turn: int, coordinates: bool) -> tuple[Point, ...]:
    """Return the convex hull that the tray surrounds: the cells, and row numbers at sharp corners.

    The number at a sharp corner is in line with the others, which an inlay separates from their
    cells.
    """
    layout = geometry(game.board, turn)
    if not (coordinates and any(game.edges)):
        return layout.hull
    line = 0.5 * RADIUS * tan(pi / 6) + _middle(game, turn) / cos(pi / 6)  # from the row's cell
    return layout.hull_with_tips(
        max(line + ROW_NAME * layout.unit - frame_width(game, turn, True), 0)
    )


def view_box(
    game: Game, turn: int = 0, *, coordinates: bool = True
) -> tuple[float, float, float, float]:
    """Return left, top, width and height of the picture: the tray, its shadow and padding."""
    layout = geometry(game.board, turn)
    hull = rim_hull(game, turn, coordinates)
    xs, ys = [p.x for p in hull], [p.y for p in hull]
    left, top, right, bottom = min(xs), min(ys), max(xs), max(ys)
    margin = frame_width(game, turn, coordinates) + PADDING * layout.unit
    below = margin + 12 * layout.unit
    return left - margin, top - margin, right - left + 2 * margin, bottom - top + margin + below


def tile_outline(layout: Geometry) -> tuple[Point, str]:
    """Return a tile around (0, 0): its start, and its relative path commands."""
    return ring(tuple(Point(p.x * FACE, p.y * FACE) for p in layout.corners), CORNER)


@lru_cache(maxsize=8)
def tiles(board: Board, turn: int) -> str:
    """Return all tiles as one path."""
    layout = geometry(board, turn)
    start, tile_path = tile_outline(layout)
    return "".join(
        f"M{relative(Point(at.x + start.x, at.y + start.y))}{tile_path}"
        for at in layout.centres.values()
    )


def tray_markup(game: Game, turn: int, coordinates: bool, *, plain: bool = False) -> str:
    """Return the tray with its shadow; ``plain``, for small pictures: one shadow, no lip."""
    layout = geometry(game.board, turn)
    unit, wide = layout.unit, 2 * frame_width(game, turn, coordinates)
    d = f'd="{rounded(rim_hull(game, turn, coordinates), 0.2 * RADIUS)}"'
    inner = f'd="{rounded(layout.hull, 0.2 * RADIUS)}"'
    shadows = ((4, 0),) if plain else ((5, 0), (9, 4), (14, 10))
    parts = [
        f'<path class="tray-shadow" {d} transform="translate(0 {number(down * unit)})" '
        f'stroke-width="{number(wide + more * unit)}"/>'
        for down, more in shadows
    ]
    parts.append(f'<path class="tray" {d} stroke-width="{number(wide)}"/>')
    if not plain:
        parts.append(f'<path class="tray-lip" {d} stroke-width="{number(wide - 5 * unit)}"/>')
        parts.append(f'<path class="tray" {d} stroke-width="{number(wide - 9 * unit)}"/>')
    parts.append(f'<path class="well" {inner}/>')
    return "".join(parts)


def inlays_markup(game: Game, turn: int) -> str:
    """Return the goal edges of both colours, inlaid in the tray, the second with pearls."""
    parts = []
    for colour, path in enumerate(edge_paths(game, turn)):
        if path:
            parts.append(f'<path class="inlay {game.colours[colour]}" d="{path}"/>')
            if colour:
                dashes = f'stroke-dasharray="0 {number(PEARLS)}"'
                parts.append(f'<path class="pearls" d="{path}" {dashes}/>')
    return "".join(parts)


def edge_paths(game: Game, turn: int) -> list[str]:
    """Return path data of lines along the goal edges of each colour, "" for none.

    An edge is a straight row of cells.  Two sides of each of these cells lead off the board.
    """
    board, layout = game.board, geometry(game.board, turn)
    paths = []
    for edges in game.edges:
        lines = []
        for edge in edges:
            cells = list(bits(edge))
            outer = [
                side
                for side, step in enumerate(layout.steps)
                if not any(cell + step >= 0 and board.cells >> cell + step & 1 for cell in cells)
            ]
            out_x = sum(layout.corners[side].x + layout.corners[side - 1].x for side in outer)
            out_y = sum(layout.corners[side].y + layout.corners[side - 1].y for side in outer)
            scale = (RADIUS + INLAY) / hypot(out_x, out_y)
            a, b = layout.centres[cells[0]], layout.centres[cells[-1]]
            short = 0.25 * RADIUS / max(dist(a, b), RADIUS)
            x, y = out_x * scale, out_y * scale
            begin = Point(a.x + x + (b.x - a.x) * short, a.y + y + (b.y - a.y) * short)
            end = Point(b.x + x - (b.x - a.x) * short, b.y + y - (b.y - a.y) * short)
            lines.append(f"M{relative(begin)}L{relative(end)}")
        paths.append("".join(lines))
    return paths


NamedCells = list[tuple[int, str]]
"""The first cells of all columns, or of all rows, each with the name of its column or row."""


def line_names(board: Board) -> list[tuple[NamedCells, tuple[int, int]]]:
    """Return the names of rows and columns, and the step from the board to the names of each."""
    left_step, down = ((-1, 0), (1, -2)) if board.diagonal < 0 else ((-1, 0), (0, -1))
    rows = [(board.cell_at(c.start, row), str(row + 1)) for row, c in enumerate(board.row_columns)]
    columns = []
    for column in range(board.width):
        cell = next(c for r in range(board.width) if (c := board.cell_at(column, r)) != NO_CELL)
        columns.append((cell, chr(97 + column)))
    return [(rows, left_step), (columns, down)]


def coordinates(game: Game, turn: int) -> list[tuple[Point, str]]:
    """Return the letters of columns and the numbers of rows, each with its point on the tray."""
    labels = (_align_labels(game, turn, named, step) for named, step in line_names(game.board))
    return [label for line in labels for label in line]


def _align_labels(
    game: Game, turn: int, named: NamedCells, step: tuple[int, int]
) -> list[tuple[Point, str]]:
    """Align names in a straight line, at equal distances from their cells.

    At a corner of the board the tray is cut off, so the name there is nearest to the outer edge.
    Without inlays, all names move closer to their cells until this name fits.  With inlays, the
    tray is longer at the corner instead (``rim_hull``).
    """
    layout, margin = geometry(game.board, turn), frame_width(game, turn, True)
    line = max(layout.steps_outside(cell, *step, _middle(game, turn)) for cell, _ in named)
    if not any(game.edges):
        max_distance = margin - 0.9 * label_height(game, turn)
        line = min(line, *(layout.steps_outside(cell, *step, max_distance) for cell, _ in named))
    return [(layout.point_beyond(cell, *step, line), name) for cell, name in named]


def coordinates_markup(game: Game, turn: int) -> str:
    """Return the coordinates as SVG text, upright and equally small on boards of all sizes."""
    size = label_height(game, turn)
    texts = "".join(
        f'<text class="coordinate" x="{number(p.x)}" y="{number(p.y + 0.35 * size)}">{name}</text>'
        for p, name in coordinates(game, turn)
    )
    return f'<g class="coordinates" font-size="{number(size)}">{texts}</g>'


def surface_markup(game: Game, turn: int, *, plain: bool = False) -> tuple[str, str]:
    """Return the elements common to all pictures, below and above the faces of the tiles.

    ``plain``, for small pictures, includes the faces.
    """
    if plain:
        d = f'd="{tiles(game.board, turn)}"'
        foot = f'<path class="tile-foot" {d} transform="translate(0 {number(FOOT)})"/>'
        return f'{foot}<path class="tile" {d}/><path class="sheen" {d}/>', ""
    return (
        f'<defs><path id="tiles-{turn}" d="{tiles(game.board, turn)}"/></defs>'
        f'<use class="tile-foot" href="#tiles-{turn}" y="{number(FOOT)}"/>'
        f'<use class="tile-edge" href="#tiles-{turn}" y="{number(EDGE)}"/>',
        f'<use class="sheen" href="#tiles-{turn}"/>',
    )


def cell_markup(board: Board, cell: int, layout: Geometry, d: str) -> str:
    """Return one cell: the face of its tile, a button with the cell's name."""
    at, name = layout.centres[cell], board.cell_name(cell)
    return (
        f'<path class="cell" id="cell-{name}" data-cell="{name}" role="button" tabindex="-1" '
        f'aria-label="{name}" transform="translate({relative(at)})" d="{d}"/>'
    )


def styled_tile(layout: Geometry, cell: int, names: str) -> str:
    """Return one tile of a small picture with these classes."""
    start, tile_path = tile_outline(layout)
    at = layout.centres[cell]
    d = f"M{relative(start)}{tile_path}"
    return f'<path class="{names}" transform="translate({relative(at)})" d="{d}"/>'


def tile_number(layout: Geometry, cell: int, value: int, names: str, size: int) -> str:
    """Return a number on a tile with these classes; ``size`` is its font size in the view box."""
    centre = layout.centres[cell]
    y = centre.y + 0.35 * size  # the baseline that centres the digits on the cell
    where = f'x="{number(centre.x)}" y="{number(y)}" font-size="{size}"'
    return f'<text class="{names}" {where}>{value}</text>'


def value_step(value: int, low: int, high: int, last: int, only: int) -> int:
    """Return the step of a value: 0 for ``low``, ``last`` for ``high``, ``only`` if both are equal.

    >>> [value_step(value, 40, 60, 6, 3) for value in (40, 50, 60)], value_step(50, 50, 50, 6, 3)
    ([0, 3, 6], 3)
    """
    return round(last * (value - low) / (high - low)) if high > low else only


def board_markup(game: Game, turn: int = 0, *, names: bool = True) -> str:
    """Return the empty board of ``game`` as one ``<svg>``; ``names``: with coordinates."""
    board, layout = game.board, geometry(game.board, turn)
    box = " ".join(number(value) for value in view_box(game, turn, coordinates=names))
    first, second = game.colours
    label = WORDS["board-of"].format(Game=TITLES[game.name])
    below, above = surface_markup(game, turn)
    start, tile_path = tile_outline(layout)
    d = f"M{relative(start)}{tile_path}"
    corners = (Point(p.x * CURSOR, p.y * CURSOR) for p in layout.corners)
    cells = "".join(cell_markup(board, cell, layout, d) for cell in layout.centres)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="board" viewBox="{box}" '
        f'data-game="{game.name}" data-first="{first}" data-second="{second}">'
        f'<g id="board-drawing">{tray_markup(game, turn, names)}{inlays_markup(game, turn)}'
        f"{coordinates_markup(game, turn) if names else ''}{below}"
        f'<g class="cells" role="group" aria-label="{escape_xml(label)}">{cells}</g>'
        f'{above}<g class="below"></g><g class="over beneath"></g><g class="stones"></g>'
        '<g class="above"></g><g class="over standing"></g><g class="over engine-layer"></g>'
        '<g class="over passing"></g>'
        f'<g class="ghost">{stone(first, ring_colour(game) == first)}</g>'
        f'<g class="focus">{cased("cursor", corner_marks(corners))}</g>'
        "</g></svg>"
    )
