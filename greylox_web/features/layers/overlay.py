"""Optional layers over the board: counts, lines of sight, and what a stone would change.

Each is SVG text, which contains numbers and class names only; the style sheet does the rest.
Lengths are in units of the view box.
"""

from ...drawing.outline import link_lines
from ...drawing.pieces import STONE, group_links, numbered_stone, ring_colour, stone
from ...drawing.scene import Geometry, geometry, number
from ...rules import Game
from ...rules.board import NO_CELL, bits
from ...session.session import Session
from .preview import Change, change, rays, shown

PILLS = ("M-30 0-21-12H21L30 0 21 12H-21Z", "M-27-12H27V12H-27Z")
CONTROLS = ("M-16 0 0-16 16 0 0 16Z", "M-13-13H13V13H-13Z")
PILL_STEP = 13.5  # how far a count lies above or below the middle of its cell
NARROW, NARROW_STEP = 0.78, 25.5  # scale and distance on a stone, whose middle shows other marks
ASIDE = 27.0  # how far below the middle of its cell a change of control on a stone is shown


class Pen:
    """Draws at the cells of one game's board, turned by ``turn`` steps."""

    def __init__(self, game: Game, turn: int) -> None:
        self.game, self.board, self.turn = game, game.board, turn
        self.places: Geometry = geometry(game.board, turn)

    def put(self, cell: int, names: str, content: str, down: float = 0) -> str:
        """A ``<g>`` with the classes ``names`` and its origin ``down`` below the cell's middle."""
        x, y = self.places.centres[cell]
        at = f"translate({number(x)} {number(y + down)})"
        return f'<g class="{names}" transform="{at}">{content}</g>'

    def between(self, one: int, other: int, start: float, stop: float) -> str:
        """Path data from one cell to another, ``start`` and ``stop`` away from their centres."""
        a, b = self.places.centres[one], self.places.centres[other]
        length = ((b.x - a.x) ** 2 + (b.y - a.y) ** 2) ** 0.5
        x, y = (b.x - a.x) / length, (b.y - a.y) / length
        begin = f"M{number(a.x + start * x)} {number(a.y + start * y)}"
        return f"{begin}L{number(b.x - stop * x)} {number(b.y - stop * y)}"


def standing(session: Session, turn: int) -> str:
    """The counts of the stones that see each cell, or "": they depend on the position only."""
    game = session.game
    if not (session.preferences.counts and game.controlled(session.state)):
        return ""
    pen = Pen(game, turn)
    return "".join(_counts(pen, session.state.stones, cell) for cell in bits(game.board.cells))


def beneath(session: Session, cell: int, turn: int) -> str:
    """The lines of sight of ``cell``, drawn beneath the stones; "" where none are shown.

    ``cell`` is under the pointer or has the focus.  An exercise with a dial shows the lines of the
    dial's cell instead, and one in which stones were chosen those of its target.
    """
    game, stones, mover = session.game, session.state.stones, session.state.mover
    if session.exercise_attempt is not None and (about := _asked(session)) != NO_CELL:
        return sight(Pen(game, turn), stones, about, session.exercise_attempt.solver)
    if cell == NO_CELL or not (session.preferences.sight and game.controlled(session.state)):
        return ""
    return sight(Pen(game, turn), stones, cell, mover)


def _asked(session: Session) -> int:
    """The cell whose lines an exercise shows, or NO_CELL; a target only once it is solved."""
    if session.exercise_attempt is None:
        return NO_CELL
    exercise = session.exercise_attempt.exercise
    told = exercise.points and session.exercise_attempt.over and exercise.target
    return exercise.target.bit_length() - 1 if told else exercise.dial


def passing(session: Session, cell: int, turn: int) -> str:
    """What a stone on ``cell`` would change, or "" without the layer or where none may go."""
    if cell != NO_CELL and session.preferences.preview and (what := change(session, cell)):
        return _preview(Pen(session.game, turn), what, cell)
    return ""


def _counts(pen: Pen, stones: tuple[int, int], cell: int) -> str:
    """How many stones of each colour see the cell, out of how many control takes: ``3/4``."""
    board, parts = pen.board, []
    need = board.control_threshold(cell)
    on_stone = (stones[0] | stones[1]) >> cell & 1
    step = NARROW_STEP if on_stone else PILL_STEP
    for colour, count in enumerate(shown(board, stones, cell)):
        if count:
            held = " held" if count >= need else ""
            pill = f'<path d="{PILLS[colour]}"/><text y="7.5">{count}/{need}</text>'
            if on_stone:
                pill = f'<g transform="scale({NARROW})">{pill}</g>'
            down = step if colour else -step
            parts.append(pen.put(cell, f"count {pen.game.colours[colour]}{held}", pill, down))
    return "".join(parts)


def sight(pen: Pen, stones: tuple[int, int], cell: int, mover: int) -> str:
    """The lines of sight from the cell, each up to its first stone.

    Lines to the mover's stones are solid, to the other side's dotted; one without a stone is thin.
    """
    parts = []
    for ray in rays(pen.board, stones, cell):
        name = "free" if ray.colour is None else "own" if ray.colour == mover else "other"
        path = pen.between(cell, ray.end, STONE / 2, 0)
        if name == "own":
            parts.append(f'<path class="ray-case" d="{path}"/>')
        parts.append(f'<path class="ray {name}" d="{path}"/>')
        if ray.colour is not None:
            rings = '<circle class="seer-case" r="37"/><circle class="seer" r="37"/>'
            parts.append(pen.put(ray.end, f"sees {name}", rings))
    return "".join(parts)


def _preview(pen: Pen, what: Change, cell: int) -> str:
    """The stone on ``cell``, the control gained and lost, and the sizes of the new groups."""
    mover, game = what.before.mover, pen.game
    own = what.after.stones[mover] & ~(1 << cell)
    parts = []
    if path := link_lines(pen.board, pen.turn, 1 << cell, own):
        name = game.colours[mover]
        parts.append(f'<g class="would">{group_links(name, path)}</g>')
    mine = game.colours[mover]
    parts.append(pen.put(cell, "would stone", stone(mine, ring_colour(game) == mine)))
    for colour in (0, 1):
        name = game.colours[colour]
        for kind, mask in (("gain", what.gained[colour]), ("loss", what.lost[colour])):
            sign = "M-9 0H9M0-9V9" if kind == "gain" else "M-20 20 20-20"
            drawn = f'<path d="{CONTROLS[colour]}"/><path class="sign" d="{sign}"/>'
            for other in bits(mask):
                down = ASIDE if what.after.occupied >> other & 1 else 0
                parts.append(pen.put(other, f"{kind} {name}", drawn, down))
        for group in what.regrouped[colour]:
            place = cell if group >> cell & 1 else (group & -group).bit_length() - 1
            size = numbered_stone(game, pen.places, place, name, str(group.bit_count()))
            parts.append(f'<g class="after">{size}</g>')
    return "".join(parts)
