"""The sight dial: a sector for each of a cell's six lines, in the colour of its first stone."""

from typing import NamedTuple

from ..rules import Game
from ..rules.board import Board
from .hex_geometry import RADIUS, geometry, number

NO_STONE, EDGE = "open", "edge"  # sectors: a line without stones; no line at this side


class Dial(NamedTuple):
    """The contents of a dial."""

    board: Board
    sectors: tuple[str, ...]  # in the order of ``Geometry.steps``: a colour, NO_STONE or EDGE
    seen_counts: tuple[int, int]  # how many stones of each colour see the cell
    needed: int


def dial(game: Game, stones: tuple[int, int], cell: int) -> Dial:
    """Return the dial of a cell."""
    board, sectors = game.board, []
    for step in geometry(board).steps:
        ray_cells = list(board.ray(cell, step))
        nearest = next((at for at in ray_cells if (stones[0] | stones[1]) >> at & 1), None)
        if nearest is None:
            sectors.append(NO_STONE if ray_cells else EDGE)
        else:
            sectors.append(game.colours[stones[1] >> nearest & 1])
    first, second = (sectors.count(colour) for colour in game.colours)
    return Dial(board, tuple(sectors), (first, second), board.control_threshold(cell))


def dial_markup(dial: Dial, colour: int, total_text: str, turn: int) -> str:
    """Return the dial as SVG, rotated like the board, with one colour's count in the middle."""
    corners, parts = geometry(dial.board, turn).corners, []
    for side, kind in enumerate(dial.sectors):
        one, other = corners[side - 1], corners[side]
        path = f"M0 0L{number(one.x)} {number(one.y)}L{number(other.x)} {number(other.y)}Z"
        parts.append(f'<path class="sector {kind}" d="{path}"/>')
    size = f"{-RADIUS - 3:g} {-RADIUS - 3:g} {2 * RADIUS + 6:g} {2 * RADIUS + 6:g}"
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="dial" aria-hidden="true" viewBox="{size}">'
        f'{"".join(parts)}<circle class="hub" r="22"/>'
        f'<text class="count" y="3">{dial.seen_counts[colour]}</text>'
        f'<text class="of" y="14">{total_text}</text></svg>'
    )
