"""The board as SVG text: geometry, cells, edges and coordinates.

The same markup is put into the page at build time and drawn by the page for every other
board.  How a cell looks is decided by the classes on it and the style sheet alone.
Pointy-top hexagons of radius 1; ``turn`` rotates the board clockwise by so many twelfths of
a circle, and 12 more show the mirror image.  It is a matter of looking: no cell changes its name.
"""

from collections.abc import Iterable
from math import atan2, cos, degrees, pi, sin, sqrt
from typing import NamedTuple

from ...rules import TITLES, Game
from ...rules.board import NO_CELL, Board, bits
from ...words import WORDS
from ..text import xml

RADIUS = 20.0  # pixels of the view box per unit
MARGIN = 1.7  # units around the outermost centres
TEXT_WIDTH, TEXT_HEIGHT = 7.0, 14.0  # pixels of the view box that a coordinate takes, per letter
CORNERS = 6
MIRRORED = 12  # a turn from here on shows the mirror image
FIRST_CORNER = -pi / 2  # a pointy-top hexagon has a corner above its centre

CELL_MARKS = (
    '<circle class="stone" r="14"/>'
    '<circle class="glyph" r="6.5"/>'
    '<path class="control-first" d="M-6 0 0-6 6 0 0 6Z"/>'
    '<path class="control-second" d="M-5-5H5V5H-5ZM-2-2V2H2V-2Z"/>'
    '<circle class="legal" r="2.8"/>'
    '<path class="threat" d="M-5-10 0-16 5-10Z"/>'
    '<circle class="pending" r="16"/>'
    '<circle class="last" r="4"/>'
    '<circle class="mark-circle" r="10"/>'
    '<path class="mark-square" d="M-8-8H8V8H-8Z"/>'
    '<path class="mark-triangle" d="M0-11 10 7H-10Z"/>'
    '<path class="mark-cross" d="M-8-8 8 8M8-8-8 8"/>'
    '<text class="mark-label"/>'
    '<text class="rate"/>'
    '<circle class="cause" r="17"/>'
)


class Point(NamedTuple):
    """A place in the view box, x to the right and y down."""

    x: float
    y: float


def turned(x: float, y: float, turn: int) -> Point:
    """The point mirrored and rotated as ``turn`` says, in view-box pixels."""
    if turn >= MIRRORED:
        x = -x
    angle = turn * pi / 6
    return Point(
        RADIUS * (x * cos(angle) - y * sin(angle)), RADIUS * (x * sin(angle) + y * cos(angle))
    )


def rotated(turn: int, twelfths: int) -> int:
    """The turn of a board that is rotated on the screen, clockwise."""
    return turn - turn % MIRRORED + (turn + twelfths) % MIRRORED


def mirrored(turn: int) -> int:
    """The turn of a board whose left and right are exchanged on the screen."""
    return -turn % MIRRORED + (0 if turn >= MIRRORED else MIRRORED)


def centre(board: Board, column: float, row: float, turn: int = 0) -> Point:
    """The centre of the hexagon at ``column`` and ``row``, on the board or beside it."""
    if board.shape == "rhombus":
        return turned(sqrt(3) * (column + row / 2), 1.5 * row, turn)
    return turned(sqrt(3) * (column - row / 2), -1.5 * row, turn)


def corner(at: Point, number: int, turn: int = 0, radius: float = 1.0) -> Point:
    """The corner ``number`` of the hexagon around ``at``, clockwise from the top."""
    angle = FIRST_CORNER + number * pi / 3 + turn * pi / 6
    return Point(at.x + RADIUS * radius * cos(angle), at.y + RADIUS * radius * sin(angle))


def toward(board: Board, cell: int, angle: float, second: bool, turn: int = 0) -> int | None:
    """The neighbour that lies nearest to a direction on the screen, or the second nearest.

    ``angle`` is in degrees, clockwise from the right; of two equally near ones the one that
    lies clockwise comes first, so an arrow key with and without Shift reaches all six.
    """
    here = centre(board, *board.column_row(cell), turn)

    def distance(other: int) -> tuple[float, float]:
        there = centre(board, *board.column_row(other), turn)
        away = degrees(atan2(there.y - here.y, there.x - here.x)) - angle
        away = (away + 180) % 360 - 180
        return round(abs(away)), -away

    near = sorted(bits(board.neighbours(1 << cell)), key=distance)
    found = [other for other in near if distance(other)[0] <= 75]
    return found[second] if len(found) > second else None


def _number(value: float) -> str:
    return f"{round(value, 1) + 0.0:g}"


def _points(points: Iterable[Point]) -> str:
    return " ".join(f"{_number(p.x)},{_number(p.y)}" for p in points)


def view_box(board: Board, turn: int = 0) -> tuple[float, float, float, float]:
    """Left, top, width and height of the picture: all cells and coordinates, with some room."""
    room = MARGIN * RADIUS
    boxes = [
        (at.x - room, at.y - room, at.x + room, at.y + room)
        for at in (centre(board, *board.column_row(cell), turn) for cell in bits(board.cells))
    ]
    for at, text in coordinates(board, turn):
        half = TEXT_WIDTH * len(text) / 2 + 1
        boxes.append((at.x - half, at.y - TEXT_HEIGHT / 2, at.x + half, at.y + TEXT_HEIGHT / 2))
    left, top = min(box[0] for box in boxes), min(box[1] for box in boxes)
    return left, top, max(b[2] for b in boxes) - left, max(b[3] for b in boxes) - top


def cell_markup(board: Board, cell: int, turn: int) -> str:
    """One cell: its hexagon and the marks that the style sheet shows by the cell's classes."""
    at = centre(board, *board.column_row(cell), turn)
    name = board.name(cell)
    hexagon = _points(corner(Point(0, 0), n, turn, 0.97) for n in range(CORNERS))
    return (
        f'<g class="cell" id="cell-{name}" data-cell="{name}" role="button" tabindex="-1" '
        f'aria-label="{name}" transform="translate({_number(at.x)} {_number(at.y)})">'
        f'<polygon class="hex" points="{hexagon}"/>'
        f"{CELL_MARKS}</g>"
    )


def sides(
    board: Board, column: int, row: int, turn: int
) -> dict[tuple[int, int], tuple[Point, Point]]:
    """The six sides of a hexagon by the step to the neighbour behind each."""
    at = centre(board, column, row, turn)
    found = {}
    for step in _steps(board):
        beyond = centre(board, column + step[0], row + step[1], turn)
        near = sorted(
            (corner(at, n, turn) for n in range(CORNERS)),
            key=lambda p: (p.x - beyond.x) ** 2 + (p.y - beyond.y) ** 2,
        )
        found[step] = (near[0], near[1])
    return found


def _steps(board: Board) -> tuple[tuple[int, int], ...]:
    """The steps to the six neighbours, as columns and rows."""
    diagonals = ((1, -1), (-1, 1)) if board.shape == "rhombus" else ((1, 1), (-1, -1))
    return ((1, 0), (-1, 0), (0, 1), (0, -1), *diagonals)


def edge_markup(game: Game, turn: int) -> str:
    """The edges that the colours have to join, as lines along the outer sides of their cells.

    On a corner where both colours have an edge, their lines meet in the middle of a side.
    """
    board = game.board
    outer = [[(edge, _outer(board, edge)) for edge in edges] for edges in game.edges]
    first, second = (
        {(cell, step) for edge, steps in edges for cell in bits(edge) for step in steps}
        for edges in outer
    )
    shared = first & second
    parts = []
    for name, edges in zip(("first", "second"), outer, strict=True):
        lines = []
        for edge, steps in edges:
            for cell in bits(edge):
                of_cell = sides(board, *board.column_row(cell), turn)
                for step in steps:
                    a, b = of_cell[step]
                    if (cell, step) in shared:
                        own = of_cell[steps[1 - steps.index(step)]]
                        a, b = (
                            min(a, b, key=lambda p: min(_apart(p, q) for q in own)),
                            Point((a.x + b.x) / 2, (a.y + b.y) / 2),
                        )
                    lines.append(f"M{_points([a])}L{_points([b])}")
        if lines:
            parts.append(f'<path class="edge {name}" d="{"".join(lines)}"/>')
    return "".join(parts)


def _outer(board: Board, edge: int) -> list[tuple[int, int]]:
    """The steps that lead off the board from every cell of an edge; a straight edge has two."""
    places = [board.column_row(cell) for cell in bits(edge)]
    return [
        (column, row)
        for column, row in _steps(board)
        if all(board.at(c + column, r + row) == NO_CELL for c, r in places)
    ]


def _apart(a: Point, b: Point) -> float:
    return (a.x - b.x) ** 2 + (a.y - b.y) ** 2


def coordinates(board: Board, turn: int) -> list[tuple[Point, str]]:
    """Letters of columns and numbers of rows, each with its place just outside the board."""
    labels = []
    for row, columns in enumerate(board.row_columns):
        labels.append((centre(board, columns.start - 0.85, row, turn), str(row + 1)))
    for column in range(board.width):
        row = next(r for r in range(board.width) if column in board.row_columns[r])
        labels.append((centre(board, column, row - 0.85, turn), chr(97 + column)))
    return labels


def coordinates_markup(board: Board, turn: int) -> str:
    """The coordinates as SVG text."""
    return "".join(
        f'<text class="coordinate" x="{_number(at.x)}" y="{_number(at.y)}">{text}</text>'
        for at, text in coordinates(board, turn)
    )


def board_markup(game: Game, turn: int = 0) -> str:
    """The whole empty board of ``game`` as one ``<svg>`` element."""
    board = game.board
    box = " ".join(_number(value) for value in view_box(board, turn))
    first, second = game.colours
    label = WORDS["board-of"].format(Game=TITLES[game.name])
    cells = "".join(cell_markup(board, cell, turn) for cell in bits(board.cells))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="board" viewBox="{box}" '
        f'data-game="{game.name}" data-first="{first}" data-second="{second}">'
        f'<g class="coordinates">{coordinates_markup(board, turn)}</g>'
        f'<g class="cells" role="group" aria-label="{xml(label)}">{cells}</g>'
        f"{edge_markup(game, turn)}"
        "</svg>"
    )
