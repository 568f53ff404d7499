"""The sight dial: six sectors for the six lines of a cell, coloured by the stone each one meets."""

from typing import NamedTuple

from ..rules import Game
from ..rules.board import Board
from .hex_geometry import RADIUS, geometry, number

NO_STONE, EDGE = "open", "edge"  # a line that meets no stone; a side without a line


class Dial(NamedTuple):
    """What a dial shows."""

    board: Board
    sectors: tuple[str, ...]  # in the order of ``Geometry.steps``: a colour, OPEN or EDGE
    seen_counts: tuple[int, int]  # how many stones of each colour see the cell
    needed: int


def dial(game: Game, stones: tuple[int, int], cell: int) -> Dial:
    """The dial of a cell."""
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
    """The dial as SVG, turned as the board is, with the count of one colour in its middle."""
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
