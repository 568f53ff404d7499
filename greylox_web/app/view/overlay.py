"""What is drawn over the cells: counts, groups with sizes, lines of sight, what a stone changes.

As SVG text from numbers and class names alone; the style sheet decides how it looks.
"""

from ...rules.board import Board, bits
from ...rules.groups import groups
from ..session.session import Session
from .preview import Change, change, rays, shown
from .scene import RADIUS, Point, centre

COLOURS = ("first", "second")
STONE = 0.7 * RADIUS  # radius
PILLS = ("M-12 0-8.5-4.7H8.5L12 0 8.5 4.7H-8.5Z", "M-11-4.7H11V4.7H-11Z")  # like the control marks
BADGES = ('<circle r="8.5"/>', '<path d="M-8-8H8V8H-8Z"/>')
CONTROLS = ("M-6 0 0-6 6 0 0 6Z", "M-5-5H5V5H-5Z")
PILL_STEP = 5.4  # how far a count lies above or below the middle of its cell
ASIDE = 11.0  # how far below the middle of its cell the control of a stone is told


class Pen:
    """Places and shapes on one board as it is turned."""

    def __init__(self, board: Board, turn: int) -> None:
        self.board, self.turn = board, turn

    def at(self, cell: int) -> Point:
        """The centre of a cell."""
        return centre(self.board, *self.board.column_row(cell), self.turn)

    def put(self, cell: int, names: str, content: str, down: float = 0) -> str:
        """A group of these classes with its origin in the cell, or so far below its middle."""
        at = self.at(cell)
        return (
            f'<g class="{names}" transform="translate({_n(at.x)} {_n(at.y + down)})">{content}</g>'
        )

    def between(self, one: int, other: int, start: float, stop: float) -> str:
        """A path from cell to cell that begins and ends so far from their middles."""
        a, b = self.at(one), self.at(other)
        length = ((b.x - a.x) ** 2 + (b.y - a.y) ** 2) ** 0.5
        x, y = (b.x - a.x) / length, (b.y - a.y) / length
        begin = f"M{_n(a.x + start * x)} {_n(a.y + start * y)}"
        return f"{begin}L{_n(b.x - stop * x)} {_n(b.y - stop * y)}"


def _n(value: float) -> str:
    return f"{round(value, 1) + 0.0:g}"


def standing(session: Session, turn: int) -> str:
    """What holds for the position: groups with their sizes, and counts of seeing stones."""
    chosen, game = session.preferences, session.game
    pen, parts = Pen(game.board, turn), []
    if chosen.groups:
        parts += [_groups(pen, session.state.stones[c], c) for c in (0, 1)]
    if chosen.counts and game.controlled(session.state):
        parts += [_counts(pen, session.state.stones, cell) for cell in bits(game.board.cells)]
    return "".join(parts)


def passing(session: Session, cell: int, turn: int) -> str:
    """What holds for the cell under the pointer or the focus."""
    chosen, game = session.preferences, session.game
    pen, parts = Pen(game.board, turn), []
    if chosen.sight and game.controlled(session.state):
        parts.append(_sight(pen, session.state.stones, cell))
    if chosen.preview and (what := change(session, cell)):
        parts.append(_preview(pen, what, cell))
    return "".join(parts)


def _counts(pen: Pen, stones: tuple[int, int], cell: int) -> str:
    """The stones of each colour that see the cell, of those that it takes: ``3/4``."""
    board, parts = pen.board, []
    need = board.needed(cell)
    for colour, count in enumerate(shown(board, stones, cell)):
        if count:
            holder = next((COLOURS[c] for c in (0, 1) if stones[c] >> cell & 1), "none")
            held = f" held on-{holder}" if count >= need else f" on-{holder}"
            pill = f'<path d="{PILLS[colour]}"/><text>{count}/{need}</text>'
            down = PILL_STEP if colour else -PILL_STEP
            parts.append(pen.put(cell, f"count {COLOURS[colour]}{held}", pill, down))
    return "".join(parts)


def _groups(pen: Pen, stones: int, colour: int) -> str:
    """Bars between the stones of each group, and its size on the stone nearest to its middle."""
    found = groups(pen.board, stones)
    name = f"size {COLOURS[colour]}"
    badges = "".join(_badge(pen, group, _middle(pen, group), name) for group in found)
    return _bars(pen, stones, stones, colour) + badges


def _bars(pen: Pen, some: int, stones: int, colour: int) -> str:
    """Bars from each stone of ``some`` to its neighbours in ``stones``."""
    path = "".join(
        pen.between(cell, other, STONE - 1, STONE - 1)
        for cell in bits(some)
        for other in bits(pen.board.neighbours(1 << cell) & stones)
        if other > cell or not some >> other & 1
    )
    if not path:
        return ""
    return f'<path class="bar line" d="{path}"/><path class="bar {COLOURS[colour]}" d="{path}"/>'


def _middle(pen: Pen, group: int) -> int:
    """The stone of a group that is nearest to its middle."""
    places = [pen.at(cell) for cell in bits(group)]
    x, y = (sum(axis) / len(places) for axis in zip(*places, strict=True))
    return min(bits(group), key=lambda cell: (pen.at(cell).x - x) ** 2 + (pen.at(cell).y - y) ** 2)


def _badge(pen: Pen, group: int, place: int, names: str) -> str:
    shape = BADGES["second" in names]
    return pen.put(place, names, f"{shape}<text>{group.bit_count()}</text>")


def _sight(pen: Pen, stones: tuple[int, int], cell: int) -> str:
    """The lines of sight that leave the cell, each as far as its first stone."""
    parts = []
    for ray in rays(pen.board, stones, cell):
        name = "open" if ray.colour is None else COLOURS[ray.colour]
        stop = 0 if ray.colour is None else STONE
        path = pen.between(cell, ray.end, STONE / 2, stop)
        parts += [f'<path class="ray {names}" d="{path}"/>' for names in (f"halo {name}", name)]
        if ray.colour is not None:
            parts.append(pen.put(ray.end, f"seer {name}", '<circle r="15.5"/>'))
    return "".join(parts)


def _preview(pen: Pen, what: Change, cell: int) -> str:
    """The stone as it would lie there, the control that comes and goes, the new groups."""
    mover = what.before.mover
    ring = '<circle class="inner" r="6.5"/>' if mover else ""
    parts = [pen.put(cell, f"ghost {COLOURS[mover]}", f'<circle r="{STONE:g}"/>{ring}')]
    parts.append(_bars(pen, 1 << cell, what.after.stones[mover] & ~(1 << cell), mover))
    for colour in (0, 1):
        for kind, mask in (("gain", what.gained[colour]), ("loss", what.lost[colour])):
            sign = "M-4 0H4M0-4V4" if kind == "gain" else "M-9 0H9"
            drawn = f'<path d="{CONTROLS[colour]}"/><path class="sign" d="{sign}"/>'
            for other in bits(mask):
                down = ASIDE if what.after.occupied >> other & 1 else 0
                parts.append(pen.put(other, f"{kind} {COLOURS[colour]}", drawn, down))
        for group in what.regrouped[colour]:
            place = cell if group >> cell & 1 else _middle(pen, group)
            parts.append(_badge(pen, group, place, f"size after {COLOURS[colour]}"))
    return "".join(parts)
