"""Optional layers over the board: counts, lines of sight, and the effect of a stone.

Each layer is SVG text that contains only numbers and class names; the style sheet defines the
appearance. Lengths are in units of the view box.
"""

from ...drawing.board_layers import (
    STONE,
    group_links,
    numbered_stone,
    positioned_group,
    ring_colour,
    stone,
)
from ...drawing.hex_geometry import Geometry, geometry, number
from ...drawing.outline import link_lines
from ...rules import Game
from ...rules.board import NO_CELL, bits
from ...session.session import Session
from .preview import MovePreview, move_preview, sight_counts, sight_rays

COUNT_SHAPES = ("M-30 0-21-12H21L30 0 21 12H-21Z", "M-27-12H27V12H-27Z")
CONTROL_SHAPES = ("M-16 0 0-16 16 0 0 16Z", "M-13-13H13V13H-13Z")
PILL_STEP = 13.5  # distance of a count from the middle of its cell, upwards or downwards
NARROW, NARROW_STEP = 0.78, 25.5  # scale and distance on a stone, whose middle has other marks
SIDE_OFFSET = 27.0  # distance of a control change below the middle of a stone's cell


class CellPainter:
    """A painter for the cells of one game's board, rotated by ``turn`` steps."""

    def __init__(self, game: Game, turn: int) -> None:
        self.game, self.board, self.turn = game, game.board, turn
        self.layout: Geometry = geometry(game.board, turn)

    def line_path(self, one: int, other: int, start: float) -> str:
        """Return path data to the centre of ``other``, from ``start`` away from that of ``one``."""
        a, b = self.layout.centres[one], self.layout.centres[other]
        length = ((b.x - a.x) ** 2 + (b.y - a.y) ** 2) ** 0.5
        x, y = (b.x - a.x) / length, (b.y - a.y) / length
        begin = f"M{number(a.x + start * x)} {number(a.y + start * y)}"
        return f"{begin}L{number(b.x)} {number(b.y)}"


def sight_counts_svg(session: Session, turn: int) -> str:
    """Return the counts of the stones that see each cell; "" without the layer.

    The counts depend only on the position.
    """
    game = session.game
    if not (session.preferences.counts and game.controlled(session.state)):
        return ""
    pen = CellPainter(game, turn)
    return "".join(_counts_svg(pen, session.state.stones, cell) for cell in bits(game.board.cells))


def sight_lines_svg(session: Session, cell: int, turn: int) -> str:
    """Return the lines of sight of the inspected ``cell``, below the stones; "" if none are shown.

    An exercise shows the lines that explain a wrong answer instead, or the lines of its dial's
    cell. A finished exercise that ``selects_cells`` shows the lines of its target.
    """
    game, stones, mover = session.game, session.state.stones, session.state.mover
    painter, attempt = CellPainter(game, turn), session.exercise_attempt
    if attempt is not None:
        if lines := attempt.sight_lines(session):
            return "".join(sight_line(painter, line.start, line.end, line.kind) for line in lines)
        exercise, exercise_cell = attempt.exercise, attempt.exercise.dial_cell
        if exercise.selects_cells and attempt.is_finished and exercise.target:
            exercise_cell = exercise.target.bit_length() - 1
        if exercise_cell != NO_CELL:
            return sight_svg(painter, stones, exercise_cell, attempt.solver)
    if cell == NO_CELL or not (session.preferences.sight and game.controlled(session.state)):
        return ""
    return sight_svg(painter, stones, cell, mover)


def preview_svg(session: Session, cell: int, turn: int) -> str:
    """Return the effect of a stone on ``cell``; "" without the layer or if illegal."""
    if cell != NO_CELL and session.preferences.preview and (preview := move_preview(session, cell)):
        return _preview(CellPainter(session.game, turn), preview, cell)
    return ""


def _counts_svg(pen: CellPainter, stones: tuple[int, int], cell: int) -> str:
    """Return per colour how many stones see the cell, of how many control requires: ``3/4``."""
    board, parts = pen.board, []
    threshold = board.control_threshold(cell)
    on_stone = (stones[0] | stones[1]) >> cell & 1
    step = NARROW_STEP if on_stone else PILL_STEP
    for colour, count in enumerate(sight_counts(board, stones, cell)):
        if count:
            held = " held" if count >= threshold else ""
            pill = f'<path d="{COUNT_SHAPES[colour]}"/><text y="7.5">{count}/{threshold}</text>'
            if on_stone:
                pill = f'<g transform="scale({NARROW})">{pill}</g>'
            down = step if colour else -step
            names = f"count {pen.game.colours[colour]}{held}"
            parts.append(positioned_group(pen.layout, cell, names, pill, down))
    return "".join(parts)


def sight_svg(pen: CellPainter, stones: tuple[int, int], cell: int, mover: int) -> str:
    """Return the lines of sight from the cell, each up to its first stone.

    Lines to the mover's stones are white. Lines to the other side's stones are dark and dotted. A
    line without a stone is thin.
    """
    parts = []
    for ray in sight_rays(pen.board, stones, cell):
        name = "free" if ray.colour is None else "own" if ray.colour == mover else "other"
        parts.append(sight_line(pen, cell, ray.end, name))
    return "".join(parts)


def sight_line(pen: CellPainter, start: int, end: int, name: str) -> str:
    """Return a line of sight, of class ``name``: "own", "other" or "free"."""
    path = pen.line_path(start, end, STONE / 2)
    case = f'<path class="ray-case" d="{path}"/>' if name == "own" else ""
    return f'{case}<path class="ray {name}" d="{path}"/>'


def _preview(pen: CellPainter, preview: MovePreview, cell: int) -> str:
    """Return the stone on ``cell``, the control gained and lost, and the new group sizes."""
    mover, game = preview.before.mover, pen.game
    own = preview.after.stones[mover] & ~(1 << cell)
    parts = []
    mine = game.colours[mover]
    if path := link_lines(pen.board, pen.turn, 1 << cell, own):
        parts.append(f'<g class="would">{group_links(mine, path)}</g>')
    placed = stone(mine, ring_colour(game) == mine)
    parts.append(positioned_group(pen.layout, cell, "would stone", placed))
    for colour in (0, 1):
        name = game.colours[colour]
        for kind, mask in (("gain", preview.gained[colour]), ("loss", preview.lost[colour])):
            sign = "M-9 0H9M0-9V9" if kind == "gain" else "M-20 20 20-20"
            content = f'<path d="{CONTROL_SHAPES[colour]}"/><path class="sign" d="{sign}"/>'
            for other in bits(mask):
                down = SIDE_OFFSET if preview.after.occupied >> other & 1 else 0
                parts.append(positioned_group(pen.layout, other, f"{kind} {name}", content, down))
        for group in preview.new_group_sizes[colour]:
            anchor_cell = cell if group >> cell & 1 else (group & -group).bit_length() - 1
            size = numbered_stone(game, pen.layout, anchor_cell, name, str(group.bit_count()))
            parts.append(f'<g class="after">{size}</g>')
    return "".join(parts)
